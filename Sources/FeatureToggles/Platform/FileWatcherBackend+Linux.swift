#if os(Linux) || os(Android)
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Watches by inotify.
///
/// An inotify descriptor becomes readable when something happened. After each event that matters the path is walked anew
/// and the watches are made to fit, since they belong to files and not to names.
final class FileWatcherBackend: Sendable {
    private struct State {
        var watches: [Int32: FileWatchPlan.Interest] = [:]
        var source: WatchingSource?
        var isCancelled = false
        var hasFailed = false
    }

    private let path: String
    private let descriptor: Int32
    private let onChange: @Sendable () -> Void
    private let onFailure: @Sendable (FileWatcherError) -> Void
    private let state = Mutex(State())

    init(
        path: String,
        onChange: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (FileWatcherError) -> Void
    ) throws(FileWatcherError) {
        self.path = path
        self.onChange = onChange
        self.onFailure = onFailure
        descriptor = inotify_init1(Int32(bitPattern: Inotify.nonBlocking | Inotify.closeOnExec))
        guard descriptor >= 0 else { throw Self.failure(path, .last) }
        if let error = arm() {
            close(descriptor)
            throw Self.failure(path, error)
        }
        let queue = DispatchQueue(label: "feature-toggles.file-watcher", qos: .utility)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        // The source keeps the backend until it is cancelled, so the descriptor is open as long as it is read.
        source.setEventHandler { self.readEvents() }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        let watching = WatchingSource(source)
        state.withLock { $0.source = watching }
        source.activate()
    }

    func cancel() {
        let source = state.withLock { state in
            state.isCancelled = true
            defer { state.source = nil }
            return state.source
        }
        source?.cancel()
    }

    private func readEvents() {
        var matters = false
        withUnsafeTemporaryAllocation(byteCount: 32 * 1_024, alignment: 8) { buffer in
            guard let start = buffer.baseAddress else { return }
            while true {
                let count = read(descriptor, start, buffer.count)
                if count > 0 {
                    let events = Inotify.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    matters =
                        state.withLock { state in
                            events.contains { $0.matters(state.watches) }
                        } || matters
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
        guard matters, !state.withLock(\.isCancelled) else { return }
        let error = arm()
        let isNews = state.withLock { state in
            defer { state.hasFailed = error != nil }
            return error != nil && !state.hasFailed
        }
        if let error, isNews { onFailure(Self.failure(path, error)) }
        onChange()
    }

    /// Makes the watches fit the path as it is now.
    ///
    /// Only the initializer and then only the queue come here, so no two threads do at once.
    ///
    /// - Returns: The first failure that leaves something unwatched.
    private func arm() -> SystemError? {
        var armed: FileWatchPlan?
        var error: SystemError?
        // What changes between walking the path and watching it shows in the next walk. When it never comes to rest, its
        // changes are already waiting as events.
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
        var watches: [Int32: FileWatchPlan.Interest] = [:]
        for place in plan.places {
            var interest = place.interest
            var watch = inotify_add_watch(descriptor, place.path, Inotify.mask(of: interest))
            if watch >= 0, let other = watches[watch] {
                // Two paths to the same folder share a watch, whose mask has just been replaced.
                interest.formUnion(other)
                watch = inotify_add_watch(descriptor, place.path, Inotify.mask(of: interest))
            }
            if watch >= 0 {
                watches[watch] = interest
                continue
            }
            let error = SystemError.last
            switch error.code {
            case ENOENT, ENOTDIR, ELOOP:
                // It has gone since the path was walked; the next walk sees that.
                break
            case EACCES where interest.names.isEmpty:
                // A folder that may be passed but not read is only watched for being moved, and a file that may not be
                // read is watched by its folder.
                break
            default:
                failure = failure ?? error
            }
        }
        let old = state.withLock { state in
            defer { state.watches = watches }
            return state.watches
        }
        for watch in old.keys where watches[watch] == nil {
            inotify_rm_watch(descriptor, watch)
        }
        return failure
    }

    private static func failure(_ path: String, _ error: SystemError) -> FileWatcherError {
        let advice =
            switch error.code {
            case EMFILE:
                "Raise fs.inotify.max_user_instances or the number of open files, or close programs that use them."
            case ENFILE: "The system has no more open files."
            case ENOSPC: "Raise fs.inotify.max_user_watches, or close programs that use them."
            case EACCES: "The folder must be readable to be watched."
            default: "Changes have to be read by hand."
            }
        return FileWatcherError(path: path, systemError: error, "Cannot follow the file: \(error). \(advice)")
    }
}
#endif
