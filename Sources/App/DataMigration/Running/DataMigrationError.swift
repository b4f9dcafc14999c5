/// An error while data is moved, read, or written.
///
/// Messages contain keys and types of values, but no values, so that they can be sent to a monitoring service.
public struct DataMigrationError: Error, Sendable, CustomStringConvertible {
    /// The kind of the error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code as text.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A version is invalid.
        public static let invalidVersion = Code(rawValue: "invalid_version")
        /// The store can't be read now, so its contents are unknown.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The contents of the store are invalid.
        public static let malformed = Code(rawValue: "malformed")
        /// The store has a newer format.
        public static let unsupportedFormat = Code(rawValue: "unsupported_format")
        /// The store can't be written, and is unchanged.
        public static let unwritable = Code(rawValue: "unwritable")
        /// Another process locks the store for too long.
        public static let locked = Code(rawValue: "locked")
        /// The store can't contain a value.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// There is no store for secrets, or it is unavailable.
        public static let secretsUnavailable = Code(rawValue: "secrets_unavailable")
        /// A value has a different type from the one that the move expects.
        public static let typeMismatch = Code(rawValue: "type_mismatch")
        /// The target of a move already has another value.
        public static let collision = Code(rawValue: "collision")
        /// A value can't be converted.
        public static let failedConversion = Code(rawValue: "failed_conversion")
        /// A step that requires data found nothing to move.
        public static let nothingToMove = Code(rawValue: "nothing_to_move")
        /// A closure of a step threw an error.
        public static let failedStep = Code(rawValue: "failed_step")
        /// A step must wait, but the run is synchronous.
        public static let asynchronousStep = Code(rawValue: "asynchronous_step")
        /// A step waited too long.
        public static let timedOut = Code(rawValue: "timed_out")
        /// What a step waited for threw an error.
        public static let failedWait = Code(rawValue: "failed_wait")
        /// The task of the run was canceled while a step waited.
        public static let canceled = Code(rawValue: "canceled")
        /// The old and the new name of a setting have different values.
        public static let mirrorsDisagree = Code(rawValue: "mirrors_disagree")
    }

    /// The kind of the error.
    public let code: Code
    /// The affected key, if there is one.
    public let key: String?
    /// A sentence that says what is wrong, why, and what to do.
    public let message: String
    /// The error that a closure of the app threw.
    ///
    /// Errors of decoders are left out, because they quote values.
    public let underlying: (any Error)?

    /// Creates an error, for stores of your own.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - key: The affected key.
    ///   - message: A sentence that says what is wrong, why, and what to do, without values.
    ///   - underlying: The cause. It is sent to monitoring services, so it must not contain values.
    public init(_ code: Code, key: String? = nil, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.key = key
        self.message = message
        self.underlying = underlying
    }

    /// The message.
    public var description: String { message }
}
