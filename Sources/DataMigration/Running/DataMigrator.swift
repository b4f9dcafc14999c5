/// Brings local data from the version of the app that wrote it to the one that runs.
///
/// It runs once, at start, before anything reads the data. A run is all or nothing: steps work on a copy, and one rename
/// puts the new settings and the new version in place of the old ones. Wherever the process is killed, the store has the
/// old data or the new.
///
/// ```swift
/// let steps = try MigrationSteps([
///     MigrationStep("2.0.0", "Tabs have names", ifNothingToMove: .leave, .rename("tab", to: "tab.selected"))
/// ])
/// let migrator = DataMigrator(steps) { failure in monitoring.report("\(failure)") }
/// let outcome = migrator.run(on: JSONFileStore(path: path), appVersion: "2.1.0")
/// ```
///
/// | stored version | what runs |
/// |---|---|
/// | none | every step that is not newer than the app |
/// | older than the app | the steps that are newer than it and not newer than the app |
/// | the app's | nothing |
/// | newer than the app, which was put back to an older version | nothing; the outcome says so |
public struct DataMigrator: Sendable {
    /// The steps.
    public let steps: MigrationSteps
    /// What becomes of the data when a step fails that does not say so itself.
    public let policy: FailurePolicy
    private let progress: (@Sendable (MigrationProgress) -> Void)?
    private let onFailure: @Sendable (MigrationFailure) -> Void

    /// Creates a migrator.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - policy: What becomes of the data when a step fails that does not say so itself.
    ///   - progress: Told how far a run is, on the thread that runs it.
    ///   - onFailure: Told every failure, also of steps that are skipped, on the thread that runs it.
    public init(
        _ steps: MigrationSteps,
        policy: FailurePolicy = .keepData,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil,
        onFailure: @escaping @Sendable (MigrationFailure) -> Void
    ) {
        self.steps = steps
        self.policy = policy
        self.progress = progress
        self.onFailure = onFailure
    }

    /// Migrates a store.
    ///
    /// It reads and writes files, and waits for other processes that migrate the same store, so it belongs before the
    /// first screen and not on a thread of Swift's concurrency that others wait for.
    ///
    /// - Parameters:
    ///   - store: The settings.
    ///   - secrets: The secrets, when steps move some.
    ///   - appVersion: The version of the app that runs.
    /// - Returns: What became of it. Nothing is thrown: a failure is in the outcome, and the handler was told.
    /// - Complexity: Reads the store once when there is nothing to do, and does not write.
    public func run(
        on store: any MigrationStore,
        secrets: (any SecretStore)? = nil,
        appVersion: String
    ) -> MigrationOutcome {
        let run = MigrationRun(
            steps: steps,
            engine: StepEngine(policy: policy, store: store, progress: progress),
            store: store,
            secrets: secrets,
            appVersion: appVersion
        )
        let outcome = run.outcome()
        for failure in outcome.failures { onFailure(failure) }
        return outcome
    }

    /// Says what a run would do, and does nothing.
    ///
    /// - Parameters:
    ///   - store: The settings.
    ///   - secrets: The secrets, when steps move some.
    ///   - appVersion: The version of the app that would run.
    /// - Returns: The steps that would run, with what each would change.
    /// - Throws: An error when the store cannot be read, or a version is none.
    public func plan(
        for store: any MigrationStore,
        secrets: (any SecretStore)? = nil,
        appVersion: String
    ) throws(DataMigrationError) -> MigrationPlan {
        let app = try MigrationRun.version(appVersion, of: "the app")
        let contents = try store.read()
        let stored = try contents.record.version.map { text throws(DataMigrationError) in
            try MigrationRun.storedVersion(text, in: store)
        }
        var draft = MigrationDraft(contents.settings, secrets: secrets)
        var diffs: [MigrationDiff] = []
        let isNewer = stored.map { $0 > app } ?? false
        let due = isNewer ? [] : steps.due(after: stored, upTo: app)
        let result = StepEngine(policy: policy, store: store, progress: progress)
            .run(due, on: &draft) { diffs.append(MigrationDiff(from: $0, to: $1)) }
        return MigrationPlan(
            from: contents.record.version,
            to: appVersion,
            isDataNewer: isNewer,
            steps: zip(result.steps, zip(due, diffs)).map { report, step in
                MigrationPlan.Step(
                    report: report,
                    moves: step.0.moves.map(\.summary),
                    diff: step.1,
                    failure: (result.failures + [result.end?.failure].compactMap(\.self))
                        .first { $0.step == report.name }
                )
            },
            total: MigrationDiff(from: MigrationDraft(contents.settings), to: draft),
            end: result.end?.policy
        )
    }
}
