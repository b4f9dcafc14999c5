import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

struct MigrationJournalTests {
    private let folder: TemporaryFolder
    private let time = ManualTime.passing()
    private let toggles = InMemoryToggles(.set(.bookStore, to: .dualwrite))

    init() throws {
        folder = try TemporaryFolder()
    }

    private var journal: MigrationJournal { MigrationJournal(path: folder.path("sub/books.journal")) }

    private func migration(_ journal: MigrationJournal) -> Migration {
        Migration(.bookStore, toggles: toggles, journal: journal, environment: time.environment)
    }

    private func entry(_ number: Int, payload: [UInt8]? = nil) -> JournalEntry {
        JournalEntry(
            time: MigrationTime(millisecondsSince1970: Int64(number)),
            stage: .shadow,
            record: "b\(number)",
            user: Migration.deviceUser,
            content: payload.map { .payload($0) }
        )
    }

    @Test func writeIsAddedOnceAccepted() async throws {
        let journal = journal
        let migration = migration(journal)
        let seen = Mutex<[JournalEntry]>([])
        let date = MigrationTime(millisecondsSince1970: 1_795_252_400_000)
        try await migration.write("save", record: "b1", dated: date, content: .payload(Array("Emma".utf8))) {
            () async throws in
            #expect(try await journal.entries().entries.isEmpty, "before the first store has accepted it")
        } new: { () async throws in
            let entries = try await journal.entries().entries
            seen.withLock { $0 = entries }
        }
        let entry = try #require(seen.withLock { $0 }.first)
        #expect(entry.record == "b1" && entry.time == date && entry.stage == .dualwrite && entry.userDigest == nil)
        #expect(entry.payload == Array("Emma".utf8) && entry.digest?.count == 32 && entry.failed == nil)
        #expect(try await journal.entries().entries == [entry])
    }

