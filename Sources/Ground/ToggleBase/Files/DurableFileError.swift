/// Why a file could not be read or replaced.
package struct DurableFileError: Error, Hashable, CustomStringConvertible {
    package enum Code: Sendable {
        case invalidPath
        case unreadable
        case unwritable
        case locked
        case tooLarge
    }

    package let code: Code
    /// The file or folder that caused the error.
    package let path: String
    /// A sentence that says what failed, and what to do about it.
    package let message: String

    /// The path and the sentence.
    package var description: String { "\(path): \(message)" }

    package init(_ code: Code, path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }
}
