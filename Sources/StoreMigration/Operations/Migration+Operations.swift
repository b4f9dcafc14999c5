public import FeatureToggles

extension Migration {
    /// Reads in the stage that the toggle has now, and compares with `==` where both stores are read.
    ///
    /// - Parameters:
    ///   - name: What the read is called in measurements.
    ///   - context: Who is asking, laid over the ambient context; `nil` for that alone.
    ///   - old: Reads from the old store.
    ///   - new: Reads from the new store.
    /// - Returns: What the authoritative store has.
    /// - Throws: The error of the authoritative store.
    public func read<Value: Equatable & Sendable, Failure: Error>(
        _ name: String? = nil,
        for context: EvaluationContext? = nil,
        old: @Sendable () async throws(Failure) -> Value,
        new: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await pinned(for: context).read(name, old: old, new: new)
    }

    /// Reads in the stage that the toggle has now, and compares with a function of yours where both stores are read.
    ///
    /// - Parameters:
    ///   - name: What the read is called in measurements.
    ///   - context: Who is asking, laid over the ambient context; `nil` for that alone.
    ///   - isSame: Whether the old store's value and the new store's mean the same; leaves out what may differ.
    ///   - describe: What may be shown of a value that differs, to people and in files; `nil` shows its type and whether there
    ///     is one.
    ///   - old: Reads from the old store.
    ///   - new: Reads from the new store.
    /// - Returns: What the authoritative store has.
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

    /// Writes in the stage that the toggle has now.
    ///
    /// - Parameters:
    ///   - name: What the write is called in measurements.
    ///   - record: The key of the record that is written. Of two writes to both stores with the same key, the second begins
    ///     when the first has ended, so that both stores get them in the same order. Writes without a key follow one another
    ///     for each user.
    ///   - context: Who is asking, laid over the ambient context; `nil` for that alone. Whose dual writes it is says
    ///     ``user(for:)``.
    ///   - old: Writes to the old store.
    ///   - new: Writes to the new store.
    /// - Returns: What the authoritative store answered.
    /// - Throws: The error of the authoritative store.
    @discardableResult
    public func write<Value: Sendable, Failure: Error>(
        _ name: String? = nil,
        record: String? = nil,
        for context: EvaluationContext? = nil,
        old: @escaping @Sendable () async throws(Failure) -> Value,
        new: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await pinned(for: context).write(name, record: record, old: old, new: new)
    }
}
