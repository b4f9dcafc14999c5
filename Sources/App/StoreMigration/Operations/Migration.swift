public import FeatureToggles

/// A move from an old store to a new one, in the stages of a migration toggle.
///
/// Each operation has a closure for each store. The stage decides which closures run, in which order, and whose result
/// counts (see ``ToggleBase/MigrationStage`` for the table).
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
/// - A read returns the value, or throws the error, of the authoritative store. The other store is measured, and
///   compared if both succeeded.
/// - A write goes to the authoritative store first. If that fails, the other store is not written. If the other store
///   fails, the write has succeeded, and the failure is recorded in the measurement.
/// - Every operation is measured: ``measurements``, ``summary``, and the handler.
///
/// Cancellation reaches the authoritative store as usual. A canceled read doesn't start to read the other store. A
/// write that the authoritative store has accepted is still completed in the other one, because half a write would make
/// the stores differ.
///
/// Create one migration for each toggle, and keep it; it is safe to use from any task.
public final class Migration: Sendable {
    /// The user of dual writes on this device, if neither the operation's context nor the ambient one has a targeting
    /// key.
    public static let deviceUser = "device"

    /// The toggle that contains the stage.
    public let toggle: MigrationToggle
    /// The order in which reads query two stores.
    public let readOrder: ReadOrder
    /// The share of comparable reads whose values are compared.
    public let checks: CheckSampling

    let toggles: any FeatureToggle
    /// The user of all operations; `nil` if contexts determine the user.
    private let onlyUser: String?
    let hub: MeasurementHub
    let ledger: DualWriteLedger?
    let journal: MigrationJournal?
    let queue: WriteQueue?
    let turns = WriteTurns()
    let environment: MigrationEnvironment

    /// Creates a migration.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that contains the stage.
    ///   - toggles: The toggles from which the stage is read.
    ///   - readOrder: The order in which reads query two stores.
    ///   - checks: The share of comparable reads whose values are compared.
    ///   - dualWrites: The store that records when each user's dual writes began; a ``Backfill`` needs it.
    ///   - user: The user of all operations for dual writes, such as ``deviceUser`` if the records belong to the
    ///     device, regardless of who is signed in; `nil` distinguishes users by targeting key, see ``user(for:)``.
    ///     Stages are targeted in any case.
    ///   - journal: The journal to which writes with a record key are added; a ``MigrationReplay`` needs it.
    ///   - queue: The queue through which synchronous writes reach the other store. Writes that wait since an earlier
    ///     process are delivered from now on. It needs `dualWrites`.
    ///   - summaryFile: The file in which tools find the summary,
    ///     ``MigrationSummaryFile/init(beside:)``. It is written a second after the first new
    ///     measurement, so call ``flushSummary()`` before a short program ends.
    ///   - onMeasurement: A closure that receives each measurement, in the task of the operation, which waits for it.
    ///     If sending the measurement is slow, do it in another task.
    public convenience init(
        _ toggle: MigrationToggle,
        toggles: any FeatureToggle,
        readOrder: ReadOrder = .serial,
        checks: CheckSampling = .always,
        dualWrites: (any DualWriteStore)? = nil,
        user: String? = nil,
        journal: MigrationJournal? = nil,
        queue: WriteQueue? = nil,
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
            journal: journal,
            queue: queue,
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
        journal: MigrationJournal? = nil,
        queue: WriteQueue? = nil,
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
        self.journal = journal
        self.queue = queue
        ledger = dualWrites.map { DualWriteLedger(store: $0, environment: environment) }
        hub = MeasurementHub(
            key: toggle.reference.key,
            since: environment.now(),
            keeper: keeper,
            handler: onMeasurement
        )
        startDelivering()
    }

    /// Returns this migration with its current stage for a context, which then stays fixed.
    ///
    /// Use it for operations that belong together, such as a read, a change, and a write.
    ///
    /// - Parameter context: The evaluation context, merged over the ambient context; `nil` for only the ambient
    ///   context. It also determines the user of the dual writes, see ``user(for:)``.
    /// - Returns: The migration with a fixed stage.
    public func pinned(for context: EvaluationContext? = nil) -> PinnedMigration {
        // Read only once, because another user may sign in at any moment.
        let ambient = toggles.ambientContext
        let user = user(for: context, in: ambient)
        // With a context, the stage also counts as an exposure.
        let whole = ambient.map { ambient in context.map { ambient.overlaid(by: $0) } ?? ambient } ?? context
        return PinnedMigration(migration: self, evaluation: held(evaluation(for: whole), for: user), user: user)
    }

    /// Returns the user of the dual writes of an operation with a context.
    ///
    /// This is the first of these that exists:
    ///
    /// 1. the user that the migration was created with
    /// 2. the targeting key of the context
    /// 3. the targeting key of the ambient context of the toggles, such as the client's
    /// 4. ``deviceUser``
    ///
    /// So it is the user for whom the stage was evaluated, if the toggles provide their
    /// `ambientContext`. If they don't, for example a double or an adapter of your own
    /// that evaluates for a user whom it doesn't name, pass a context with each operation.
    ///
    /// ```swift
    /// try await backfill.run(migration.user())        // the current user
    /// ```
    ///
    /// - Parameter context: The context of the operation; `nil` for none.
    /// - Returns: The name under which states and checkpoints are stored.
    public func user(for context: EvaluationContext? = nil) -> String {
        user(for: context, in: toggles.ambientContext)
    }

    private func user(for context: EvaluationContext?, in ambient: EvaluationContext?) -> String {
        onlyUser ?? context?.targetingKey ?? ambient?.targetingKey ?? Self.deviceUser
    }

    /// Returns the stage and the reason for it; a remote document without the stage is an error, because it must state
    /// the stage.
    private func evaluation(for context: EvaluationContext?) -> Evaluation<MigrationStage> {
        let evaluation = context.map { toggles.evaluation(of: toggle, for: $0) } ?? toggles.evaluation(of: toggle)
        // The explanation is computed only if no source had a value.
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

    /// A stream of each measurement from now on.
    ///
    /// Any number of tasks may listen. For a slow listener, the newest 256 measurements are buffered, and older ones
    /// are dropped.
    public var measurements: AsyncStream<MigrationMeasurement> { hub.listen() }

    /// The summary of all measurements since the migration was created.
    public var summary: MigrationSummary { hub.summary }

    /// Writes the summary to its file now, if it has one, and waits for the disk.
    public func flushSummary() {
        hub.flush()
    }
}