    @Test func failureOfOtherStoreIsAdded() async throws {
        let journal = journal
        let migration = migration(journal)
        try await migration.write(record: "b1", content: .digest(of: [1])) { () async throws in
        } new: { () async throws in
            throw StoreError()
        }
        let entries = try await journal.entries().entries
        #expect(entries.map(\.failed) == [nil, .new] && entries.allSatisfy { $0.record == "b1" })
        #expect(entries[1].digest == nil)
        await #expect(throws: StoreError.self) {
            try await migration.write(record: "b2") { () async throws in
                throw StoreError()
            } new: {
            }
        }
        #expect(try await journal.entries().entries.count == 2, "a write that no store accepted")
        try await migration.write { () async throws in
        } new: {
        }
        #expect(try await journal.entries().entries.count == 2, "a write without a key")
    }

    @Test(arguments: MigrationStage.allCases)
    func everyStageIsInJournal(stage: MigrationStage) async throws {
        toggles.apply(.set(.bookStore, to: stage))
        let journal = journal
        try await migration(journal).write(record: "b1", content: .deletion) { () async throws in
        } new: {
        }
        let entry = try #require(try await journal.entries().entries.first)
        #expect(entry.stage == stage && entry.isDeletion && entry.digest == nil)
        #expect(entry.origins.first == stage.authority && entry.origins.count == (stage.writesBoth ? 2 : 1))
    }

    @Test func usersAreStoredAsDigests() async throws {
        let journal = journal
        try await migration(journal)
            .write(record: "b1", for: EvaluationContext(targetingKey: "ada@example.com")) { () async throws in
            } new: {
            }
        #expect(try await journal.entries().entries.first?.userDigest == UserDigest.text(of: "ada@example.com"))
        #expect(try !folder.text("sub/books.journal").contains("example"))
    }

    @Test func payloadsRoundTrip() async throws {
        let journal = journal
        let payloads: [[UInt8]] = [[], Array("Émma\n\"".utf8), [0xFF, 0x00, 0xC3], Array(0...255)]
        for payload in payloads { #expect(await journal.add(entry(1, payload: payload)) == nil) }
        #expect(try await journal.entries().entries.map(\.payload) == payloads)
    }

    @Test func sizeIsBounded() async throws {
        let journal = MigrationJournal(path: folder.path("books.journal"), maximumSize: 4_096, fileCount: 3)
        for number in 0..<500 { #expect(await journal.add(entry(number)) == nil) }
        let names = try folder.names().filter { !$0.hasSuffix(".lock") }.sorted()
        #expect(names == ["books.journal", "books.journal.1", "books.journal.2"])
        for name in names { #expect(try folder.text(name).utf8.count <= 4_096) }
        let entries = try await journal.entries()
        #expect(entries.unreadableLines == 0 && entries.entries.count > 80)
        let first = 500 - entries.entries.count
        #expect(entries.entries.map(\.record) == (first..<500).map { "b\($0)" }, "the newest are kept, in order")
    }

    @Test func largePayloadIsDropped() async throws {
        let journal = MigrationJournal(path: folder.path("books.journal"), maximumSize: 4_096, fileCount: 2)
        let payload = Array(repeating: UInt8(ascii: "a"), count: 2_000)
        let error = await journal.add(entry(1, payload: payload)) as? MigrationFileError
        #expect(error?.message.contains("was added without its payload, because it is larger than a quarter") == true)
        let kept = try #require(try await journal.entries().entries.first)
        #expect(kept.payload == nil && kept.digest == ContentDigest(payload).text)
        // Each byte takes six, as an escape.
        #expect(await journal.add(entry(2, payload: Array(repeating: 1, count: 700))) != nil)
        #expect(try await journal.entries().entries.map(\.payload) == [nil, nil])
    }

    /// A process was killed after some of the renames.
    @Test(arguments: 1...3)
    func unfinishedRotationLosesNothing(renames: Int) async throws {
        let path = folder.path("books.journal")
        let journal = MigrationJournal(path: path, maximumSize: 4_096, fileCount: 4)
        var count = 0
        func add(_ more: Int) async {
            for _ in 0..<more {
                #expect(await journal.add(entry(count)) == nil)
                count += 1
            }
        }
        while try !folder.names().contains("books.journal.3") { await add(1) }
        let oldest = try folder.text("books.journal.3").split(separator: "\n").count
        for number in (1...3).reversed().prefix(renames) {
            try POSIXFileSystem().rename(number == 1 ? path : "\(path).\(number - 1)", to: "\(path).\(number)")
        }
        #expect(try await journal.entries().entries.map(\.record) == (oldest..<count).map { "b\($0)" })
        // So many that one more file is needed, which fills the gap.
        if renames < 3 { await add(95) }
        #expect(try await journal.entries().entries.map(\.record) == (oldest..<count).map { "b\($0)" })
        try await journal.remove()
        #expect(try folder.names() == ["books.journal.lock"])
    }

    @Test func fewerFilesAreKeptFromNowOn() async throws {
        let path = folder.path("books.journal")
        for (fileCount, names) in [(5, 5), (2, 2)] {
            let journal = MigrationJournal(path: path, maximumSize: 4_096, fileCount: fileCount)
            for number in 0..<600 { #expect(await journal.add(entry(number)) == nil) }
            #expect(try folder.names().count { !$0.hasSuffix(".lock") } == names)
        }
    }

    @Test func incompleteLineIsIgnored() async throws {
        _ = await journal.add(entry(1))
        let text = try folder.text("sub/books.journal")
        // A process that was killed while it wrote the line.
        try folder.write(text + text.dropLast(9), to: "sub/books.journal")
        let journal = journal
        #expect(try await journal.entries().unreadableLines == 1)
        _ = await journal.add(entry(2))
        let entries = try await journal.entries()
        #expect(entries.entries.map(\.record) == ["b1", "b2"] && entries.unreadableLines == 1)
    }

    @Test(arguments: [
        "7", "[]", "{}", #"{"time":1,"stage":"sideways","record":"b1"}"#, #"{"time":1,"stage":"off"}"#,
        #"{"time":1.5,"stage":"off","record":"b1"}"#, #"{"time":1,"stage":"off","record":"b1","failed":"both"}"#,
        #"{"time":1,"stage":"off","record":"b1","digest":"00","payload":"changed"}"#,
        #"{"time":1,"stage":"off","record":"b1","payload":"without digest"}"#,
        #"{"time":1,"stage":"off","record":"b1","digest":"00","base64":"?"}"#,
    ])
    func invalidLineIsIgnored(line: String) {
        #expect(JournalEntry(line: Array(line.utf8)[...]) == nil)
    }

    @Test func concurrentWritersLoseNothing() async throws {
        // Two instances, as in two processes, with rotation.
        let path = folder.path("books.journal")
        let journals = (0..<2).map { _ in MigrationJournal(path: path, maximumSize: 8_192, fileCount: 20) }
        await withTaskGroup { group in
            for worker in 0..<4 {
                group.addTask {
                    for number in 0..<200 { _ = await journals[worker % 2].add(entry(worker * 1_000 + number)) }
                }
            }
        }
        let entries = try await journals[0].entries()
        #expect(entries.unreadableLines == 0 && Set(entries.entries.map(\.record)).count == 800)
        try await journals[1].remove()
        #expect(try await journals[0].entries().entries.isEmpty)
        #expect(await journals[0].add(entry(1)) == nil)
        #expect(try await journals[1].entries().entries.count == 1)
    }

    @Test func failureIsReportedAndWriteContinues() async throws {
        try folder.write("no folder", to: "file")
        let migration = migration(MigrationJournal(path: folder.path("file/books.journal")))
        try await migration.write(record: "b1") { () async throws in
        } new: {
        }
        #expect(migration.summary.journalErrors == 1)
        #expect(migration.summary.lines.contains("1 write missing or incomplete in the journal"))
    }
}
