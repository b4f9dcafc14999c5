import ToggleBase

/// A run of a migrator on a store.
struct MigrationRun {
    let steps: MigrationSteps
    let engine: StepEngine
    let store: any SettingsStore
    let secrets: (any SecretStore)?
    let appVersion: String
    var adopted: AdoptedVersion?
    /// What moves do that must wait.
    var waiting = Waiting.refused

    /// Parses a version.
    static func version(_ text: String, of subject: String) throws(DataMigrationError) -> AppVersion {
        guard let version = AppVersion(text) else {
            throw DataMigrationError(
                .invalidVersion,
                "The version of \(subject) is “\(text)”, which is invalid; write one such as 2.1.0."
            )
        }
        return version
    }

    /// The maximum number of attempts if other processes change the store in the meantime.
    private static let maximumAttempts = 5

    /// Runs the steps.
    func outcome() -> MigrationOutcome {
        var carried: [MigrationProblem] = []
        var last: MigrationProblem?
        for _ in 0..<Self.maximumAttempts {
            switch attempt() {
            case .done(var outcome):
                outcome.problems = carried + outcome.problems
                return outcome
            case .again(problems: let problems, let failure):
                carried += problems
                last = failure
            }
        }
        var result = StepEngine.Result()
        result.problems = carried
        return outcome(.keptData, from: nil, result, and: last)
    }

    /// The result of an attempt.
    private enum Attempt {
        case done(MigrationOutcome)
        /// Another process changed the contents before a clean start, so the run starts again.
        case again(problems: [MigrationProblem], MigrationProblem)
    }

    private func attempt() -> Attempt {
        var from: String?
        var record: MigrationRecord?
        var losses: [MigrationProblem] = []
        do throws(DataMigrationError) {
            let app = try Self.version(appVersion, of: "the app")
            // Also if nothing else runs, because the app reads the values next.
            try store.recover()
            // Releases large contents before they are read again.
            let known: MigrationRecord
            let stored: AppVersion?
            do {
                let contents = try store.read()
                (known, record, from) = (contents.record, contents.record, contents.record.version)
                (from, stored) = try Self.version(of: contents, in: store, adopted)
            }
            if let stored, let text = from, stored > app {
                // Nothing is written, not even secrets, because the newer version finishes its run.
                let isWaiting = known.secrets?.hasChanges == true
                let waiting = isWaiting ? failure(Self.unfinished, .secretsWait) : nil
                return .done(outcome(.dataIsNewer(stored: text), from: from, and: waiting))
            }
            var waitReason: DataMigrationError?
            if known.secrets != nil { waitReason = finishSecrets(&losses) }
            // An adopted version is recorded by a run without steps.
            if stored == app, known.version != nil {
                var result = StepEngine.Result()
                result.problems = losses
                return .done(outcome(.upToDate, from: from, result, and: waitReason.map { failure($0, .secretsWait) }))
            }
            // Secrets of the previous run may still be waiting, but steps without secrets can run.
            return try migrate(to: app, &record, &losses)
        } catch {
            // Only invalid contents are replaced. Unreadable contents may be valid.
            let isClean = error.code == .malformed && engine.policy.startsClean
            var result = StepEngine.Result()
            result.problems = losses
            let end = isClean ? engine.policy : .keepData
            return ended(failure(error, .keptData), end, result, from: from, record: record)
        }
    }

    private static let unfinished = DataMigrationError(
        .secretsUnavailable,
        "Some secrets are still waiting for the version of the app that moved them."
    )

    /// Returns the version that migrated the contents last, as text and parsed; `nil` if none did.
    ///
    /// - Parameters:
    ///   - contents: The contents.
    ///   - store: The store, for messages.
    ///   - adopted: Where the version of contents without a record is.
    /// - Returns: The version.
    /// - Throws: An error for malformed contents, or an invalid adopted version.
    static func version(
        of contents: StoreContents,
        in store: any SettingsStore,
        _ adopted: AdoptedVersion?
    ) throws(DataMigrationError) -> (text: String?, parsed: AppVersion?) {
        guard let text = contents.record.version else {
            let text = try adopted?.version(of: contents.values)
            return (text, text.flatMap { AppVersion($0) })
        }
        guard let version = AppVersion(text) else {
            throw DataMigrationError(
                .malformed,
                """
                \(store.name) has an invalid version in the migrator's record; remove the record to run all steps.
                """
            )
        }
        return (text, version)
    }

