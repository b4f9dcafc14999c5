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
        if let waiting, waiting == arrival { self.waiting = nil }
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
    ///   - wall: The time in seconds since 1970.
    /// - Throws: A sentence when one cannot be stored.
    func storeDocuments(
        in record: inout CacheRecord,
        _ transaction: DocumentCache.Transaction,
        at wall: Int64
    ) throws(DocumentCacheError) {
        // The newest document may have become the safe one before the next came, or itself.
        noteHealthy(in: &record)
        if let waiting { record.waiting = try transaction.store(waiting.original) }
        guard let current else { return }
        record.current = try transaction.store(current.original)
        if record.waiting?.identity == record.current?.identity { record.waiting = nil }
        record.fetchedAt = wall
    }

    /// Changes everything else.
    func apply(to record: inout CacheRecord) {
        noteHealthy(in: &record)
        record.raise(highestRevision)
        guard let keeping else { return }
        // A failure before anything was ever kept needs to be remembered, too; an answer does not.
        record.backOff = keeping.backOff
        if let fetchedAt = keeping.fetchedAt { record.fetchedAt = fetchedAt }
        if keeping.clearsMark { record.staleSince = nil }
    }

    private func noteHealthy(in record: inout CacheRecord) {
        if let healthy, record.current?.identity == healthy { record.safe = record.current }
    }
}

extension CacheRecord {
    /// Raises the highest revision; it never falls.
    mutating func raise(_ revision: UInt64?) {
        guard let revision else { return }
        highestRevision = max(highestRevision ?? revision, revision)
    }
}
