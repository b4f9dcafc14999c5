// Only these platforms have environment variables for a test.
#if os(macOS) || os(Linux)
import FeatureToggles
import FeatureTogglesTesting
import Foundation
import TestSupport
import Testing

@testable import StoreMigration

/// Injures every record of a migration in one of its stores, and restores all of them.
@Suite(.timeLimit(.minutes(20))) struct ReplayTortureTests {
    private static let environment = ProcessInfo.processInfo.environment["REPLAY_RECORDS"]
    /// The number of injured records; set `REPLAY_RECORDS=10000` for a long run.
    private static let count = environment.flatMap { Int($0) } ?? 1_000

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func everyInjuredRecordIsRestored() async throws {
        var random = SeededRandom(seed: 7)
        let journal = MigrationJournal(path: folder.path("notes.journal"), maximumSize: 1 << 20, fileCount: 16)
        let toggles = InMemoryToggles(.set(.bookStore, to: .dualwrite))
        let migration = Migration(.bookStore, toggles: toggles, journal: journal)
        let stores: [MigrationOrigin: InMemoryReplayStore] = [
            .old: InMemoryReplayStore(), .new: InMemoryReplayStore(),
        ]
        let (old, new) = (try #require(stores[.old]), try #require(stores[.new]))
        var time = Int64(1_795_252_500_000)
        var earlier: [String: StoredRecord] = [:]
        var current: [String: StoredRecord] = [:]
        var lostByWrites = 0
        let stages: [MigrationStage] = [.dualwrite, .shadow, .live, .rampdown]
        for round in 0..<2 {
            for number in 0..<Self.count {
                time += 1
                let key = "note \(number)"
                let text = "\(round) \(UInt64.random(in: .min ... .max, using: &random))"
                let payload = Array(text.utf8)
                let record = StoredRecord(modified: MigrationTime(millisecondsSince1970: time), payload: payload)
                earlier[key] = current[key]
                current[key] = record
                toggles.apply(.set(.bookStore, to: stages.randomElement(using: &random) ?? .live))
                let stage = migration.pinned().stage
                // Some writes fail in the other store, which is an injury, too.
                let failing = Int.random(in: 0..<10, using: &random) == 0 ? stage.authority.other : nil
                if failing != nil, round == 1 { lostByWrites += 1 }
                try await migration.write(
                    record: key,
                    dated: record.modified,
                    content: Bool.random(using: &random) ? .payload(payload) : .digest(of: payload)
                ) { () async throws in
                    if failing == .old { throw StoreError() }
                    old.write(key, record)
                } new: { () async throws in
                    if failing == .new { throw StoreError() }
                    new.write(key, record)
                }
            }
        }
        var injured = 0
        for (key, record) in current.sorted(by: { $0.key < $1.key }) {
            // A record that one store lacks already isn't injured in the other one, too.
            guard old.notes[key] == record, new.notes[key] == record else { continue }
            injured += 1
            let store = Bool.random(using: &random) ? old : new
            switch Int.random(in: 0..<3, using: &random) {
            case 0: store.injure(key, nil)
            case 1: store.injure(key, earlier[key])
            default:
                let bytes = (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                store.injure(key, StoredRecord(modified: record.modified, payload: bytes))
            }
        }
        #expect(injured + lostByWrites == Self.count)

        let replay = MigrationReplay(journal, old: old, new: new)
        let plan = try await replay.plan()
        #expect(plan.findings.count == Self.count && plan.remaining.isEmpty && plan.unreadableLines == 0)
        let report = try await replay.run()
        #expect(report.isComplete && report.restored == Self.count)
        #expect(old.notes == current && new.notes == current)
        #expect(try await replay.plan().findings.isEmpty)
        guard Self.environment != nil else { return }
        print("replay: \(Self.count) injured records, \(lostByWrites) of them by failed writes; \(report)")
    }
}
#endif
