/// Why no answer came, or not as a whole.
public struct HTTPTransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nobody answered, or the connection broke.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The transport's own time limit ran out.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The server could not prove who it is.
        public static let untrustedServer = Code(rawValue: "untrustedServer")
        /// What came is no HTTP, or its compression is damaged.
        public static let malformed = Code(rawValue: "malformed")
        /// More came than anybody was ready to hold.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The transport cannot do what it was asked for.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What went wrong in words, without the URL.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What went wrong in words.
    public var description: String { message }

    /// What transports say about a server whose certificate does not do.
    static let untrusted = """
        the server could not prove who it is: its certificate is expired, for another host, or not trusted here
        """
}
