import DataMigration
import Testing

/// Secrets that aren't published yet although their settings are committed.
struct WaitingSecretTests {
    private func migrator(_ moves: MigrationMove..., policy: FailurePolicy = .keepData) throws -> DataMigrator {
        DataMigrator(
            try MigrationSteps([MigrationStep("1", "secret", ifNothingToMove: .fail, moves: moves)]),
            policy: policy
        ) { _ in }
    }

    @Test func runKeepsWaitingSecretsOfOtherStores() throws {
        let secrets = RefusingSecretStore { $0 == "a.token" }
        let (first, second) = (InMemoryStore(["token": "a"], name: "a"), InMemoryStore(["token": "b"], name: "b"))
        let firstMigrator = try migrator(.moveToSecrets("token", as: "a.token"))
        let outcome = firstMigrator.run(on: first, secrets: secrets, appVersion: "1")
        #expect(outcome.problems.map(\.resolution) == [.secretsWait])
        let other = try migrator(.moveToSecrets("token", as: "b.token"))
            .run(on: second, secrets: secrets, appVersion: "1")
        #expect(other.problems.isEmpty)
        secrets.recover()
        #expect(firstMigrator.run(on: first, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(secrets.names() == ["a.token", "b.token"])
        #expect(secrets.secret(named: "a.token") == Secret("a"))
        #expect(secrets.secret(named: "b.token") == Secret("b"))
    }

    @Test func nextRunRemovesUncommittedSecrets() throws {
        // Only the first of two secrets can be stored, so the run ends without a commit.
        let secrets = RefusingSecretStore { $0.hasSuffix("two") }
        let store = InMemoryStore(["one": "1", "two": "2"])
        let migrator = try migrator(.moveToSecrets("one"), .moveToSecrets("two"))
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").result == .keptData)
        #expect(secrets.names().count == 1)
        secrets.recover()
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(secrets.names() == ["one", "two"])
    }

    /// A process that is killed right after its commit removes nothing, like this store.
    @Test(arguments: ["1", "2"])
    func laterLaunchRemovesWhatKilledCommitLeft(next: String) throws {
        let secrets = RefusingSecretStore { $0.hasSuffix("two") }
        let store = InMemoryStore(["one": "1", "two": "2"])
        let migrator = try migrator(.moveToSecrets("one"), .moveToSecrets("two"))
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").result == .keptData)
        let left = secrets.names()
        #expect(left.count == 1)
        secrets.refuse { left.contains($0) }
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(Set(secrets.names()) == Set(left + ["one", "two"]))
        #expect(migrator.run(on: store, secrets: nil, appVersion: next).problems.isEmpty)
        secrets.recover()
        #expect(migrator.run(on: store, secrets: secrets, appVersion: next).problems.isEmpty)
        #expect(secrets.names() == ["one", "two"])
        #expect(store.read().record == MigrationRecord(version: next))
    }

    @Test func cleanStartRemovesWhatKilledRunLeft() throws {
        let secrets = RefusingSecretStore { $0.hasSuffix("two") }
        let store = InMemoryStore(["one": "1", "two": "2"])
        _ = try migrator(.moveToSecrets("one"), .moveToSecrets("two"))
            .run(on: store, secrets: secrets, appVersion: "1")
        #expect(secrets.names().count == 1)
        let outcome = try migrator(.moveToSecrets("missing"), policy: .startClean)
            .run(on: store, secrets: secrets, appVersion: "1")
        guard case .startedClean = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(secrets.names() == [])
        #expect(store.read().record == MigrationRecord(version: "1"))
    }

    @Test func lostSecretIsReported() throws {
        let secrets = RefusingSecretStore { $0 == "token" }
        let store = InMemoryStore(["token": "t"])
        let migrator = try migrator(.moveToSecrets("token"))
        _ = migrator.run(on: store, secrets: secrets, appVersion: "1")
        for name in secrets.names() { try secrets.remove(name) }
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(outcome.result == .upToDate)
        #expect(outcome.problems.map(\.resolution) == [.leftOutSecret])
        #expect(outcome.problems.first?.error.key == "token")
        // The loss is reported only once.
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").problems.isEmpty)
    }

    @Test(arguments: [nil, Secret("before")])
    func secretChangedByAppIsKept(before: Secret?) throws {
        let secrets = RefusingSecretStore(before.map { ["token": $0] } ?? [:]) { $0 == "token" }
        let store = InMemoryStore(["token": "moved"])
        let migrator = try migrator(.moveToSecrets("token", onCollision: .replaceTarget))
        _ = migrator.run(on: store, secrets: secrets, appVersion: "1")
        secrets.recover()
        try secrets.set(Secret("fresh"), named: "token")
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(secrets.secret(named: "token") == Secret("fresh"))
        #expect(secrets.names() == ["token"])
        #expect(outcome.problems.map(\.resolution) == [.leftOutSecret])
    }

