import Dispatch

/// Follows what a path leads to, and calls a handler whenever that may have changed.
///
/// Noticed are writing in place, replacing, deleting and creating the file, the same for any folder and symbolic link on
/// the way, and for the target of a link; none of them needs to exist. Nothing is polled: the process sleeps until the
/// kernel reports something. A burst of changes may be one call, and there may be calls without a change; so the handler
/// reads the file anew.
///
/// ```swift
/// let watcher = try FileWatcher(path: path) { reload() } onFailure: { error in log("\(error)") }
/// reload()   // after the watcher exists, so that no change falls between
/// ```
///
/// Watching stops with ``cancel()`` and when the watcher is released.
package final class FileWatcher: Sendable {
    /// The path that is followed, absolute.
    package let path: String
    private let backend: FileWatcherBackend

    /// Begins to watch.
    ///
    /// The handlers are called on a queue of the watcher, one at a time.
    ///
    /// - Parameters:
    ///   - path: The path of a file that need not exist. A relative one starts at the folder that is the working folder
    ///     now.
    ///   - onChange: Called after each change.
    ///   - onFailure: Called when watching becomes impossible in part, for example because the system's limit is used up;
    ///     changes may go unnoticed from then on. It is called again only after watching was complete in between.
    /// - Throws: An error when the path cannot be watched, for example because the system's limit is used up.
    package convenience init(
        path: String,
        onChange: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (FileWatcherError) -> Void = { _ in }
    ) throws(FileWatcherError) {
        try self.init(path: path, fileSystem: POSIXFileSystem(), onChange: onChange, onFailure: onFailure)
    }

    init(
        path: String,
        fileSystem: any FileSystem,
        onChange: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (FileWatcherError) -> Void = { _ in }
    ) throws(FileWatcherError) {
        let path = PathText.absolute(path)
        guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else {
            throw FileWatcherError(path: path, systemError: nil, "The path is empty or contains a NUL character.")
        }
        self.path = path
        backend = try FileWatcherBackend(
            path: path,
            fileSystem: fileSystem,
            onChange: onChange,
            onFailure: onFailure
        )
    }

    deinit {
        backend.cancel()
    }

    /// Stops watching.
    ///
    /// A call of a handler that has begun on another thread may still be going on.
    package func cancel() {
        backend.cancel()
    }
}
