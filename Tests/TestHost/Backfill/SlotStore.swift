import Foundation
import StoreMigration

/// A destination with three records for each numbered user, which counts how often each one was copied.
final class SlotStore: BackfillDestination {
    static let recordCount = 3

    private let file: SlotFile
    private let count: Int
    /// Whether the process prints a line after a commit, and then waits until it's killed.
    private let isHeld: Bool

    init(path: String, count: Int, isHeld: Bool = false) throws {
        file = try SlotFile(path: path, slotSize: 256)
        self.count = count
        self.isHeld = isHeld
    }

    /// Returns the number of records that were never copied, and of those that were copied more than once.
    func tally() throws -> (lost: Int, repeated: Int) {
        try file.withLock { file in
            var (lost, repeated) = (0, 0)
            for number in 0..<count {
                for copies in try file.slot(number, after: 0, extra: Self.recordCount).extra {
                    if copies == 0 { lost += 1 }
                    if copies > 1 { repeated += 1 }
                }
            }
            return (lost, repeated)
        }
    }

    private func number(_ user: String) throws -> Int {
        guard let number = Int(user) else { throw SlotFile.Failure(what: "the user \(user) has no number") }
        return number
    }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        let number = try number(user)
        let text = try file.withLock { try $0.slot(number, after: 0, extra: Self.recordCount).text }
        return try text.map { try BackfillCheckpoint(text: $0) }
    }

    func commit(_ batch: BackfillBatch<Int>) async throws {
        let number = try number(batch.user)
        try file.withLock { file in
            let (text, copies) = try file.slot(number, after: 0, extra: Self.recordCount)
            guard text == batch.previous?.text else { throw BackfillError.conflict }
            var counts = copies
            for record in batch.records { counts[record] &+= 1 }
            try file.set(number, after: 0, text: batch.checkpoint.text, extra: counts)
        }
        guard isHeld else { return }
        try FileHandle.standardOutput.write(contentsOf: Data("committed\n".utf8))
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
}

/// A source with three records for each user.
struct NumberedRecords: BackfillSource {
    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Int> {
        let next = cursor.flatMap { Int($0) }.map { $0 + 1 } ?? 0
        let records = Array((next..<SlotStore.recordCount).prefix(limit))
        return BackfillPage(records, cursor: records.last.map { "\($0)" })
    }
}

/// Dual writes of every user that began at the same time.
struct BegunDualWrites: DualWriteStore {
    func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async throws -> DualWriteState {
        change(DualWriteState(old: .beginning, new: MigrationTime(millisecondsSince1970: 1_800_000_000_000)))
    }
}
