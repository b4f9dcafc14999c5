public import FeatureToggles

extension Migration {
    /// The operations for callers that can't wait for the new store, see ``WriteQueue``.
    public var synchronous: SynchronousMigration { SynchronousMigration(migration: self) }
}

/// The operations of a ``Migration`` for callers that aren't asynchronous.
///
/// ```swift
/// func book(_ id: String) throws -> Book? {
///     try migration.synchronous.read("book") { try sqlite.book(id: id) } new: { try await cloud.book(id: id) }
/// }
///
/// func save(_ book: Book) throws {
///     try migration.synchronous.write("save", record: book.id) { try sqlite.save(book) }
/// }
/// ```
///
/// An operation accesses the authoritative store at once, and returns its value or throws its error. The other store is
/// accessed in the background: a write reaches it through the ``WriteQueue``, and a read is compared as usual.
///
/// If the new store is only available to asynchronous code, the old one leads: in `live`, `rampdown`, and `complete`,
/// such an operation behaves as in `shadow`, and the measurement's evaluation says so. So give these stages only to
/// versions of the app whose callers are asynchronous. If both stores are synchronous, pass a synchronous closure for
/// each, and callers are synchronous in all stages.
public struct SynchronousMigration: Sendable {
    let migration: Migration

    private var environment: MigrationEnvironment { migration.environment }
    private var queue: WriteQueue? { migration.queue }
    private var ledger: DualWriteLedger? { migration.ledger }

    // MARK: Reading

    /// Reads from the old store, which leads as long as callers are synchronous.
    ///
    /// From `live` on, the old store is read all the same, and the measurement's evaluation says so.
    ///
    /// - Parameters:
    ///   - name: The name of the read in measurements.
    ///   - context: The evaluation context, merged over the ambient context; `nil` for only the ambient context.
    ///   - old: A closure that reads from the old store.
    /// - Returns: The value of the old store.
    /// - Throws: The error of the old store.
    public func read<Value, Failure: Error>(
        _ name: String? = nil,
        for context: EvaluationContext? = nil,
        old: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let attempt = Attempt(.old, environment, synchronous: old)
        pinnedToOld(for: context).record(.read, name, runs: [attempt.run])
        return try attempt.result.get()
    }

    /// Reads from the old store, and compares the value with that of the new store in the background, with `==`.
    ///
    /// The stages `shadow` and `live` compare. Nothing is compared while writes wait in the ``WriteQueue``. From `live`
    /// on, the old store is read all the same, and the measurement's evaluation says so.
    ///
    /// - Parameters:
    ///   - name: The name of the read in measurements.
    ///   - context: The evaluation context, merged over the ambient context; `nil` for only the ambient context.
    ///   - old: A closure that reads from the old store.
    ///   - new: A closure that reads from the new store, and is called in another task.
    /// - Returns: The value of the old store.
    /// - Throws: The error of the old store.
    public func read<Value: Equatable & Sendable, Failure: Error>(
        _ name: String? = nil,
        for context: EvaluationContext? = nil,
        old: () throws(Failure) -> Value,
        new: @escaping @Sendable () async throws -> Value
    ) throws(Failure) -> Value {
        try read(name, for: context, comparing: { $0 == $1 }, old: old, new: new)
    }

    /// Reads from the old store, and compares the value with that of the new store in the background, with a closure.
    ///
    /// The stages `shadow` and `live` compare. Nothing is compared while writes wait in the ``WriteQueue``. From `live`
    /// on, the old store is read all the same, and the measurement's evaluation says so.
    ///
    /// - Parameters:
    ///   - name: The name of the read in measurements.
    ///   - context: The evaluation context, merged over the ambient context; `nil` for only the ambient context.
    ///   - isSame: A closure that returns whether the values of the old and the new store agree, ignoring harmless
    ///     differences.
    ///   - describe: A closure that returns the text to show for a differing value, to people and in files; `nil` shows
    ///     the type and whether there is a value.
    ///   - old: A closure that reads from the old store.
    ///   - new: A closure that reads from the new store, and is called in another task.
    /// - Returns: The value of the old store.
    /// - Throws: The error of the old store.
    public func read<Value: Sendable, Failure: Error>(
        _ name: String? = nil,
        for context: EvaluationContext? = nil,
        comparing isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool,
        describing describe: (@Sendable (Value) -> String)? = nil,
        old: () throws(Failure) -> Value,
        new: @escaping @Sendable () async throws -> Value
    ) throws(Failure) -> Value {
        let pinned = pinnedToOld(for: context)
        return try read(pinned, name, isSame, describe, old, new)
    }

