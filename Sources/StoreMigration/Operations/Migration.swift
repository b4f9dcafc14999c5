public import FeatureToggles

/// The move from an old store to a new one, in the stages of a migration toggle.
///
/// Code hands over both ways to do a thing; the stage decides which are taken, in which order, and whose answer counts
/// (see ``ToggleVocabulary/MigrationStage`` for the table).
///
/// ```swift
/// let books = Migration(.bookStore, toggles: client)
///
/// let book = try await books.read("book", for: user.context) {
///     try await sqlite.book(id)
/// } new: {
///     try await cloud.book(id)
/// }
/// try await books.write("save", for: user.context) {
///     try await sqlite.save(book)
/// } new: {
///     try await cloud.save(book)
/// }
/// ```
///
/// - The stage is read once, at the start of an operation; ``pinned(for:)`` keeps it for several.
/// - A read returns what the authoritative store has, or throws its error. What the other one does is measured, and compared
///   where both succeeded.
/// - A write goes to the authoritative store first. When that fails, the other one is not asked. When the other one fails,
///   that is measured, and the write has succeeded.
/// - Every operation is measured: ``measurements``, ``summary``, and the handler.
///
/// Cancellation reaches the authoritative store as always. A read that is cancelled does not begin to ask the other store. A
/// write that the authoritative store took is finished in the other one all the same, since half a write would set the stores
/// apart.
///
/// Make one for each toggle, and keep it; it is safe to use from any task.
public final class Migration: Sendable {
    /// Who counts as the user of dual writes where neither an operation's context nor the ambient one of the toggles has a
    /// targeting key: the one on this device.
    public static let deviceUser = "device"

    /// The toggle that holds the stage.
    public let toggle: MigrationToggle
    /// In which order reads ask two stores.
    public let readOrder: ReadOrder
    /// How many of the reads that could be compared are compared.
    public let checks: CheckSampling

    let toggles: any FeatureToggle
    /// The user that all operations count for; `nil` where contexts tell users apart.
    private let onlyUser: String?
    let hub: MeasurementHub
    let ledger: DualWriteLedger?
    let turns = WriteTurns()
    let environment: MigrationEnvironment

    /// Creates a migration.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that holds the stage.
    ///   - toggles: Where the stage is read.
    ///   - readOrder: In which order reads ask two stores.
    ///   - checks: How many of the reads that could be compared are compared.
    ///   - dualWrites: Where it is kept since when each user's writes go to both stores; a ``Backfill`` needs it.
    ///   - user: The user that all operations count for in it, as ``deviceUser`` where the records belong to the device,
    ///     whoever is signed in; `nil` tells users apart by targeting key, see ``user(for:)``. Stages are targeted all the same.
    ///   - summaryFile: The file in which tools find the summary, ``MigrationSummaryFile/init(beside:)``; it is
    ///     written a second after the first news, so ``flushSummary()`` before a short program ends.
    ///   - onMeasurement: Takes each measurement, in the task of the operation, which waits for it: hand it on to what sends it.
    public convenience init(
        _ toggle: MigrationToggle,
        toggles: any FeatureToggle,
        readOrder: ReadOrder = .serial,
        checks: CheckSampling = .always,
        dualWrites: (any DualWriteStore)? = nil,
        user: String? = nil,
        summaryFile: MigrationSummaryFile? = nil,
        onMeasurement: (@Sendable (MigrationMeasurement) -> Void)? = nil
    ) {
        self.init(
            toggle,
            toggles: toggles,
            readOrder: readOrder,
            checks: checks,
            dualWrites: dualWrites,
            user: user,
            keeper: summaryFile.map { SummaryKeeper(file: $0) },
            environment: .process,
            onMeasurement: onMeasurement
        )
    }

