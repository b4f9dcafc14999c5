/// Why a file could not be read or replaced.
package struct DurableFileError: Error, Hashable {
    package enum Kind: Sendable {
        case invalidPath
        case unreadable
        case unwritable
        case locked
        case tooLarge
    }

    package let kind: Kind
    /// The file or folder that caused the error.
    package let path: String
    /// The system's error, if a system call failed.
    package let systemError: SystemError?
    /// A sentence that says what failed, and what to do about it.
    package let message: String

    package init(_ kind: Kind, path: String, systemError: SystemError? = nil, _ message: String) {
        self.kind = kind
        self.path = path
        self.systemError = systemError
        self.message = message
    }
}
