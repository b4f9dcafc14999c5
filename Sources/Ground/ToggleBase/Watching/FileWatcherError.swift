/// Why changes of a file can't be followed.
///
/// The file can still be read.
package struct FileWatcherError: Error, Hashable, CustomStringConvertible {
    /// The path to watch.
    package let path: String
    /// A sentence that says why, and what to do about it.
    package let message: String

    init(path: String, _ message: String) {
        self.path = path
        self.message = message
    }

    /// The path and the message.
    package var description: String { "\(path): \(message)" }
}
