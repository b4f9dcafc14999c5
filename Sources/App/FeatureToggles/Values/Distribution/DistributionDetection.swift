import ToggleBase

/// Determines once, in the background, how this copy of the app was distributed.
package final class DistributionDetection: Sendable {
    private enum State {
        case idle
        case running([@Sendable (Distribution?) -> Void])
        case known(Distribution?)
    }

    /// The detection for this process that reads files, and asks no store.
    package static let process = forProcess { $0 }

    private let state: Mutex<State>
    /// Detects in the background, and calls a closure with the result.
    private let begin: @Sendable (_ end: @escaping @Sendable (Distribution?) -> Void) -> Void

    /// Creates a detection whose result is known without reading files.
    package init(known: Distribution) {
        state = Mutex(.known(known))
        begin = { $0(known) }
    }

    /// Returns a detection for this process.
    ///
    /// - Parameter complete: Adds what the store knows to facts that don't show the distribution.
    /// - Returns: The detection.
    package static func forProcess(
        _ complete: @escaping @Sendable (DistributionFacts) async -> DistributionFacts
    ) -> DistributionDetection {
        if let known = Device.distribution { return DistributionDetection(known: known) }
        return DistributionDetection { end in
            // User-initiated, because requests wait for the result, which takes little work.
            Task.detached(priority: .userInitiated) {
                guard let bundle = AppBundle.folder else { return end(nil) }
                let facts = DistributionFacts(bundle: bundle)
                if let distribution = Distribution(facts) { return end(distribution) }
                end(Distribution(await complete(facts)))
            }
        }
    }

    /// Creates a detection.
    ///
    /// - Parameter begin: Detects in the background, and calls a closure with the result. It's called at most once.
    package init(begin: @escaping @Sendable (_ end: @escaping @Sendable (Distribution?) -> Void) -> Void) {
        state = Mutex(.idle)
        self.begin = begin
    }

    /// The result, or `nil` if it isn't known yet or the files don't show it.
    var current: Distribution? {
        if case .known(let distribution) = state.withLock({ $0 }) { distribution } else { nil }
    }

    /// Returns a context with the result, if the result is known and the context lacks it.
    ///
    /// A context that doesn't describe this device, or that has a distribution already, stays the same.
    package func completed(_ context: EvaluationContext) -> EvaluationContext {
        guard isMissing(in: context), let current else { return context }
        var context = context
        context[EvaluationContext.Attribute.distribution] = .string(current.rawValue)
        return context
    }

    /// Returns a context like ``completed(_:)``, after the detection if the context lacks its result.
    package func completedAfterDetection(_ context: EvaluationContext) async -> EvaluationContext {
        if isMissing(in: context) {
            await withCheckedContinuation { continuation in
                whenDetected { _ in continuation.resume() }
            }
        }
        return completed(context)
    }

    /// Returns whether a context describes this device but lacks the distribution.
    func isMissing(in context: EvaluationContext) -> Bool {
        context[EvaluationContext.Attribute.distribution] == nil && context.describesDevice
    }

    /// Calls a handler with the result: at once if it's known, otherwise in the background as soon as it is.
    ///
    /// - Parameter handler: Receives the result, or `nil` if the files don't show it.
    func whenDetected(_ handler: @escaping @Sendable (Distribution?) -> Void) {
        let before = state.withLock { state in
            let before = state
            switch before {
            case .known: break
            case .running(let handlers): state = .running(handlers + [handler])
            case .idle: state = .running([handler])
            }
            return before
        }
        switch before {
        case .known(let distribution): return handler(distribution)
        case .running: return
        case .idle: break
        }
        begin { [self] distribution in
            let handlers = state.withLock { state -> [@Sendable (Distribution?) -> Void] in
                defer { state = .known(distribution) }
                if case .running(let handlers) = state { return handlers }
                return []
            }
            for handler in handlers { handler(distribution) }
        }
    }
}
