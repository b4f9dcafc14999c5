/// An error that prevented a transport from receiving a complete response.
public struct HTTPTransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The server doesn't respond, or the connection broke.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The transport's own time limit was exceeded.
        public static let timedOut = Code(rawValue: "timed_out")
        /// The server's certificate is not trusted.
        public static let untrustedServer = Code(rawValue: "untrusted_server")
        /// The response is not valid HTTP, or its compression is damaged.
        public static let malformed = Code(rawValue: "malformed")
        /// More data arrived than can be buffered.
        public static let tooLarge = Code(rawValue: "too_large")
        /// The transport doesn't support the request or setting.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The task was canceled.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    /// The kind of the error.
    public let code: Code
    /// A description of the error, without the URL.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A description of the error.
    public var description: String { message }
}
