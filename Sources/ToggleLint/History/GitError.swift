/// Why git has no answer.
package struct GitError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        package let rawValue: String

        /// Creates a code from its word.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is no git on this machine.
        package static let notInstalled = Code(rawValue: "notInstalled")
        /// The folder belongs to no repository.
        package static let noRepository = Code(rawValue: "noRepository")
        /// There is no such revision.
        package static let unknownRevision = Code(rawValue: "unknownRevision")
        /// It took too long.
        package static let timedOut = Code(rawValue: "timedOut")
        /// It answered more than is taken.
        package static let tooLarge = Code(rawValue: "tooLarge")
        /// It refused.
        package static let failed = Code(rawValue: "failed")
    }

    /// What kind of thing went wrong.
    package let code: Code
    /// A sentence without a full stop that says what, and what to do instead.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    package var description: String { message }
}
