/// Determines once, in the background, how this copy of the app was distributed.
final class DistributionDetection: Sendable {
    private enum State {
        case idle
        case running([@Sendable (Distribution?) -> Void])
        case known(Distribution?)
    }

    /// The detection for this process.
    static let process: DistributionDetection = {
        if let known = Device.distribution { return DistributionDetection(known: known) }
        return DistributionDetection { Device.folders.flatMap { Distribution(in: $0) } }
    }()

    private let state: Mutex<State>
    private let detect: @Sendable () -> Distribution?

    /// Creates a detection whose result is known without reading files.
    init(known: Distribution) {
        state = Mutex(.known(known))
        detect = { known }
    }

    /// Creates a detection.
    ///
    /// - Parameter detect: Reads the files. It's called at most once, in a background task.
    init(detecting detect: @escaping @Sendable () -> Distribution?) {
        state = Mutex(.idle)
        self.detect = detect
    }

    /// The result, or `nil` if it isn't known yet or the files don't show it.
    var current: Distribution? {
        if case .known(let distribution) = state.withLock({ $0 }) { distribution } else { nil }
    }

    /// Calls a handler with the result, in the background as soon as it's known, or never if it's known already.
    ///
    /// - Parameter handler: Receives the result, or `nil` if the files don't show it.
    func whenDetected(_ handler: @escaping @Sendable (Distribution?) -> Void) {
        let isFirst = state.withLock { state in
            switch state {
            case .known: return false
            case .running(let handlers):
                state = .running(handlers + [handler])
                return false
            case .idle:
                state = .running([handler])
                return true
            }
        }
        guard isFirst else { return }
        Task.detached(priority: .utility) { [self] in
            let distribution = detect()
            let handlers = state.withLock { state -> [@Sendable (Distribution?) -> Void] in
                defer { state = .known(distribution) }
                if case .running(let handlers) = state { return handlers }
                return []
            }
            for handler in handlers { handler(distribution) }
        }
    }
}
