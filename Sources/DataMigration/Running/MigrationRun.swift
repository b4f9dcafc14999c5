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

    /// How many times a run begins again because another process changed what was to give way.
    private static let maximumAttempts = 5

    /// Does it.
    func outcome() -> MigrationOutcome {
        var carried: [MigrationFailure] = []
        var last: MigrationFailure?
        for _ in 0..<Self.maximumAttempts {
            switch attempt() {
            case .done(var outcome):
                outcome.failures = carried + outcome.failures
                return outcome
            case .again(failures: let failures, let failure):
                carried += failures
                last = failure
            }
        }
        var result = StepEngine.Result()
        result.failures = carried
        return outcome(.keptData, from: nil, result, and: last)
    }

    /// What came of one attempt.
    private enum Attempt {
        case done(MigrationOutcome)
        /// What was to give way to a clean start was changed by another process: it deserves another look.
        case again(failures: [MigrationFailure], MigrationFailure)
    }

    private func attempt() -> Attempt {
        var from: String?
        var record: MigrationRecord?
        var losses: [MigrationFailure] = []
        do throws(DataMigrationError) {
            let app = try Self.version(appVersion, of: "the app")
            // Large contents are gone before they are read again to be changed.
            let known = try store.read().record
            (record, from) = (known, known.version)
            let stored = try from.map { text throws(DataMigrationError) in try Self.storedVersion(text, in: store) }
            if let stored, let text = from, stored > app {
                // Nothing is written, not even secrets: the newer version finishes what it began.
                let waiting = known.secrets.map { _ in failure(Self.unfinished, .secretsWait) }
                return .done(outcome(.dataIsNewer(stored: text), from: from, and: waiting))
            }
            var wait: DataMigrationError?
            if known.secrets != nil { wait = finishSecrets(&losses) }
            if stored == app {
                var result = StepEngine.Result()
                result.failures = losses
                return .done(outcome(.upToDate, from: from, result, and: wait.map { failure($0, .secretsWait) }))
            }
            // Those of the run before may wait on: steps that touch no secret go on without them.
            return try migrate(to: app, &record, &losses)
        } catch {
            // What cannot be read now may be in order: only what was read and is none gives way.
            let isClean = error.code == .malformed && engine.policy == .startClean
            var result = StepEngine.Result()
            result.failures = losses
            let end = isClean ? FailurePolicy.startClean : .keepData
            return ended(failure(error, .keptData), end, result, from: from, judged: record)
        }
    }

    private static let unfinished = DataMigrationError(
        .secretsUnavailable,
        "Secrets wait for the version of the app that moved them."
    )

    /// The version that a store has; one that is none makes the store malformed.
    static func storedVersion(
        _ text: String,
        in store: any MigrationStore
    ) throws(DataMigrationError) -> AppVersion {
        guard let version = AppVersion(text) else {
            throw DataMigrationError(
                .malformed,
                """
                \(store.name) was migrated by a version that is none, as the migrator's record in it says; remove the record, \
                and all steps run.
                """
            )
        }
        return version
    }

    /// Runs the steps while nobody else can write, and commits.
    ///
    /// - Parameters:
    ///   - app: The version of the app.
    ///   - record: The record that is judged, also when an error is thrown.
    ///   - losses: Secrets that did not get in force, also when an error is thrown.
    /// - Returns: What came of it.
    /// - Throws: An error when the store or the secrets cannot be used.
    private func migrate(
        to app: AppVersion,
        _ record: inout MigrationRecord?,
        _ losses: inout [MigrationFailure]
    ) throws(DataMigrationError) -> Attempt {
        var from: String?
        var result = StepEngine.Result()
        var other: MigrationOutcome.Result?
        var hasSecrets = false
        var leftovers: [String] = []
        var staged: SecretJournal?
        let isDone = try store.update { contents throws(DataMigrationError) in
            (record, from) = (contents.record, contents.record.version)
            // Asked again, so that what was kept the time before is never committed.
            staged?.discard(in: secrets)
            staged = nil
            let stored = try from.map { text throws(DataMigrationError) in try Self.storedVersion(text, in: store) }
            (result, other, hasSecrets) = (StepEngine.Result(), nil, false)
            var (waiting, wait): (SecretJournal?, DataMigrationError?)
            // Another process may have been here since the store was read.
            if let stored, stored >= app {
                other = stored == app ? .upToDate : .dataIsNewer(stored: from ?? "")
                return nil
            }
            if let journal = contents.record.secrets {
                // Another process has made it since.
                let end = journal.finish(in: secrets)
                losses += end.losses.map { failure($0, .leftOutSecret) }
                (waiting, wait) = (end.left, end.wait)
            }
            var draft = MigrationDraft(contents.settings, secrets: secrets)
            draft.secrets.wait = wait
            let due = steps.due(after: stored, upTo: app)
            result = engine.run(due, on: &draft)
            guard result.end == nil else { return nil }
            var next = contents.record
            next.version = appVersion
            next.skippedSteps += result.failures.compactMap(\.step).filter { !next.skippedSteps.contains($0) }
            leftovers = due.isEmpty ? [] : SecretJournal.leftovers(in: secrets, for: store.name, except: waiting)
            next.secrets = waiting
            if waiting == nil {
                staged = try SecretJournal.stage(draft.secrets.changes, in: secrets, for: store.name)
                next.secrets = staged
            }
            hasSecrets = next.secrets != nil
            return StoreContents(settings: draft.settings, record: next)
        }
        if isDone { for name in leftovers { try? secrets?.remove(name) } }
        result.failures.insert(contentsOf: losses, at: 0)
        if let other { return .done(outcome(other, from: from, result)) }
        if let end = result.end { return ended(end.failure, end.policy, result, from: from, judged: record) }
        guard hasSecrets else { return .done(outcome(.migrated, from: from, result)) }
        let wait = finishSecrets(&result.failures)
        return .done(outcome(.migrated, from: from, result, and: wait.map { failure($0, .secretsWait) }))
    }

    /// Puts secrets in force that were committed.
    ///
    /// - Parameter losses: Gets the failures of secrets that will never be in force.
    /// - Returns: Why some wait.
    private func finishSecrets(_ losses: inout [MigrationFailure]) -> DataMigrationError? {
        var wait: DataMigrationError?
        do throws(DataMigrationError) {
            try store.update { contents throws(DataMigrationError) in
                wait = nil
                guard let journal = contents.record.secrets else { return nil }
                // While nobody else can write the store, so that two processes do not do it at once.
                let end = journal.finish(in: secrets)
                losses += end.losses.map { failure($0, .leftOutSecret) }
                wait = end.wait
                guard end.left != journal else { return nil }
                var contents = contents
                contents.record.secrets = end.left
                return contents
            }
        } catch {
            wait = error
        }
        return wait
    }

    /// What becomes of the data when a step has failed that is not skipped, or the store cannot be used.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - policy: What is to become of the data.
    ///   - result: What came of the steps.
    ///   - from: The version of the data.
    ///   - record: The record of the contents that failed; `nil` for malformed contents. Others never give way.
    /// - Returns: What came of it.
    private func ended(
        _ failure: MigrationFailure,
        _ policy: FailurePolicy,
        _ result: StepEngine.Result,
        from: String?,
        judged record: MigrationRecord?
    ) -> Attempt {
        guard policy == .startClean else { return .done(outcome(.keptData, from: from, result, and: failure)) }
        var failure = failure
        do throws(DataMigrationError) {
            let clean = StoreContents(record: MigrationRecord(version: appVersion))
            guard case .started(let backup) = try store.startClean(with: clean, if: { $0?.record == record }) else {
                return .again(failures: result.failures.filter { $0.resolution == .leftOutSecret }, failure)
            }
            failure.resolution = .startedClean(backup: backup)
            return .done(outcome(.startedClean(backup: backup), from: from, result, and: failure))
        } catch {
            var result = result
            result.failures.append(failure)
            return .done(outcome(.keptData, from: from, result, and: self.failure(error, .keptData)))
        }
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
