import DataMigration
import Testing

/// Clean starts that take the secrets along.
struct CleanStartWithSecretsTests {
    private struct Refusal: Error {}

    private func migrator(
        _ policy: FailurePolicy,
        onFailure: @escaping @Sendable (MigrationProblem) -> Void = { _ in }
    ) throws -> DataMigrator {
        let step = MigrationStep("1", "refuse", ifNothingToMove: .leave, .free("refuse") { _ in throw Refusal() })
        return DataMigrator(try MigrationSteps([step]), policy: policy, onFailure: onFailure)
    }

    @Test func secretsAreRemovedAndReported() throws {
        let problems = Log<MigrationProblem>()
        let store = InMemoryStore(["a": 1])
        let secrets = InMemorySecretStore([
            "token": Secret("t"), "pin": Secret("p"), "DataMigration.staged.x.a": Secret(""),
        ])
        let outcome = try migrator(.startClean(including: .secrets)) { problems.add($0) }
            .run(on: store, secrets: secrets, appVersion: "1")
        #expect(outcome.result == .startedClean(backup: "backup 1 of memory", removedSecrets: ["pin", "token"]))
        #expect(
            problems.all.map(\.resolution) == [
                .startedClean(backup: "backup 1 of memory", removedSecrets: ["pin", "token"])
            ]
        )
        #expect(
            problems.all.first?.description.hasSuffix(
                "The store was started clean; the data is kept as backup 1 of memory. The secrets “pin”, “token” were removed."
            ) == true
        )
        // Those that another store has staged stay.
        #expect(secrets.names() == ["DataMigration.staged.x.a"])
        #expect(store.read() == StoreContents(record: MigrationRecord(version: "1")))
    }

    @Test func singleRemovedSecretIsReported() throws {
        let outcome = try migrator(.startClean(including: .secrets))
            .run(on: InMemoryStore(["a": 1]), secrets: InMemorySecretStore(["pin": Secret("p")]), appVersion: "1")
        #expect(outcome.problems.first?.description.hasSuffix(". The secret “pin” was removed.") == true)
    }

    @Test func plainCleanStartKeepsSecrets() throws {
        let secrets = InMemorySecretStore(["token": Secret("t")])
        let outcome = try migrator(.startClean).run(on: InMemoryStore(["a": 1]), secrets: secrets, appVersion: "1")
        #expect(outcome.result == .startedClean(backup: "backup 1 of memory"))
        #expect(secrets.names() == ["token"])
    }

    /// The token has left the settings, but not arrived at the keychain yet.
    @Test func plainCleanStartKeepsWaitingSecrets() throws {
        let secrets = RefusingSecretStore { $0 == "token" }
        let store = InMemoryStore(["token": "t"])
        let move = MigrationStep("0.9", "move", ifNothingToMove: .fail, .moveToSecrets("token"))
        let first = DataMigrator(try MigrationSteps([move])) { _ in }
            .run(on: store, secrets: secrets, appVersion: "0.9")
        #expect(first.problems.map(\.resolution) == [.secretsWait])
        let migrator = try migrator(.startClean)
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(
            outcome.problems.map(\.resolution) == [
                .startedClean(backup: "backup 1 of memory", removedSecrets: []), .secretsWait,
            ]
        )
        secrets.recover()
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(secrets.names() == ["token"])
        #expect(secrets.secret(named: "token") == Secret("t"))
        #expect(store.read() == StoreContents(record: MigrationRecord(version: "1")))
    }

    @Test func unavailableSecretsKeepEverything() throws {
        let secrets = RefusingSecretStore(["token": Secret("t")]) { _ in true }
        for store in [secrets, nil] {
            let settings = InMemoryStore(["a": 1])
            let outcome = try migrator(.startClean(including: .secrets)).run(
                on: settings,
                secrets: store,
                appVersion: "1"
            )
            #expect(outcome.result == .keptData)
            #expect(outcome.problems.map(\.error.code) == [.failedStep, .secretsUnavailable])
            #expect(settings.read().values == ["a": 1])
            #expect(secrets.names() == ["token"])
        }
    }

    @Test func secretThatCannotBeRemovedFollowsAtNextLaunch() throws {
        let secrets = RefusingSecretStore(["pin": Secret("p"), "token": Secret("t")]) { $0 == "token" }
        let store = InMemoryStore(["a": 1])
        let migrator = try migrator(.startClean(including: .secrets))
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(
            outcome.problems.map(\.resolution) == [
                .startedClean(backup: "backup 1 of memory", removedSecrets: ["pin", "token"]), .secretsWait,
            ]
        )
        secrets.recover()
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(secrets.names().isEmpty)
    }

    @Test func malformedStoreIsReplacedWithSecrets() throws {
        let store = InMemoryStore(["a": 1], version: "no version")
        let secrets = InMemorySecretStore(["token": Secret("t")])
        let outcome = DataMigrator(try MigrationSteps([]), policy: .startClean(including: .secrets)) { _ in }
            .run(on: store, secrets: secrets, appVersion: "1")
        #expect(outcome.result == .startedClean(backup: "backup 1 of memory", removedSecrets: ["token"]))
        #expect(secrets.names().isEmpty)
    }

    /// The copies of mirrored secrets are secrets, too.
    @Test(arguments: [true, false])
    func copiesOfMirrorAreRemoved(isMirrorPassed: Bool) throws {
        let (old, new) = (InMemorySecretStore(), InMemorySecretStore())
        let mapping = try SchemaMapping([], secrets: [MirroredSecret("token"), MirroredSecret("pin")])
        let mirror = MirroredSecretStore(old: old, new: new, mapping)
        try mirror.set(Secret("t"), named: "token")
        try mirror.set(Secret("p"), named: "pin")
        let outcome = try migrator(.startClean(including: .secrets))
            .run(on: InMemoryStore(["a": 1]), secrets: isMirrorPassed ? mirror : new, appVersion: "1")
        #expect(outcome.result == .startedClean(backup: "backup 1 of memory", removedSecrets: ["pin", "token"]))
        #expect(outcome.problems.count == 1)
        #expect(new.names().isEmpty)
        #expect(old.names() == (isMirrorPassed ? [] : ["pin", "token"]))
    }

    /// Without its copy, a secret that wasn't removed yet would seem to be one that was never mirrored.
    @Test(arguments: [true, false])
    func copyStaysAsLongAsItsSecret(isChangedMeanwhile: Bool) throws {
        let values = ["pin": Secret("p"), "token": Secret("t")]
        let copies = ["DataMigration.mirror.pin": Secret("p"), "DataMigration.mirror.token": Secret("t")]
        let old = InMemorySecretStore(values)
        let new = RefusingSecretStore(values.merging(copies) { $1 }) { $0 == "token" }
        let store = InMemoryStore(["a": 1])
        let migrator = try migrator(.startClean(including: .secrets))
        let outcome = migrator.run(on: store, secrets: new, appVersion: "1")
        #expect(outcome.problems.map(\.resolution).last == .secretsWait)
        let waiting = new.names().filter { !$0.hasPrefix("DataMigration.removal.") }
        #expect(waiting == ["DataMigration.mirror.token", "token"])
        new.recover()
        if isChangedMeanwhile {
            let mapping = try SchemaMapping([], secrets: [MirroredSecret("token")])
            try MirroredSecretStore(old: old, new: new, mapping).set(Secret("t2"), named: "token")
        }
        let next = migrator.run(on: store, secrets: new, appVersion: "1")
        #expect(next.problems.map(\.resolution) == (isChangedMeanwhile ? [.leftOutSecret] : []))
        #expect(new.names() == (isChangedMeanwhile ? ["DataMigration.mirror.token", "token"] : []))
    }

    @Test func planAnnouncesRemoval() throws {
        let plan = try migrator(.startClean(including: .secrets)).plan(for: InMemoryStore(["a": 1]), appVersion: "1")
        #expect(plan.end == .startCleanWithSecrets)
        #expect(plan.text().hasSuffix("and all secrets removed.\n"))
        #expect(plan.removedSecrets.isEmpty)
    }

    @Test func planNamesRemovedSecrets() throws {
        let secrets = InMemorySecretStore([
            "token": Secret("geheim"), "pin": Secret("geheim"), "DataMigration.mirror.pin": Secret("geheim"),
        ])
        let plan = try migrator(.startClean(including: .secrets))
            .plan(for: InMemoryStore(["a": 1]), secrets: secrets, appVersion: "1")
        #expect(plan.removedSecrets == ["pin", "token"])
        #expect(plan.text().hasSuffix("and all secrets removed.\n    - secret pin\n    - secret token\n"))
        #expect(!plan.text().contains("geheim"))
        // Other policies keep them.
        let kept = try migrator(.startClean).plan(for: InMemoryStore(["a": 1]), secrets: secrets, appVersion: "1")
        #expect(kept.removedSecrets.isEmpty)
        #expect(!kept.text().contains("secret pin"))
    }
}
