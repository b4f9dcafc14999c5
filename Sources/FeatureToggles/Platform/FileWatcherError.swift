/// Why a file cannot be followed.
///
/// It can still be read.
package struct FileWatcherError: Error, Hashable, CustomStringConvertible {
    /// The path that was to be followed.
    package let path: String
    /// The system's error number, if it was asked.
    package let systemErrorNumber: Int32?
    /// A sentence that says why, and what can be done.
    package let message: String

    init(path: String, systemError: SystemError?, _ message: String) {
        self.path = path
        self.message = message
        systemErrorNumber = systemError?.code
    }

    /// The path and the sentence.
    package var description: String { "\(path): \(message)" }
}
