import Testing

@testable import DataMigration

struct DataMigratorTests {
    private static func steps(_ second: MigrationMove = .rename("b", to: "c")) throws -> MigrationSteps {
        try MigrationSteps([
            MigrationStep("1.0", "first", ifNothingToMove: .leave, .rename("a", to: "b")),
            MigrationStep("2.0", "second", ifNothingToMove: .leave, second),
            MigrationStep("3.0", "third", ifNothingToMove: .leave, .copy("c", to: "d")),
        ])
    }

    private struct Refusal: Error {}
    private static let failing = MigrationMove.free("fail") { _ in throw Refusal() }

    @Test func runMigratesDataToAppVersion() throws {
        let store = InMemoryStore(["a": 1])
        let migrator = DataMigrator(try Self.steps()) { Issue.record("\($0)") }
        let outcome = migrator.run(on: store, appVersion: "2.5")
        #expect(outcome.result == .migrated)
        #expect(outcome.steps.map(\.name) == ["first", "second"])
        #expect(outcome.isUsable)
        #expect(store.read() == StoreContents(values: ["c": 1], record: MigrationRecord(version: "2.5")))
        #expect(migrator.run(on: store, appVersion: "2.5").result == .upToDate)
        #expect(migrator.run(on: store, appVersion: "3.0").steps.map(\.name) == ["third"])
        #expect(store.read().values == ["c": 1, "d": 1])
    }

    @Test func newerDataIsLeftUnchanged() throws {
        let store = InMemoryStore(["a": 1], version: "2.10")
        let outcome = DataMigrator(try Self.steps()) { Issue.record("\($0)") }.run(on: store, appVersion: "2.9")
        #expect(outcome.result == .dataIsNewer(stored: "2.10"))
        #expect(!outcome.isUsable)
        #expect(store.read() == StoreContents(values: ["a": 1], record: MigrationRecord(version: "2.10")))
    }

