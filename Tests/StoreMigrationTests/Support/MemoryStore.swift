import SystemBase

@testable import StoreMigration

/// A record of the tests.
struct Note: Sendable, Hashable {
    var id: Int
    var modified: MigrationTime
    var text = ""
}

/// A store of one user's notes in memory, to copy from and to.
final class MemoryStore: BackfillSource, BackfillDestination {
    struct State {
        var notes: [Int: Note] = [:]
        var checkpoint: BackfillCheckpoint?
        /// How often each note was stored by a copy.
        var copies: [Int: Int] = [:]
        /// Every checkpoint that was committed.
        var checkpoints: [BackfillCheckpoint] = []
        var pages: [BackfillRange] = []
        /// Fails at the commit of this number, from 0, before or behind storing.
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

    /// Lets the commit of a number fail, from 0, before or behind storing.
    func fail(atCommit number: Int, isStored: Bool) {
        state.withLock { $0.failsAtCommit = ($0.checkpoints.count + number, isStored) }
    }

    /// Lets no commit fail.
    func recover() {
        state.withLock { $0.failsAtCommit = nil }
    }

    /// Writes as an app does.
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
        // Through its text, as stores keep it.
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
