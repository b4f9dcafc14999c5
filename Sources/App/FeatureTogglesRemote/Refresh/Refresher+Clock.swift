import FeatureToggles
import ToggleBase

extension Refresher {
    /// Resolves the toggles again every second, as long as the active document depends on the time.
    ///
    /// Call this with each activated document. If the document doesn't depend on the time, no timer runs.
    func followClock(_ document: DocumentEvaluator?) {
        let isNeeded = document?.dependsOnTime(for: toggles) ?? false
        clock.withLock { clock in
            guard isNeeded != (clock != nil) else { return }
            clock?.cancel()
            clock = nil
            guard isNeeded else { return }
            let environment = environment
            clock = Task { [weak self] in
                while !Task.isCancelled {
                    await environment.sleep(environment.now().uptime + .seconds(1))
                    guard !Task.isCancelled, let self else { return }
                    publish { $0.ticks += 1 }
                }
            }
        }
    }
}
