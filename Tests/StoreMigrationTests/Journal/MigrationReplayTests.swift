import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

struct MigrationReplayTests {
    private let folder: TemporaryFolder
    private let journal: MigrationJournal
    private let old = InMemoryReplayStore()
    private let new = InMemoryReplayStore()

    init() throws {
        folder = try TemporaryFolder()
        journal = MigrationJournal(path: folder.path("books.journal"))
    }

    private static func record(_ text: String, at time: Int64) -> StoredRecord {
        StoredRecord(modified: MigrationTime(millisecondsSince1970: time), payload: Array(text.utf8))
    }

    private func add(
        _ key: String,
        _ content: JournalContent?,
        at time: Int64,
        stage: MigrationStage = .shadow,
        user: String = Migration.deviceUser
    ) async {
        let entry = JournalEntry(
            time: MigrationTime(millisecondsSince1970: time),
            stage: stage,
            record: key,
            user: user,
            content: content
        )
        #expect(await journal.add(entry) == nil)
    }

    private func replay(user: String? = nil) -> MigrationReplay {
        MigrationReplay(journal, old: old, new: new, user: user)
    }

    private func text(_ report: ReplayReport) -> [String] {
        report.findings.map { finding in
            "\(finding.store) \(finding.record) \(finding.problem) \(finding.origin?.rawValue ?? "lost")"
        }
    }

