/// What went wrong while a toggle was evaluated.
///
/// The value is usable all the same.
public struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong, in OpenFeature's words.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A value has another type than the toggle.
        public static let typeMismatch = Code(rawValue: "TYPE_MISMATCH")
        /// A value or definition cannot be understood.
        public static let parseError = Code(rawValue: "PARSE_ERROR")
        /// The remote document has no such definition, or the client no such toggle.
        public static let flagNotFound = Code(rawValue: "FLAG_NOT_FOUND")
        /// The rules need a targeting key and the context has none.
        public static let targetingKeyMissing = Code(rawValue: "TARGETING_KEY_MISSING")
        /// The context cannot be used.
        public static let invalidContext = Code(rawValue: "INVALID_CONTEXT")
        /// Nothing was received yet.
        public static let providerNotReady = Code(rawValue: "PROVIDER_NOT_READY")
        /// Anything else.
        public static let general = Code(rawValue: "GENERAL")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// A sentence that says what, where, and what to write instead.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the sentence.
    public var description: String { "\(code.rawValue): \(message)" }
}
