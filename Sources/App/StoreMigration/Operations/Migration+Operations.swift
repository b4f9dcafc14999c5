public import FeatureToggles

extension Migration {
    /// Reads in the toggle's current stage, and compares the values with `==` if both stores are read.
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
        old: @Sendable () async throws(Failure) -> Value,
        new: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await pinned(for: context).read(name, old: old, new: new)
    }

    /// Reads in the toggle's current stage, and compares the values with a closure if both stores are read.
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
        comparing isSame: (_ old: Value, _ new: Value) -> Bool,
        describing describe: ((Value) -> String)? = nil,
        old: @Sendable () async throws(Failure) -> Value,
        new: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await pinned(for: context).read(name, comparing: isSame, describing: describe, old: old, new: new)
    }

    /// Writes in the toggle's current stage.
    ///
    /// - Parameters:
    ///   - name: The name of the write in measurements.
    ///   - record: The key of the written record. Of two writes to both stores with the same key, the second begins
    ///     after the first has ended, so both stores receive them in the same order. Writes without a key are
    ///     serialized for each user.
    ///   - date: The time of the record, if the app determined it before this call. If a store misses the write, the
    ///     next backfill begins no later than this time, even if the clock was corrected in between.
    ///   - content: The content of the record for the ``MigrationJournal``; `nil` if it should contain only the key. For
    ///     a deletion, pass ``JournalContent/deletion``; otherwise, a replay reports the record as missing. With a
    ///     content, also pass the time of the record, because a ``MigrationReplay`` compares it with those in the
    ///     stores.
    ///   - context: The evaluation context, merged over the ambient context; `nil` for only the ambient context. It
    ///     also determines the user of the dual writes, see ``user(for:)``.
    ///   - old: A closure that writes to the old store.
    ///   - new: A closure that writes to the new store.
    /// - Returns: The result of the authoritative store.
    /// - Throws: The error of the authoritative store.
    @discardableResult
    public func write<Value: Sendable, Failure: Error>(
        _ name: String? = nil,
        record: String? = nil,
        dated date: MigrationTime? = nil,
        content: JournalContent? = nil,
        for context: EvaluationContext? = nil,
        old: @escaping @Sendable () async throws(Failure) -> Value,
        new: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await pinned(for: context).write(name, record: record, dated: date, content: content, old: old, new: new)
    }
}
