/// Why a file could not be read or replaced.
struct DurableFileError: Error, Hashable {
    enum Kind: Sendable {
        case invalidPath
        case unreadable
        case unwritable
        case locked
        case tooLarge
    }

    let kind: Kind
    /// The file or folder that it is about.
    let path: String
    /// What the system said, if it was asked.
    let systemError: SystemError?
    /// A sentence that says what failed and what can be done.
    let message: String

    init(_ kind: Kind, path: String, systemError: SystemError? = nil, _ message: String) {
        self.kind = kind
        self.path = path
        self.systemError = systemError
        self.message = message
    }
}
