#if canImport(Darwin)
import Darwin
import Dispatch

/// The watches of one path, implemented with kernel queues: each place of the plan is open and has a dispatch source.
final class FileWatches: Sendable {
    private struct State {
        var sources: [WatchingSource] = []
        var onEvent: (@Sendable () -> Void)?
    }

    private let queue: DispatchQueue
    private let state = Mutex(State())

    init(queue: DispatchQueue) throws(SystemError) {
        self.queue = queue
    }

    /// Starts calling a handler on the queue after each event.
    func start(_ onEvent: @escaping @Sendable () -> Void) {
        state.withLock { $0.onEvent = onEvent }
    }

    /// Stops permanently; each source closes its descriptor after a running handler has returned.
    func cancel() {
        let sources = state.withLock { state in
            state.onEvent = nil
            defer { state.sources = [] }
            return state.sources
        }
        sources.forEach { $0.cancel() }
    }

    /// Watches the places of a plan, and nothing else.
    ///
    /// Called only on the queue.
    ///
    /// - Parameter plan: The places to watch.
    /// - Returns: Whether all places still existed, and the first error that leaves something unwatched.
    func watch(_ plan: FileWatchPlan) -> (isComplete: Bool, error: SystemError?) {
        guard let onEvent = state.withLock({ $0.onEvent }) else { return (true, nil) }
        var sources: [WatchingSource] = []
        let outcome = plan.watchPlaces { place throws(SystemError) in
            let descriptor = open(place.path, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .last }
            var events: DispatchSource.FileSystemEvent = [.delete, .rename, .revoke]
            if !place.interest.names.isEmpty || place.interest.hasEntries { events.formUnion([.write, .link]) }
            if place.interest.isFile { events.formUnion([.write, .extend, .attrib, .link]) }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor,
                eventMask: events,
                queue: queue
            )
            source.setEventHandler { onEvent() }
            source.setCancelHandler { close(descriptor) }
            sources.append(WatchingSource(source))
            source.activate()
        }
        let new = sources
        let unwanted = state.withLock { state -> [WatchingSource] in
            // Canceled in the meantime, so the new sources are not needed either.
            if state.onEvent == nil { return new }
            defer { state.sources = new }
            return state.sources
        }
        unwanted.forEach { $0.cancel() }
        return outcome
    }
}
#endif