    /// Reads from the authoritative store, and compares the value with that of the other one in the background, with
    /// `==`.
    ///
    /// For a new store that is synchronous, too, so callers are synchronous in all stages. Nothing is compared while
    /// writes wait in the ``WriteQueue``.
    ///
    /// - Parameters:
    ///   - name: The name of the read in measurements.
    ///   - context: The evaluation context, merged over the ambient context; `nil` for only the ambient context.
    ///   - old: A closure that reads from the old store.
    ///   - new: A closure that reads from the new store.
    /// - Returns: The value of the authoritative store.
    /// - Throws: The error of the authoritative store.
    public func read<Value: Equatable & Sendable, Failure: Error>(
        _ name: String? = nil,
        for context: EvaluationContext? = nil,
        old: @escaping @Sendable () throws(Failure) -> Value,
        new: @escaping @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try read(name, for: context, comparing: { $0 == $1 }, old: old, new: new)
    }

    /// Reads from the authoritative store, and compares the value with that of the other one in the background, with a
    /// closure.
    ///
    /// For a new store that is synchronous, too, so callers are synchronous in all stages. Nothing is compared while
    /// writes wait in the ``WriteQueue``.
    ///
    /// - Parameters:
    ///   - name: The name of the read in measurements.
    ///   - context: The evaluation context, merged over the ambient context; `nil` for only the ambient context.
    ///   - isSame: A closure that returns whether the values of the old and the new store agree, ignoring harmless
    ///     differences.
    ///   - describe: A closure that returns the text to show for a differing value, to people and in files; `nil` shows
    ///     the type and whether there is a value.
    ///   - old: A closure that reads from the old store.
    ///   - new: A closure that reads from the new store.
    /// - Returns: The value of the authoritative store.
    /// - Throws: The error of the authoritative store.
    public func read<Value: Sendable, Failure: Error>(
        _ name: String? = nil,
        for context: EvaluationContext? = nil,
        comparing isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool,
        describing describe: (@Sendable (Value) -> String)? = nil,
        old: @escaping @Sendable () throws(Failure) -> Value,
        new: @escaping @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let pinned = migration.pinned(for: context)
        let (first, other) = pinned.stage.authority == .old ? (old, new) : (new, old)
        return try read(pinned, name, isSame, describe, first, { try other() })
    }

    /// Reads from the authoritative store, and starts to compare the value with that of the other one.
    private func read<Value: Sendable, Failure: Error>(
        _ pinned: PinnedMigration,
        _ name: String?,
        _ isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool,
        _ describe: (@Sendable (Value) -> String)?,
        _ body: () throws(Failure) -> Value,
        _ other: @escaping @Sendable () async throws -> Value
    ) throws(Failure) -> Value {
        let authority = pinned.stage.authority
        let version = queue.map(\.version) ?? 0
        let attempt = Attempt(authority, environment, synchronous: body)
        guard pinned.stage.readsBoth, let version else {
            pinned.record(.read, name, runs: [attempt.run])
            return try attempt.result.get()
        }
        let (run, value) = (attempt.run, attempt.value)
        Task { [environment, queue] in
            let second = await Attempt(authority.other, environment, other)
            var comparison: PinnedMigration.Comparison?
            // A value that was written in the meantime differs without being wrong.
            if let value, let otherValue = second.value, (queue.map(\.version) ?? 0) == version {
                let (old, new) = authority == .old ? (value, otherValue) : (otherValue, value)
                comparison = pinned.compare(old, new, isSame, describe)
            }
            pinned.record(
                .read,
                name,
                runs: [run, second.run],
                consistency: comparison?.consistency,
                difference: comparison?.difference
            )
        }
        return try attempt.result.get()
    }

