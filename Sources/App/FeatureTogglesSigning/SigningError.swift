/// An error with keys or with creating signed documents.
///
/// Problems with a received document are a `RemoteSourceError` instead.
public struct SigningError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's raw string.
        public let rawValue: String

        /// Creates a code from its raw string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A text is not a valid key, or a key is too weak to protect anything.
        public static let invalidKey = Code(rawValue: "invalid_key")
        /// Two trusted keys have the same identifier, or there is no trusted key.
        public static let invalidTrust = Code(rawValue: "invalid_trust")
        /// A field of the envelope has an invalid value.
        public static let invalidField = Code(rawValue: "invalid_field")
        /// The document exceeds the size limit.
        public static let tooLarge = Code(rawValue: "too_large")
        /// A key file can't be read or written, or other users may read it.
        public static let keyFile = Code(rawValue: "key_file")
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what went wrong, why, and what to do instead.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error's message.
    public var description: String { message }
}
