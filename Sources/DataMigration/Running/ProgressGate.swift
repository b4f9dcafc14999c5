import SystemBase

/// Drops progress that was already reported, because the steps of a run that waits run several times.
final class ProgressGate: Sendable {
    private let last = Mutex<(step: Int, fraction: Double)>((0, 0))
    private let report: @Sendable (MigrationProgress) -> Void

    init(_ report: @escaping @Sendable (MigrationProgress) -> Void) {
        self.report = report
    }

    func pass(_ progress: MigrationProgress) {
        let isNew = last.withLock { last in
            guard (progress.step, progress.fraction) > last else { return false }
            last = (progress.step, progress.fraction)
            return true
        }
        if isNew { report(progress) }
    }
}
