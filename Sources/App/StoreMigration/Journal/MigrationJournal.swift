import ToggleBase

/// A file with an entry for each write of a migration, from which a ``MigrationReplay`` restores what a store has lost.
///
/// ```swift
/// let journal = MigrationJournal(path: "…/books.journal")
/// let migration = Migration(.bookStore, toggles: client, dualWrites: dualWrites, journal: journal)
/// ```
///
/// Only writes with a record key are in it. An entry is added once the authoritative store has accepted a write, before
/// the other store is written, so it exists even if the process is killed in between. If the other store fails, a
/// second entry says so.
///
/// When the file reaches its maximum size, it is renamed to `books.journal.1`, and the oldest file is removed. An entry
/// without a payload takes about 100 bytes, so the default of four files of 1 MiB is enough for some 40,000 writes. An
/// entry that would take more than a quarter of the maximum size is stored without its payload, and its write counts in
/// ``MigrationSummary/journalErrors``. Each entry is one line of JSON:
///
/// ```json
/// {"time":1795252500123,"stage":"dualwrite","record":"b1","digest":"0f5c…","payload":"{\"title\":\"Emma\"}"}
/// ```
///
/// Users are stored as digests. Keys of records, and payloads if the app passes them, are stored as they are, so keep
/// the journal where the stores are. Entries survive a process that is killed. After a power loss, the newest ones may
/// be missing, unless you choose `isSynchronized`. Several processes may share a journal, but use one for each migration.
public final class MigrationJournal: Sendable {
    /// The part of the maximum size that an entry with a payload may take.
    private static let maximumShare = 4

    /// The path of the newest file.
    public let path: String
    /// The maximum size of each file, in bytes.
    public let maximumSize: Int
    /// The maximum number of files.
    public let fileCount: Int
    /// Whether each entry is on the disk before the write continues.
    public let isSynchronized: Bool

    private let file: Mutex<JournalFile>
    private let disk = DiskQueue("migration-journal")

    /// Creates a journal, without reading or writing it.
    ///
    /// - Parameters:
    ///   - path: The path of the file; the file and its folder don't have to exist.
    ///   - maximumSize: The maximum size of each file, in bytes; at least 4 KiB.
    ///   - fileCount: The maximum number of files; at least 2.
    ///   - isSynchronized: Whether each entry is on the disk before the write continues, which takes some milliseconds.
    public init(path: String, maximumSize: Int = 1 << 20, fileCount: Int = 4, isSynchronized: Bool = false) {
        self.path = PathText.absolute(path)
        self.maximumSize = max(maximumSize, 1 << 12)
        self.fileCount = max(fileCount, 2)
        self.isSynchronized = isSynchronized
        file = Mutex(JournalFile(path: self.path))
    }

    /// Adds an entry, and returns the error if that failed, or if the payload is too large and wasn't added.
    func add(_ entry: JournalEntry) async -> (any Error)? {
        var line = entry.line
        var omission: MigrationFileError?
        if entry.payload != nil, line.count > maximumSize / Self.maximumShare {
            omission = MigrationFileError(
                path: path,
                message: """
                    An entry of \(line.count) bytes was added without its payload, because it is larger than a quarter of \
                    ‘maximumSize’, \(maximumSize) bytes; choose a larger one.
                    """
            )
            var entry = entry
            entry.payload = nil
            line = entry.line
        }
        do {
            try await disk.run { [self, line] in
                try file.withLock { file throws(MigrationFileError) in
                    _ = try file.append(
                        line,
                        maximumSize: maximumSize,
                        fileCount: fileCount,
                        isSynchronized: isSynchronized
                    )
                }
            }
            return omission
        } catch {
            return error
        }
    }

    /// Returns all entries, oldest first, and the number of lines that aren't entries.
    ///
    /// A line can be incomplete if a process was killed while it wrote the line. A payload that doesn't match its digest
    /// isn't an entry, either.
    ///
    /// - Throws: ``MigrationFileError`` if a file can't be read.
    /// - Complexity: O(*n*) in the size of the files.
    public func entries() async throws -> (entries: [JournalEntry], unreadableLines: Int) {
        try await disk.run { [self] in try readNow() }
    }

    /// Returns all entries like ``entries()``, and waits for the disk.
    private func readNow() throws(MigrationFileError) -> (entries: [JournalEntry], unreadableLines: Int) {
        var entries: [JournalEntry] = []
        var unreadable = 0
        for bytes in try JournalFile.contents(path: path) {
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                if let entry = JournalEntry(line: line) { entries.append(entry) } else { unreadable += 1 }
            }
        }
        return (entries, unreadable)
    }

    /// Removes all files, for example at the end of the migration.
    ///
    /// - Throws: ``MigrationFileError`` if a file can't be removed.
    public func remove() async throws {
        try await disk.run { [self] in
            try file.withLock { file throws(MigrationFileError) in try file.remove() }
        }
    }
}
