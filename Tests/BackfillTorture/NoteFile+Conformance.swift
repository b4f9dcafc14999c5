import MigrationTesting

extension NoteFile {
    /// Checks that the store conforms as a source and as a destination, with files in a folder.
    static func checkConformance(in folder: String) async throws {
        @Sendable func newPath() -> String { "\(folder)/conformance-\(UInt64.random(in: .min ... .max))" }
        try await BackfillSourceConformance(
            isForOneUser: true,
            makePlace: newPath,
            open: { try NoteFile(path: $0) },
            write: { try $1.write([Note($0)]) },
            number: { Int($0.id) }
        ).check()
        try await BackfillDestinationConformance(
            isForOneUser: true,
            makePlace: newPath,
            open: { try NoteFile(path: $0) },
            makeRecord: { Note($0) },
            write: { note, _, file in try file.write([note]) },
            records: { _, file in try file.currentNotes() }
        ).check()
    }
}

extension Note {
    init(_ sample: SampleRecord) {
        self.init(id: Int64(sample.number), modified: sample.modified, text: sample.text)
    }
}
