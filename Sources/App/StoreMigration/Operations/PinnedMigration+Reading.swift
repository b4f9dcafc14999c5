extension PinnedMigration {
    /// Reads in this stage, and compares the values with `==` if both stores are read.
    ///
    /// - Parameters:
    ///   - name: The name of the read in measurements.
    ///   - old: A closure that reads from the old store.
    ///   - new: A closure that reads from the new store.
    /// - Returns: The value of the authoritative store.
    /// - Throws: The error of the authoritative store.
    public func read<Value: Equatable & Sendable, Failure: Error>(
        _ name: String? = nil,
        old: @Sendable () async throws(Failure) -> Value,
        new: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await read(name, comparing: { $0 == $1 }, old: old, new: new)
    }

    /// Reads in this stage, and compares the values with a closure if both stores are read.
    ///
    /// - Parameters:
    ///   - name: The name of the read in measurements.
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
        comparing isSame: (_ old: Value, _ new: Value) -> Bool,
        describing describe: ((Value) -> String)? = nil,
        old: @Sendable () async throws(Failure) -> Value,
        new: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let authority = stage.authority
        guard stage.readsBoth else {
            let attempt = await read(from: authority, old, new)
            record(.read, name, runs: [attempt.run])
            return try attempt.result.get()
        }
        let attempts = await readBoth(old, new)
        var comparison: Comparison?
        if let oldValue = attempts.first(where: { $0.origin == .old })?.value,
            let newValue = attempts.first(where: { $0.origin == .new })?.value
        {
            comparison = compare(oldValue, newValue, isSame, describe)
        }
        record(
            .read,
            name,
            runs: attempts.map(\.run),
            consistency: comparison?.consistency,
            difference: comparison?.difference
        )
        for attempt in attempts where attempt.origin == authority { return try attempt.result.get() }
        // Never reached: the authoritative store is always read, which the compiler can't see.
        return try await read(from: authority, old, new).result.get()
    }

    /// The result of comparing two values, and the text to show if they differ.
    typealias Comparison = (consistency: MigrationMeasurement.Consistency, difference: (old: String, new: String)?)

    /// Compares the values of the two stores, if this read is one of those to compare.
    func compare<Value>(
        _ old: Value,
        _ new: Value,
        _ isSame: (_ old: Value, _ new: Value) -> Bool,
        _ describe: ((Value) -> String)?
    ) -> Comparison? {
        let ratio = migration.checks.ratio(migration.toggles)
        guard CheckSampling.isDrawn(ratio: ratio, random: migration.environment.random) else { return nil }
        let isConsistent = isSame(old, new)
        let text = describe ?? { Redaction.text(of: $0) }
        return (
            MigrationMeasurement.Consistency(isConsistent: isConsistent, checkRatio: ratio),
            isConsistent ? nil : (text(old), text(new))
        )
    }

    private func read<Value: Sendable, Failure: Error>(
        from origin: MigrationOrigin,
        _ old: () async throws(Failure) -> Value,
        _ new: () async throws(Failure) -> Value
    ) async -> Attempt<Value, Failure> {
        switch origin {
        case .old: await Attempt(.old, migration.environment, old)
        case .new: await Attempt(.new, migration.environment, new)
        }
    }

    /// Reads from both stores, in the configured order.
    ///
    /// If the read is canceled, it doesn't start to read the store that is not authoritative.
    private func readBoth<Value: Sendable, Failure: Error>(
        _ old: @Sendable () async throws(Failure) -> Value,
        _ new: @Sendable () async throws(Failure) -> Value
    ) async -> [Attempt<Value, Failure>] {
        let authority = stage.authority
        switch migration.readOrder {
        case .concurrent where !Task.isCancelled:
            async let other = read(from: authority.other, old, new)
            let first = await read(from: authority, old, new)
            return [first, await other]
        case .random where migration.environment.random() < 0.5:
            if Task.isCancelled { break }
            let first = await read(from: authority.other, old, new)
            return [first, await read(from: authority, old, new)]
        case .serial, .random, .concurrent: break
        }
        let first = await read(from: authority, old, new)
        if Task.isCancelled { return [first] }
        return [first, await read(from: authority.other, old, new)]
    }
}
