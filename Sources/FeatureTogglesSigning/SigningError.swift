/// Why something about keys or signed documents cannot be done.
///
/// What is wrong with a document that came is a `RemoteSourceError` instead.
public struct SigningError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A text is no key, or a key that protects nothing.
        public static let invalidKey = Code(rawValue: "invalid_key")
        /// Two trusted keys have the same identifier, or there is none.
        public static let invalidTrust = Code(rawValue: "invalid_trust")
        /// A field of the envelope has a value that it cannot have.
        public static let invalidField = Code(rawValue: "invalid_field")
        /// The document is too large to be sent.
        public static let tooLarge = Code(rawValue: "too_large")
        /// A key file cannot be read or written, or others may read it.
        public static let keyFile = Code(rawValue: "key_file")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// A sentence that says what, why, and what to do instead.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
