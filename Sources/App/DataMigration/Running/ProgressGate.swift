import ToggleBase

/// Drops progress that was already reported, because the steps of a run that waits run several times.
///
/// Work can report from several tasks, and even after its time limit. The handler is called by one of them at a time,
/// outside of the lock, with increasing progress.
final class ProgressGate: Sendable {
    private struct State {
        var last: (step: Int, fraction: Double) = (0, 0)
        /// The progress to report after the one that is being reported.
        var next: MigrationProgress?
        var isReporting = false
    }

    private let state = Mutex(State())
    private let report: @Sendable (MigrationProgress) -> Void

    init(_ report: @escaping @Sendable (MigrationProgress) -> Void) {
        self.report = report
    }

    func pass(_ progress: MigrationProgress) {
        let isFirst = state.withLock { state in
            guard (progress.step, progress.fraction) > state.last else { return false }
            state.last = (progress.step, progress.fraction)
            state.next = progress
            defer { state.isReporting = true }
            return !state.isReporting
        }
        guard isFirst else { return }
        while let next = takeNext() { report(next) }
    }

    private func takeNext() -> MigrationProgress? {
        state.withLock { state in
            defer { state.next = nil }
            if state.next == nil { state.isReporting = false }
            return state.next
        }
    }

    /// Drops all further progress.
    func close() {
        state.withLock { state in
            state.last = (.max, .infinity)
            state.next = nil
        }
    }
}
