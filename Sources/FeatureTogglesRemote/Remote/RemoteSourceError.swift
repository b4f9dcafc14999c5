import FeatureToggles

/// Why a source could not bring the document.
public struct RemoteSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nobody answered, or the connection broke; asking again later may help.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The answer did not come, or not as a whole, in the time allowed; asking again later may help.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The server is in trouble (HTTP 5xx); asking again later may help.
        public static let serverFailed = Code(rawValue: "serverFailed")
        /// The server is asked too often (HTTP 429); asking again later helps.
        public static let throttled = Code(rawValue: "throttled")
        /// The server wants other credentials (HTTP 401, 403); asking again with the same ones does not help.
        public static let unauthorized = Code(rawValue: "unauthorized")
        /// There is no such document.
        public static let notFound = Code(rawValue: "notFound")
        /// Something else than a document came, such as the page of a captive portal.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The document is larger than ``FlagDocument/Limits``.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// Nobody trustworthy signed the document, or it is older than one that was accepted before.
        public static let untrusted = Code(rawValue: "untrusted")
        /// The document came and is no usable document.
        public static let refused = Code(rawValue: "refused")
        /// Asking was given up, because its task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// A sentence that says what and where.
    public let message: String
    /// How long the source wants to be left alone, if it said so.
    public let retryAfter: Duration?

    /// Creates an error.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The sentence.
    public var description: String { message }
}
