import Dispatch
import FeatureToggles

/// A destination without transactions: records go to a store that takes the same one twice without harm, checkpoints to files.
///
/// Records are stored first. A process that is killed behind that and before the checkpoint is kept stores the last batch
/// again, so the same record twice must be the same as once.
///
/// ```swift
/// let destination = SeparateCheckpoints<Book>(folder: path) { books, user in try await cloud.upsertIfNewer(books, of: user) }
/// ```
public struct SeparateCheckpoints<Record: Sendable>: BackfillDestination {
    private let folder: String
    private let store: @Sendable (_ records: [Record], _ user: String) async throws -> Void
    private let queue = DispatchQueue(label: "feature-toggles.checkpoints")

    /// Creates a destination.
    ///
    /// - Parameters:
    ///   - folder: The folder of the checkpoints, which need not exist: one small file for each user, whose name is a digest.
    ///   - store: Stores records of a user, and returns when that is durable. A record that is there already, written at the
    ///     same time or later, stays as it is.
    public init(
        folder: String,
        store: @escaping @Sendable (_ records: [Record], _ user: String) async throws -> Void
    ) {
        self.folder = folder
        self.store = store
    }

    /// The checkpoint in the user's file.
    ///
    /// - Throws: A sentence when there is a file that cannot be used.
    public func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        let file = file(of: user)
        return try await onQueue { try file.read().map(Self.checkpoint) }
    }

    /// Stores the records, and then the checkpoint.
    public func commit(_ batch: BackfillBatch<Record>) async throws {
        guard try await checkpoint(of: batch.user) == batch.previous else { throw BackfillError.conflict }
        if !batch.records.isEmpty { try await store(batch.records, batch.user) }
        let file = file(of: batch.user)
        try await onQueue {
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

    /// Does what waits for a disk on a thread that may wait.
    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
