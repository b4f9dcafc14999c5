import ToggleBase

/// A journal of synchronous writes, through which they reach the store that isn't authoritative, in the background.
///
/// An app whose callers can't wait for the new store writes to the old one at once, and the queue brings the record to
/// the new one. Nothing changes for the callers:
///
/// ```swift
/// let queue = WriteQueue(path: "…/book.writes") { write in
///     if let book = try sqlite.book(id: write.record) {
///         try await cloud.saveIfNewer(book)
///     } else {
///         try await cloud.delete(id: write.record)
///     }
/// }
/// let migration = Migration(.bookStore, toggles: client, dualWrites: dualWrites, queue: queue)
///
/// func save(_ book: Book) throws {
///     try migration.synchronous.write("save", record: book.id) { try sqlite.save(book) }
/// }
/// ```
///
/// A write is added to the file before the first store is written, and ends when the closure has succeeded. If the
/// process is killed in between, the next one that creates a migration with the queue continues. So each record is
/// delivered at least once, and the closure is called with its key, not with its content: it reads the record as it is
/// now. Several writes of a record are delivered together, one delivery after another, so the last one counts.
///
/// If a delivery fails, it is repeated after one second, then after two, and so on up to a minute, and at each
/// ``Migration/deliverQueuedWrites()``. The other store counts as having missed the write, as after any failed write, so
/// the summary shows it, and the user's backfill copies it, too.
///
/// The file never takes much more space than you allow: when it has reached its maximum size, the writes that wait are
/// replaced by a note for each user that the store has missed writes since a time, and the backfill copies them. Deleted
/// records need a tombstone for that, as in any backfill. The migration needs `dualWrites` for this; without it, the notes
/// stay, and so does the stage.
///
/// As long as writes of a user wait, the store that lacks them doesn't become authoritative for this user: the stage
/// stays `shadow`, or `live` for writes into the old store.
///
/// Keys of records and users are stored as they are, so keep the file where the stores are. Use one for each migration
/// and each process. Entries survive a process that is killed; after a power loss, the newest ones may be missing,
/// unless you choose `isSynchronized`.
public final class WriteQueue: Sendable {
    private struct State {
        var isLoaded = false
        var waiting = WaitingWrites()
        var damage = 0
        /// The number of writes so far.
        var version = 0
        var isRunning = false
        var pass: Task<Bool, Never>?
    }

    /// The size from which the file is emptied once nothing waits.
    private static let smallSize = 1 << 14

    /// The path of the file.
    public let path: String
    /// The maximum size of the file, in bytes.
    public let maximumSize: Int
    /// Whether each entry is on the disk before the write continues.
    public let isSynchronized: Bool

    let deliver: @Sendable (QueuedWrite) async throws -> Void
    private let file: Mutex<JournalFile>
    private let state = Mutex(State())

    /// Creates a queue, without reading or writing its file.
    ///
    /// - Parameters:
    ///   - path: The path of the file; the file and its folder don't have to exist.
    ///   - maximumSize: The maximum size of the file, in bytes; at least 4 KiB.
    ///   - isSynchronized: Whether each entry is on the disk before the write continues, which takes some milliseconds.
    ///   - deliver: Reads a record from the authoritative store, and writes it to the other one, the write's
    ///     ``QueuedWrite/destination``. It must keep a record that is newer there, and delete one that no longer exists
    ///     in the authoritative store. It is called again after an error, and may be called more often than there
    ///     are writes.
    public init(
        path: String,
        maximumSize: Int = 1 << 20,
        isSynchronized: Bool = false,
        deliver: @escaping @Sendable (QueuedWrite) async throws -> Void
    ) {
        self.path = PathText.absolute(path)
        self.maximumSize = max(maximumSize, 1 << 12)
        self.isSynchronized = isSynchronized
        self.deliver = deliver
        file = Mutex(JournalFile(path: self.path))
    }

    /// The number of writes that wait, including those that are being made.
    ///
    /// The first access in a process reads the file. If that isn't possible now, for example because a phone is locked,
    /// the writes of earlier processes don't count yet.
    public var count: Int {
        _ = load()
        return state.withLock { $0.waiting.count }
    }

    // MARK: Writing

    /// Adds a write before the authoritative store is written; call ``release(_:)`` afterward.
    ///
    /// - Returns: The error if the file doesn't contain the entry. It waits in memory then.
    func add(_ entry: WriteQueueEntry) -> MigrationFileError? {
        _ = load()
        return file.withLock { file in
            var failure: MigrationFileError?
            var size = 0
            do throws(MigrationFileError) {
                size = try file.append(
                    entry.line,
                    maximumSize: .max,
                    fileCount: 1,
                    isSynchronized: isSynchronized
                )
            } catch {
                failure = error
            }
            let isStored = failure == nil
            state.withLock { state in
                state.version += 1
                state.waiting.add(entry, isReady: false, isStored: isStored)
            }
            // If this fails, the file is larger than it should be until the next attempt.
            if size > maximumSize { try? compact(&file) }
            return failure
        }
    }