    @Test func lostRecordsAreRestored() async throws {
        let emma = Array("Emma".utf8)
        for key in ["missing", "outdated", "damaged", "correct", "newer"] {
            await add(key, .payload(emma), at: 10)
            old.write(key, Self.record("Emma", at: 10))
        }
        new.write("outdated", Self.record("Em", at: 5))
        new.write("damaged", Self.record("Emna", at: 10))
        new.write("correct", Self.record("Emma", at: 10))
        new.write("newer", Self.record("Emma, a novel", at: 11))
        let plan = try await replay().plan()
        #expect(
            text(plan) == [
                "old newer outdated other store", "new damaged damaged journal", "new missing missing journal",
                "new outdated outdated journal",
            ]
        )
        #expect(
            plan.writes == 5 && plan.records == 5 && plan.newer == 1 && plan.restored == 0 && plan.remaining.isEmpty
        )
        #expect(!plan.isComplete && new.restored == 0, "a plan writes nothing")
        let report = try await replay().run()
        #expect(report.findings == plan.findings && report.restored == 4 && report.isComplete)
        for key in ["missing", "outdated", "damaged", "newer"] { #expect(new.notes[key] == old.notes[key]) }
        #expect(new.notes["newer"] == Self.record("Emma, a novel", at: 11))
        #expect(try await replay().plan().findings.isEmpty)
    }

    @Test func otherStoreReplacesMissingPayload() async throws {
        await add("b1", .digest(of: Array("Emma".utf8)), at: 10)
        await add("b2", .digest(of: Array("Emma".utf8)), at: 10)
        new.write("b1", Self.record("Emma", at: 10))
        new.write("b2", Self.record("Em", at: 9))
        let report = try await replay().run()
        #expect(
            text(report) == ["old b1 missing other store", "old b2 missing lost", "new b2 outdated lost"]
        )
        #expect(report.restored == 1 && report.remaining.map(\.record) == ["b2", "b2"] && !report.isComplete)
        #expect(old.notes == ["b1": Self.record("Emma", at: 10)])
        #expect(new.notes["b2"] == Self.record("Em", at: 9), "an older version isn't removed")
    }

    @Test func newestEntryCounts() async throws {
        await add("b1", .payload(Array("second".utf8)), at: 20)
        await add("b1", .payload(Array("first".utf8)), at: 10)
        await add("b2", .payload(Array("first".utf8)), at: 10)
        await add("b2", .payload(Array("second".utf8)), at: 10)
        try await replay().run()
        for store in [old, new] {
            #expect(store.notes["b1"] == Self.record("second", at: 20))
            #expect(store.notes["b2"] == Self.record("second", at: 10))
        }
    }

    @Test func deletionIsRepeated() async throws {
        await add("b1", .payload([1]), at: 10)
        await add("b1", .deletion, at: 20)
        await add("b2", .deletion, at: 20)
        old.write("b1", Self.record("\u{1}", at: 10))
        new.write("b1", StoredRecord(modified: MigrationTime(millisecondsSince1970: 20), payload: nil))
        new.write("b2", Self.record("written again", at: 21))
        let report = try await replay().run()
        #expect(text(report) == ["old b1 undeleted journal", "old b2 missing other store"])
        #expect(report.newer == 1 && report.isComplete)
        #expect(old.notes == ["b2": Self.record("written again", at: 21)] && new.notes.count == 2)
    }

    @Test func newerTombstoneIsCopied() async throws {
        await add("b1", .payload([1]), at: 10)
        old.write("b1", Self.record("\u{1}", at: 10))
        new.write("b1", StoredRecord(modified: MigrationTime(millisecondsSince1970: 20), payload: nil))
        let report = try await replay().run()
        #expect(text(report) == ["old b1 undeleted other store"] && report.isComplete && old.notes.isEmpty)
    }

    @Test func keysAloneRestoreFromAuthority() async throws {
        await add("b1", nil, at: 10, stage: .live)
        await add("b2", nil, at: 10, stage: .live)
        await add("b3", nil, at: 10, stage: .live)
        await add("b4", nil, at: 10, stage: .live)
        new.write("b1", Self.record("Emma", at: 10))
        new.write("b2", Self.record("Emma", at: 10))
        old.write("b2", Self.record("Emna", at: 10))
        old.write("b3", Self.record("Emma", at: 10))
        let report = try await replay().run()
        #expect(
            text(report) == [
                "old b1 missing other store", "old b2 damaged other store", "old b4 missing lost",
                "new b3 missing other store", "new b4 missing lost",
            ]
        )
        #expect(old.notes == new.notes && old.notes.count == 3 && report.restored == 3)
    }

    @Test func onlyWrittenStoresAreRestored() async throws {
        await add("b1", .payload([1]), at: 10, stage: .off)
        await add("b2", .payload([1]), at: 10, stage: .complete)
        #expect(try await text(replay().plan()) == ["old b1 missing journal", "new b2 missing journal"])
    }

    @Test func usersAreDistinguished() async throws {
        await add("b1", .payload([1]), at: 10, user: "ada")
        await add("b1", .payload([2]), at: 11, user: "grace")
        await add("b1", .payload([3]), at: 12)
        try await replay(user: "ada").run()
        #expect(old.notes["b1"]?.payload == [1])
        try await replay(user: Migration.deviceUser).run()
        #expect(old.notes["b1"]?.payload == [3])
    }

    @Test func storeMayBeUnavailable() async throws {
        await add("b1", .payload([1]), at: 10)
        let plan = try await MigrationReplay(journal, old: nil, new: new).plan()
        #expect(plan.description == "1 write of 1 record; 1 finding, 1 can be restored")
        let report = try await MigrationReplay(journal, old: nil, new: new).run()
        #expect(text(report) == ["new b1 missing journal"] && report.isComplete && old.notes.isEmpty)
        #expect(report.description == "1 write of 1 record; 1 finding, 1 restored, 0 remaining")
    }

    @Test func unwrittenRecordIsReported() async throws {
        struct Deaf: ReplayStore {
            func records(_ keys: [String]) async throws -> [String: StoredRecord] { [:] }
            func restore(_ records: [RestoredRecord]) async throws {}
        }
        await add("b1", .payload([1]), at: 10)
        let report = try await MigrationReplay(journal, old: nil, new: Deaf()).run()
        #expect(report.restored == 0 && report.remaining.count == 1 && !report.isComplete)
        #expect(report.description == "1 write of 1 record; 1 finding, 0 restored, 1 remaining")
    }

    /// The plan must not promise what the store would refuse.
    @Test func planFailsIfStoreRefusesRecords() async throws {
        struct Refusal: Error, Equatable {
            var keys: [String]
        }
        struct Strict: ReplayStore {
            func records(_ keys: [String]) async throws -> [String: StoredRecord] {
                ["b3": MigrationReplayTests.record("Emma", at: 10)]
            }

            func restore(_ records: [RestoredRecord]) async throws {
                Issue.record("a plan writes nothing")
            }

            func check(_ records: [RestoredRecord]) async throws { throw Refusal(keys: records.map(\.key)) }
        }
        await add("b3", .payload(Array("Emma".utf8)), at: 10)
        // Without records to restore, there is nothing to check.
        let plan = try await MigrationReplay(journal, old: nil, new: Strict()).plan()
        #expect(plan.records == 1 && plan.findings.isEmpty)
        await add("b1", .payload([1]), at: 10)
        await add("b2", .payload([2]), at: 10)
        await #expect(throws: Refusal(keys: ["b1", "b2"])) {
            try await MigrationReplay(journal, old: nil, new: Strict()).plan()
        }
    }

    @Test func recordsAreEncodedCanonically() throws {
        struct Book: Codable, Equatable {
            var title = "Emma"
            var authors = ["Austen"]
            var price = 9.0
            var weight = 0.5
        }
        let time = MigrationTime(millisecondsSince1970: 1)
        let record = try StoredRecord(encoding: Book(), modified: time)
        #expect(record.payload == Array(#"{"authors":["Austen"],"price":9,"title":"Emma","weight":0.5}"#.utf8))
        #expect(try JournalContent.payload(encoding: Book()).payload == record.payload)
        #expect(try JournalContent.digest(encoding: Book()).digest == record.payload.map { ContentDigest($0) })
        let restored = RestoredRecord(key: "b1", modified: time, payload: record.payload)
        #expect(try restored.decoded() == Book())
        #expect(try RestoredRecord(key: "b1", modified: time, payload: nil).decoded(as: Book.self) == nil)
    }
}
