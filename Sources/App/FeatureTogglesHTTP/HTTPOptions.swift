/// Options for the HTTP requests of a source.
public struct HTTPOptions: Sendable {
    /// Credentials, for servers that require them.
    public var credentials: HTTPCredentials?
    /// Additional header fields to send.
    ///
    /// They are sent only to the host of the source's URL, and not after a redirect to another host.
    public var headers: HTTPHeaders
    /// The time limit for the head of a response, including finding and connecting to the server.
    public var responseTimeout: Duration
    /// The time limit for a whole document, even if it arrives steadily.
    public var timeout: Duration
    /// The maximum number of redirects to follow; 0 for none.
    ///
    /// A redirect from `https` to `http` is never followed.
    public var maximumRedirects: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - credentials: Credentials, or `nil` for a server that doesn't require any.
    ///   - headers: Additional header fields to send.
    ///   - responseTimeout: The time limit for the head of a response.
    ///   - timeout: The time limit for a whole document.
    ///   - maximumRedirects: The maximum number of redirects to follow.
    public init(
        credentials: HTTPCredentials? = nil,
        headers: HTTPHeaders = HTTPHeaders(),
        responseTimeout: Duration = .seconds(10),
        timeout: Duration = .seconds(30),
        maximumRedirects: Int = 5
    ) {
        self.credentials = credentials
        self.headers = headers
        self.responseTimeout = responseTimeout
        self.timeout = timeout
        self.maximumRedirects = maximumRedirects
    }
}
