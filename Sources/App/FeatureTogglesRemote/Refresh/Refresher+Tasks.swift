import FeatureToggles

extension Refresher {
    /// The work of a task, of which there is at most one for each.
    enum Work: Sendable, Hashable {
        case fetch(Int)
        case timer(RefreshMachine.Timer)
        /// Listens to the source.
        case listener
        /// Resolves time-dependent rules again as time passes.
        case clock
    }

    /// A task, with a number that distinguishes it from later ones for the same work.
    struct RunningTask: Sendable {
        let number: Int
        let task: Task<Void, Never>
    }

    /// Starts a task, and cancels an earlier one for the same work; does nothing after the client has been released.
    ///
    /// - Parameters:
    ///   - work: The task's work.
    ///   - isNeeded: Whether to start the task.
    ///   - body: The task, which receives its number.
    func start(
        _ work: Work,
        if isNeeded: (State) -> Bool = { _ in true },
        _ body: @escaping @Sendable (_ number: Int) async -> Void
    ) {
        let replaced = state.withLock { state -> RunningTask? in
            guard !state.isStopped, isNeeded(state) else { return nil }
            let number = state.number()
            // The task starts while the lock is held, so one that ends at once is removed after it was added.
            let running = RunningTask(number: number, task: Task { await body(number) })
            return state.tasks.updateValue(running, forKey: work)
        }
        // Without the lock, because canceling calls code of the source.
        replaced?.task.cancel()
    }

    /// Cancels the task for some work, if there is one and a condition applies.
    func cancel(_ work: Work, if isUnneeded: (State) -> Bool = { _ in true }) {
        let running = state.withLock { isUnneeded($0) ? $0.tasks.removeValue(forKey: work) : nil }
        running?.task.cancel()
    }

    /// Removes a task that ends.
    ///
    /// - Returns: Whether the task was neither canceled nor replaced before.
    @discardableResult
    func end(_ work: Work, _ number: Int) -> Bool {
        state.withLock { state in
            guard state.tasks[work]?.number == number else { return false }
            state.tasks[work] = nil
            return true
        }
    }

    /// Resolves the toggles again every second, for as long as the active document depends on the time.
    func followClock() {
        start(.clock, if: { $0.needsClock && !$0.hasClock }) { [weak self, environment] _ in
            while !Task.isCancelled {
                await environment.sleep(environment.now().uptime + .seconds(1))
                guard !Task.isCancelled, let self else { return }
                update { $0.facts.ticks += 1 }
            }
        }
        cancel(.clock) { !$0.needsClock }
    }
}

extension Refresher.State {
    /// Whether the active document depends on the time.
    var needsClock: Bool { !isStopped && (facts.evaluator as? DocumentEvaluator)?.dependsOnTime == true }

    /// Whether a task follows the time.
    var hasClock: Bool { tasks[.clock] != nil }
}
