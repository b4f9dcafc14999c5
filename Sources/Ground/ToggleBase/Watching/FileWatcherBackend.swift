import Dispatch

/// Keeps the watches of a ``FileWatcher`` consistent with its paths.
///
/// Watches refer to files, not to names. So after each event the paths are walked again, and the watches are adapted to
/// the files found.
final class FileWatcherBackend: Sendable {
    private struct State {
        var isCancelled = false
        var hasFailed = false
        /// The number of consecutive walks after which the path was still changing.
        var unsettledWalks = 0
    }

    /// The number of consecutive walks with a changing path after which the watcher reports a failure.
    private static let maximumUnsettledWalks = 20

    private let paths: [String]
    /// Returns other paths, which depend on links in the paths.
    private let others: @Sendable () -> [String]
    private let fileSystem: any FileSystem
    private let onChange: @Sendable () -> Void
    private let onFailure: @Sendable (FileWatcherError) -> Void
    private let queue: DispatchQueue
    private let watches: FileWatches
    private let state = Mutex(State())

    init(
        paths: [String],
        others: @escaping @Sendable () -> [String],
        fileSystem: any FileSystem,
        onChange: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (FileWatcherError) -> Void
    ) throws(FileWatcherError) {
        self.paths = paths
        self.others = others
        self.fileSystem = fileSystem
        self.onChange = onChange
        self.onFailure = onFailure
        queue = DispatchQueue(label: "feature-toggles.file-watcher")
        do throws(SystemError) {
            watches = try FileWatches(queue: queue)
        } catch {
            throw Self.failure(paths, error)
        }
        watches.start { [weak self] in self?.pathMayHaveChanged() }
        // On the queue, so that no event is handled while the first watches are created.
        let (isSettled, error) = queue.sync { arm() }
        if let error {
            cancel()
            throw failure(error)
        }
        if !isSettled {
            queue.async { [weak self] in self?.pathMayHaveChanged() }
        }
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        watches.cancel()
    }

    /// Updates the watches and calls the handler.
    ///
    /// Called only on the queue.
    private func pathMayHaveChanged() {
        guard !state.withLock(\.isCancelled) else { return }
        let (isSettled, error) = arm()
        let unsettledWalks = state.withLock { state in
            state.unsettledWalks = isSettled ? 0 : state.unsettledWalks + 1
            return state.unsettledWalks
        }
        if (1...Self.maximumUnsettledWalks).contains(unsettledWalks) {
            let pause = DispatchTimeInterval.milliseconds(1 << min(unsettledWalks, 10))
            queue.asyncAfter(deadline: .now() + pause) { [weak self] in self?.pathMayHaveChanged() }
        }
        report(error ?? (unsettledWalks > Self.maximumUnsettledWalks ? .noSuchFileOrDirectory : nil))
        onChange()
    }

    /// Reports a failure once, until watching was complete in between.
    private func report(_ error: SystemError?) {
        let isNews = state.withLock { state in
            defer { state.hasFailed = error != nil }
            return error != nil && !state.hasFailed
        }
        if let error, isNews { onFailure(failure(error)) }
    }

    /// Adapts the watches to the current files of the path.
    ///
    /// A change between walking the path and watching the files found is noticed in one of two ways: the next walk
    /// finds something else, or a file no longer exists when it should be watched. Later changes cause an event.
    ///
    /// - Returns: Whether the current files are all watched, and the first error that leaves something unwatched.
    private func arm() -> (isSettled: Bool, error: SystemError?) {
        var armed: FileWatchPlan?
        var error: SystemError?
        for _ in 0..<16 {
            let plan = FileWatchPlan(paths + others(), in: fileSystem)
            if plan == armed { return (true, error) }
            let outcome = watches.watch(plan)
            error = outcome.error
            armed = outcome.isComplete ? plan : nil
        }
        return (false, error)
    }

    private func failure(_ error: SystemError) -> FileWatcherError {
        Self.failure(paths, error)
    }

    private static func failure(_ paths: [String], _ error: SystemError) -> FileWatcherError {
        let subject = paths.count == 1 ? "the file" : "the files"
        return FileWatcherError(
            path: paths.first ?? "",
            "Cannot watch \(subject): \(error). \(error.watchingAdvice)"
        )
    }
}
