import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

@Suite(.timeLimit(.minutes(20))) struct BackfillRunnerTests {
    private let time = ManualTime()
    private let queue: FaultyQueue

    init() {
        queue = FaultyQueue(time)
    }

    /// Lets users wait, the first one being the most recently active.
    private func request(_ users: String...) async throws {
        for (number, user) in users.enumerated() {
            let moment = time.now.advanced(by: .seconds(-number))
            try await queue.change(user) { row in
                var row = row
                row.request(at: moment)
                return row
            }
        }
    }

    private func runner(
        _ options: BackfillRunnerOptions = BackfillRunnerOptions(),
        queue: (any BackfillQueue)? = nil,
        reportFile: BackfillReportFile? = nil,
        isPaused: @escaping @Sendable () -> Bool = { false },
        work: @escaping BackfillRunner.Work
    ) -> BackfillRunner {
        BackfillRunner(
            queue ?? self.queue,
            options: options,
            reportFile: reportFile,
            isPaused: isPaused,
            environment: time.environment,
            work: work
        )
    }

    /// Runs work, and advances the clock while no user is running.
    private func drive<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        try await time.run(while: { try await queue.counts()[.running, default: 0] == 0 }, work)
    }

    /// A validator of pairs finds summaries that disagree with their details, and the runner repairs them.
    @Test func disagreeingSummariesAreRepaired() async throws {
        typealias Pair = (total: Int, entries: [Int])
        let validator = RecordValidator<Pair>("total") { pair in
            pair.total == pair.entries.reduce(0, +) ? [] : ["The total differs from the sum of the entries."]
        }
        let store = Mutex<[String: Pair]>(["a": (6, [1, 2, 3]), "b": (9, [4, 4]), "c": (0, [])])
        try await request("a", "b", "c")
        let repaired = Mutex<[String]>([])
        let runner = runner { user in
            let pair = store.withLock { $0[user] ?? (0, []) }
            do {
                try validator.check(pair)
            } catch {
                store.withLock { $0[user] = (pair.entries.reduce(0, +), pair.entries) }
                repaired.withLock { $0.append("\(user): \(error)") }
            }
            return .done(copied: 1)
        }
        #expect("\(try await runner.run())" == "waiting 0, running 0, done 3, failed 0")
        #expect(repaired.withLock { $0.count == 1 && $0[0].contains("b: ") && $0[0].contains("sum of the entries") })
        #expect(store.withLock { $0["b"]?.total } == 8)
    }

    @Test func everyUserIsCopiedOnce() async throws {
        for number in 0..<50 { try await request("\(number)") }
        let counts = Mutex<[String: Int]>([:])
        let most = Watched((now: 0, maximum: 0))
        let runner = runner(BackfillRunnerOptions(concurrency: 5)) { user in
            most.withLock { most in
                most.now += 1
                most.maximum = max(most.maximum, most.now)
            }
            counts.withLock { $0[user, default: 0] += 1 }
            // Until as many users as allowed are copied at the same time.
            await most.until { $0.maximum >= 5 }
            most.withLock { $0.now -= 1 }
            return .done(copied: 2)
        }
        let report = try await runner.run()
        #expect("\(report)" == "waiting 0, running 0, done 50, failed 0")
        #expect(counts.withLock { $0.count == 50 && $0.values.allSatisfy { $0 == 1 } })
        #expect(most.value.maximum == 5)
        #expect(try await queue.user("7").copied == 2)
    }

    @Test func damagedRowIsReportedAndOthersGoOn() async throws {
        let queue = TextQueue()
        for user in ["ada", "grace", "edsger"] {
            _ = try await queue.change(user) { [time] row in
                var row = row
                row.request(at: time.now)
                return row
            }
        }
        let text = try #require(queue.text(of: "grace"))
        queue.setText("{", of: "grace")
        let errors = Mutex<[String]>([])
        let report = try await runner(queue: queue) { _ in .done(copied: 1) }
            .run(onFailure: { user, error in errors.withLock { $0.append("\(user ?? "") \(error)") } })
        #expect("\(report)" == "waiting 0, running 0, done 2, failed 1")
        let found = errors.withLock { $0 }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("grace queue: The row of the user ‘grace’ is damaged: ") == true)
        let failed = try await queue.users(in: .failed, after: nil, limit: 10)
        #expect(failed.map(\.user) == ["grace"] && failed.first?.failure == "damaged")
        #expect(queue.text(of: "grace") == "{", "it may be repaired")
        #expect(try await queue.retryFailed() == 0)
        await #expect { try await queue.user("grace") } throws: { "\($0)".contains("‘grace’ is damaged") }
        // The column still has the phase of the damaged row.
        queue.setText(text, of: "grace")
        #expect(try await queue.retryFailed() == 1)
        // With the clock of the process, from which the user waits.
        let repaired = try await BackfillRunner(queue) { _ in .done(copied: 1) }.run()
        #expect("\(repaired)" == "waiting 0, running 0, done 3, failed 0")
    }

    @Test func mostRecentlyActiveUsersAreFirst() async throws {
        try await request("ada", "grace", "edsger", "barbara")
        let order = Mutex<[String]>([])
        let runner = runner(BackfillRunnerOptions(concurrency: 1)) { user in
            order.withLock { $0.append(user) }
            return .done(copied: 0)
        }
        try await runner.run()
        #expect(order.withLock { $0 } == ["ada", "grace", "edsger", "barbara"])
    }

    @Test func failingUserIsRetriedAndThenFails() async throws {
        try await request("ada", "grace")
        let moments = Mutex<[MigrationTime]>([])
        let errors = Mutex<[String]>([])
        let options = BackfillRunnerOptions(
            maximumAttempts: 4,
            retryDelay: .seconds(10),
            maximumRetryDelay: .seconds(30)
        )
        let runner = runner(options) { [time] user in
            guard user == "ada" else { return .done(copied: 1) }
            moments.withLock { $0.append(time.now) }
            throw StoreError()
        }
        let report = try await drive {
            try await runner.run(onFailure: { user, error in
                errors.withLock { $0.append("\(user ?? "") \(error)") }
            })
        }
        #expect("\(report)" == "waiting 0, running 0, done 1, failed 1")
        let waits = moments.withLock { moments in
            zip(moments, moments.dropFirst()).map { $1.millisecondsSince1970 - $0.millisecondsSince1970 }
        }
        // The clock can have advanced while a copy ran.
        #expect(waits.count == 3 && zip(waits, [10_000, 20_000, 30_000]).allSatisfy { $0 >= $1 && $0 < $1 + 5_000 })
        #expect(errors.withLock { $0.count == 4 && $0.allSatisfy { $0.hasPrefix("ada") } })
        let row = try await queue.user("ada")
        // Not the message, which may contain the user's data.
        #expect(row.failure == "StoreError" && row.attempts == 4)
    }

    @Test(arguments: [(1, 0.0, 1.0), (2, 0.0, 2.0), (3, 0.5, 3.0), (13, 0.0, 3_600.0), (.max, 0.0, 3_600.0)])
    func delayDoublesUpToMaximum(attempts: Int, random: Double, seconds: Double) {
        let delay = BackfillRunnerOptions().delay(after: attempts, random: random)
        #expect(delay == .seconds(1) * seconds)
    }

    @Test func killedWorkerLosesUserWhenLeaseEnds() async throws {
        try await request("ada")
        let (now, end) = (time.now, time.now.advanced(by: .seconds(60)))
        _ = try await queue.take(1, dueAt: now) { row in
            var row = row
            row.take("dead", into: .new, at: now, until: end, maximumAttempts: 8)
            return row
        }
        let moments = Mutex<[MigrationTime]>([])
        let runner = runner { [time] _ in
            moments.withLock { $0.append(time.now) }
            return .done(copied: 1)
        }
        let isDead: () async throws -> Bool = { try await queue.user("ada").holds("dead") }
        let report = try await time.run(while: isDead) { try await runner.run() }
        #expect(report.done == 1 && moments.withLock { $0.count == 1 && $0[0] >= end })
        #expect(try await queue.user("ada").attempts == 0)
    }

    @Test func longCopyKeepsItsLease() async throws {
        try await request("ada")
        let (events, continuation) = AsyncStream<Void>.makeStream()
        let copies = Mutex(0)
        let runner = runner { _ in
            copies.withLock { $0 += 1 }
            for await _ in events { return .done(copied: 1) }
            return .waiting(.run)
        }
        let run = Task { try await runner.run() }
        // The copy's lease, and the runner's next look at the queue.
        await time.untilSleeping(2)
        for _ in 0..<10 {
            time.advance(.seconds(20))
            await time.untilSleeping(2)
            #expect(try await queue.take(1, dueAt: time.now) { $0 }.isEmpty)
        }
        continuation.yield()
        #expect(try await run.value.done == 1)
        #expect(copies.withLock { $0 } == 1)
    }

    @Test func workWithoutLeaseIsCanceled() async throws {
        try await request("ada")
        let wasCanceled = Watched(false)
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let runner = runner { [time] _ in
            continuation.yield()
            do {
                try await time.environment.sleep(.seconds(1_000_000))
            } catch {
                wasCanceled.withLock { $0 = true }
            }
            return .done(copied: 9)
        }
        let run = Task { try await runner.run() }
        for await _ in started { break }
        // Another worker has taken the user, because this process was suspended.
        let (now, end) = (time.now, time.now.advanced(by: .seconds(5_000)))
        try await queue.change("ada") { row in
            var row = row
            row.take("other", into: .new, at: end, until: end, maximumAttempts: 8)
            return row
        }
        await time.untilSleeping(3)
        time.advance(.seconds(20))
        await wasCanceled.until { $0 }
        #expect(try await queue.user("ada").holds("other"))
        try await queue.change("ada") { row in
            var row = row
            row.end("other", .done(copied: 1), into: .new, at: now)
            return row
        }
        let report = try await drive { try await run.value }
        #expect(report.done == 1)
        #expect(try await queue.user("ada").copied == 1)
    }

    @Test func canceledRunReleasesItsUsers() async throws {
        try await request("ada", "grace", "edsger")
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let stopped = runner(BackfillRunnerOptions(concurrency: 2)) { [time] _ in
            continuation.yield()
            try await time.environment.sleep(.seconds(1_000_000))
            return .done(copied: 1)
        }
        let run = Task { try await stopped.run(waitsForMore: true) }
        var count = 0
        for await _ in started {
            count += 1
            if count == 2 { break }
        }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        for user in ["ada", "grace", "edsger"] {
            let row = try await queue.user(user)
            #expect(row.phase == .waiting && row.attempts == 0 && row.isDue(at: time.now), "\(row)")
        }
        let resumed = runner { _ in .done(copied: 1) }
        #expect(try await resumed.run().done == 3)
    }

    @Test func pausedRunnerTakesNoUser() async throws {
        try await request("ada")
        let isPaused = Mutex(true)
        let runner = runner(isPaused: { isPaused.withLock { $0 } }) { _ in .done(copied: 1) }
        let run = Task { try await runner.run() }
        for _ in 0..<5 {
            await time.untilSleeping(1)
            #expect(try await queue.user("ada").phase == .waiting)
            time.advance(.seconds(1))
        }
        isPaused.withLock { $0 = false }
        #expect(try await drive { try await run.value }.done == 1)
    }

    @Test func runnerWaitsForMoreUsers() async throws {
        let runner = runner { _ in .done(copied: 1) }
        let run = Task { try await runner.run(waitsForMore: true) }
        await time.untilSleeping(1)
        try await request("ada")
        try await time.until {
            let phase = try await queue.user("ada").phase
            if phase == .waiting { time.advanceToNext() }
            return phase == .done
        }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    @Test func userWithoutDualWritesIsIdle() async throws {
        try await request("ada")
        let runner = runner { _ in .waiting(.dualWrites) }
        let report = try await runner.run()
        #expect(report.idle == 1 && report.waiting == 0)
    }

    @Test func runnerSurvivesErrorsOfQueue() async throws {
        try await request("ada", "grace")
        let errors = Mutex(0)
        let runner = runner { _ in .done(copied: 1) }
        queue.failures.withLock { $0 = 5 }
        let report = try await drive {
            try await runner.run(onFailure: { user, _ in
                if user == nil { errors.withLock { $0 += 1 } }
            })
        }
        #expect(report.done == 2 && errors.withLock { $0 } == 5)
        try await request("edsger")
        queue.failures.withLock { $0 = .max }
        await #expect(throws: StoreError.self) { try await drive { try await runner.run() } }
    }

    /// More copies end during a short outage than attempts are allowed.
    @Test func outageOfQueueCountsOncePerInterval() async throws {
        for number in 0..<12 { try await request("\(number)") }
        let start = time.now
        let errors = Mutex(0)
        let runner = runner(BackfillRunnerOptions(concurrency: 12)) { [queue] _ in
            queue.setOut(at: start)
            return .done(copied: 1)
        }
        // The outage ends once every copy has ended and the runner has noticed the outage.
        let hasEnded: () async throws -> Bool = {
            try await queue.counts()[.done] == 12 && errors.withLock { $0 > 0 }
        }
        let report = try await time.run(while: hasEnded) { [time] in
            try await runner.run(onFailure: { _, _ in
                errors.withLock { $0 += 1 }
                time.noteChange()
            })
        }
        #expect(report.done == 12 && errors.withLock { $0 } == 1)
    }

    /// A result that can't be stored is found out by the next worker.
    @Test func lostResultIsRepeated() async throws {
        try await request("ada")
        let copies = Mutex(0)
        let runner = runner { [queue] _ in
            let count = copies.withLock { copies in
                copies += 1
                return copies
            }
            if count == 1 { queue.failures.withLock { $0 = 1 } }
            return .done(copied: 1)
        }
        let isLost = { queue.failures.withLock { $0 == 0 } && copies.withLock { $0 == 1 } }
        let report = try await time.run(while: isLost) { try await runner.run() }
        #expect(report.done == 1 && copies.withLock { $0 } == 2)
    }

    @Test func reportIsShared() async throws {
        try await request("ada")
        let folder = try TemporaryFolder()
        let file = BackfillReportFile(path: folder.path("backfill.json"))
        let reports = Mutex<[String]>([])
        let runner = runner(reportFile: file) { _ in .done(copied: 1) }
        let report = try await drive {
            try await runner.run(onReport: { report in reports.withLock { $0.append("\(report)") } })
        }
        #expect(try file.read() == report)
        #expect(reports.withLock { $0.last } == "waiting 0, running 0, done 1, failed 0")
    }

    @Test func unwritableReportIsReportedAndWorkGoesOn() async throws {
        try await request("ada")
        let folder = try TemporaryFolder()
        try folder.write("not a folder", to: "file")
        let file = BackfillReportFile(path: folder.path("file/backfill.json"))
        let errors = Mutex<[String]>([])
        let runner = runner(reportFile: file) { _ in .done(copied: 1) }
        let report = try await drive {
            try await runner.run(onFailure: { user, error in errors.withLock { $0.append("\(user ?? "-"): \(error)") } }
            )
        }
        #expect(report.done == 1)
        let found = errors.withLock { $0 }
        #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("-: report: ") }, "\(found)")
    }

    /// The queue is also the dual-write store, so users wait as soon as their dual writes begin.
    @Test func runnerCopiesRecordsOfBackfill() async throws {
        let moment = MigrationTime(millisecondsSince1970: ManualTime.start * 1_000)
        let old = InMemoryRecordStore((0..<25).map { Note(id: $0, modified: moment, text: "note \($0)") })
        let new = InMemoryRecordStore()
        let backfill = Backfill(from: old, to: new, dualWrites: queue, options: BackfillOptions(batchSize: 10))
        func begin() async throws {
            try await queue.update("ada") { state in
                var state = state
                state.miss(.new, since: .beginning)
                state.begin(.new, at: moment)
                return state
            }
        }
        try await begin()
        let runner = BackfillRunner(queue, running: backfill)
        #expect(try await runner.run().done == 1)
        #expect(new.notes == old.notes && new.copies.values.allSatisfy { $0 == 1 })
        old.write(Note(id: 25, modified: moment))
        try await begin()
        #expect(try await queue.user("ada").phase == .waiting)
        #expect(try await runner.run().done == 1)
        #expect(new.notes == old.notes)
        #expect(try await queue.user("ada").copied == new.committed?.copied)
    }
}

