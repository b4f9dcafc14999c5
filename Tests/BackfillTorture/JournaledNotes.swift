import FeatureToggles
import StoreMigration
import ToggleBase

/// Two file stores whose writes are in a journal, for tests that kill the process in between.
struct JournaledNotes {
    private let count: Int64
    private let old: NoteFile
    private let new: NoteFile
    private let journal: MigrationJournal
    private let migration: Migration

    init(folder: String, count: Int64) throws {
        self.count = count
        old = try NoteFile(path: "\(folder)/journaled-old")
        new = try NoteFile(path: "\(folder)/journaled-new")
        journal = MigrationJournal(path: "\(folder)/notes.journal")
        let toggle = MigrationToggle(
            "notes",
            id: ToggleIdentifier.make(category: .migration, type: .migrationStages, key: "notes"),
            default: .dualwrite
        )
        migration = Migration(toggle, toggles: InMemoryToggles(), journal: journal)
    }

    /// Writes each note once.
    func make() async throws {
        for id in 0..<count { try await write(id, "first") }
    }

    /// Writes random notes until the process is killed.
    func writeForever() async throws -> Never {
        while true { try await write(.random(in: 0..<count), "changed \(UInt32.random(in: .min ... .max))") }
    }

    private func write(_ id: Int64, _ text: String) async throws {
        let (old, new) = (old, new)
        let note = Note(id: id, modified: try nextTime(of: id), text: text)
        try await migration.write(record: "\(id)", dated: note.modified, content: .payload(note.bytes)) {
            () async throws in
            try old.write([note])
        } new: { () async throws in
            try new.write([note])
        }
    }

    /// Returns a time later than that of a note in either store.
    private func nextTime(of id: Int64) throws -> MigrationTime {
        let times = try [old, new].flatMap { try $0.currentNotes() }.filter { $0.id == id }.map(\.modified)
        let last = times.max()?.millisecondsSince1970 ?? 1_700_000_000_000
        return MigrationTime(millisecondsSince1970: last + 1)
    }

    /// Restores what the stores lack, and returns whether they are equal afterward.
    func replay() async throws -> (restored: Int, isEqual: Bool) {
        let report = try await MigrationReplay(journal, old: old, new: new).run()
        let notes = try old.currentNotes()
        return (report.restored, try report.isComplete && notes.count == count && notes == new.currentNotes())
    }
}

extension NoteFile: ReplayStore {
    func records(_ keys: [String]) async throws -> [String: StoredRecord] {
        let keys = Set(keys)
        let notes = try currentNotes().map { ("\($0.id)", StoredRecord(modified: $0.modified, payload: $0.bytes)) }
        return Dictionary(notes.filter { keys.contains($0.0) }, uniquingKeysWith: { $1 })
    }

    func restore(_ records: [RestoredRecord]) async throws {
        // Of notes with the same identifier, the newest one counts.
        try write(records.compactMap { record in record.payload.flatMap { Note(bytes: $0) } })
    }
}

extension Note {
    /// The note as a line of text.
    fileprivate var bytes: [UInt8] { Array("\(id)\t\(modified.millisecondsSince1970)\t\(text)".utf8) }

    fileprivate init?(bytes: [UInt8]) {
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\t", maxSplits: 2)
        guard parts.count == 3, let id = Int64(parts[0]), let time = Int64(parts[1]) else { return nil }
        self.init(id: id, modified: MigrationTime(millisecondsSince1970: time), text: String(parts[2]))
    }
}
