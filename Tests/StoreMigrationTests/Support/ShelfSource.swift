import MigrationTesting
import TestSupport
import ToggleBase

@testable import StoreMigration

/// A source that violates one requirement.
final class ShelfSource: BackfillSource {
    enum Fault {
        case ordersByTime, leavesOutLowerBound, ignoresLimit, forgetsCursor, mixesUsers, countsAll
        case pagesByOffset, countsPages, remembersCursors, failsAfterItsFault
    }

    let shelf: ShelfStore
    private let fault: Fault
    /// The last number of each page by cursor, for a source that keeps them in memory.
    private let cursors = Mutex<[String: Int64]>([:])

    init(_ fault: Fault, shelf: ShelfStore = ShelfStore()) {
        self.fault = fault
        self.shelf = shelf
    }

    /// Returns the source after a restart.
    func opened() -> ShelfSource { ShelfSource(fault, shelf: shelf) }

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<SampleRecord> {
        var range = range
        if fault == .leavesOutLowerBound {
            range = BackfillRange(from: range.lowerBound?.next)
        }
        let users = fault == .mixesUsers ? ["ada", "grace"] : [user]
        func key(_ record: SampleRecord) -> Int64 {
            fault == .ordersByTime ? record.modified.millisecondsSince1970 : Int64(record.number)
        }
        let all = users.flatMap { shelf.records(of: $0) }.filter { range.contains($0.modified) }
            .sorted { key($0) < key($1) }
        let position = cursor.flatMap { Int64($0) }
        switch fault {
        case .pagesByOffset:
            let offset = Int(position ?? 0)
            let page = all.dropFirst(offset).prefix(limit)
            return BackfillPage(Array(page), cursor: "\(offset + page.count)")
        case .countsPages:
            let number = Int(position ?? 0)
            return BackfillPage(Array(all.dropFirst(number * limit).prefix(limit)), cursor: "\(number + 1)")
        case .remembersCursors:
            let last = cursor.flatMap { cursor in cursors.withLock { $0[cursor] } } ?? -1
            let page = all.filter { key($0) > last }.prefix(limit)
            let name = "cursor after \(page.last?.number ?? -1)"
            if let end = page.last { cursors.withLock { $0[name] = key(end) } }
            return BackfillPage(Array(page), cursor: name)
        default: break
        }
        let page = all.filter { key($0) > position ?? -1 }
            .prefix(fault == .ignoresLimit || fault == .failsAfterItsFault ? limit + 1 : limit)
        return BackfillPage(Array(page), cursor: fault == .forgetsCursor ? nil : page.last.map { "\(key($0))" })
    }

    func count(of user: String, in range: BackfillRange) async throws -> Int? {
        if fault == .failsAfterItsFault { throw StoreError() }
        return fault == .countsAll ? shelf.records(of: user).count : nil
    }
}

/// A conforming store that refuses simultaneous commits with its own error.
final class BusyStore: BackfillDestination {
    let shelf = ShelfStore()
    private let isBusy = Mutex(false)
    private let refused = Watched(0)
    /// The number of accepted commits that had a rival, which is refused.
    private let rivals = Mutex(0)
    private let counter: BusyStore?

    /// - Parameter counter: The store that also counts the refusals of this one.
    init(counting counter: BusyStore? = nil) {
        self.counter = counter
    }

    /// The number of refused commits.
    var refusals: Int { refused.value }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try await shelf.checkpoint(of: user)
    }

    func commit(_ batch: BackfillBatch<SampleRecord>) async throws {
        let isFree = isBusy.withLock { isBusy in
            defer { isBusy = true }
            return !isBusy
        }
        guard isFree else {
            refused.withLock { $0 += 1 }
            counter?.refused.withLock { $0 += 1 }
            throw StoreError(text: "the store is busy")
        }
        defer { isBusy.withLock { $0 = false } }
        // As if it were so slow that the other commit begins in the meantime.
        if batch.isRival {
            let count = rivals.withLock { rivals in
                rivals += 1
                return rivals
            }
            await refused.until { $0 >= count }
        }
        try await shelf.commit(batch)
    }
}
