#if canImport(Darwin)
import Darwin
import Dispatch
import Synchronization

/// Watches by kernel queues.
///
/// Every place of the plan is open and has a dispatch source. After each event the path is walked anew and the sources
/// are replaced, since they belong to files and not to names.
final class FileWatcherBackend: Sendable {
    private struct State {
        var sources: [WatchingSource] = []
        var isCancelled = false
        var hasFailed = false
    }

    private let path: String
    private let onChange: @Sendable () -> Void
    private let onFailure: @Sendable (FileWatcherError) -> Void
    private let queue = DispatchQueue(label: "feature-toggles.file-watcher", qos: .utility)
    private let state = Mutex(State())

    init(
        path: String,
        onChange: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (FileWatcherError) -> Void
    ) throws(FileWatcherError) {
        self.path = path
        self.onChange = onChange
        self.onFailure = onFailure
        // On the queue, so that no event is handled while the sources are being replaced.
        if let error = queue.sync(execute: { arm() }) {
            cancel()
            throw Self.failure(path, error)
        }
    }

    func cancel() {
        let sources = state.withLock { state in
            state.isCancelled = true
            defer { state.sources = [] }
            return state.sources
        }
        sources.forEach { $0.cancel() }
    }

    private func handleEvent() {
        guard !state.withLock(\.isCancelled) else { return }
        let error = arm()
        let isNews = state.withLock { state in
            defer { state.hasFailed = error != nil }
            return error != nil && !state.hasFailed
        }
        if let error, isNews { onFailure(Self.failure(path, error)) }
        onChange()
    }

    /// Makes the sources fit the path as it is now, and answers the first failure that leaves something unwatched.
    private func arm() -> SystemError? {
        var armed: FileWatchPlan?
        var error: SystemError?
        // What changes between walking the path and watching it shows in the next walk.
        for _ in 0..<16 {
            let plan = FileWatchPlan(path)
            if plan == armed { break }
            error = watch(plan)
            armed = plan
        }
        return error
    }

    private func watch(_ plan: FileWatchPlan) -> SystemError? {
        var failure: SystemError?
        var sources: [WatchingSource] = []
        for place in plan.places {
            let descriptor = open(place.path, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                let error = SystemError.last
                switch error.code {
                case ENOENT, ENOTDIR, ELOOP:
                    // It has gone since the path was walked; the next walk sees that.
                    break
                case EACCES where place.interest.names.isEmpty, EPERM where place.interest.names.isEmpty:
                    // A folder that may be passed but not read is only watched for being moved, and a file that may not
                    // be read is watched by its folder.
                    break
                default:
                    failure = failure ?? error
                }
                continue
            }
            var events: DispatchSource.FileSystemEvent = [.delete, .rename, .revoke]
            if !place.interest.names.isEmpty { events.formUnion([.write, .link]) }
            if place.interest.isFile { events.formUnion([.write, .extend, .attrib, .link]) }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor,
                eventMask: events,
                queue: queue
            )
            source.setEventHandler { [weak self] in self?.handleEvent() }
            source.setCancelHandler { close(descriptor) }
            sources.append(WatchingSource(source))
            source.activate()
        }
        let new = sources
        let unwanted = state.withLock { state in
            // Cancelled in between: the new sources are not wanted either.
            if state.isCancelled { return new }
            defer { state.sources = new }
            return state.sources
        }
        unwanted.forEach { $0.cancel() }
        return failure
    }

    private static func failure(_ path: String, _ error: SystemError) -> FileWatcherError {
        FileWatcherError(path: path, systemError: error, "Cannot follow the file: \(error).")
    }
}
#endif
