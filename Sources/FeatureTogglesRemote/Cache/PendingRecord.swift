/// What is to be written into a cache's record, as soon as the disk has time for it.
///
/// A later change takes the place of an earlier one: what waits never grows, however fast documents come.
struct PendingRecord: Sendable {
    /// The document to start with next time.
    private var current: RemoteArrival?
    /// The document that waits for the app's call.
    private var waiting: RemoteArrival?
    /// What the last fetch has changed but the document.
    private var keeping: RefreshMachine.Keeping?
    private var highestRevision: UInt64?
    /// The identity of a document that had a healthy run.
    private var healthy: String?

    /// Whether there is nothing to be written.
    var isEmpty: Bool { !hasDocuments && keeping == nil && highestRevision == nil && healthy == nil }
    /// Whether documents are to be stored.
    var hasDocuments: Bool { current != nil || waiting != nil }

    mutating func keep(_ arrival: RemoteArrival, highestRevision: UInt64?) {
        current = arrival
        // It was the newest, so what waited before is an older one.
        waiting = nil
        raise(highestRevision)
    }

    mutating func keepWaiting(_ arrival: RemoteArrival, highestRevision: UInt64?) {
        waiting = arrival
        raise(highestRevision)
    }

    mutating func keep(_ keeping: RefreshMachine.Keeping) {
        var keeping = keeping
        if let earlier = self.keeping {
            keeping.fetchedAt = keeping.fetchedAt ?? earlier.fetchedAt
            keeping.clearsMark = keeping.clearsMark || earlier.clearsMark
        }
        self.keeping = keeping
    }

    /// Lets a mark stay that came after all of this.
    mutating func keepMark() {
        keeping?.clearsMark = false
    }

    mutating func raise(_ revision: UInt64?) {
        guard let revision else { return }
        highestRevision = max(highestRevision ?? revision, revision)
    }

    mutating func markHealthy(_ entry: CacheRecord.Entry) {
        healthy = entry.identity
    }

    /// Stores the documents and refers to them.
    ///
    /// - Parameters:
    ///   - record: What refers to them.
    ///   - transaction: What stores them.
    ///   - inForce: The document whose run is counted.
    ///   - wall: The time in seconds since 1970.
    /// - Throws: A sentence when one cannot be stored.
    func storeDocuments(
        in record: inout CacheRecord,
        _ transaction: DocumentCache.Transaction,
        inForce: CacheRecord.Entry?,
        at wall: Int64
    ) throws(DocumentCacheError) {
        // The newest document may have become the safe one before the next came, or itself.
        noteHealthy(in: &record)
        let newWaiting = try waiting.map { arrival throws(DocumentCacheError) in try transaction.store(arrival.original)
        }
        guard let current else {
            record.waiting = newWaiting ?? record.waiting
            return
        }
        let before = record.current
        record.current = try transaction.store(current.original)
        // What waited in the record is older than this one; what waits here came later.
        record.waiting = newWaiting.flatMap { $0.identity == record.current?.identity ? nil : $0 }
        if current.isConfirmed { record.fetchedAt = wall }
        // The next launch has this one; the run with the one before goes on and may yet be healthy.
        let left = [before, record.running].compactMap { $0 }.first { $0.identity == inForce?.identity }
        record.running = left.flatMap {
            [record.current?.identity, record.safe?.identity].contains($0.identity) ? nil : $0
        }
    }

    /// Changes everything else.
    ///
    /// - Parameters:
    ///   - record: What changes.
    ///   - hasDocuments: Whether the documents are stored. Without them the record must not say that the source was asked:
    ///     the next process would not ask, and start with an older one.
    func apply(to record: inout CacheRecord, hasDocuments: Bool = true) {
        noteHealthy(in: &record)
        record.raise(highestRevision)
        guard let keeping else { return }
        // A failure before anything was ever kept needs to be remembered, too; an answer does not.
        record.backOff = keeping.backOff
        guard hasDocuments else { return }
        if let fetchedAt = keeping.fetchedAt { record.fetchedAt = fetchedAt }
        if keeping.clearsMark { record.staleSince = nil }
    }

    /// The same with what came later.
    func followed(by later: PendingRecord) -> PendingRecord {
        var all = self
        if let current = later.current { all.keep(current, highestRevision: nil) }
        if let waiting = later.waiting { all.keepWaiting(waiting, highestRevision: nil) }
        if let keeping = later.keeping { all.keep(keeping) }
        all.raise(later.highestRevision)
        all.healthy = later.healthy ?? healthy
        return all
    }

    private func noteHealthy(in record: inout CacheRecord) {
        guard let healthy, let entry = record.entries.first(where: { $0.identity == healthy }) else { return }
        record.safe = entry
        if record.running?.identity == healthy { record.running = nil }
    }
}

extension CacheRecord {
    /// Raises the highest revision; it never falls.
    mutating func raise(_ revision: UInt64?) {
        guard let revision else { return }
        highestRevision = max(highestRevision ?? revision, revision)
    }
}
