/// An error that occurred while a toggle was evaluated.
///
/// The evaluation's value can be used all the same. To show the error, use ``description``: this module doesn't use
/// Foundation, so `localizedDescription` doesn't contain the message.
public struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error, in OpenFeature's terms.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// OpenFeature's name for the code.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value has a different type from the toggle.
        public static let typeMismatch = Code(rawValue: "TYPE_MISMATCH")
        /// A value or definition can't be parsed.
        public static let parseError = Code(rawValue: "PARSE_ERROR")
        /// The remote document has no such definition, or the client has no such toggle.
        public static let flagNotFound = Code(rawValue: "FLAG_NOT_FOUND")
        /// The rules need a targeting key and the context has none.
        public static let targetingKeyMissing = Code(rawValue: "TARGETING_KEY_MISSING")
        /// The context can't be used.
        public static let invalidContext = Code(rawValue: "INVALID_CONTEXT")
        /// Nothing was received yet.
        public static let providerNotReady = Code(rawValue: "PROVIDER_NOT_READY")
        /// Any other error.
        public static let general = Code(rawValue: "GENERAL")
    }

    /// The kind of the error.
    public let code: Code
    /// A sentence that says what is wrong, where, and what to write instead.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
