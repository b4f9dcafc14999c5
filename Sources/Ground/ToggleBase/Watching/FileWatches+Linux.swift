#if os(Linux) || os(Android)
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The watches of one path, implemented with inotify, whose descriptor becomes readable after an event.
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

    /// Starts calling a handler on the queue after each relevant event.
    func start(_ onEvent: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        // The source retains the watches until it is canceled, so the descriptor stays open while it is read.
        source.setEventHandler {
            if self.readEvents() { onEvent() }
        }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        let watching = WatchingSource(source)
        state.withLock { $0.source = watching }
        source.activate()
    }

    /// Stops permanently, and closes the descriptor after a running handler has returned.
    func cancel() {
        let source = state.withLock { state in
            defer { state.source = nil }
            return state.source
        }
        source?.cancel()
    }

    /// Reads the pending events, and returns whether any of them is relevant.
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

    /// Watches the places of a plan, and nothing else.
    ///
    /// Called only on the queue.
    ///
    /// - Parameter plan: The places to watch.
    /// - Returns: Whether all places still existed, and the first error that leaves something unwatched.
    func watch(_ plan: FileWatchPlan) -> (isComplete: Bool, error: SystemError?) {
        guard state.withLock({ $0.source != nil }) else { return (true, nil) }
        var interests: [Int32: FileWatchPlan.Interest] = [:]
        let outcome = plan.watchPlaces { place throws(SystemError) in
            var interest = place.interest
            var watch = inotify_add_watch(descriptor, place.path, Inotify.mask(of: interest))
            if watch >= 0, let other = interests[watch] {
                // Two paths of the same folder share a watch, and its mask has just been replaced.
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