/// A queue that fails some changes, and notes each change with a clock.
private final class FaultyQueue: BackfillQueue {
    /// The number of changes that fail from now on.
    let failures = Mutex(0)
    private let queue = InMemoryBackfillQueue()
    private let time: ManualTime
    /// The time at which no user can be taken.
    private let outage = Mutex<MigrationTime?>(nil)

    init(_ time: ManualTime) {
        self.time = time
    }

    /// Lets no user be taken at a time.
    func setOut(at moment: MigrationTime) { outage.withLock { $0 = moment } }

    private func fail() throws {
        try failures.withLock { failures in
            guard failures > 0 else { return }
            failures -= 1
            time.noteChange()
            throw StoreError()
        }
    }

    @discardableResult
    func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser {
        try fail()
        let isChanged = Mutex(false)
        let row = try await queue.change(user) { row in
            let new = change(row)
            isChanged.withLock { $0 = new != row }
            return new
        }
        if isChanged.withLock({ $0 }) { time.noteChange() }
        return row
    }

    func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser] {
        try fail()
        if outage.withLock({ $0 == time.now }) { throw StoreError() }
        let rows = try await queue.take(limit, dueAt: now, change)
        if !rows.isEmpty { time.noteChange() }
        return rows
    }

    func users(in phase: QueuedUser.Phase, after last: QueuedUser?, limit: Int) async throws -> [QueuedUser] {
        try await queue.users(in: phase, after: last, limit: limit)
    }

    func counts() async throws -> [QueuedUser.Phase: Int] { try await queue.counts() }
}
