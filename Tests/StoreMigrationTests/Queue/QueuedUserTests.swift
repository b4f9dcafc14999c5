import TestSupport
import Testing

@testable import StoreMigration

struct QueuedUserTests {
    private static func moment(_ seconds: Int64) -> MigrationTime {
        MigrationTime(millisecondsSince1970: (ManualTime.start + seconds) * 1_000)
    }

    private static func state(_ seconds: Int64?) -> DualWriteState {
        DualWriteState(old: .beginning, new: seconds.map(moment))
    }

    private enum Event {
        case dualWrites(Int64?), request, take(String), renew(String), end(String, WorkResult), wait(Int64)
    }

    /// Returns a user after events; each happens at once, except for those that take time.
    private static func user(_ events: Event...) -> QueuedUser {
        var row = QueuedUser("ada")
        var now: Int64 = 0
        for event in events {
            switch event {
            case .dualWrites(let start): row.set(state(start), into: .new, at: moment(now))
            case .request: row.request(at: moment(now))
            case .take(let lease):
                row.take(lease, into: .new, at: moment(now), until: moment(now + 60), maximumAttempts: 3)
            case .renew(let lease): row.renew(lease, until: moment(now + 60))
            case .end(let lease, let result): row.end(lease, result, into: .new, at: moment(now))
            case .wait(let seconds): now += seconds
            }
        }
        return row
    }

    private static let failure = WorkResult.failed("StoreError", retryAfter: .seconds(5), maximumAttempts: 3)

    @Test func dualWritesLetUserWait() {
        #expect(Self.user().phase == .idle)
        #expect(Self.user(.dualWrites(1)).phase == .waiting)
        #expect(Self.user(.dualWrites(1), .dualWrites(nil)).phase == .idle)
        #expect(Self.user(.dualWrites(1), .take("a")).phase == .running)
        #expect(Self.user(.wait(7), .dualWrites(1)).activity == Self.moment(7))
    }

    @Test func doneUserWaitsOnlyForNewStart() {
        var done = Self.user(.dualWrites(1), .take("a"), .end("a", .done(copied: 5)))
        #expect(done.phase == .done && done.copied == 5 && done.lease == nil)
        done.set(DualWriteState(old: nil, new: Self.moment(1)), into: .new, at: Self.moment(9))
        #expect(done.phase == .done)
        done.set(Self.state(2), into: .new, at: Self.moment(9))
        #expect(done.phase == .waiting && done.due == Self.moment(9))
    }

    @Test func changesDuringCopyCountAtItsEnd() {
        let done = Event.end("a", .done(copied: 1))
        #expect(Self.user(.dualWrites(1), .take("a"), .dualWrites(2), done).phase == .waiting)
        #expect(Self.user(.dualWrites(1), .take("a"), .dualWrites(nil), done).phase == .idle)
        #expect(Self.user(.dualWrites(1), .take("a"), .request, done).phase == .waiting)
        #expect(Self.user(.request, .take("a"), .end("a", .nothingToDo)).phase == .idle)
        #expect(Self.user(.request, .take("a"), .dualWrites(1), .end("a", .nothingToDo)).phase == .waiting)
    }

    @Test func requestNeedsNoDualWrites() {
        #expect(Self.user(.request, .take("a"), .end("a", .done(copied: 1))).phase == .done)
        #expect(Self.user(.request, .take("a"), .end("a", .done(copied: 1)), .request).phase == .waiting)
    }

    @Test func failedAttemptsDelayAndThenFail() {
        let once = Self.user(.request, .take("a"), .end("a", Self.failure))
        #expect(once.phase == .waiting && once.attempts == 1 && once.failure == "StoreError")
        #expect(!once.isDue(at: Self.moment(4)) && once.isDue(at: Self.moment(5)))
        let thrice = Self.user(
            .request,
            .take("a"),
            .end("a", Self.failure),
            .wait(5),
            .take("b"),
            .end("b", Self.failure),
            .wait(5),
            .take("c"),
            .end("c", Self.failure)
        )
        #expect(thrice.phase == .failed && thrice.attempts == 3 && !thrice.isDue(at: Self.moment(1_000)))
        var again = thrice
        again.request(at: Self.moment(20))
        #expect(again.phase == .waiting && again.attempts == 0 && again.failure == nil)
    }

    @Test func successForgetsFailures() {
        let row = Self.user(
            .request,
            .take("a"),
            .end("a", Self.failure),
            .wait(5),
            .take("b"),
            .end("b", .done(copied: 2))
        )
        #expect(row.phase == .done && row.attempts == 0 && row.failure == nil)
    }

    @Test func stoppedCopyCostsNoAttempt() {
        let row = Self.user(.request, .take("a"), .wait(3), .end("a", .stopped))
        #expect(row.phase == .waiting && row.attempts == 0 && row.isDue(at: Self.moment(3)))
    }

    @Test func leaseEndsUnlessRenewed() {
        #expect(Self.user(.request, .take("a"), .wait(59), .take("b")).holds("a"))
        #expect(Self.user(.request, .take("a"), .wait(60), .take("b")).holds("b"))
        #expect(Self.user(.request, .take("a"), .wait(59), .renew("a"), .wait(59), .take("b")).holds("a"))
        let lost = Self.user(.request, .take("a"), .wait(60), .take("b"), .renew("a"), .end("a", .done(copied: 9)))
        #expect(lost.holds("b") && lost.due == Self.moment(120) && lost.copied == 0)
    }

    @Test func userWhoKillsWorkersFails() {
        let row = Self.user(.request, .take("a"), .wait(60), .take("b"), .wait(60), .take("c"), .wait(60), .take("d"))
        #expect(row.phase == .failed && row.lease == nil && row.failure == "abandoned")
    }

    @Test func otherDirectionDistrustsUnknownStates() {
        var row = QueuedUser("ada")
        row.set(DualWriteState(old: .beginning, new: Self.moment(1)), into: .old, at: Self.moment(2))
        #expect(row.phase == .waiting)
        row.set(.initial, into: .old, at: Self.moment(3))
        #expect(row.phase == .idle)
    }

    @Test func textKeepsEverything() throws {
        var row = Self.user(.dualWrites(1), .take("a\"b"), .request)
        #expect(try QueuedUser(text: row.text) == row)
        row.end("a\"b", Self.failure, into: .new, at: Self.moment(3))
        row.dualWrites.miss(.new, since: Self.moment(2))
        #expect(try QueuedUser(text: row.text) == row)
        #expect(try QueuedUser(text: QueuedUser("").text) == QueuedUser(""))
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"version": 2}"#, #"{"version": 1, "user": "a", "phase": "gone"}"#,
        #"{"version": 1, "user": "a", "phase": "done", "activity": 1, "due": 1, "attempts": -1, "copied": 0}"#,
        #"{"version": 1, "user": "a", "phase": "done", "activity": 1, "due": 1, "attempts": 1, "copied": 0}"#,
    ])
    func invalidTextIsRejected(text: String) {
        let error = #expect(throws: BackfillError.self) { try QueuedUser(text: text) }
        #expect(error?.code == .queue && error?.message.hasSuffix(".") == true)
    }
}
