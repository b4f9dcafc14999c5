import ToggleBase

@testable import StoreMigration

/// A record for tests.
struct Note: Sendable, Hashable {
    var id: Int
    var modified: MigrationTime
    var text = ""
}

/// A store of one user's notes in memory, as a source and a destination.
final class InMemoryRecordStore: BackfillSource, BackfillDestination {
    struct State {
        var notes: [Int: Note] = [:]
        var checkpoint: BackfillCheckpoint?
        /// The number of times each note was copied, by identifier.
        var copies: [Int: Int] = [:]
        /// All committed checkpoints.
        var checkpoints: [BackfillCheckpoint] = []
        var pages: [BackfillRange] = []
        /// The number of the commit to fail, from 0, and whether it fails after storing.
        var failsAtCommit: (number: Int, isStored: Bool)?
    }

    private let state = Mutex(State())

    init(_ notes: [Note] = []) {
        state.withLock { state in for note in notes { state.notes[note.id] = note } }
    }

    var notes: [Int: Note] { state.withLock(\.notes) }
    var copies: [Int: Int] { state.withLock(\.copies) }
    var committed: BackfillCheckpoint? { state.withLock(\.checkpoint) }
    var ranges: [BackfillRange] { state.withLock(\.pages) }

    /// Makes a later commit fail, counted from 0, before or after storing.
    func fail(atCommit number: Int, isStored: Bool) {
        state.withLock { $0.failsAtCommit = ($0.checkpoints.count + number, isStored) }
    }

    /// Makes all commits succeed.
    func recover() {
        state.withLock { $0.failsAtCommit = nil }
    }

    /// Writes like an app.
    func write(_ note: Note) {
        state.withLock { $0.notes[note.id] = note }
    }

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Note> {
        state.withLock { state in
            state.pages.append(range)
            let first = cursor.flatMap { Int($0) } ?? .min
            let notes = state.notes.values.filter { range.contains($0.modified) && $0.id > first }
                .sorted { $0.id < $1.id }.prefix(limit)
            return BackfillPage(Array(notes), cursor: notes.last.map { "\($0.id)" })
        }
    }

    func count(of user: String, in range: BackfillRange) async throws -> Int? {
        state.withLock { $0.notes.values.count { range.contains($0.modified) } }
    }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        // Converted to text and back, as in real stores.
        try committed.map { try BackfillCheckpoint(text: $0.text) }
    }

    func commit(_ batch: BackfillBatch<Note>) async throws {
        try state.withLock { state in
            let number = state.checkpoints.count
            let failure = state.failsAtCommit?.number == number ? state.failsAtCommit : nil
            if failure != nil { state.failsAtCommit = nil }
            if failure?.isStored == false { throw StoreError() }
            guard state.checkpoint == batch.previous else { throw BackfillError.conflict }
            for note in batch.records {
                state.copies[note.id, default: 0] += 1
                if let present = state.notes[note.id], present.modified >= note.modified { continue }
                state.notes[note.id] = note
            }
            state.checkpoint = batch.checkpoint
            state.checkpoints.append(batch.checkpoint)
            if failure != nil { throw StoreError() }
        }
    }
}
