import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

struct CheckpointTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func checkpointRoundTripsThroughText() throws {
        let noon = MigrationTime(millisecondsSince1970: 1_795_252_500_123)
        let checkpoints = [
            BackfillCheckpoint(), BackfillCheckpoint(doneBefore: noon, copied: 7),
            BackfillCheckpoint(doneBefore: noon, copiesBefore: noon, cursor: "a \"b\"\n", copied: .max),
            BackfillCheckpoint(copiesBefore: noon, cursor: "7", copied: 9, copiedByThis: 7),
        ]
        for checkpoint in checkpoints { #expect(try BackfillCheckpoint(text: checkpoint.text) == checkpoint) }
    }

    @Test(arguments: [
        "", "7", "{}", #"{"version":2,"copied":0}"#, #"{"version":1}"#, #"{"version":1,"copied":-1}"#,
        #"{"version":1,"copied":1,"cursor":7}"#, #"{"version":1,"copied":1,"done_before":"yesterday"}"#,
    ])
    func invalidCheckpointIsRefused(text: String) {
        #expect {
            try BackfillCheckpoint(text: text)
        } throws: { error in
            (error as? BackfillError)?.code == .checkpoint && "\(error)".hasSuffix("from the beginning.")
        }
    }

    @Test func storeWithoutTransactionsUsesCheckpointFiles() async throws {
        let dualWrites = InMemoryDualWriteStore([
            "ada": DualWriteState(old: .beginning, new: MigrationTime(millisecondsSince1970: 1_000))
        ])
        let old = InMemoryRecordStore((0..<25).map { Note(id: $0, modified: MigrationTime(millisecondsSince1970: 1)) })
        let stored = Mutex<[Int]>([])
        let failsAt = Mutex<Int?>(15)
        let destination = SeparateCheckpoints<Note>(folder: folder.path("checkpoints")) { notes, user in
            if failsAt.withLock({ $0.map { stop in notes.contains { $0.id == stop } } == true }) { throw StoreError() }
            stored.withLock { $0 += notes.map(\.id) }
        }
        let options = BackfillOptions(batchSize: 10)
        let backfill = Backfill(from: old, to: destination, dualWrites: dualWrites, options: options)
        await #expect(throws: StoreError.self) { try await backfill.run("ada") }
        #expect(try await backfill.status(of: "ada") == .running(copied: 10))
        failsAt.withLock { $0 = nil }
        #expect(try await backfill.run("ada") == .done(copied: 25))
        #expect(stored.withLock { $0 } == Array(0..<25))
        let name = try #require(try folder.names("checkpoints").first { $0.hasSuffix(".json") })
        #expect(!name.contains("ada"))
        try folder.write("[", to: "checkpoints/\(name)")
        await #expect {
            try await backfill.run("ada")
        } throws: { ($0 as? BackfillError)?.code == .checkpoint }
    }
}
