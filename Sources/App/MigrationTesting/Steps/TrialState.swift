import DataMigration

/// Data of a version.
struct TrialState: Equatable {
    var data: TrialData
    var record = MigrationRecord()

    var contents: StoreContents { StoreContents(values: data.values, record: record) }

    /// Runs the steps in memory.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - app: The version of the app.
    ///   - isLenient: Whether steps with a policy may fail.
    /// - Returns: The data, and the problem, if there is one.
    func migrated(by steps: MigrationSteps, to app: String, isLenient: Bool) async -> (TrialState, problem: String?) {
        let store = InMemoryStore(contents)
        let secrets = InMemorySecretStore(data.secrets)
        let outcome = await DataMigrator(steps) { _ in }.run(on: store, secrets: secrets, appVersion: app)
        let contents = store.read()
        var state = TrialState(data: TrialData(values: contents.values), record: contents.record)
        for name in secrets.names() { state.data.secrets[name] = secrets.secret(named: name) }
        return (state, outcome.problem(isLenient: isLenient)?.description)
    }
}

extension MigrationOutcome {
    /// Returns the first problem that isn't allowed.
    func problem(isLenient: Bool) -> MigrationProblem? {
        problems.first { failure in
            switch failure.resolution {
            case .skippedStep, .startedClean: !isLenient
            case .keptData, .secretsWait, .leftOutSecret: true
            }
        }
    }
}
