extension DataMigrator {
    /// The maximum number of attempts if other processes change the store, so that other steps must wait.
    private static let maximumAttempts = 5

    /// Migrates a store with steps that may wait, such as for a server.
    ///
    /// First, the waiting moves of all due steps wait, one after another. Only if all of them have succeeded, the store
    /// is locked and the steps run, all or nothing. So while the run waits, nothing is written or locked, and the app
    /// can be killed or the task canceled without an effect on the data. A cancellation after the commit has begun is
    /// ignored.
    ///
    /// Run it before anything reads the data, while a splash screen shows the progress:
    ///
    /// ```swift
    /// let migrator = DataMigrator(steps, progress: { splash.show($0.total) }) { monitoring.report("\($0)") }
    /// let outcome = await migrator.run(on: store, secrets: secrets, appVersion: "3.0.0")
    /// ```
    ///
    /// Files are read and written on a separate thread. The handlers are called on different threads, one at a time.
    ///
    /// - Parameters:
    ///   - store: The settings.
    ///   - secrets: The secrets, if steps move some.
    ///   - appVersion: The version of the app.
    /// - Returns: The outcome, which contains all problems; the handler also received them.
    /// - Complexity: Without a waiting move, as the synchronous method. Otherwise, the steps run once more for each of
    ///   them, in memory.
    public func run(
        on store: any SettingsStore,
        secrets: (any SecretStore)? = nil,
        appVersion: String
    ) async -> MigrationOutcome {
        let ledger = WaitLedger()
        let gate = progress.map { ProgressGate($0) }
        // Work that goes on after its time limit can still report progress.
        defer { gate?.close() }
        var report: (@Sendable (MigrationProgress) -> Void)?
        if let gate { report = { gate.pass($0) } }
        let run = MigrationRun(
            steps: steps,
            engine: StepEngine(policy: policy, store: store, progress: report),
            store: store,
            secrets: secrets,
            appVersion: appVersion,
            adopted: adopted,
            waiting: .ledger(ledger)
        )
        var losses: [MigrationProblem] = []
        var attempt = 1
        while true {
            while true {
                let (pending, found) = await MigrationThread.run { run.pendingWait(in: ledger) }
                losses += found
                guard let pending else { break }
                ledger.setResult(await result(of: pending), at: pending.place)
                if Task.isCancelled {
                    return reported(await MigrationThread.run { run.canceled(while: pending) }, losses)
                }
            }
            let outcome = await MigrationThread.run { run.outcome() }
            // Otherwise, another process has changed the data so that another move must wait.
            if ledger.takePending() == nil || attempt == Self.maximumAttempts { return reported(outcome, losses) }
            losses += outcome.problems.filter { $0.resolution == .leftOutSecret }
            attempt += 1
        }
    }

    private func reported(_ outcome: MigrationOutcome, _ losses: [MigrationProblem]) -> MigrationOutcome {
        var outcome = outcome
        outcome.problems = losses + outcome.problems
        for problem in outcome.problems { onFailure(problem) }
        return outcome
    }

    private func result(of pending: WaitLedger.Pending) async -> Result<any Sendable, DataMigrationError> {
        switch await TimeLimit.result(within: pending.timeLimit, on: clock, pending.work) {
        case .success(let value): return .success(value)
        case .failure(is TimeLimit.Exceeded):
            return .failure(
                DataMigrationError(
                    .timedOut,
                    "Waiting for \(pending.summary) took longer than \(pending.timeLimit)."
                )
            )
        case .failure(let error as DataMigrationError):
            guard error.isAboutData else { return .failure(error) }
            // Under a code that never starts the store clean.
            return .failure(DataMigrationError(.failedWait, key: error.key, error.message, underlying: error))
        case .failure(let error):
            return .failure(
                DataMigrationError(
                    .failedWait,
                    "Waiting for \(pending.summary) threw an error of type \(type(of: error)).",
                    underlying: error
                )
            )
        }
    }
}

extension MigrationRun {
    /// Runs the due steps in memory, up to the first move that must wait.
    ///
    /// - Parameter ledger: The results of earlier moves.
    /// - Returns: The work to wait for; `nil` if there is none, or a step fails before. Also the problems of secrets that
    ///   an earlier run had left.
    func pendingWait(in ledger: WaitLedger) -> (WaitLedger.Pending?, losses: [MigrationProblem]) {
        var losses: [MigrationProblem] = []
        do throws(DataMigrationError) {
            let app = try Self.version(appVersion, of: "the app")
            try store.recover()
            var contents = try store.read()
            let stored = try Self.version(of: contents, in: store, adopted).parsed
            let due = steps.due(after: stored, upTo: app)
            guard due.contains(where: { $0.moves.contains(where: \.isWaiting) }) else { return (nil, []) }
            var blocker: DataMigrationError?
            if contents.record.secrets != nil {
                blocker = finishSecrets(&losses)
                contents = try store.read()
            }
            var draft = MigrationDraft(contents.values, secrets: secrets)
            draft.secrets.blocker = blocker
            draft.waiting = .ledger(ledger)
            _ = engine.run(due, on: &draft)
        } catch {
            // The run reports it.
        }
        return (ledger.takePending(), losses)
    }

    /// Returns the outcome of a canceled run.
    func canceled(while pending: WaitLedger.Pending) -> MigrationOutcome {
        let error = DataMigrationError(
            .canceled,
            "The run was canceled while it waited for \(pending.summary); the next launch tries again."
        )
        let problem = MigrationProblem(
            step: pending.place.step,
            version: pending.place.version,
            store: store.name,
            error: error,
            resolution: .keptData
        )
        let contents = try? store.read()
        let from = contents.flatMap { try? Self.version(of: $0, in: store, adopted).text }
        return outcome(.keptData, from: from, and: problem)
    }
}
