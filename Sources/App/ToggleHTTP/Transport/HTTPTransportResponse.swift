/// A response that an HTTP transport received.
public struct HTTPTransportResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The header fields.
    public let headers: HTTPHeaders
    /// The body, as it arrives.
    public let body: HTTPBody

    /// Creates a response.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = HTTPBody([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
