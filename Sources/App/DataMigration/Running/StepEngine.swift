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
    ///   - observe: Receives the draft before and after each step, for a plan; it isn't called if the first step doesn't
    ///     begin because a later one would make the file too large.
    /// - Returns: The result of the steps.
    func run(
        _ steps: [MigrationStep],
        on draft: inout MigrationDraft,
        observe: ((_ before: MigrationDraft, _ after: MigrationDraft) -> Void)? = nil
    ) -> Result {
        var result = Result()
        // Nothing runs if the result would be too large to write.
        if let (step, error) = SizeForecast(store, draft.settings)?.refusal(of: steps, policy) {
            result.add(step, .failed, notes: [])
            result.end = (failure(of: step, error), .keepData)
            return result
        }
        for (index, step) in steps.enumerated() {
            let policy = step.onFailure ?? policy
            let changesPrefix = step.moves.count == 1 && step.moves[0].prefix != nil
            // A copy of a large table takes a third of the file's size, and isn't needed if a failure ends the run.
            let needsNoCopy = changesPrefix && store is JSONFileStore && observe == nil && policy != .skipStep
            let changeCount = needsNoCopy ? draft.settings.table?.changeCount : nil
            let before = changeCount == nil ? draft : nil
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
                    hasFound
                    && (before.map { draft.settings != $0.settings || draft.secrets.changes != $0.secrets.changes }
                        ?? (draft.settings.table?.changeCount != changeCount))
                try store.check(
                    StoreContents(settings: draft.settings, record: MigrationRecord()),
                    insteadOf: StoreContents(settings: (before ?? draft).settings, record: MigrationRecord())
                )
                if step.moves.isEmpty { draft.progress?(1) }
                draft.progress = nil
                observe?(before ?? draft, draft)
                result.add(step, hasMoved ? .moved : .nothingToMove, notes: draft.takeNotes())
            } catch {
                if let before { draft = before }
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
