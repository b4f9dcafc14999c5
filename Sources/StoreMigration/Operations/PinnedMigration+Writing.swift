import FeatureToggles

extension PinnedMigration {
    /// Writes in this stage.
    ///
    /// - Parameters:
    ///   - name: What the write is called in measurements.
    ///   - old: Writes to the old store.
    ///   - new: Writes to the new store.
    /// - Returns: What the authoritative store answered.
    /// - Throws: The error of the authoritative store. One that may have written all the same, as after a timeout, leaves the
    ///   stores apart: see ``Migration/markIncomplete(_:for:)``.
    @discardableResult
    public func write<Value: Sendable, Failure: Error>(
        _ name: String? = nil,
        old: @escaping @Sendable () async throws(Failure) -> Value,
        new: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let authority = stage.authority
        let (first, second) = authority == .old ? (old, new) : (new, old)
        if stage.writesBoth {
            return try await writeBoth(name, first, second)
        }
        let stateError = await migration.ledger?.beginOmission(of: authority.other, user: user)
        let attempt = await Attempt(authority, migration.environment, first)
        let laterError = await migration.ledger?.endOmission(of: authority.other, user: user)
        record(.write, name, runs: [attempt.run], stateError: stateError ?? laterError)
        return try attempt.result.get()
    }

    private func writeBoth<Value: Sendable, Failure: Error>(
        _ name: String?,
        _ first: @escaping @Sendable () async throws(Failure) -> Value,
        _ second: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let (authority, ledger, environment, user) =
            (stage.authority, migration.ledger, migration.environment, user)
        var stateError = await ledger?.noteDualWrite(user: user, authority: authority)
        let attempt = await Attempt(authority, environment, first)
        guard !attempt.isFailure else {
            record(.write, name, runs: [attempt.run], stateError: stateError)
            return try attempt.result.get()
        }
        // A task of its own, which is not cancelled with this one.
        let (other, laterError) = await Task {
            let other = await Attempt(authority.other, environment, second)
            let error =
                other.isFailure
                ? await ledger?.markIncomplete(authority.other, user: user)
                : await ledger?.noteDualWrite(user: user, authority: authority)
            return (other, error)
        }.value
        stateError = stateError ?? laterError
        record(.write, name, runs: [attempt.run, other.run], stateError: stateError)
        return try attempt.result.get()
    }
}