    /// Allows a write to be delivered.
    func release(_ entry: WriteQueueEntry) {
        state.withLock { $0.waiting.release(entry.id) }
    }

    // MARK: Delivering

    /// Returns the writes that can be delivered, by record, in the order of delivery.
    func groups() -> [WaitingWrites.Group] { state.withLock { $0.waiting.groups() } }

    /// Ends writes that the store has received, or counts as missed.
    func end(_ group: WaitingWrites.Group) {
        file.withLock { file in
            let isEmpty = state.withLock { state in
                state.waiting.remove(group.ids)
                return state.waiting.count == 0 && state.damage == 0
            }
            // Without this line, the next process delivers them again.
            let size = try? file.append(
                WriteQueueEntry.end(of: group.ids),
                maximumSize: .max,
                fileCount: 1,
                isSynchronized: false
            )
            if let size, size > maximumSize || isEmpty && size > Self.smallSize { try? compact(&file) }
        }
    }

    /// Lets writes wait until all others have been tried.
    ///
    /// - Returns: Whether these are the first of the user's writes that failed.
    func fail(_ group: WaitingWrites.Group) -> Bool {
        state.withLock { state in
            let isFirst = !state.waiting.hasFailures(of: group.entry)
            state.waiting.fail(group.ids)
            return isFirst
        }
    }

    /// Returns whether writes of the same user into the same store wait after a failure.
    func hasFailures(of entry: WriteQueueEntry) -> Bool { state.withLock { $0.waiting.hasFailures(of: entry) } }

    /// Runs a pass after all earlier ones.
    func serialized(_ pass: @escaping @Sendable () async -> Bool) async -> Bool {
        let task = state.withLock { state in
            let previous = state.pass
            let task = Task {
                _ = await previous?.value
                return await pass()
            }
            state.pass = task
            return task
        }
        return await task.value
    }

    /// Returns whether the caller has to start to deliver in the background.
    func start() -> Bool {
        state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
    }

    /// Stops to deliver in the background, unless a write can be delivered.
    func stop() -> Bool {
        state.withLock { state in
            guard state.isLoaded, !state.waiting.hasReady else { return false }
            state.isRunning = false
            return true
        }
    }

    // MARK: State

    /// The number of writes so far in this process; `nil` while some wait.
    var version: Int? { state.withLock { $0.waiting.count == 0 ? $0.version : nil } }

    /// Returns whether writes of a user into a store wait.
    func isWaiting(for user: String, into destination: MigrationOrigin) -> Bool {
        _ = load()
        return state.withLock { $0.waiting.contains(of: user, into: destination) }
    }

    /// The users whose writes wait, and whether the file contains lines that can't be read.
    var damaged: (isDamaged: Bool, users: Set<String>) {
        state.withLock { ($0.damage > 0, $0.waiting.users) }
    }

    /// Removes the lines that can't be read.
    func forgetDamage() {
        file.withLock { file in
            try? file.rewrite { bytes in
                var content = WriteQueueContent(bytes)
                content.forgetDamage()
                return content.bytes
            }
            state.withLock { $0.damage = 0 }
        }
    }

    /// Reads the file, unless that has happened before.
    ///
    /// - Returns: Whether the writes of earlier processes are known.
    func load() -> Bool {
        if state.withLock(\.isLoaded) { return true }
        return file.withLock { file in
            if state.withLock(\.isLoaded) { return true }
            guard let bytes = try? JournalFile.contents(path: path).flatMap(\.self) else { return false }
            let content = WriteQueueContent(bytes)
            state.withLock { state in
                // Those of this process are newer.
                for entry in content.entries.reversed() { state.waiting.addFirst(entry) }
                state.damage = content.damaged.count
                state.isLoaded = true
            }
            // Otherwise, the next line would turn it into a damaged one.
            if content.isTorn { try? compact(&file) }
            return true
        }
    }

    /// Removes what has ended from the file, and replaces the writes that wait by a note for each user if they take more
    /// than half of the maximum size.
    private func compact(_ file: inout JournalFile) throws(MigrationFileError) {
        let writing = state.withLock { $0.waiting.writing }
        var entries: [WriteQueueEntry]?
        try file.rewrite { bytes in
            var content = WriteQueueContent(bytes)
            if content.bytes.count > maximumSize / 2 {
                content.summarize(except: writing)
                entries = content.entries
            }
            return content.bytes
        }
        guard let entries else { return }
        state.withLock { state in
            // Those that the file doesn't contain can only be delivered.
            state.waiting.removeStored()
            for entry in entries.reversed() { state.waiting.addFirst(entry, isReady: !writing.contains(entry.id)) }
        }
    }
}
