import Dispatch

/// Watches the file at a path, and calls a handler whenever the file may have changed.
///
/// It reports when the file is written in place, replaced, deleted, or created, and when this happens to a folder or
/// symbolic link on the way or to the target of a link. None of them needs to exist. Nothing is polled: the process
/// sleeps until the kernel reports an event. Several changes may cause only one call, and there may be calls without a
/// change, so the handler should read the file again.
///
/// ```swift
/// let watcher = try FileWatcher(path: path) { reload() } onFailure: { error in log("\(error)") }
/// reload()   // after the watcher exists, so that no change is missed
/// ```
///
/// Watching stops with ``cancel()``, or when the watcher is released.
package final class FileWatcher: Sendable {
    /// The absolute path that is watched.
    package let path: String
    private let backend: FileWatcherBackend

    /// Starts watching.
    ///
    /// The handlers are called on a queue of the watcher, one at a time.
    ///
    /// - Parameters:
    ///   - path: The path of a file, which need not exist. A relative path is resolved now, against the current working
    ///     folder.
    ///   - onChange: Called after each change.
    ///   - onFailure: Called when the path can't be watched completely anymore, for example because a system limit is
    ///     reached. Changes may then go unnoticed. It is called again only if watching was complete in between.
    /// - Throws: An error if the path can't be watched, for example because a system limit is reached.
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
    /// A handler call that began on another thread may still be running.
    package func cancel() {
        backend.cancel()
    }
}
