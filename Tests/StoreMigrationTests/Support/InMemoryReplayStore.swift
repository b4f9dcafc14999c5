import ToggleBase

@testable import StoreMigration

/// A store of notes in memory that a replay can restore, and a test can injure.
final class InMemoryReplayStore: ReplayStore {
    private let state = Mutex((notes: [String: StoredRecord](), restored: 0))

    /// The records by key.
    var notes: [String: StoredRecord] { state.withLock(\.notes) }
    /// The number of records passed to ``restore(_:)``.
    var restored: Int { state.withLock(\.restored) }

    /// Writes like an app: the newest version wins.
    func write(_ key: String, _ record: StoredRecord) {
        state.withLock { state in
            if let present = state.notes[key], present.modified > record.modified { return }
            state.notes[key] = record
        }
    }

    /// Changes a record regardless of its time; `nil` removes it.
    func injure(_ key: String, _ record: StoredRecord?) {
        state.withLock { $0.notes[key] = record }
    }

    func records(_ keys: [String]) async throws -> [String: StoredRecord] {
        state.withLock { state in
            Dictionary(uniqueKeysWithValues: keys.compactMap { key in state.notes[key].map { (key, $0) } })
        }
    }

    func restore(_ records: [RestoredRecord]) async throws {
        for record in records {
            state.withLock { state in
                state.restored += 1
                if let present = state.notes[record.key], present.modified > record.modified { return }
                state.notes[record.key] =
                    record.payload == nil
                    ? nil : StoredRecord(modified: record.modified, payload: record.payload)
            }
        }
    }
}