    @Test func failedRunKeepsDataAndIsRetried() throws {
        let store = InMemoryStore(["a": 1])
        let problems = Log<MigrationProblem>()
        let outcome = DataMigrator(try Self.steps(Self.failing)) { problems.add($0) }.run(on: store, appVersion: "3")
        #expect(outcome.result == .keptData)
        #expect(outcome.steps.map(\.result) == [.moved, .failed])
        #expect(store.read() == StoreContents(values: ["a": 1]))
        #expect(problems.all.map(\.step) == ["second"])
        #expect(problems.all.map(\.resolution) == [.keptData])
        #expect(problems.all.first?.error.underlying is Refusal)
        #expect(
            problems.all.first?.description
                == "Step “second” of 2.0 on memory failed: “fail” threw an error of type Refusal. The data is unchanged."
        )
        #expect(DataMigrator(try Self.steps()) { _ in }.run(on: store, appVersion: "3").result == .migrated)
    }

    @Test func failedStepCanBeSkipped() throws {
        let store = InMemoryStore(["a": 1])
        let problems = Log<MigrationProblem>()
        let half = MigrationMove.free("half") { data in
            data["b"] = nil
            throw Refusal()
        }
        let migrator = DataMigrator(try Self.steps(half), policy: .skipStep) { problems.add($0) }
        let outcome = migrator.run(on: store, appVersion: "3")
        #expect(outcome.result == .migrated)
        #expect(outcome.steps.map(\.result) == [.moved, .skipped, .nothingToMove])
        #expect(store.read().values == ["b": 1])
        #expect(store.read().record.skippedSteps == ["second"])
        #expect(problems.all.map(\.resolution) == [.skippedStep])
        #expect(migrator.run(on: store, appVersion: "3").result == .upToDate)
    }

    @Test func cleanStartKeepsBackupAndIsReported() throws {
        let store = InMemoryStore(["a": 1])
        let problems = Log<MigrationProblem>()
        let migrator = DataMigrator(try Self.steps(Self.failing), policy: .startClean) { problems.add($0) }
        let outcome = migrator.run(on: store, appVersion: "3")
        #expect(outcome.result == .startedClean(backup: "backup 1 of memory"))
        #expect(store.read() == StoreContents(record: MigrationRecord(version: "3")))
        #expect(store.backups == [StoreContents(values: ["a": 1])])
        #expect(problems.all.map(\.resolution) == [.startedClean(backup: "backup 1 of memory")])
    }

    @Test func stepPolicyOverridesMigratorPolicy() throws {
        let steps = try MigrationSteps([
            MigrationStep("1", "lenient", ifNothingToMove: .fail, onFailure: .skipStep, .delete("none")),
            MigrationStep("2", "move", ifNothingToMove: .fail, .rename("a", to: "b")),
        ])
        let store = InMemoryStore(["a": 1])
        #expect(DataMigrator(steps, policy: .startClean) { _ in }.run(on: store, appVersion: "2").result == .migrated)
        #expect(store.read().values == ["b": 1])
    }

    @Test(arguments: [("two", nil), ("2", "two")] as [(String, String?)])
    func invalidVersionIsReported(app: String, stored: String?) throws {
        let store = InMemoryStore(["a": 1], version: stored)
        let problems = Log<MigrationProblem>()
        let outcome = DataMigrator(try Self.steps()) { problems.add($0) }.run(on: store, appVersion: app)
        #expect(outcome.result == .keptData)
        #expect(problems.all.count == 1)
        #expect(store.read().values == ["a": 1])
    }

    @Test func progressIsReportedForEveryStep() throws {
        let progress = Log<MigrationProgress>()
        let steps = try MigrationSteps([
            MigrationStep("1", "one", ifNothingToMove: .leave, .delete("a"), .free("long") { $0.report(0.25) }),
            MigrationStep("2", "two", ifNothingToMove: .leave, .delete("b")),
        ])
        _ = DataMigrator(steps, progress: { progress.add($0) }) { _ in }.run(on: InMemoryStore(), appVersion: "2")
        #expect(progress.all.first == MigrationProgress(step: 1, count: 2, name: "one", fraction: 0))
        #expect(progress.all.last == MigrationProgress(step: 2, count: 2, name: "two", fraction: 1))
        #expect(progress.all.map(\.fraction) == [0, 0.5, 0.625, 1, 0, 1])
        #expect(progress.all.map(\.total) == progress.all.map(\.total).sorted())
        #expect(progress.all.last?.total == 1)
    }

    @Test func planShowsChangesWithoutMakingThem() throws {
        let store = InMemoryStore(["a": "x\u{1B}[2J", "token": "t"])
        let secrets = InMemorySecretStore()
        let steps = try MigrationSteps([
            MigrationStep("1.0", "first", ifNothingToMove: .leave, .rename("a", to: "b")),
            MigrationStep("2.0", "second", ifNothingToMove: .leave, .moveToSecrets("token", as: "session")),
        ])
        let migrator = DataMigrator(steps) { _ in }
        let plan = try migrator.plan(for: store, secrets: secrets, appVersion: "2.0")
        #expect(
            plan.text() == """
                From no version to 2.0: 2 steps.

                1.0  first
                  rename a to b
                    - a = "x\\u001b[2J"
                    + b = "x\\u001b[2J"

                2.0  second
                  move token to the secret session
                    - token = (becomes a secret)
                    + secret session

                All together:
                    - a = "x\\u001b[2J"
                    + b = "x\\u001b[2J"
                    - token = (becomes a secret)
                    + secret session

                """
        )
        #expect(plan.text(showsValues: false).contains("- a = (a string)"))
        #expect(store.read().values.count == 2)
        #expect(secrets.names().isEmpty)
        #expect(plan.end == nil)
    }

    @Test func planLimitsChanges() throws {
        let store = InMemoryStore(["a": 1, "b": 2, "c": 3, "d": 4, "z": 0])
        let steps = try MigrationSteps([
            MigrationStep("1", "first", ifNothingToMove: .leave, .addPrefix("x.")),
            MigrationStep("2", "second", ifNothingToMove: .leave, .delete("x.a")),
        ])
        let plan = try DataMigrator(steps) { _ in }.plan(for: store, appVersion: "2", maximumChanges: 2)
        #expect(plan.steps.map(\.diff.changes.count) == [2, 1])
        #expect(plan.steps.map(\.diff.omittedChangeCount) == [8, 0])
        #expect(plan.steps[0].diff.lines() == ["- a = 1", "- b = 2", "… and 8 more"])
        #expect(plan.total.omittedChangeCount == 7)
        #expect(plan.text().contains("\n    … and 7 more\n"))
        #expect(try DataMigrator(steps) { _ in }.plan(for: store, appVersion: "2").total.omittedChangeCount == 0)
    }

    @Test func plansEscapeLineBreaksInNames() throws {
        let store = InMemoryStore(["x.a\n    + admin = true": 1, "token\u{2028}": "t"])
        let steps = try MigrationSteps([
            MigrationStep(
                "1",
                "first",
                ifNothingToMove: .leave,
                .stripPrefix("x."),
                .moveToSecrets("token\u{2028}", as: "session\nsecret")
            )
        ])
        let plan = try DataMigrator(steps) { _ in }
            .plan(for: store, secrets: InMemorySecretStore(), appVersion: "1")
        #expect(
            plan.total.lines() == [
                "+ a\\u{a}    + admin = true = 1", "- token\\u{2028} = (becomes a secret)",
                "- x.a\\u{a}    + admin = true = 1",
                "+ secret session\\u{a}secret",
            ]
        )
        #expect(!plan.text().split(separator: "\n").contains { $0.hasPrefix("    + admin") || $0 == "secret" })
        #expect(!plan.text().contains("\u{2028}"))
    }

    @Test func planShowsWhyStepWouldFail() throws {
        let plan = try DataMigrator(try Self.steps(Self.failing)) { _ in }
            .plan(for: InMemoryStore(["a": 1]), appVersion: "3")
        #expect(
            plan.text() == """
                From no version to 3: 2 steps.

                1.0  first
                  rename a to b
                    - a = 1
                    + b = 1

                2.0  second
                  fail
                  would fail: “fail” threw an error of type Refusal.

                The data would stay unchanged.

                """
        )
    }
}
