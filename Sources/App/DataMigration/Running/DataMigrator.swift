/// Migrates local data from an earlier version of the app to the current one.
///
/// Run it once, at launch, before anything reads the data. A run is all or nothing: steps work on a copy, and a single
/// rename replaces the old settings and version with the new ones. If the process is killed at any point, the store
/// contains either the old data or the new.
///
/// ```swift
/// let steps = try MigrationSteps([
///     MigrationStep("2.0.0", "Tabs have names", ifNothingToMove: .leave, .rename("tab", to: "tab.selected"))
/// ])
/// let migrator = DataMigrator(steps) { problem in monitoring.report("\(problem)") }
/// let outcome = migrator.run(on: JSONFileStore(path: path), appVersion: "2.1.0")
/// ```
///
/// | stored version | what runs |
/// |---|---|
/// | none | all steps up to the version of the app; see ``adopting(versionFrom:in:)`` |
/// | older than the app | the steps after it, up to the version of the app |
/// | same as the app | nothing |
/// | newer than the app, which was reverted to an older version | nothing; the outcome reports it |
public struct DataMigrator: Sendable {
    /// The steps.
    public let steps: MigrationSteps
    /// What happens to the data when a step without its own policy fails.
    public let policy: FailurePolicy
    /// Where the version of data without a record is.
    var adopted: AdoptedVersion?
    /// Measures the time limits of waiting moves.
    var clock: any Clock<Duration> = ContinuousClock()
    let progress: (@Sendable (MigrationProgress) -> Void)?
    let onFailure: @Sendable (MigrationProblem) -> Void

    /// Creates a migrator.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - policy: What happens to the data when a step without its own policy fails.
    ///   - progress: Receives the progress, on the thread of the run.
    ///   - onFailure: Receives every problem, including those of skipped steps, on the thread of the run.
    public init(
        _ steps: MigrationSteps,
        policy: FailurePolicy = .keepData,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil,
        onFailure: @escaping @Sendable (MigrationProblem) -> Void
    ) {
        self.steps = steps
        self.policy = policy
        self.progress = progress
        self.onFailure = onFailure
    }

    /// Migrates a store.
    ///
    /// A run reads and writes files, and waits for other processes that migrate the same store. Run it before the first
    /// screen, and not on a thread of Swift concurrency: in asynchronous code, and for steps that wait, there is an
    /// asynchronous method of the same name.
    ///
    /// - Parameters:
    ///   - store: The settings.
    ///   - secrets: The secrets, if steps move some.
    ///   - appVersion: The version of the app.
    /// - Returns: The outcome, which contains all problems; the handler also received them.
    /// - Complexity: Without anything to do, one read of the store and no write.
    public func run(
        on store: any SettingsStore,
        secrets: (any SecretStore)? = nil,
        appVersion: String
    ) -> MigrationOutcome {
        let run = MigrationRun(
            steps: steps,
            engine: StepEngine(policy: policy, store: store, progress: progress),
            store: store,
            secrets: secrets,
            appVersion: appVersion,
            adopted: adopted
        )
        let outcome = run.outcome()
        for failure in outcome.problems { onFailure(failure) }
        return outcome
    }

    /// Returns what a run would do, without changing anything.
    ///
    /// - Parameters:
    ///   - store: The settings.
    ///   - secrets: The secrets, if steps move some.
    ///   - appVersion: The version of the app.
    ///   - maximumChanges: The maximum number of changed settings in each diff, which limits the memory that a plan for
    ///     a large store takes. ``MigrationDiff/omittedChangeCount`` counts the others.
    /// - Returns: The steps that would run, and their changes.
    /// - Throws: An error if the store can't be read, a version is invalid, or a clean start would remove secrets that
    ///   can't be read.
    public func plan(
        for store: any SettingsStore,
        secrets: (any SecretStore)? = nil,
        appVersion: String,
        maximumChanges: Int = .max
    ) throws(DataMigrationError) -> MigrationPlan {
        let app = try MigrationRun.version(appVersion, of: "the app")
        let contents = try store.read()
        let (from, stored) = try MigrationRun.version(of: contents, in: store, adopted)
        var draft = MigrationDraft(contents.values, secrets: secrets)
        draft.waiting = .preview
        let limit = max(0, maximumChanges)
        var diffs: [MigrationDiff] = []
        let isNewer = stored.map { $0 > app } ?? false
        let due = isNewer ? [] : steps.due(after: stored, upTo: app)
        let result = StepEngine(policy: policy, store: store, progress: progress)
            .run(due, on: &draft) { diffs.append(MigrationDiff(from: $0, to: $1, limit: limit)) }
        return MigrationPlan(
            from: from,
            to: appVersion,
            isDataNewer: isNewer,
            steps: result.steps.enumerated().map { index, report in
                MigrationPlan.Step(
                    report: report,
                    moves: due.first { $0.name == report.name }?.moves.map(\.summary) ?? [],
                    diff: diffs[index],
                    failure: (result.problems + [result.end?.failure].compactMap(\.self))
                        .first { $0.step == report.name }
                )
            },
            total: MigrationDiff(from: MigrationDraft(contents.values), to: draft, limit: limit),
            end: result.end?.policy,
            removedSecrets: result.end?.policy == .startCleanWithSecrets
                ? try secrets.map(SecretJournal.removableNames) ?? [] : [],
            maximumChanges: limit
        )
    }
}
