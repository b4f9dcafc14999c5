/// Runs steps on a draft, as the policies say.
struct StepEngine {
    /// What came of the steps.
    struct Result {
        var steps: [MigrationOutcome.Step] = []
        /// The failures of skipped steps.
        var failures: [MigrationFailure] = []
        /// The failure that ended the run, and what is to become of the data.
        var end: (failure: MigrationFailure, policy: FailurePolicy)?
    }

    let policy: FailurePolicy
    /// The store, which is asked whether it can hold what steps make.
    let store: any MigrationStore
    var progress: (@Sendable (MigrationProgress) -> Void)?

    /// Runs steps one after the other.
    ///
    /// - Parameters:
    ///   - steps: The steps that are due.
    ///   - draft: What they work on.
    ///   - observe: Told the draft before and behind each step.
    /// - Returns: What came of them.
    func run(
        _ steps: [MigrationStep],
        on draft: inout MigrationDraft,
        observe: (_ before: MigrationDraft, _ after: MigrationDraft) -> Void = { _, _ in }
    ) -> Result {
        var result = Result()
        for (index, step) in steps.enumerated() {
            let before = draft
            if let progress {
                let report = { @Sendable (fraction: Double) in
                    progress(
                        MigrationProgress(step: index + 1, count: steps.count, name: step.name, fraction: fraction)
                    )
                }
                draft.progress = report
                report(0)
            }
            do throws(DataMigrationError) {
                let hasFound = try step.run(on: &draft)
                // A move that kept the target found something, and moved nothing.
                let hasMoved =
                    hasFound
                    && (draft.values != before.values || draft.secrets.changes != before.secrets.changes)
                try store.check(draft.values.filter { before.values[$0.key] != $0.value })
                if step.moves.isEmpty { draft.progress?(1) }
                draft.progress = nil
                observe(before, draft)
                result.add(step, hasMoved ? .moved : .nothingToMove, notes: draft.takeNotes())
            } catch {
                draft = before
                observe(before, draft)
                var policy = step.onFailure ?? policy
                // Secrets that do not answer say nothing about the settings, which therefore do not give way.
                if error.code == .secretsUnavailable, policy == .startClean { policy = .keepData }
                var failure = MigrationFailure(
                    step: step.name,
                    version: step.version,
                    store: store.name,
                    error: error,
                    resolution: .keptData
                )
                guard policy == .skipStep else {
                    result.add(step, .failed, notes: [])
                    result.end = (failure, policy)
                    return result
                }
                failure.resolution = .skippedStep
                result.failures.append(failure)
                result.add(step, .skipped, notes: [])
            }
        }
        return result
    }
}

extension StepEngine.Result {
    fileprivate mutating func add(
        _ step: MigrationStep,
        _ result: MigrationOutcome.Step.Result,
        notes: [String]
    ) {
        steps.append(MigrationOutcome.Step(name: step.name, version: step.version, result: result, notes: notes))
    }
}
