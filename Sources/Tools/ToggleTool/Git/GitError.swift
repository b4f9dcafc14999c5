/// An error of a git command.
package struct GitError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable {
        /// Git is not installed.
        case notInstalled
        /// The folder isn't in a repository.
        case noRepository
        /// The revision doesn't exist.
        case unknownRevision
        /// The command exceeded its time limit.
        case timedOut
        /// The output exceeded the size limit.
        case tooLarge
        /// The command failed.
        case failed
    }

    /// The kind of error.
    package let code: Code
    /// The problem and its solution, as a sentence without a full stop.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
