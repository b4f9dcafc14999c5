import MigrationTesting
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

struct BackfillQueueTests {
    @Test func inMemoryQueueConforms() async throws {
        try await BackfillQueueConformance(makePlace: { InMemoryBackfillQueue() }, open: { $0 }).check()
    }

    @Test(arguments: BrokenQueue.Fault.allCases)
    func brokenQueueIsRejected(fault: BrokenQueue.Fault) async throws {
        await #expect(throws: ConformanceError.self) {
            try await BackfillQueueConformance(makePlace: { BrokenQueue(fault) }, open: { $0 }).check()
        }
    }

    @Test func dualWritesLetUserWait() async throws {
        let queue = InMemoryBackfillQueue()
        try await queue.update("ada") { state in
            var state = state
            state.begin(.new, at: .beginning.advanced(by: .seconds(1)))
            return state
        }
        _ = try await queue.state(of: "grace")
        #expect(try await queue.users(in: .waiting, after: nil, limit: 9).map(\.user) == ["ada"])
        #expect(try await queue.counts() == [.waiting: 1])
    }

    @Test func failedUsersCanBeRetried() async throws {
        let queue = InMemoryBackfillQueue()
        for number in 0..<250 {
            try await queue.change("\(number)") { row in
                var row = row
                row.request(at: .beginning)
                row.take("a", into: .new, at: .beginning, until: .beginning, maximumAttempts: 1)
                row.end(
                    "a",
                    .failed("StoreError", retryAfter: .zero, maximumAttempts: 1),
                    into: .new,
                    at: .beginning
                )
                return row
            }
        }
        #expect(try await queue.report().failed == 250)
        #expect(try await queue.retryFailed() == 250)
        #expect(try await queue.report().waiting == 250)
    }

    @Test func userWhoFailsAgainIsRetriedOnce() async throws {
        let queue = HopelessQueue()
        for number in 0..<250 { try await queue.request("\(number)") }
        #expect(try await queue.retryFailed() == 250)
        #expect(queue.failures.withLock { $0 } == 500)
    }

    @Test func reportIsReadable() {
        let report = BackfillReport(time: 0, counts: [.waiting: 812, .running: 4, .done: 12_004, .failed: 3])
        #expect("\(report)" == "waiting 812, running 4, done 12,004, failed 3")
        #expect(!report.isDone)
        let idle = BackfillReport(time: 0, counts: [.done: 1, .idle: 1_000])
        #expect("\(idle)" == "waiting 0, running 0, done 1, failed 0, without dual writes 1,000")
        #expect(!idle.isDone && BackfillReport(time: 0, counts: [.done: 1]).isDone)
    }

    @Test func reportFileKeepsReport() throws {
        let folder = try TemporaryFolder()
        let file = BackfillReportFile(path: folder.path("new/backfill.json"))
        let error = #expect(throws: BackfillError.self) { try file.read() }
        #expect(error?.message.hasPrefix("\(file.path): There is no such file. Pass the file that") == true)
        let report = BackfillReport(
            into: .old,
            time: 1_795_252_500,
            counts: [.waiting: 1, .running: 2, .done: 3, .failed: 4, .idle: 5]
        )
        try file.write(report)
        #expect(try file.read() == report)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"version": 1, "into": "new", "time": 1, "waiting": -1}"#,
        #"{"version": 1, "into": "up", "time": 1, "waiting": 0, "running": 0, "done": 0, "failed": 0, "idle": 0}"#,
    ])
    func invalidReportIsRejected(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "backfill.json")
        let error = #expect(throws: BackfillError.self) {
            try BackfillReportFile(path: folder.path("backfill.json")).read()
        }
        #expect(error?.code == .report)
    }
}

/// A queue whose users fail as soon as they wait.
private final class HopelessQueue: BackfillQueue {
    let failures = Mutex(0)
    private let queue = InMemoryBackfillQueue()

    func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser {
        let row = try await queue.change(user) { row in
            var row = change(row)
            guard row.phase == .waiting else { return row }
            let now = row.due
            row.take("a", into: .new, at: now, until: now, maximumAttempts: 1)
            row.end("a", .failed("StoreError", retryAfter: .zero, maximumAttempts: 1), into: .new, at: now)
            return row
        }
        let count = failures.withLock { failures in
            failures += 1
            return failures
        }
        // Without this, a retry that never ends would not fail the test.
        if count > 1_000 { throw StoreError() }
        return row
    }

    func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser] {
        try await queue.take(limit, dueAt: now, change)
    }

    func users(in phase: QueuedUser.Phase, after last: QueuedUser?, limit: Int) async throws -> [QueuedUser] {
        try await queue.users(in: phase, after: last, limit: limit)
    }

    func counts() async throws -> [QueuedUser.Phase: Int] { try await queue.counts() }
}

/// A queue that violates one requirement.
final class BrokenQueue: BackfillQueue {
    enum Fault: CaseIterable {
        case takesLeased, takesTwice, ignoresLimit, ignoresOrder, ignoresTime, repeatsPages, miscounts, dropsTaken
    }

    private let queue = InMemoryBackfillQueue()
    private let fault: Fault
    /// The number of times that several users were read in order to take them.
    private let reads = Watched(0)

    init(_ fault: Fault) {
        self.fault = fault
    }

    func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser {
        try await queue.change(user, change)
    }

    func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser] {
        switch fault {
        case .takesLeased:
            let leased = try await queue.users(in: .running, after: nil, limit: limit)
            return try await leased + queue.take(limit, dueAt: now, change)
        case .takesTwice:
            let users = try await queue.users(in: .waiting, after: nil, limit: limit)
            // As if the first of the suite's simultaneous workers were so slow that another one reads the same users.
            if users.contains(where: { $0.user.hasPrefix("user ") }) {
                let number = reads.withLock { reads in
                    reads += 1
                    return reads
                }
                if number == 1 { await reads.until { $0 > 1 } }
            }
            var rows: [QueuedUser] = []
            for user in users {
                rows.append(try await queue.change(user.user) { change($0.phase == .running ? user : $0) })
            }
            return rows
        case .ignoresLimit: return try await queue.take(limit + 1, dueAt: now, change)
        case .ignoresOrder: return try await queue.take(limit, dueAt: now, change).reversed()
        case .ignoresTime: return try await queue.take(limit, dueAt: now.advanced(by: .seconds(10)), change)
        case .dropsTaken:
            let rows = try await queue.users(in: .waiting, after: nil, limit: limit)
            return rows.filter { $0.isDue(at: now) }.map(change)
        case .repeatsPages, .miscounts: return try await queue.take(limit, dueAt: now, change)
        }
    }

    func users(in phase: QueuedUser.Phase, after last: QueuedUser?, limit: Int) async throws -> [QueuedUser] {
        try await queue.users(in: phase, after: fault == .repeatsPages ? nil : last, limit: limit)
    }

    func counts() async throws -> [QueuedUser.Phase: Int] {
        fault == .miscounts ? [:] : try await queue.counts()
    }
}
