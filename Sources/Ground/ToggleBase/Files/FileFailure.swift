/// Why a whole file could not be read or written; an existing file is unchanged.
package struct FileFailure: Error, CustomStringConvertible {
    /// The file.
    package let path: String
    /// The system's error, or `nil` if another reason prevents it.
    package let error: SystemError?
    /// The reason, usually the system's error message.
    package let reason: String
    private let verb: String

    /// Creates a failure to write a file.
    package init(path: String, reason: String) {
        self.init(path: path, error: nil, reason: reason, verb: "write")
    }

    /// Creates a failure to read a file.
    package init(reading path: String, _ error: SystemError?, reason: String? = nil) {
        self.init(path: path, error: error, reason: reason ?? error?.message ?? "", verb: "read")
    }

    private init(path: String, error: SystemError?, reason: String, verb: String) {
        self.path = path
        self.error = error
        self.reason = reason
        self.verb = verb
    }

    /// A sentence with the path and the reason.
    package var description: String { "cannot \(verb) ‘\(path.printableLine)’: \(reason)" }
}
