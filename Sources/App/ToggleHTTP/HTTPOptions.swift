/// Options for the HTTP requests of a source.
public struct HTTPOptions: Sendable {
    /// Credentials, for servers that require them.
    public var credentials: HTTPCredentials?
    /// Additional header fields to send.
    ///
    /// They are sent only to the host of the source's URL, and not after a redirect to another host.
    public var headers: HTTPHeaders
    /// The time limit for the head of a response, including finding and connecting to the server.
    ///
    /// The app's closure for a token or a key has the same time before that.
    public var responseTimeout: Duration
    /// The time limit for a whole document, even if it arrives steadily.
    public var timeout: Duration
    /// The maximum number of redirects to follow; 0 for none.
    ///
    /// A redirect from `https` to `http` is never followed.
    public var maximumRedirects: Int
    /// A name for the document at the URL, such as the customer or the environment; `nil` if the header fields and
    /// credentials tell it from others.
    ///
    /// A client doesn't start with the cached document of another key, token, password, or header field, because the
    /// server may have another document for it. The fields `User-Agent`, `Accept`, and `Accept-Language` don't matter.
    /// Set a name if another one changes while the document is the same, as a token does that expires, or if the app has
    /// to wait for a token, which is then unknown when the client starts.
    public var identity: String?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - credentials: Credentials, or `nil` for a server that doesn't require any.
    ///   - headers: Additional header fields to send.
    ///   - responseTimeout: The time limit for the head of a response.
    ///   - timeout: The time limit for a whole document.
    ///   - maximumRedirects: The maximum number of redirects to follow.
    ///   - identity: A name for the document at the URL; `nil` if the header fields and credentials tell it from others.
    public init(
        credentials: HTTPCredentials? = nil,
        headers: HTTPHeaders = HTTPHeaders(),
        responseTimeout: Duration = .seconds(10),
        timeout: Duration = .seconds(30),
        maximumRedirects: Int = 5,
        identity: String? = nil
    ) {
        self.credentials = credentials
        self.headers = headers
        self.responseTimeout = responseTimeout
        self.timeout = timeout
        self.maximumRedirects = maximumRedirects
        self.identity = identity
    }
}
