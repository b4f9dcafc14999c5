#if os(Linux) || os(Android)
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The watches of one path by inotify, whose descriptor becomes readable when something happened.
final class FileWatches: Sendable {
    private struct State {
        var interests: [Int32: FileWatchPlan.Interest] = [:]
        var source: WatchingSource?
    }

    private let descriptor: Int32
    private let queue: DispatchQueue
    private let state = Mutex(State())

    init(queue: DispatchQueue) throws(SystemError) {
        self.queue = queue
        descriptor = inotify_init1(Int32(bitPattern: Inotify.nonBlocking | Inotify.closeOnExec))
        guard descriptor >= 0 else { throw .last }
    }

    /// Begins to call a handler on the queue after each event that matters.
    func start(_ onEvent: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        // The source keeps the watches until it is cancelled, so the descriptor is open as long as it is read.
        source.setEventHandler {
            if self.readEvents() { onEvent() }
        }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        let watching = WatchingSource(source)
        state.withLock { $0.source = watching }
        source.activate()
    }

    /// Stops for good and closes the descriptor when a handler that may be running has returned.
    func cancel() {
        let source = state.withLock { state in
            defer { state.source = nil }
            return state.source
        }
        source?.cancel()
    }

    /// Reads what is waiting, and answers whether any of it matters.
    private func readEvents() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 32 * 1_024, alignment: 8) { buffer in
            var matters = false
            guard let start = buffer.baseAddress else { return matters }
            while true {
                let count = read(descriptor, start, buffer.count)
                if count > 0 {
                    let events = Inotify.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    let interests = state.withLock(\.interests)
                    matters = matters || events.contains { $0.matters(interests) }
                } else if count == 0 || errno != EINTR {
                    return matters
                }
            }
        }
    }

    /// Watches what a plan names and nothing else.
    ///
    /// Only the queue comes here.
    ///
    /// - Parameter plan: What to watch.
    /// - Returns: Whether everything was still there, and the first failure that leaves something unwatched.
    func watch(_ plan: FileWatchPlan) -> (isComplete: Bool, error: SystemError?) {
        guard state.withLock({ $0.source != nil }) else { return (true, nil) }
        var interests: [Int32: FileWatchPlan.Interest] = [:]
        let outcome = plan.watchPlaces { place throws(SystemError) in
            var interest = place.interest
            var watch = inotify_add_watch(descriptor, place.path, Inotify.mask(of: interest))
            if watch >= 0, let other = interests[watch] {
                // Two paths to the same folder share a watch, whose mask has just been replaced.
                interest.formUnion(other)
                watch = inotify_add_watch(descriptor, place.path, Inotify.mask(of: interest))
            }
            guard watch >= 0 else { throw .last }
            interests[watch] = interest
        }
        let new = interests
        let old = state.withLock { state in
            defer { state.interests = new }
            return state.interests
        }
        for watch in old.keys where new[watch] == nil {
            inotify_rm_watch(descriptor, watch)
        }
        return outcome
    }
}
#endif
