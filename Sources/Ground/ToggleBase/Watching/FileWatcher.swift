import Dispatch

/// Watches the files at some paths, usually one, and calls a handler whenever one of them may have changed.
///
/// It reports when the file is written in place, replaced, deleted, or created, and when this happens to a folder or
/// symbolic link on the way or to the target of a link. If the path is that of a folder, it reports when an entry of the
/// folder is replaced, deleted, or created. None of them needs to exist. Nothing is polled: the process sleeps until the
/// kernel reports an event. Several changes may cause only one call, and there may be calls without a change, so the
/// handler should read the file again.
///
/// ```swift
/// let watcher = try FileWatcher(path: path) { reload() } onFailure: { error in log("\(error)") }
/// reload()   // after the watcher exists, so that no change is missed
/// ```
///
/// Watching stops with ``cancel()``, or when the watcher is released.
package final class FileWatcher: Sendable {
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
        try self.init(paths: [path], fileSystem: POSIXFileSystem(), onChange: onChange, onFailure: onFailure)
    }

    /// Starts watching a file, and another one whose path depends on the targets of the links in the first path.
    ///
    /// - Parameters:
    ///   - path: The path of the first file, as in ``init(path:onChange:onFailure:)``.
    ///   - other: Returns the absolute path of the other file, after each change.
    ///   - onChange: Called after each change of any of the files.
    ///   - onFailure: Called when the paths can't be watched completely anymore.
    /// - Throws: An error if the paths can't be watched, for example because a system limit is reached.
    package convenience init(
        path: String,
        and other: @escaping @Sendable () -> String,
        onChange: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (FileWatcherError) -> Void = { _ in }
    ) throws(FileWatcherError) {
        try self.init(
            paths: [path],
            and: { [other()] },
            fileSystem: POSIXFileSystem(),
            onChange: onChange,
            onFailure: onFailure
        )
    }

    /// Starts watching several files with the system resources of one watcher.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files, as in ``init(path:onChange:onFailure:)``.
    ///   - onChange: Called after each change of any of the files.
    ///   - onFailure: Called when the paths can't be watched completely anymore.
    /// - Throws: An error if the paths can't be watched, for example because a system limit is reached.
    /// - Complexity: O(*n*) in the number of files, also after each change.
    package convenience init(
        paths: [String],
        onChange: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (FileWatcherError) -> Void = { _ in }
    ) throws(FileWatcherError) {
        try self.init(paths: paths, fileSystem: POSIXFileSystem(), onChange: onChange, onFailure: onFailure)
    }

    init(
        paths: [String],
        and others: @escaping @Sendable () -> [String] = { [] },
        fileSystem: any FileSystem,
        onChange: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (FileWatcherError) -> Void = { _ in }
    ) throws(FileWatcherError) {
        let paths = paths.map(PathText.absolute)
        for path in paths where path.utf8.first != UInt8(ascii: "/") || path.utf8.contains(0) {
            throw FileWatcherError(path: path, "The path is empty or contains a NUL character.")
        }
        backend = try FileWatcherBackend(
            paths: paths,
            others: others,
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
