import Foundation
import StoreMigration

/// An app on a device that has the old store, and uploads it to a server.
struct Device {
    let folder: String
    let store: NoteStore
    let server: String
    let user: String

    /// The number of times that an app is launched, or notified, until it gives up here.
    private static let launches = 100

    /// Uploads the user's notes, and waits until they are copied.
    ///
    /// - Parameter count: The number of notes to add first.
    /// - Throws: An error of the old store or the disk; those of the network are counted.
    func run(notes count: Int?) async throws {
        let now = MigrationTime(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000))
        if let count {
            try store.add((1...max(1, count)).map { (user, Note(id: Int64($0), modified: now, text: "note \($0)")) })
        }
        // Elsewhere, a `Migration` does this when the user first writes to both stores.
        let dualWrites = FileDualWriteStore(path: "\(folder)/device.json")
        try await dualWrites.update(user) { state in
            var state = state
            state.new = state.new ?? now
            return state
        }
        let backfill = DeviceBackfill(
            user: user,
            folder: folder,
            dualWrites: dualWrites,
            uploader: HTTPUploader(server: server),
            // So that there is more than one.
            chunkSize: 500,
            hasRecords: { true },
            export: export
        )
        var failures = 0
        for _ in 0..<Self.launches {
            do {
                let phase = try await backfill.advance()
                if phase == .done || phase == .failed { break }
            } catch {
                // An app tries again at the next launch.
                failures += 1
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        print("\(user): \(backfill.phase.rawValue)\(backfill.failure.map { ", \($0)" } ?? "")")
        FileHandle.standardError.write(Data("\(failures) attempts failed\n".utf8))
    }

    /// Writes the user's notes as lines of JSON.
    private func export(_ path: String) async throws {
        struct Line: Encodable {
            let id: Int64
            let modified: Int64
            let text: String
        }
        var lines = Data()
        var cursor: String?
        repeat {
            let page = try await store.page(of: user, in: .everything, after: cursor, limit: 100)
            for note in page.records {
                let line = Line(id: note.id, modified: note.modified.millisecondsSince1970, text: note.text)
                lines += try JSONEncoder().encode(line) + Data("\n".utf8)
            }
            cursor = page.cursor
        } while cursor != nil
        try lines.write(to: URL(fileURLWithPath: path))
    }
}
