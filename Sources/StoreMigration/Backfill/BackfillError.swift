/// Why a backfill stopped.
public struct BackfillError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Another process copies the records of the same user.
        public static let conflict = Code(rawValue: "conflict")
        /// A checkpoint cannot be used.
        public static let checkpoint = Code(rawValue: "checkpoint")
        /// A source does not do what it has to.
        public static let source = Code(rawValue: "source")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// A sentence that says what, and what to do.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What a destination throws when its checkpoint is another one than the batch begins at.
    public static let conflict = BackfillError(
        .conflict,
        "Another process copies the records of the same user; nothing was stored. Run the copy in one place at a time."
    )

    /// The code and the sentence.
    public var description: String { "\(code.rawValue): \(message)" }
}
