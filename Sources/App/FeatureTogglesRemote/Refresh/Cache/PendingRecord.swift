/// Changes to a cache's record that are not on disk yet.
///
/// A later change replaces an earlier one, so the pending changes never grow, regardless of how fast documents arrive.
struct PendingRecord: Sendable {
    /// The document for the next launch.
    private var current: ReceivedDocument?
    /// The document that waits for the app to activate it.
    private var waiting: ReceivedDocument?
    /// The changes of the last fetch, except for the document.
    private var keeping: RefreshMachine.Keeping?
    private var highestRevision: UInt64?
    /// The identity of a document that had a healthy run.
    private var healthy: String?

    /// Whether there is nothing to write.
    var isEmpty: Bool { !hasDocuments && keeping == nil && highestRevision == nil && healthy == nil }
    /// Whether there are documents to store.
    var hasDocuments: Bool { current != nil || waiting != nil }

    mutating func keep(_ document: ReceivedDocument, highestRevision: UInt64?) {
        current = document
        // The current document is the newest, so a waiting one is older.
        waiting = nil
        raise(highestRevision)
    }

    mutating func keepWaiting(_ document: ReceivedDocument, highestRevision: UInt64?) {
        waiting = document
        raise(highestRevision)
    }

    mutating func keep(_ keeping: RefreshMachine.Keeping) {
        var keeping = keeping
        if let earlier = self.keeping {
            keeping.fetchedAt = keeping.fetchedAt ?? earlier.fetchedAt
            if !keeping.clearsMark { keeping.markedAt = keeping.markedAt ?? earlier.markedAt }
            keeping.clearsMark = keeping.clearsMark || earlier.clearsMark
        }
        self.keeping = keeping
    }

    /// Keeps a stale mark that was set after all of these changes.
    mutating func keepMark() {
        keeping?.clearsMark = false
    }

    mutating func raise(_ revision: UInt64?) {
        highestRevision.raise(to: revision)
    }

    mutating func markHealthy(_ entry: CacheRecord.Entry) {
        healthy = entry.identity
    }

    /// Stores the documents and adds them to a record.
    ///
    /// - Parameters:
    ///   - record: The record that refers to the documents.
    ///   - transaction: The transaction that stores the documents.
    ///   - active: The document whose run is counted.
    ///   - wall: The time in seconds since 1970.
    /// - Throws: An error if a document can't be stored.
    func storeDocuments(
        in record: inout CacheRecord,
        _ transaction: DocumentCache.Transaction,
        active: CacheRecord.Entry?,
        at wall: Int64
    ) throws(DocumentCacheError) {
        // The healthy document may be the previous newest one, or one of those stored here.
        noteHealthy(in: &record)
        let newWaiting = try waiting.map { document throws(DocumentCacheError) in
            try transaction.store(document.original)
        }
        guard let current else {
            record.waiting = newWaiting ?? record.waiting
            return
        }
        let before = record.current
        record.current = try transaction.store(current.original)
        // The document waiting in the record is older than this one; the one waiting here is newer.
        record.waiting = newWaiting.flatMap { $0.identity == record.current?.identity ? nil : $0 }
        if current.standing.isConfirmed { record.fetchedAt = wall }
        // The next launch uses this document; the run with the previous one continues and may still become healthy.
        let left = [before, record.running].compactMap { $0 }.first { $0.identity == active?.identity }
        record.running = left.flatMap {
            [record.current?.identity, record.safe?.identity].contains($0.identity) ? nil : $0
        }
    }

    /// Applies all changes except documents.
    ///
    /// - Parameters:
    ///   - record: The record to change.
    ///   - hasDocuments: Whether the documents are stored. If not, the record must not say that the source responded,
    ///     because the next process would then not fetch, and would start with an older document.
    func apply(to record: inout CacheRecord, hasDocuments: Bool = true) {
        noteHealthy(in: &record)
        record.highestRevision.raise(to: highestRevision)
        guard let keeping else { return }
        // A failure before anything was stored must be recorded, too; a response doesn't have to be.
        record.backOff = keeping.backOff
        if keeping.clearsMark, hasDocuments { record.staleSince = nil }
        record.staleSince = record.staleSince ?? keeping.markedAt
        guard hasDocuments else { return }
        if let fetchedAt = keeping.fetchedAt { record.fetchedAt = fetchedAt }
    }

    /// Returns these changes followed by later ones.
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

extension UInt64? {
    /// Raises the highest revision, and never lowers it.
    mutating func raise(to revision: UInt64?) {
        guard let revision else { return }
        self = max(self ?? revision, revision)
    }
}
