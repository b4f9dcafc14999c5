import MigrationTesting
import StoreMigration
import TestSupport
import Testing
import ToggleBase

/// The conformance suite of replayable stores, with stores of this package and with faulty ones.
struct ReplayConformanceTests {
    private static func payload(_ sample: SampleRecord) -> [UInt8] {
        let time = sample.modified.millisecondsSince1970
        return Array(#"{"id":"\#(sample.number)","modified":\#(time),"text":"\#(sample.text)"}"#.utf8)
    }

    private func conformance<Place: Sendable, Store: ReplayStore>(
        makePlace: @escaping @Sendable () async throws -> Place,
        open: @escaping @Sendable (Place) async throws -> Store
    ) -> ReplayStoreConformance<Place, Store> {
        ReplayStoreConformance(makePlace: makePlace, open: open, payload: Self.payload, key: { "\($0.number)" })
    }

    @Test func inMemoryStoreConforms() async throws {
        try await conformance(makePlace: { InMemoryReplayStore() }, open: { $0 }).check()
    }

    /// A store that violates one requirement.
    private final class BrokenStore: ReplayStore {
        enum Fault {
            case overwritesNewer, keepsSame, neverDeletes, alwaysDeletes, returnsAll, losesTimes, writesInCheck
        }

        private let notes = Mutex<[String: StoredRecord]>([:])
        private let fault: Fault

        init(_ fault: Fault) {
            self.fault = fault
        }

        func records(_ keys: [String]) async throws -> [String: StoredRecord] {
            let notes = notes.withLock { $0 }
            switch fault {
            case .returnsAll: return notes
            case .losesTimes:
                return notes.filter { keys.contains($0.key) }
                    .mapValues { StoredRecord(modified: .beginning, payload: $0.payload) }
            default: return notes.filter { keys.contains($0.key) }
            }
        }

        func restore(_ records: [RestoredRecord]) async throws {
            for record in records {
                notes.withLock { notes in
                    if let present = notes[record.key] {
                        if fault == .alwaysDeletes, record.payload == nil {
                            notes[record.key] = nil
                            return
                        }
                        if present.modified > record.modified, fault != .overwritesNewer { return }
                        if present.modified == record.modified, fault == .keepsSame { return }
                    }
                    if record.payload == nil, fault == .neverDeletes { return }
                    notes[record.key] = record.payload.map { StoredRecord(modified: record.modified, payload: $0) }
                }
            }
        }

        func check(_ records: [RestoredRecord]) async throws {
            if fault == .writesInCheck { try await restore(records) }
        }
    }

    @Test(
        arguments: [
            (.overwritesNewer, "a restored record replaced one that was written later"),
            (.keepsSame, "a restored record didn't replace one that was written at the same time"),
            (.neverDeletes, "a record without a payload wasn't deleted"),
            (.alwaysDeletes, "a deletion removed a record that was written later"),
            (.returnsAll, "records(_:) doesn't return exactly"), (.losesTimes, "the records after they are restored"),
            (.writesInCheck, "check(_:) stores records"),
        ] as [(BrokenStore.Fault, String)]
    )
    private func violationIsReported(fault: BrokenStore.Fault, sentence: String) async throws {
        let failure = try await #require(throws: ConformanceError.self) {
            try await conformance(makePlace: { BrokenStore(fault) }, open: { $0 }).check()
        }
        #expect(failure.violations.contains { $0.hasPrefix(sentence) }, "\(failure)")
    }
}
