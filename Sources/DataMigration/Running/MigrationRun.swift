/// One run of a migrator on one store.
struct MigrationRun {
    let steps: MigrationSteps
    let engine: StepEngine
    let store: any MigrationStore
    let secrets: (any SecretStore)?
    let appVersion: String

    /// Reads a version that somebody gave or stored.
    static func version(_ text: String, of subject: String) throws(DataMigrationError) -> AppVersion {
        guard let version = AppVersion(text) else {
            throw DataMigrationError(
                .invalidVersion,
                "The version of \(subject) is “\(text)”, which is none; write one as 2.1.0."
            )
        }
        return version
    }

    /// Does it.
    func outcome() -> MigrationOutcome {
        var from: String?
        do throws(DataMigrationError) {
            let app = try Self.version(appVersion, of: "the app")
            var contents = try store.read()
            if contents.record.secrets != nil {
                try finishSecrets()
                contents = try store.read()
            }
            from = contents.record.version
            if let text = from {
                let stored = try storedVersion(text)
                if stored == app { return outcome(.upToDate, from: from) }
                if stored > app { return outcome(.dataIsNewer(stored: text), from: from) }
            }
            return try migrate(to: app)
        } catch {
            return failed(error, from: from)
        }
    }

    /// The version that a store has; one that is none makes the store malformed.
    private func storedVersion(_ text: String) throws(DataMigrationError) -> AppVersion {
        guard let version = AppVersion(text) else {
            throw DataMigrationError(.malformed, "\(store.name) was migrated by “\(text)”, which is no version.")
        }
        return version
    }

    /// Runs the steps while nobody else can write, and commits.
    private func migrate(to app: AppVersion) throws(DataMigrationError) -> MigrationOutcome {
        var from: String?
        var result = StepEngine.Result()
        var hasSecrets = false
        var other: MigrationOutcome.Result?
        try store.update { contents throws(DataMigrationError) in
            // A store may ask twice.
            (from, result, hasSecrets, other) = (contents.record.version, StepEngine.Result(), false, nil)
            let stored = try from.map { text throws(DataMigrationError) in try storedVersion(text) }
            // Another process may have been here since the store was read.
            if let stored, stored >= app {
                other = stored == app ? .upToDate : .dataIsNewer(stored: from ?? "")
                return nil
            }
            if let journal = contents.record.secrets { try journal.finish(in: secrets) }
            var draft = MigrationDraft(values: contents.values, secrets: secrets)
            let due = steps.due(after: stored, upTo: app)
            result = engine.run(due, on: &draft)
            guard result.end == nil else { return nil }
            var record = contents.record
            record.version = appVersion
            record.skippedSteps += result.failures.compactMap(\.step).filter { !record.skippedSteps.contains($0) }
            if !due.isEmpty { try SecretJournal.sweep(secrets) }
            record.secrets = try SecretJournal.stage(draft.secrets.changes, in: secrets)
            hasSecrets = record.secrets != nil
            return StoreContents(values: draft.values, record: record)
        }
        if let other { return outcome(other, from: from) }
        if let end = result.end { return ended(end.failure, end.policy, result, from: from) }
        if hasSecrets {
            do throws(DataMigrationError) {
                try finishSecrets()
            } catch {
                result.failures.append(failure(error, .secretsWait))
            }
        }
        return outcome(.migrated, from: from, result)
    }

    /// Puts secrets in force that were committed.
    private func finishSecrets() throws(DataMigrationError) {
        try store.update { contents throws(DataMigrationError) in
            guard let journal = contents.record.secrets else { return nil }
            // While nobody else can write the store, so that two processes do not do it at once.
            try journal.finish(in: secrets)
            var contents = contents
            contents.record.secrets = nil
            return contents
        }
    }

    /// What becomes of the data when a step has failed that is not skipped.
    private func ended(
        _ failure: MigrationFailure,
        _ policy: FailurePolicy,
        _ result: StepEngine.Result,
        from: String?
    ) -> MigrationOutcome {
        guard policy == .startClean else { return outcome(.keptData, from: from, result, and: failure) }
        var failure = failure
        do throws(DataMigrationError) {
            let backup = try startClean()
            failure.resolution = .startedClean(backup: backup)
            return outcome(.startedClean(backup: backup), from: from, result, and: failure)
        } catch {
            var result = result
            result.failures.append(failure)
            return outcome(.keptData, from: from, result, and: self.failure(error, .keptData))
        }
    }

    /// What becomes of the data when the store cannot be read or written.
    private func failed(_ error: DataMigrationError, from: String?) -> MigrationOutcome {
        // What cannot be read now may be in order: only what was read and is none gives way.
        guard error.code == .malformed, engine.policy == .startClean else {
            return outcome(.keptData, from: from, and: failure(error, .keptData))
        }
        return ended(failure(error, .keptData), .startClean, StepEngine.Result(), from: from)
    }

    private func startClean() throws(DataMigrationError) -> String? {
        try store.startClean(with: StoreContents(record: MigrationRecord(version: appVersion)))
    }

    private func failure(_ error: DataMigrationError, _ resolution: MigrationFailure.Resolution) -> MigrationFailure {
        MigrationFailure(step: nil, version: nil, store: store.name, error: error, resolution: resolution)
    }

    private func outcome(
        _ word: MigrationOutcome.Result,
        from: String?,
        _ result: StepEngine.Result = StepEngine.Result(),
        and last: MigrationFailure? = nil
    ) -> MigrationOutcome {
        MigrationOutcome(
            result: word,
            from: from,
            to: appVersion,
            steps: result.steps,
            failures: result.failures + [last].compactMap(\.self)
        )
    }
}