    /// Runs the steps exclusively, and commits.
    ///
    /// - Parameters:
    ///   - app: The version of the app.
    ///   - record: Set to the record of the contents, even if an error is thrown.
    ///   - losses: The problems of lost secrets, even if an error is thrown.
    /// - Returns: The outcome, or that the run must start again.
    /// - Throws: An error if the store or the secrets can't be used.
    private func migrate(
        to app: AppVersion,
        _ record: inout MigrationRecord?,
        _ losses: inout [MigrationProblem]
    ) throws(DataMigrationError) -> Attempt {
        var from: String?
        var result = StepEngine.Result()
        var other: MigrationOutcome.Result?
        var hasSecrets = false
        var staged: SecretJournal?
        try store.update { contents throws(DataMigrationError) in
            (record, from) = (contents.record, contents.record.version)
            // The store called the closure again, so the secrets of the previous call are never committed.
            staged?.discard(in: secrets)
            staged = nil
            let stored: AppVersion?
            (from, stored) = try Self.version(of: contents, in: store, adopted)
            (result, other, hasSecrets) = (StepEngine.Result(), nil, false)
            var (waiting, waitReason): (SecretJournal?, DataMigrationError?)
            // Another process may have changed the store in the meantime.
            if let stored, stored > app || stored == app && contents.record.version != nil {
                other = stored == app ? .upToDate : .dataIsNewer(stored: from ?? "")
                return nil
            }
            if let journal = contents.record.secrets {
                // Another process already created it.
                let end = journal.finish(in: secrets)
                losses += end.losses.map { failure($0, .leftOutSecret) }
                (waiting, waitReason) = (end.remaining, end.reason)
            }
            var draft = MigrationDraft(contents.values, secrets: secrets)
            draft.secrets.blocker = waitReason
            draft.waiting = self.waiting
            let due = steps.due(after: stored, upTo: app)
            result = engine.run(due, on: &draft)
            guard result.end == nil else { return nil }
            var next = contents.record
            next.version = appVersion
            next.skippedSteps += result.problems.compactMap(\.step).filter { !next.skippedSteps.contains($0) }
            var leftovers = waiting?.leftovers ?? []
            if !due.isEmpty { leftovers += SecretJournal.leftovers(in: secrets, for: store.name, except: waiting) }
            next.secrets = waiting
            if waiting?.hasChanges != true {
                staged = try SecretJournal.stage(
                    draft.secrets.changes,
                    from: draft.secrets.origins,
                    in: secrets,
                    for: store.name
                )
                next.secrets = staged
            }
            next.secrets = SecretJournal.adding(leftovers, of: store.name, to: next.secrets)
            hasSecrets = next.secrets != nil
            return StoreContents(values: draft.values, record: next)
        }
        result.problems.insert(contentsOf: losses, at: 0)
        if let other { return .done(outcome(other, from: from, result)) }
        if let end = result.end { return ended(end.failure, end.policy, result, from: from, record: record) }
        guard hasSecrets else { return .done(outcome(.migrated, from: from, result)) }
        let waitReason = finishSecrets(&result.problems)
        return .done(outcome(.migrated, from: from, result, and: waitReason.map { failure($0, .secretsWait) }))
    }

    /// Publishes committed secrets.
    ///
    /// - Parameter losses: Receives the problems of lost secrets.
    /// - Returns: Why some secrets wait.
    func finishSecrets(_ losses: inout [MigrationProblem]) -> DataMigrationError? {
        var waitReason: DataMigrationError?
        do throws(DataMigrationError) {
            try store.update { contents throws(DataMigrationError) in
                waitReason = nil
                guard let journal = contents.record.secrets else { return nil }
                // With exclusive access to the store, so that only one process does it.
                let end = journal.finish(in: secrets)
                losses += end.losses.map { failure($0, .leftOutSecret) }
                waitReason = end.reason
                guard end.remaining != journal else { return nil }
                var contents = contents
                contents.record.secrets = end.remaining
                return contents
            }
        } catch {
            waitReason = error
        }
        return waitReason
    }

    /// Ends a run after a failed step, or with an unusable store.
    ///
    /// - Parameters:
    ///   - failure: The problem.
    ///   - policy: What to do with the data.
    ///   - result: The result of the steps.
    ///   - from: The version of the data.
    ///   - record: The record of the contents; `nil` for malformed contents. Only these contents are replaced.
    /// - Returns: The outcome, or that the run must start again.
    private func ended(
        _ failure: MigrationProblem,
        _ policy: FailurePolicy,
        _ result: StepEngine.Result,
        from: String?,
        record: MigrationRecord?
    ) -> Attempt {
        guard policy.startsClean else { return .done(outcome(.keptData, from: from, result, and: failure)) }
        var failure = failure
        var result = result
        var clean = MigrationRecord(version: appVersion)
        var staged: SecretJournal?
        do throws(DataMigrationError) {
            var removed: [String] = []
            if policy == .startCleanWithSecrets {
                (staged, removed) = try SecretJournal.stageRemoval(of: secrets, for: store.name)
                clean.secrets = staged
            } else {
                // Secrets of an earlier run that still wait stay, too, and get their names later.
                clean.secrets = record?.secrets
            }
            if policy == .startCleanWithSecrets || record != nil {
                // Those of malformed contents stay, because the backup still has the list of them.
                clean.secrets = SecretJournal.adding(
                    SecretJournal.leftovers(in: secrets, for: store.name, except: clean.secrets),
                    of: store.name,
                    to: clean.secrets
                )
            }
            let end = try store.startClean(with: StoreContents(record: clean), if: { $0?.record == record })
            guard case .started(let backup) = end else {
                staged?.discard(in: secrets)
                return .again(problems: result.problems.filter { $0.resolution == .leftOutSecret }, failure)
            }
            failure.resolution = .startedClean(backup: backup, removedSecrets: removed)
            result.problems.append(failure)
            let waitReason = clean.secrets == nil ? nil : finishSecrets(&result.problems)
            return .done(
                outcome(
                    .startedClean(backup: backup, removedSecrets: removed),
                    from: from,
                    result,
                    and: waitReason.map { self.failure($0, .secretsWait) }
                )
            )
        } catch {
            staged?.discard(in: secrets)
            result.problems.append(failure)
            return .done(outcome(.keptData, from: from, result, and: self.failure(error, .keptData)))
        }
    }

    private func failure(_ error: DataMigrationError, _ resolution: MigrationProblem.Resolution) -> MigrationProblem {
        MigrationProblem(step: nil, version: nil, store: store.name, error: error, resolution: resolution)
    }

    func outcome(
        _ kind: MigrationOutcome.Result,
        from: String?,
        _ result: StepEngine.Result = StepEngine.Result(),
        and last: MigrationProblem? = nil
    ) -> MigrationOutcome {
        MigrationOutcome(
            result: kind,
            from: from,
            to: appVersion,
            steps: result.steps,
            problems: result.problems + [last].compactMap(\.self)
        )
    }
}
