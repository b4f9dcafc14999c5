import MigrationTesting
import StoreMigration

extension NoteDatabase {
    /// Checks that the store conforms as a source and as a destination, with files in a folder.
    static func checkConformance(in folder: String) async throws {
        @Sendable func newPath() -> String { "\(folder)/conformance-\(UInt64.random(in: .min ... .max)).sqlite" }
        try await BackfillSourceConformance(
            isForOneUser: true,
            makePlace: newPath,
            open: { try NoteDatabase(path: $0) },
            write: { try $1.save(Note($0)) },
            number: { Int($0.id) }
        ).check()
        try await BackfillDestinationConformance(
            isForOneUser: true,
            makePlace: newPath,
            open: { try NoteDatabase(path: $0) },
            makeRecord: { Note($0) },
            write: { note, _, database in try database.save(note) },
            records: { _, database in try database.allNotes().map(\.note) }
        ).check()
    }
}
