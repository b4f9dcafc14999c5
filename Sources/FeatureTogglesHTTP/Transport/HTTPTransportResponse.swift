/// What came back through an HTTP transport.
public struct HTTPTransportResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The header fields.
    public let headers: HTTPHeaders
    /// The body, as it comes.
    public let body: HTTPBody

    /// Creates a response.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = HTTPBody([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
