import StoreMigration
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A store of notes in a file that only grows: each commit is a frame with notes and a checkpoint, and half a frame at the end,
/// which a killed writer leaves, counts as nothing.
///
/// Of notes with the same id the one that was written last counts, whichever stands behind the other.
final class NoteFile: BackfillSource, BackfillDestination, Sendable {
    struct Failure: Error {
        let what: String
    }

    private struct State {
        var descriptor: Int32
        var end: Int
        var checkpoint: BackfillCheckpoint?
        /// All notes by id, once they were asked for.
        var notes: [Note]?
    }

    /// The bytes before the content of a frame: its length, and its checksum.
    private static let headerSize = 16

    private let state: Mutex<State>

    /// Opens a store, and takes away half a frame at its end.
    init(path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(what: "open \(path): \(errno)") }
        var state = State(descriptor: descriptor, end: 0)
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var last: (start: Int, length: Int)?
        while state.end + Self.headerSize <= size {
            let length = try Self.length(Self.read(descriptor, state.end, Self.headerSize))
            guard length >= 0, length <= size - state.end - Self.headerSize else { break }
            last = (state.end, length)
            state.end += Self.headerSize + length
        }
        // Only the last whole one can have a part that never reached the disk.
        if let (start, length) = last {
            let header = try Self.read(descriptor, start, Self.headerSize)
            let content = try Self.read(descriptor, start + Self.headerSize, length)
            if Self.number(header, 8) != Self.checksum(content) { throw Failure(what: "the last frame is torn") }
            state.checkpoint = try Frame(content).checkpoint
        }
        guard ftruncate(descriptor, off_t(state.end)) == 0 else { throw Failure(what: "ftruncate: \(errno)") }
        self.state = Mutex(state)
    }

    deinit {
        _ = close(state.withLock(\.descriptor))
    }

    /// Every frame's notes, in the order of the file.
    func allNotes() throws -> [Note] {
        try state.withLock { state in
            var notes: [Note] = []
            var offset = 0
            while offset < state.end {
                let length = try Self.length(Self.read(state.descriptor, offset, Self.headerSize))
                notes += try Frame(Self.read(state.descriptor, offset + Self.headerSize, length)).notes
                offset += Self.headerSize + length
            }
            return notes
        }
    }

    /// Reads all notes into memory, unless they are there.
    func load() throws {
        guard state.withLock({ $0.notes == nil }) else { return }
        let notes = try allNotes().sorted { $0.id < $1.id }
        state.withLock { $0.notes = notes }
    }

    // MARK: Copying

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Note> {
        try load()
        return state.withLock { state in
            let notes = state.notes ?? []
            let behind = cursor.flatMap { Int64($0) } ?? .min
            // Sorted, so the first one behind the cursor is found by halves.
            var (low, high) = (0, notes.count)
            while low < high {
                let middle = (low + high) / 2
                if notes[middle].id > behind { high = middle } else { low = middle + 1 }
            }
            var page: [Note] = []
            while low < notes.count, page.count < limit {
                if range.contains(notes[low].modified) { page.append(notes[low]) }
                low += 1
            }
            return BackfillPage(page, cursor: page.last.map { "\($0.id)" })
        }
    }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? { state.withLock(\.checkpoint) }

    func commit(_ batch: BackfillBatch<Note>) async throws {
        try state.withLock { state in
            guard state.checkpoint == batch.previous else { throw BackfillError.conflict }
            try Self.append(Frame(notes: batch.records, checkpoint: batch.checkpoint).bytes, to: &state)
            state.checkpoint = batch.checkpoint
        }
    }

    /// Writes notes as an app does.
    func write(_ notes: [Note]) throws {
        try state.withLock { state in
            try Self.append(Frame(notes: notes, checkpoint: state.checkpoint).bytes, to: &state)
        }
    }

    // MARK: Bytes

    private static func append(_ content: [UInt8], to state: inout State) throws {
        var frame: [UInt8] = []
        frame.reserveCapacity(headerSize + content.count)
        add(UInt64(content.count), to: &frame)
        add(checksum(content), to: &frame)
        frame += content
        var written = 0
        while written < frame.count {
            let count = frame[written...].withUnsafeBytes { buffer in
                pwrite(state.descriptor, buffer.baseAddress, buffer.count, off_t(state.end + written))
            }
            if count < 0 { throw Failure(what: "write: \(errno)") }
            written += count
        }
        guard fsync(state.descriptor) == 0 else { throw Failure(what: "fsync: \(errno)") }
        state.end += frame.count
    }

    private static func read(_ descriptor: Int32, _ offset: Int, _ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
        guard read == count else { throw Failure(what: "read: \(errno)") }
        return bytes
    }

    private static func length(_ header: [UInt8]) throws -> Int {
        guard let length = Int(exactly: number(header, 0)) else { throw Failure(what: "no frame") }
        return length
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return hash
        }
    }

    static func add(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    static func number(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
}

/// The content of a frame: a checkpoint, and notes.
private struct Frame {
    var notes: [Note]
    var checkpoint: BackfillCheckpoint?

    init(notes: [Note], checkpoint: BackfillCheckpoint?) {
        self.notes = notes
        self.checkpoint = checkpoint
    }

    init(_ bytes: [UInt8]) throws {
        var offset = 0
        func number() -> UInt64 {
            defer { offset += 8 }
            return NoteFile.number(bytes, offset)
        }
        func text() -> String {
            let count = Int(number())
            defer { offset += count }
            return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
        }
        let checkpoint = text()
        self.checkpoint = checkpoint.isEmpty ? nil : try BackfillCheckpoint(text: checkpoint)
        let count = Int(number())
        notes = []
        notes.reserveCapacity(count)
        for _ in 0..<count {
            let id = Int64(bitPattern: number())
            let modified = MigrationTime(millisecondsSince1970: Int64(bitPattern: number()))
            notes.append(Note(id: id, modified: modified, text: text()))
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func add(_ text: String) {
            NoteFile.add(UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        }
        add(checkpoint?.text ?? "")
        NoteFile.add(UInt64(notes.count), to: &bytes)
        for note in notes {
            NoteFile.add(UInt64(bitPattern: note.id), to: &bytes)
            NoteFile.add(UInt64(bitPattern: note.modified.millisecondsSince1970), to: &bytes)
            add(note.text)
        }
        return bytes
    }
}