    @Test(
        arguments: [(Secret("fresh"), [.leftOutSecret]), (Secret("old"), [])]
            as [(Secret, [MigrationProblem.Resolution])]
    )
    func secretCreatedByAppIsNotRemoved(now: Secret, resolutions: [MigrationProblem.Resolution]) throws {
        let secrets = RefusingSecretStore(["legacy": Secret("old")]) { $0 == "legacy" }
        let store = InMemoryStore()
        let migrator = try migrator(.deleteSecret("legacy"))
        let waiting = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(waiting.problems.map(\.resolution) == [.secretsWait])
        secrets.recover()
        try secrets.set(now, named: "legacy")
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(outcome.problems.map(\.resolution) == resolutions)
        #expect(secrets.names() == (resolutions.isEmpty ? [] : ["legacy"]))
    }

    @Test func waitingSecretDoesNotBlockOthers() throws {
        let secrets = RefusingSecretStore { $0 == "one" }
        let store = InMemoryStore(["one": "1", "two": "2"])
        let migrator = try migrator(.moveToSecrets("one"), .moveToSecrets("two"))
        _ = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(secrets.secret(named: "two") == Secret("2"))
        // The app no longer needs it, so it isn't lost.
        try secrets.remove("two")
        secrets.recover()
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(secrets.names() == ["one"])
    }

    @Test func dataIsCurrentWhileSecretsWait() throws {
        let secrets = RefusingSecretStore { $0 == "token" }
        let store = InMemoryStore(["token": "t"])
        let migrator = try migrator(.moveToSecrets("token"))
        _ = migrator.run(on: store, secrets: secrets, appVersion: "1")
        for answering in [secrets, nil] {
            let outcome = migrator.run(on: store, secrets: answering, appVersion: "1")
            #expect(outcome.result == .upToDate)
            #expect(outcome.from == "1")
            #expect(outcome.isUsable)
            #expect(outcome.problems.map(\.resolution) == [.secretsWait])
        }
    }

    @Test func olderAppKeepsSecretsOfNewerOne() throws {
        let secrets = RefusingSecretStore { $0 == "token" }
        let store = InMemoryStore(["token": "t"])
        _ = try migrator(.moveToSecrets("token")).run(on: store, secrets: secrets, appVersion: "1")
        let (before, names) = (store.read(), secrets.names())
        secrets.recover()
        let older = try migrator(.moveToSecrets("token")).run(on: store, secrets: secrets, appVersion: "0.9")
        #expect(older.result == .dataIsNewer(stored: "1"))
        #expect(older.from == "1")
        #expect(older.problems.map(\.resolution) == [.secretsWait])
        #expect(store.read() == before)
        #expect(secrets.names() == names)
    }

    @Test func newerAppWaitsForUnavailableSecrets() throws {
        let secrets = RefusingSecretStore { $0 == "token" }
        let store = InMemoryStore(["token": "t"])
        _ = try migrator(.moveToSecrets("token")).run(on: store, secrets: secrets, appVersion: "1")
        for move in [MigrationMove.renameSecret("token", to: "session"), .deleteSecret("other"), Self.settingSecret] {
            let step = MigrationStep("2", "secrets again", ifNothingToMove: .leave, move)
            let newer = DataMigrator(try MigrationSteps([step]), policy: .startClean) { _ in }
            let outcome = newer.run(on: store, secrets: secrets, appVersion: "2")
            #expect(outcome.result == .keptData)
            #expect(outcome.problems.map(\.error.code) == [.secretsUnavailable])
            #expect(outcome.from == "1")
        }
        secrets.recover()
        let newer = try MigrationSteps([
            MigrationStep("2", "rename", ifNothingToMove: .fail, .renameSecret("token", to: "session"))
        ])
        let outcome = DataMigrator(newer) { _ in }.run(on: store, secrets: secrets, appVersion: "2")
        #expect(outcome.result == .migrated)
        #expect(secrets.secret(named: "session") == Secret("t"))
        #expect(secrets.names() == ["session"])
    }

    private static let settingSecret = MigrationMove.free("set a secret") { data in
        try data.set(Secret("new"), named: "new")
    }

    @Test func stepsWithoutSecretsRunWhileSecretsWait() throws {
        let secrets = RefusingSecretStore { $0 == "token" }
        let store = InMemoryStore(["token": "t", "a": 1])
        _ = try migrator(.moveToSecrets("token")).run(on: store, secrets: secrets, appVersion: "1")
        let step = MigrationStep("2", "rename", ifNothingToMove: .fail, .rename("a", to: "b"))
        let newer = DataMigrator(try MigrationSteps([step])) { _ in }
        let outcome = newer.run(on: store, secrets: secrets, appVersion: "2")
        #expect(outcome.result == .migrated)
        #expect(outcome.problems.map(\.resolution) == [.secretsWait])
        #expect(store.read().values == ["b": 1])
        secrets.recover()
        #expect(newer.run(on: store, secrets: secrets, appVersion: "2").problems.isEmpty)
        #expect(secrets.secret(named: "token") == Secret("t"))
        #expect(secrets.names() == ["token"])
    }

    @Test func malformedSecretsDoNotAffectSettings() throws {
        let secrets = RefusingSecretStore(throwing: .malformed) { _ in true }
        let store = InMemoryStore(["token": "t"])
        let outcome = try migrator(.moveToSecrets("token"), policy: .startClean)
            .run(on: store, secrets: secrets, appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(outcome.problems.map(\.error.code) == [.secretsUnavailable])
        #expect(store.read().values == ["token": "t"])
        #expect(store.backups.isEmpty)
    }
}
