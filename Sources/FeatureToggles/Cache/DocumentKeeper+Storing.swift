import Synchronization

// What is to be kept, and when it is written.
extension DocumentKeeper {
    /// Keeps a document as the one to start with next time, when it is stored.
    func keep(_ arrival: RemoteArrival, highestRevision: UInt64?) {
        state.withLock { $0.pending.keep(arrival, highestRevision: highestRevision) }
    }

    /// Keeps a document that waits for the app's call, when it is stored.
    func keepWaiting(_ arrival: RemoteArrival, highestRevision: UInt64?) {
        state.withLock { $0.pending.keepWaiting(arrival, highestRevision: highestRevision) }
    }

    /// Keeps what a fetch has changed but the document, when it is stored.
    func keep(_ keeping: RefreshMachine.Keeping) {
        state.withLock { $0.pending.keep(keeping) }
    }

    /// Keeps the highest revision alone, for sources whose documents are at hand, when it is stored.
    func keep(highestRevision: UInt64?) {
        state.withLock { $0.pending.raise(highestRevision) }
    }

    /// Keeps that the document is out of date, durably.
    func markStale() {
        let wall = wall()
        // Whatever is written before this was decided before.
        update { record, _ in record.staleSince = record.staleSince ?? wall }
    }

    // MARK: Storing

    /// Whether somebody has to call ``storeAll()``: there is something to be stored, and nobody was asked yet.
    func beginStoring() -> Bool {
        state.withLock { state in
            guard !state.isStoring, !state.pending.isEmpty else { return false }
            state.isStoring = true
            return true
        }
    }

    /// Writes what is to be kept, durably, and what comes meanwhile.
    func storeAll() {
        while true {
            store()
            let isDone = state.withLock { state in
                if state.pending.isEmpty { state.isStoring = false }
                return state.pending.isEmpty
            }
            if isDone { return }
        }
    }

    /// Writes what is to be kept by now, and returns when that is durable.
    func store() {
        writing.withLock { _ in
            let (cache, pending) = takePending()
            if !pending.isEmpty { write(pending, to: cache) { _, _ in } }
        }
    }

    private func update(_ edit: (inout CacheRecord, DocumentCache) -> Void) {
        writing.withLock { _ in
            let (cache, pending) = takePending()
            write(pending, to: cache, edit)
        }
    }

    private func takePending() -> (cache: DocumentCache, pending: PendingRecord) {
        state.withLock { state in
            defer { state.pending = PendingRecord() }
            return (state.cache, state.pending)
        }
    }

    private func write(
        _ pending: PendingRecord,
        to cache: DocumentCache,
        _ edit: (inout CacheRecord, DocumentCache) -> Void
    ) {
        let wall = wall()
        var isNew = false
        do throws(DocumentCacheError) {
            try cache.update { record, transaction throws(DocumentCacheError) in
                isNew = record.current == nil
                try pending.storeDocuments(in: &record, transaction, at: wall)
                pending.apply(to: &record)
                edit(&record, cache)
            }
            state.withLock { $0.problem = nil }
            if isNew, pending.hasDocuments { cache.removeOldContexts() }
        } catch {
            state.withLock { $0.problem = error }
            guard pending.hasDocuments else { return }
            // Where a document has no room, the rest may have.
            _ = try? cache.update { record, _ in
                pending.apply(to: &record)
                edit(&record, cache)
            }
        }
    }
}
