import StoreMigration
import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A store of notes in a file that only grows.
///
/// Each commit is a frame with notes and a checkpoint. A partial frame at the end, which a killed writer leaves, is
/// ignored. Of notes with the same identifier, the one with the latest time counts, regardless of their order.
final class NoteFile: BackfillSource, BackfillDestination, Sendable {
    struct Failure: Error {
        let what: String
    }

    private struct State {
        var descriptor: Int32
        var end: Int
        var checkpoint: BackfillCheckpoint?
        /// The current notes, sorted by identifier; `nil` until they are loaded.
        var notes: [Note]?
    }

    /// The size of the header before the content of a frame: its length and its checksum.
    private static let headerSize = 16

    private let state: Mutex<State>

    /// Opens a store, and removes a partial frame at its end.
    init(path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(what: "open \(path): \(errno)") }
        var state = State(descriptor: descriptor, end: 0)
        try Self.withLock(descriptor) { try Self.catchUp(&state) }
        self.state = Mutex(state)
    }

    /// Calls a closure while the file is locked.
    private static func withLock<Result>(_ descriptor: Int32, _ body: () throws -> Result) throws -> Result {
        guard flock(descriptor, LOCK_EX) == 0 else { throw Failure(what: "flock: \(errno)") }
        defer { _ = flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// Reads the frames that other writers have added, and removes a partial frame after them.
    private static func catchUp(_ state: inout State) throws {
        let size = Int(lseek(state.descriptor, 0, SEEK_END))
        var last: (start: Int, length: Int)?
        while state.end + headerSize <= size {
            let length = try length(read(state.descriptor, state.end, headerSize))
            guard length >= 0, length <= size - state.end - headerSize else { break }
            last = (state.end, length)
            state.end += headerSize + length
        }
        // Only the last complete frame can contain parts that never reached the disk.
        if let (start, length) = last {
            let header = try read(state.descriptor, start, headerSize)
            let content = try read(state.descriptor, start + headerSize, length)
            if number(header, 8) != checksum(content) { throw Failure(what: "the last frame is torn") }
            state.checkpoint = try Frame(content).checkpoint
            state.notes = nil
        }
        guard size == state.end || ftruncate(state.descriptor, off_t(state.end)) == 0 else {
            throw Failure(what: "ftruncate: \(errno)")
        }
    }

    deinit {
        _ = close(state.withLock(\.descriptor))
    }

    /// Returns the notes of all frames, in the order of the file.
    func allNotes() throws -> [Note] {
        try state.withLock { state in
            try Self.withLock(state.descriptor) { try Self.catchUp(&state) }
            return try Self.allNotes(state)
        }
    }

    private static func allNotes(_ state: State) throws -> [Note] {
        var notes: [Note] = []
        var offset = 0
        while offset < state.end {
            let length = try length(read(state.descriptor, offset, headerSize))
            notes += try Frame(read(state.descriptor, offset + headerSize, length)).notes
            offset += headerSize + length
        }
        return notes
    }

    /// Returns the newest note for each identifier, sorted by identifier; of equally new ones, the first.
    func currentNotes() throws -> [Note] {
        try state.withLock { state in
            try Self.withLock(state.descriptor) { try Self.catchUp(&state) }
            if let notes = state.notes { return notes }
            var notes: [Note] = []
            for note in try Self.allNotes(state).sorted(by: { $0.id < $1.id }) {
                if let last = notes.last, last.id == note.id {
                    if note.modified > last.modified { notes[notes.count - 1] = note }
                } else {
                    notes.append(note)
                }
            }
            state.notes = notes
            return notes
        }
    }

    // MARK: Copying

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Note> {
        let notes = try currentNotes()
        let last = cursor.flatMap { Int64($0) } ?? .min
        // A binary search for the first note after the cursor.
        var (low, high) = (0, notes.count)
        while low < high {
            let middle = (low + high) / 2
            if notes[middle].id > last { high = middle } else { low = middle + 1 }
        }
        var page: [Note] = []
        while low < notes.count, page.count < limit {
            if range.contains(notes[low].modified) { page.append(notes[low]) }
            low += 1
        }
        return BackfillPage(page, cursor: page.last.map { "\($0.id)" })
    }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try state.withLock { state in
            try Self.withLock(state.descriptor) { try Self.catchUp(&state) }
            return state.checkpoint
        }
    }

    func commit(_ batch: BackfillBatch<Note>) async throws {
        try state.withLock { state in
            try Self.withLock(state.descriptor) {
                try Self.catchUp(&state)
                guard state.checkpoint == batch.previous else { throw BackfillError.conflict }
                try Self.append(Frame(notes: batch.records, checkpoint: batch.checkpoint).bytes, to: &state)
                state.checkpoint = batch.checkpoint
                state.notes = nil
            }
        }
    }

    /// Writes notes like an app.
    func write(_ notes: [Note]) throws {
        try state.withLock { state in
            try Self.withLock(state.descriptor) {
                try Self.catchUp(&state)
                try Self.append(Frame(notes: notes, checkpoint: state.checkpoint).bytes, to: &state)
                state.notes = nil
            }
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
        guard let length = Int(exactly: number(header, 0)) else { throw Failure(what: "invalid frame") }
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

/// The content of a frame: a checkpoint and notes.
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
