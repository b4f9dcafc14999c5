/// Runs steps on a draft according to their policies.
struct StepEngine {
    /// The result of the steps.
    struct Result {
        var steps: [MigrationOutcome.Step] = []
        /// The problems of skipped steps.
        var problems: [MigrationProblem] = []
        /// The problem that ended the run, and the policy for the data.
        var end: (failure: MigrationProblem, policy: FailurePolicy)?
    }

    let policy: FailurePolicy
    /// The store, which checks the contents after each step.
    let store: any SettingsStore
    var progress: (@Sendable (MigrationProgress) -> Void)?

    /// Runs steps.
    ///
    /// - Parameters:
    ///   - steps: The steps that are due.
    ///   - draft: The data.
    ///   - observe: Receives the draft before and after each step, for a plan.
    /// - Returns: The result of the steps.
    func run(
        _ steps: [MigrationStep],
        on draft: inout MigrationDraft,
        observe: ((_ before: MigrationDraft, _ after: MigrationDraft) -> Void)? = nil
    ) -> Result {
        var result = Result()
        for (index, step) in steps.enumerated() {
            let policy = step.onFailure ?? policy
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
                // A move that keeps the target finds something but moves nothing.
                let hasMoved =
                    hasFound && (draft.values != before.values || draft.secrets.changes != before.secrets.changes)
                try store.check(StoreContents(values: draft.values), insteadOf: StoreContents(values: before.values))
                if step.moves.isEmpty { draft.progress?(1) }
                draft.progress = nil
                observe?(before, draft)
                result.add(step, hasMoved ? .moved : .nothingToMove, notes: draft.takeNotes())
            } catch {
                draft = before
                observe?(draft, draft)
                var policy = policy
                if !error.isAboutData, policy.startsClean { policy = .keepData }
                // The step can still succeed.
                if error.code == .asynchronousStep { policy = .keepData }
                var failure = failure(of: step, error)
                guard policy == .skipStep else {
                    result.add(step, .failed, notes: [])
                    result.end = (failure, policy)
                    return result
                }
                failure.resolution = .skippedStep
                result.problems.append(failure)
                result.add(step, .skipped, notes: [])
            }
        }
        return result
    }

    private func failure(of step: MigrationStep, _ error: DataMigrationError) -> MigrationProblem {
        MigrationProblem(
            step: step.name,
            version: step.version,
            store: store.name,
            error: error,
            resolution: .keptData
        )
    }
}

extension DataMigrationError {
    /// Whether the error justifies removing the settings, unlike unavailable secrets, oversized contents, and a network
    /// that doesn't respond.
    var isAboutData: Bool {
        ![.secretsUnavailable, .unwritable, .asynchronousStep, .timedOut, .failedWait, .canceled].contains(code)
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
