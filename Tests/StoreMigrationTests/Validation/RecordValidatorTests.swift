import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

struct RecordValidatorTests {
    private struct CloudBook: Encodable, Sendable {
        var title: String
        var pages: Int?
    }

    private typealias Document = [String: any Sendable]

    private let documents = RecordValidator<Document>(RecordShape("book", ["title": .string, "pageCount": .integer]))
    private let toggles = InMemoryToggles(.set(.bookStore, to: .dualwrite))
    private let dualWrites = InMemoryDualWriteStore()

    private var migration: Migration {
        Migration(.bookStore, toggles: toggles, dualWrites: dualWrites, environment: ManualTime.passing().environment)
    }

    /// A store that counts its writes.
    private final class CountingStore: Sendable {
        private let count = Mutex(0)
        var written: Int { count.withLock { $0 } }

        func save(_ document: Document) { count.withLock { $0 += 1 } }
    }

    private func write(_ document: Document, in migration: Migration, to store: CountingStore) async throws {
        try await migration.write("save", record: "b1") { () async throws in
        } new: { [documents] () async throws in
            try await documents.write(document) { store.save($0) }
        }
    }

    @Test func invalidRecordIsHalfWritten() async throws {
        let (migration, store) = (migration, CountingStore())
        try await write(["title": "Emma", "pageCount": 474], in: migration, to: store)
        #expect(store.written == 1 && migration.summary.invalidWrites == 0)
        try await write(["title": "Emma", "pageCoutn": 474], in: migration, to: store)
        let summary = migration.summary
        #expect(store.written == 1, "the invalid record was written")
        #expect(summary.invalidWrites == 1 && summary.halfWrites == 1 && summary.new.failures == 1)
        let problem = "The field ‘pageCoutn’ isn't declared; is it ‘pageCount’?"
        #expect(
            summary.invalidRecords == [
                .init(time: ManualTime.start, record: "b1", type: "book", problem: problem)
            ]
        )
        #expect(try await dualWrites.state(of: Migration.deviceUser).new == nil, "the store counts as complete")
    }

    @Test func authoritativeStoreRejectsInvalidRecord() async throws {
        toggles.apply(.set(.bookStore, to: .live))
        let (migration, store) = (migration, CountingStore())
        await #expect(throws: InvalidRecordError.self) {
            try await write(["title": "Emma"], in: migration, to: store)
        }
        #expect(migration.summary.invalidWrites == 1 && migration.summary.halfWrites == 0)
        #expect(migration.summary.old.operations == 0)
    }

    @Test func encodedRecordIsChecked() throws {
        let books = RecordValidator<CloudBook>(RecordShape("book", ["title": .string, "pages": .integer]))
        try books.check(CloudBook(title: "Emma", pages: 474))
        let error = #expect(throws: InvalidRecordError.self) { try books.check(CloudBook(title: "Emma")) }
        #expect(error?.description == "invalid book: The field ‘pages’ is missing; it must be an integer.")
    }

    @Test func customCheckIsUsed() {
        let books = RecordValidator<Int>("book") { $0 < 0 ? ["The number is negative."] : [] }
        #expect(throws: Never.self) { try books.check(1) }
        #expect(throws: InvalidRecordError(type: "book", problems: ["The number is negative."])) { try books.check(-1) }
    }

    @Test func summaryShowsInvalidRecords() throws {
        var summary = MigrationSummary(since: 0)
        summary.invalidWrites = 1_204
        for number in 1...4 {
            summary.add(.init(time: 1_795_252_512, record: "b\(number)", type: "book", problem: "It is wrong."))
        }
        #expect(
            summary.lines.suffix(4) == [
                "1,204 writes with an invalid record, the newest:",
                "  2026-11-21 09:15 UTC, book b4: It is wrong.", "  2026-11-21 09:15 UTC, book b3: It is wrong.",
                "  2026-11-21 09:15 UTC, book b2: It is wrong.",
            ]
        )
        #expect(MigrationSummary(logEntry: summary.logEntry) == summary)
        var sum = summary
        sum.add(summary)
        #expect(sum.invalidWrites == 2_408 && sum.invalidRecords == summary.invalidRecords)
        let hostile = try #require(
            MigrationSummary(logEntry: #"{"invalid_writes": -3, "invalid_records": [7, {"type": "a"}, [], {}]}"#)
        )
        #expect(hostile.invalidWrites == 0 && hostile.invalidRecords.isEmpty)
    }
}