    /// Returns the migration in its current stage, but not in one in which the new store leads.
    private func pinnedToOld(for context: EvaluationContext?) -> PinnedMigration {
        let pinned = migration.pinned(for: context)
        guard pinned.stage.authority == .new else { return pinned }
        let reason = "The call is synchronous and only has a closure for the old store, so that one leads."
        return PinnedMigration(
            migration: migration,
            evaluation: pinned.evaluation.held(in: .shadow, reason),
            user: pinned.user
        )
    }

    // MARK: Writing

    /// Writes to the old store at once, and to the new one through the ``WriteQueue``.
    ///
    /// The old store leads as long as callers are synchronous. From `live` on, the write goes to the old store and the
    /// queue all the same, and the measurement's evaluation says so. Without a queue, a write that should reach the new
    /// store counts as missed there, and the measurement has a ``MigrationMeasurement/journalError``.
    ///
    /// - Parameters:
    ///   - name: The name of the write in measurements.
    ///   - record: The key of the written record, with which the queue's closure finds it.
    ///   - date: The time of the record, if the app determined it before this call.
    ///   - context: The evaluation context, merged over the ambient context; `nil` for only the ambient context.
    ///   - old: A closure that writes to the old store.
    /// - Returns: The result of the old store.
    /// - Throws: The error of the old store. The record is delivered all the same, because the write may have been done.
    @discardableResult
    public func write<Value, Failure: Error>(
        _ name: String? = nil,
        record: String,
        dated date: MigrationTime? = nil,
        for context: EvaluationContext? = nil,
        old: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try write(pinnedToOld(for: context), name, record, date, old)
    }

    /// Writes to the authoritative store at once, and to the other one through the ``WriteQueue``.
    ///
    /// For a new store that is synchronous, too, so callers are synchronous in all stages. Only the closure of the
    /// authoritative store is called here; the queue's closure writes to the other store.
    ///
    /// - Parameters:
    ///   - name: The name of the write in measurements.
    ///   - record: The key of the written record, with which the queue's closure finds it.
    ///   - date: The time of the record, if the app determined it before this call.
    ///   - context: The evaluation context, merged over the ambient context; `nil` for only the ambient context.
    ///   - old: A closure that writes to the old store.
    ///   - new: A closure that writes to the new store.
    /// - Returns: The result of the authoritative store.
    /// - Throws: The error of the authoritative store.
    @discardableResult
    public func write<Value, Failure: Error>(
        _ name: String? = nil,
        record: String,
        dated date: MigrationTime? = nil,
        for context: EvaluationContext? = nil,
        old: () throws(Failure) -> Value,
        new: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let pinned = migration.pinned(for: context)
        return try write(pinned, name, record, date, pinned.stage.authority == .old ? old : new)
    }

    private func write<Value, Failure: Error>(
        _ pinned: PinnedMigration,
        _ name: String?,
        _ record: String,
        _ date: MigrationTime?,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let (stage, now) = (pinned.stage, environment.now())
        let entry = WriteQueueEntry(
            time: min(now, date ?? now),
            stage: stage,
            user: pinned.user,
            name: name,
            record: record
        )
        // Without dual-write states, a store that isn't written doesn't have to know.
        let isQueued = stage.writesBoth || ledger != nil
        var error: MigrationFileError?
        if let queue, isQueued { error = queue.add(entry) }
        let attempt = Attempt(stage.authority, environment, synchronous: body)
        if let queue, isQueued {
            queue.release(entry)
            migration.startDelivering()
        } else if isQueued {
            if stage.writesBoth { error = .noQueue }
            Task { [ledger] in
                await ledger?.markIncomplete(entry.destination, user: entry.user, since: entry.time)
            }
        }
        pinned.record(.write, name, key: record, runs: [attempt.run], journalError: error)
        return try attempt.result.get()
    }
}

extension MigrationFileError {
    fileprivate static let noQueue = MigrationFileError(
        path: "",
        message: "A synchronous write can't reach the other store, because the migration has no `queue`."
    )
}
