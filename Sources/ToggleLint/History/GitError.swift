/// An error of a git command.
package struct GitError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        package let rawValue: String

        /// Creates a code from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Git is not installed.
        package static let notInstalled = Code(rawValue: "notInstalled")
        /// The folder isn't in a repository.
        package static let noRepository = Code(rawValue: "noRepository")
        /// The revision doesn't exist.
        package static let unknownRevision = Code(rawValue: "unknownRevision")
        /// The command exceeded its time limit.
        package static let timedOut = Code(rawValue: "timedOut")
        /// The output exceeded the size limit.
        package static let tooLarge = Code(rawValue: "tooLarge")
        /// The command failed.
        package static let failed = Code(rawValue: "failed")
    }

    /// The kind of error.
    package let code: Code
    /// The problem and its solution, as a sentence without a full stop.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    package var description: String { message }
}