    init(
        _ toggle: MigrationToggle,
        toggles: any FeatureToggle,
        readOrder: ReadOrder = .serial,
        checks: CheckSampling = .always,
        dualWrites: (any DualWriteStore)? = nil,
        user: String? = nil,
        keeper: SummaryKeeper? = nil,
        environment: MigrationEnvironment,
        onMeasurement: (@Sendable (MigrationMeasurement) -> Void)? = nil
    ) {
        self.toggle = toggle
        self.toggles = toggles
        onlyUser = user
        self.readOrder = readOrder
        self.checks = checks
        self.environment = environment
        ledger = dualWrites.map { DualWriteLedger(store: $0, environment: environment) }
        hub = MeasurementHub(
            key: toggle.reference.key,
            since: environment.now(),
            keeper: keeper,
            handler: onMeasurement
        )
    }

    /// This migration in the stage that it has now for a context, which does not move any more.
    ///
    /// For operations that belong together, such as a read, a change and a write back.
    ///
    /// - Parameter context: Who is asking, laid over the ambient context; `nil` for that alone. Whose dual writes they are says
    ///   ``user(for:)``.
    /// - Returns: The migration in that stage.
    public func pinned(for context: EvaluationContext? = nil) -> PinnedMigration {
        // Asked for once: somebody else may sign in right now.
        let ambient = toggles.ambientContext
        let user = user(for: context, in: ambient)
        guard ledger != nil, let ambient else {
            return PinnedMigration(migration: self, evaluation: evaluation(for: context), user: user)
        }
        let whole = context.map { ambient.overlaid(by: $0) } ?? ambient
        return PinnedMigration(migration: self, evaluation: evaluation(for: whole), user: user)
    }

    /// The user whose dual writes an operation with a context counts for.
    ///
    /// The user that the migration was given for all of them; else the targeting key of the context, then that of the ambient
    /// context of the toggles, such as the client's; else ``deviceUser``. So it is who the stage was decided for, as long as the
    /// toggles know their `ambientContext`. Where they do not, as a double or an adapter of your
    /// own that decides by somebody whom it does not name, hand over a context with each operation.
    ///
    /// ```swift
    /// try await backfill.run(migration.user())        // who is signed in now
    /// ```
    ///
    /// - Parameter context: The context of the operation; `nil` for none.
    /// - Returns: The name under which states and checkpoints are kept.
    public func user(for context: EvaluationContext? = nil) -> String {
        user(for: context, in: toggles.ambientContext)
    }

    private func user(for context: EvaluationContext?, in ambient: EvaluationContext?) -> String {
        onlyUser ?? context?.targetingKey ?? ambient?.targetingKey ?? Self.deviceUser
    }

    /// The stage and why it is that one; a remote document that has none is an error, since whoever moves a store says where it
    /// stands.
    private func evaluation(for context: EvaluationContext?) -> Evaluation<MigrationStage> {
        let evaluation = context.map { toggles.evaluation(of: toggle, for: $0) } ?? toggles.evaluation(of: toggle)
        // Asked for the whole story only where no source had a value.
        guard evaluation.reason == .default, evaluation.error == nil,
            let remote = toggles.explanation(of: toggle, for: context).steps.first(where: { $0.source == .remote }),
            case .notSet = remote.answer, remote.rule == nil
        else { return evaluation }
        let key = remote.origin ?? toggle.reference.key
        return Evaluation(
            value: evaluation.value,
            variant: evaluation.variant,
            reason: .error,
            source: evaluation.source,
            error: EvaluationError(
                .flagNotFound,
                "The remote document has no value for ‘\(key)’, so the migration is in its default stage; define the flag."
            )
        )
    }

    // MARK: Observing

    /// Each measurement from now on.
    ///
    /// Any number of tasks may listen. Of a listener that is slow, the newest 256 wait; older ones are dropped.
    public var measurements: AsyncStream<MigrationMeasurement> { hub.listen() }

    /// What was measured since this was created.
    public var summary: MigrationSummary { hub.summary }

    /// Writes the summary into its file now, if it has one; waits for the disk.
    public func flushSummary() {
        hub.flush()
    }
}
