/// How a source speaks HTTP.
public struct HTTPOptions: Sendable {
    /// Who asks, for servers that want to know.
    public var credentials: HTTPCredentials?
    /// Header fields to send along.
    ///
    /// They go to the host of the source's URL only, and not after a redirect to another one.
    public var headers: HTTPHeaders
    /// How long the head of an answer may take to come, finding and reaching the server included.
    public var responseTimeout: Duration
    /// How long a whole document may take to come, however steadily it trickles.
    public var timeout: Duration
    /// How many redirects are followed, from 0.
    ///
    /// None is followed from `https` to `http`.
    public var maximumRedirects: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - credentials: Who asks; `nil` for a server that anybody may ask.
    ///   - headers: Header fields to send along.
    ///   - responseTimeout: How long the head of an answer may take to come.
    ///   - timeout: How long a whole document may take to come.
    ///   - maximumRedirects: How many redirects are followed.
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
