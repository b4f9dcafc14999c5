/// An error that stopped a backfill.
public struct BackfillError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's raw string.
        public let rawValue: String

        /// Creates a code from its raw string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Another process copies the records of the same user.
        public static let conflict = Code(rawValue: "conflict")
        /// A checkpoint is invalid.
        public static let checkpoint = Code(rawValue: "checkpoint")
        /// A source violates the requirements of its protocol.
        public static let source = Code(rawValue: "source")
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what went wrong and what to do.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error that a destination throws if its checkpoint is not the one on which the batch is based.
    public static let conflict = BackfillError(
        .conflict,
        "Another process copies the records of the same user; nothing was stored. Run the copy in one place at a time."
    )

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
