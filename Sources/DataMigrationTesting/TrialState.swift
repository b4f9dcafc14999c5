import DataMigration

/// Data of a version.
struct TrialState: Equatable {
    var data: TrialData
    var record = MigrationRecord()

    var contents: StoreContents { StoreContents(values: data.values, record: record) }

    /// The data after a run in memory, and what went wrong.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - app: The version of the app.
    ///   - isLenient: Whether a step may fail that says what becomes of the data then.
    /// - Returns: The data, and what went wrong.
    func migrated(by steps: MigrationSteps, to app: String, isLenient: Bool) -> (TrialState, problem: String?) {
        let store = InMemoryStore(contents)
        let secrets = InMemorySecretStore(data.secrets)
        let outcome = DataMigrator(steps) { _ in }.run(on: store, secrets: secrets, appVersion: app)
        let contents = store.read()
        var state = TrialState(data: TrialData(values: contents.values), record: contents.record)
        for name in secrets.names() { state.data.secrets[name] = secrets.secret(named: name) }
        return (state, outcome.problem(isLenient: isLenient)?.description)
    }
}

extension MigrationOutcome {
    /// The first failure that is none of what the steps may do.
    func problem(isLenient: Bool) -> MigrationFailure? {
        failures.first { failure in
            switch failure.resolution {
            case .skippedStep, .startedClean: !isLenient
            case .keptData, .secretsWait, .leftOutSecret: true
            }
        }
    }
}
