import DataMigration

/// Data of a version.
struct TrialState: Equatable {
    var data: TrialData
    var version: String?

    /// The data after a run in memory, and what went wrong.
    func migrated(by steps: MigrationSteps, to app: String) -> (TrialState, problem: String?) {
        let store = InMemoryStore(data.values, version: version)
        let secrets = InMemorySecretStore(data.secrets)
        let outcome = DataMigrator(steps) { _ in }.run(on: store, secrets: secrets, appVersion: app)
        let contents = store.read()
        var state = TrialState(data: TrialData(values: contents.values), version: contents.record.version)
        for name in secrets.names() { state.data.secrets[name] = secrets.secret(named: name) }
        return (state, outcome.failures.first?.description)
    }
}
