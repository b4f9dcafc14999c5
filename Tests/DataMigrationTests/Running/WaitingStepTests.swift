import Foundation
import Testing
import ToggleBase

@testable import DataMigration

/// Steps that wait for a server or a file.
struct WaitingStepTests {
    private struct Refusal: Error {}

    /// A clock on which time passes at once, or never.
    private struct ExtremeClock: Clock {
        struct Instant: InstantProtocol {
            func advanced(by duration: Duration) -> Instant { self }
            func duration(to other: Instant) -> Duration { .zero }
            static func < (left: Instant, right: Instant) -> Bool { false }
        }

        var isStopped = true
        var now: Instant { Instant() }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            guard isStopped else { return }
            try await WaitingStepTests.endlessly()
        }
    }

    /// Waits until the task is canceled.
    private static func endlessly() async throws {
        let (stream, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        throw CancellationError()
    }

    private static func token(
        upTo limit: Duration = .seconds(20),
        _ work: @escaping @Sendable (MigrationDraft) async throws -> String
    ) -> MigrationMove {
        .wait(for: "a new token", upTo: limit, work) { data, token in try data.set(Secret(token), named: "token") }
    }

    private func migrator(
        _ steps: MigrationStep...,
        policy: FailurePolicy = .keepData,
        isStopped: Bool = true,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil,
        onFailure: @escaping @Sendable (MigrationProblem) -> Void = { _ in }
    ) throws -> DataMigrator {
        var migrator = DataMigrator(
            try MigrationSteps(steps),
            policy: policy,
            progress: progress,
            onFailure: onFailure
        )
        migrator.clock = ExtremeClock(isStopped: isStopped)
        return migrator
    }

    @Test func valueIsAppliedAfterWaiting() async throws {
        let (store, secrets) = (InMemoryStore(["session": "old"]), InMemorySecretStore(["token": Secret("spent")]))
        let seen = Log<[String]>()
        let migrator = try migrator(
            MigrationStep("1", "names", ifNothingToMove: .fail, .rename("session", to: "session.id")),
            MigrationStep(
                "2",
                "token",
                ifNothingToMove: .fail,
                Self.token { data in
                    // The data after the previous step, and nothing is written yet.
                    let token = try data.secret(named: "token").map { String(decoding: $0.bytes, as: UTF8.self) }
                    seen.add(data.keys + [token ?? ""] + store.read().values.keys)
                    return "fresh"
                }
            )
        )
        let outcome = await migrator.run(on: store, secrets: secrets, appVersion: "2")
        #expect(outcome.result == .migrated)
        #expect(outcome.steps.map(\.result) == [.moved, .moved])
        #expect(store.read() == StoreContents(values: ["session.id": "old"], record: MigrationRecord(version: "2")))
        #expect(secrets.secret(named: "token") == Secret("fresh"))
        #expect(secrets.names() == ["token"])
        #expect(seen.all == [["session.id", "spent", "session"]])
        #expect(await migrator.run(on: store, secrets: secrets, appVersion: "2").result == .upToDate)
        #expect(seen.all.count == 1)
    }

    @Test func nothingIsCommittedBeforeEverythingSucceeds() async throws {
        let (store, secrets) = (InMemoryStore(["a": 1]), InMemorySecretStore())
        let before = store.read()
        let problems = Log<MigrationProblem>()
        let migrator = try migrator(
            MigrationStep("1", "first", ifNothingToMove: .leave, .rename("a", to: "b"), Self.token { _ in "t" }),
            MigrationStep("2", "second", ifNothingToMove: .leave, Self.token { _ in throw Refusal() }),
            onFailure: { problems.add($0) }
        )
        let outcome = await migrator.run(on: store, secrets: secrets, appVersion: "2")
        #expect(outcome.result == .keptData)
        #expect(problems.all.map(\.error.code) == [.failedWait])
        #expect(problems.all.first?.step == "second")
        #expect(problems.all.first?.error.underlying is Refusal)
        #expect(store.read() == before)
        #expect(secrets.names().isEmpty)
    }

    @Test(arguments: [FailurePolicy.keepData, .skipStep, .startClean])
    func policyAppliesToExceededLimit(policy: FailurePolicy) async throws {
        let (store, secrets) = (InMemoryStore(["a": 1]), InMemorySecretStore())
        let canceled = Log<Bool>()
        let migrator = try migrator(
            MigrationStep("1", "first", ifNothingToMove: .leave, .rename("a", to: "b")),
            MigrationStep(
                "2",
                "second",
                ifNothingToMove: .leave,
                onFailure: policy,
                Self.token { _ in
                    defer { canceled.add(Task.isCancelled) }
                    try await Self.endlessly()
                    return "late"
                }
            ),
            isStopped: false
        )
        let outcome = await migrator.run(on: store, secrets: secrets, appVersion: "2")
        #expect(outcome.problems.map(\.error.code) == [.timedOut])
        // What happens next depends on the policy.
        #expect(outcome.problems.first?.description.contains("next launch") == false)
        #expect(outcome.result == (policy == .skipStep ? .migrated : .keptData))
        #expect(store.read().values == (policy == .skipStep ? ["b": 1] : ["a": 1]))
        #expect(store.read().record.skippedSteps == (policy == .skipStep ? ["second"] : []))
        #expect(store.backups.isEmpty)
        #expect(secrets.names().isEmpty)
    }

    /// Even an error about the data, because the step can succeed at the next launch.
    @Test func failedWorkNeverStartsClean() async throws {
        let store = InMemoryStore(["id": 1])
        let step = MigrationStep(
            "1",
            "first",
            ifNothingToMove: .leave,
            Self.token { data in try data.value(of: "id", as: String.self) ?? "" }
        )
        let migrator = try migrator(step, policy: .startClean)
        let outcome = await migrator.run(on: store, secrets: InMemorySecretStore(), appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(outcome.problems.map(\.error.code) == [.failedWait])
        #expect(outcome.problems.map(\.error.key) == ["id"])
        #expect((outcome.problems.first?.error.underlying as? DataMigrationError)?.code == .typeMismatch)
        #expect(store.read().values == ["id": 1])
        #expect(store.backups.isEmpty)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(1e19)])
    func veryLongLimitIsAllowed(limit: Duration) async throws {
        let step = MigrationStep("1", "first", ifNothingToMove: .leave, Self.token(upTo: limit) { _ in "t" })
        let secrets = InMemorySecretStore()
        let outcome = await DataMigrator(try MigrationSteps([step])) { _ in }
            .run(on: InMemoryStore(), secrets: secrets, appVersion: "1")
        #expect(outcome.result == .migrated)
        #expect(secrets.secret(named: "token") == Secret("t"))
    }

    /// The run ends although the work goes on.
    @Test func workThatIgnoresCancellationIsAbandoned() async throws {
        let store = InMemoryStore(["a": 1])
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let migrator = try migrator(
            MigrationStep(
                "1",
                "first",
                ifNothingToMove: .leave,
                Self.token { _ in
                    await Task.detached { await stream.first { _ in true } ?? "" }.value
                }
            ),
            isStopped: false
        )
        let outcome = await migrator.run(on: store, secrets: InMemorySecretStore(), appVersion: "1")
        continuation.finish()
        #expect(outcome.problems.map(\.error.code) == [.timedOut])
        #expect(store.read().values == ["a": 1])
    }

    @Test func canceledRunChangesNothing() async throws {
        let (store, secrets) = (InMemoryStore(["a": 1, "version": "0.5"]), InMemorySecretStore())
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let problems = Log<MigrationProblem>()
        var migrator = try migrator(
            MigrationStep(
                "1",
                "first",
                ifNothingToMove: .leave,
                onFailure: .skipStep,
                .rename("a", to: "b"),
                Self.token { _ in
                    continuation.yield()
                    try await Self.endlessly()
                    return ""
                }
            ),
            onFailure: { problems.add($0) }
        )
        migrator = migrator.adopting(versionFrom: "version")
        let run = Task { [migrator] in await migrator.run(on: store, secrets: secrets, appVersion: "1") }
        _ = await started.first { true }
        run.cancel()
        let outcome = await run.value
        #expect(outcome.result == .keptData)
        #expect(outcome.from == "0.5")
        #expect(problems.all.map(\.error.code) == [.canceled])
        #expect(problems.all.map(\.step) == ["first"])
        #expect(store.read() == StoreContents(values: ["a": 1, "version": "0.5"]))
        #expect(secrets.names().isEmpty)
    }

    @Test func synchronousRunRefusesToWait() throws {
        for policy in [FailurePolicy.keepData, .skipStep, .startClean] {
            let store = InMemoryStore(["a": 1])
            let step = MigrationStep("1", "first", ifNothingToMove: .leave, Self.token { _ in "t" })
            let migrator = DataMigrator(try MigrationSteps([step]), policy: policy) { _ in }
            let outcome = migrator.run(on: store, secrets: InMemorySecretStore(), appVersion: "1")
            #expect(outcome.result == .keptData)
            #expect(outcome.problems.map(\.error.code) == [.asynchronousStep])
            #expect(store.read() == StoreContents(values: ["a": 1]))
        }
    }

    @Test func otherProcessDoesNotRepeatWaiting() async throws {
        let store = InMemoryStore(["a": 1])
        let count = Log<Int>()
        let migrator = try migrator(
            MigrationStep(
                "1",
                "first",
                ifNothingToMove: .leave,
                .wait(for: "a file", upTo: .seconds(1)) { _ in
                    count.add(1)
                    // Another process changes the data in the meantime.
                    try store.update { _ in StoreContents(values: ["a": 2]) }
                    return 5
                } then: { data, file in
                    data["b"] = .integer(file)
                }
            )
        )
        #expect(await migrator.run(on: store, appVersion: "1").result == .migrated)
        #expect(store.read().values == ["a": 2, "b": 5])
        #expect(count.all == [1])
    }

    /// Another process migrates the same store, and this run finds that nothing is due anymore.
    @Test func storeMigratedWhileWaitingIsUpToDate() async throws {
        let store = InMemoryStore(["a": 1])
        let migrator = try migrator(
            MigrationStep(
                "1",
                "first",
                ifNothingToMove: .leave,
                Self.token { _ in
                    try store.update { _ in StoreContents(values: ["b": 1], record: MigrationRecord(version: "1")) }
                    return "t"
                }
            )
        )
        let secrets = InMemorySecretStore()
        #expect(await migrator.run(on: store, secrets: secrets, appVersion: "1").result == .upToDate)
        #expect(secrets.names().isEmpty)
    }

    @Test func progressOnlyIncreases() async throws {
        let progress = Log<MigrationProgress>()
        let migrator = try migrator(
            MigrationStep("1", "names", ifNothingToMove: .leave, .rename("a", to: "b")),
            MigrationStep(
                "2",
                "download",
                ifNothingToMove: .leave,
                .wait(for: "a file", upTo: .seconds(1)) { data in
                    data.report(0.25)
                    data.report(0.5)
                } then: { data, _ in
                    data["file"] = true
                }
            ),
            MigrationStep("3", "last", ifNothingToMove: .leave, .delete("b")),
            progress: { progress.add($0) }
        )
        #expect(await migrator.run(on: InMemoryStore(["a": 1]), appVersion: "3").result == .migrated)
        let found = progress.all.map { ["\($0.step)", $0.name, "\($0.fraction)"] }
        #expect(
            found == [
                ["1", "names", "0.0"], ["1", "names", "1.0"], ["2", "download", "0.0"], ["2", "download", "0.25"],
                ["2", "download", "0.5"], ["2", "download", "1.0"], ["3", "last", "0.0"], ["3", "last", "1.0"],
            ]
        )
    }

    /// As if another task of the work reported its progress in the meantime.
    @Test func progressIsReportedInTurn() {
        func progress(_ fraction: Double) -> MigrationProgress {
            MigrationProgress(step: 1, count: 1, name: "first", fraction: fraction)
        }
        let calls = Log<String>()
        let own = Mutex<ProgressGate?>(nil)
        let gate = ProgressGate { progress in
            calls.add("begin \(progress.fraction)")
            own.withLock { $0 }?.pass(MigrationProgress(step: 1, count: 1, name: "first", fraction: 0.5))
            calls.add("end \(progress.fraction)")
        }
        own.withLock { $0 = gate }
        gate.pass(progress(0.25))
        #expect(calls.all == ["begin 0.25", "end 0.25", "begin 0.5", "end 0.5"])
        gate.pass(progress(0.4))
        gate.close()
        gate.pass(progress(0.75))
        #expect(calls.all.count == 4)
        own.withLock { $0 = nil }
    }

    @Test func planDoesNotWait() throws {
        let step = MigrationStep(
            "1",
            "first",
            ifNothingToMove: .fail,
            .rename("a", to: "b"),
            Self.token { _ in throw Refusal() }
        )
        let plan = try migrator(step).plan(for: InMemoryStore(["a": 1]), appVersion: "1")
        #expect(
            plan.steps.map(\.report.notes) == [
                ["The run would wait for a new token, so further changes aren't known yet."]
            ]
        )
        #expect(plan.steps.allSatisfy { $0.failure == nil })
    }
}
