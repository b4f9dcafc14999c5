/// Why changes of a file can't be followed.
///
/// The file can still be read.
package struct FileWatcherError: Error, Hashable, CustomStringConvertible {
    /// The path to watch.
    package let path: String
    /// The system's error number, if a system call failed.
    package let systemErrorNumber: Int32?
    /// A sentence that says why, and what to do about it.
    package let message: String

    init(path: String, systemError: SystemError?, _ message: String) {
        self.path = path
        self.message = message
        systemErrorNumber = systemError?.code
    }

    /// The path and the message.
    package var description: String { "\(path): \(message)" }
}
