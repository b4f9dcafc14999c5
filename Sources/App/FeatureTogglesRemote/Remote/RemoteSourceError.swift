/// An error that prevented a source from delivering the document.
public struct RemoteSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's raw string.
        public let rawValue: String

        /// Creates a code from its raw string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The server didn't respond, or the connection broke; fetching again later may help.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The response did not arrive completely in time; fetching again later may help.
        public static let timedOut = Code(rawValue: "timed_out")
        /// The server failed (HTTP 5xx); fetching again later may help.
        public static let serverFailed = Code(rawValue: "server_failed")
        /// The server asks to fetch again later (HTTP 425 and 429).
        public static let throttled = Code(rawValue: "throttled")
        /// The server refused the credentials (HTTP 401, 403); fetching again with the same ones does not help.
        public static let unauthorized = Code(rawValue: "unauthorized")
        /// The document does not exist.
        public static let notFound = Code(rawValue: "not_found")
        /// The response is not a document, for example the page of a captive portal.
        public static let invalidResponse = Code(rawValue: "invalid_response")
        /// The document exceeds ``FlagDocument/Limits``.
        public static let tooLarge = Code(rawValue: "too_large")
        /// No trusted key signed the document, or the document is older than one that was accepted before.
        public static let untrusted = Code(rawValue: "untrusted")
        /// The document was received but is invalid.
        public static let refused = Code(rawValue: "refused")
        /// The fetch was canceled with its task.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what went wrong and where.
    public let message: String
    /// How long to wait before the next request, if the source stated it.
    public let retryAfter: Duration?

    /// Creates an error.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The error's message.
    public var description: String { message }
}
