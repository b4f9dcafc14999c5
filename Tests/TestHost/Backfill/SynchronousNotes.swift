import FeatureToggles
import StoreMigration
import ToggleBase

/// A synchronous store whose writes reach another one through a queue, for tests that kill the process in between.
struct SynchronousNotes {
    private let count: Int64
    private let old: NoteFile
    private let new: NoteFile
    private let queue: WriteQueue
    private let migration: Migration

    init(folder: String, count: Int64) throws {
        self.count = count
        let old = try NoteFile(path: "\(folder)/synchronous-old")
        let new = try NoteFile(path: "\(folder)/synchronous-new")
        (self.old, self.new) = (old, new)
        queue = WriteQueue(path: "\(folder)/notes.writes", maximumSize: 1 << 16) { write in
            let note = try old.currentNotes().first { "\($0.id)" == write.record }
            try new.write(note.map { [$0] } ?? [])
        }
        let toggle = MigrationToggle(
            "notes",
            id: ToggleIdentifier.make(category: .migration, type: .migrationStages, key: "notes"),
            default: .dualwrite
        )
        migration = Migration(toggle, toggles: InMemoryToggles(), queue: queue)
    }

    /// Writes random notes until the process is killed.
    func writeForever() throws -> Never {
        while true { try write(.random(in: 0..<count), "changed \(UInt32.random(in: .min ... .max))") }
    }

    private func write(_ id: Int64, _ text: String) throws {
        let last = try old.currentNotes().map(\.modified.millisecondsSince1970).max() ?? 1_700_000_000_000
        let note = Note(id: id, modified: MigrationTime(millisecondsSince1970: last + 1), text: text)
        try migration.synchronous.write(record: "\(id)", dated: note.modified) { try old.write([note]) }
    }

    /// Delivers what waits, and returns how many writes waited, and whether the stores are equal afterward.
    func deliver() async throws -> (waiting: Int, isEqual: Bool) {
        let waiting = queue.count
        let isDone = await migration.deliverQueuedWrites()
        return (waiting, try isDone && old.currentNotes() == new.currentNotes())
    }
}
