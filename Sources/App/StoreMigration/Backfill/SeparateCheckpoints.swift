import ToggleBase

/// A destination without transactions, which stores records in an idempotent store and checkpoints in files.
///
/// Records are stored first. If the process is killed before the checkpoint is stored, the next run stores the last
/// batch again, so storing a record twice must have the same result as storing it once.
///
/// ```swift
/// let destination = SeparateCheckpoints<Book>(folder: path) { books, user in
///     try await cloud.upsertIfNewer(books, of: user)
/// }
/// ```
public struct SeparateCheckpoints<Record: Sendable>: BackfillDestination {
    private let folder: String
    private let store: @Sendable (_ records: [Record], _ user: String) async throws -> Void
    private let disk = DiskQueue("checkpoints")

    /// Creates a destination.
    ///
    /// - Parameters:
    ///   - folder: The folder for checkpoints, which doesn't have to exist: one small file for each user, named by a
    ///     digest.
    ///   - store: A closure that stores a user's records durably before it returns. An existing record that was written
    ///     at the same time or later must stay as it is.
    public init(
        folder: String,
        store: @escaping @Sendable (_ records: [Record], _ user: String) async throws -> Void
    ) {
        self.folder = folder
        self.store = store
    }

    /// Reads the checkpoint in the user's file.
    ///
    /// - Throws: An error if the file exists but is unusable.
    public func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        let file = file(of: user)
        return try await disk.run { try file.read().map(Self.checkpoint) }
    }

    /// Stores the records, and then the checkpoint.
    public func commit(_ batch: BackfillBatch<Record>) async throws {
        guard try await checkpoint(of: batch.user) == batch.previous else { throw BackfillError.conflict }
        if !batch.records.isEmpty { try await store(batch.records, batch.user) }
        let file = file(of: batch.user)
        try await disk.run {
            var isConflict = false
            try file.update { bytes in
                isConflict = bytes.flatMap { try? Self.checkpoint($0) } != batch.previous
                return isConflict ? .keep : .replace(Array((batch.checkpoint.text + "\n").utf8))
            }
            if isConflict { throw BackfillError.conflict }
        }
    }

    private static func checkpoint(_ bytes: [UInt8]) throws(BackfillError) -> BackfillCheckpoint {
        try BackfillCheckpoint(text: String(decoding: bytes, as: UTF8.self))
    }

    private func file(of user: String) -> SharedFile {
        SharedFile(path: PathText.joined(folder, "\(UserDigest.text(of: user)).json"), maximumSize: 1 << 16)
    }
}
