import FeatureToggles

extension Refresher {
    /// Resolves the toggles again every second while the document in force depends on the time; otherwise nothing runs.
    ///
    /// Called with each document that comes into force.
    func followClock(_ document: ActiveDocument?) {
        let isNeeded = client.map { document?.dependsOnTime(for: $0.definitions) ?? false } ?? false
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
                    // Resolving again takes the current time.
                    client?.update { _ in }
                }
            }
        }
    }
}
