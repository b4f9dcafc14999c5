/// Why data could not be moved, read or written.
///
/// Messages name keys and kinds of values, never the values, so that they can be sent to a monitoring service.
public struct DataMigrationError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A text is no version.
        public static let invalidVersion = Code(rawValue: "invalid_version")
        /// The store cannot be read now; what is in it is not known.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The store was read, and is not what it should be.
        public static let malformed = Code(rawValue: "malformed")
        /// The store is of a format that only newer code knows.
        public static let unsupportedFormat = Code(rawValue: "unsupported_format")
        /// The store cannot be written; it is as it was.
        public static let unwritable = Code(rawValue: "unwritable")
        /// Another process holds the store for too long.
        public static let locked = Code(rawValue: "locked")
        /// The store cannot hold a value.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// There is no store for secrets, or it does not answer.
        public static let secretsUnavailable = Code(rawValue: "secrets_unavailable")
        /// A value is of another type than the move expects.
        public static let typeMismatch = Code(rawValue: "type_mismatch")
        /// The key that a value is to be moved to has another value already.
        public static let collision = Code(rawValue: "collision")
        /// A value cannot be converted.
        public static let failedConversion = Code(rawValue: "failed_conversion")
        /// A step found nothing to move, and says that this is an error.
        public static let nothingToMove = Code(rawValue: "nothing_to_move")
        /// What a step runs itself threw an error.
        public static let failedStep = Code(rawValue: "failed_step")
        /// Old and new names of the same value do not say the same.
        public static let mirrorsDisagree = Code(rawValue: "mirrors_disagree")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// The key that it is about, if it is about one.
    public let key: String?
    /// A sentence that says what, why, and what to do instead.
    public let message: String
    /// What a closure of the app threw; the library's own errors have none, since those of decoders quote values.
    public let underlying: (any Error)?

    /// Creates an error, for stores of your own.
    ///
    /// - Parameters:
    ///   - code: What kind of thing went wrong.
    ///   - key: The key that it is about.
    ///   - message: A sentence that says what, why, and what to do instead; without values.
    ///   - underlying: What caused it; it reaches the team's monitoring, so leave out what could hold values.
    public init(_ code: Code, key: String? = nil, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.key = key
        self.message = message
        self.underlying = underlying
    }

    /// The sentence.
    public var description: String { message }
}
