import FeatureToggles

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
        // So was what could not be written.
        state.withLock { $0.pending.keepMark() }
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
    ///
    /// What cannot be written now is tried again with what comes later.
    func storeAll() {
        while true {
            let isStored = store()
            let isDone = state.withLock { state in
                let isDone = state.pending.isEmpty || !isStored
                if isDone { state.isStoring = false }
                return isDone
            }
            if isDone { return }
        }
    }

    /// Writes what is to be kept by now, and returns when that is durable.
    ///
    /// - Returns: Whether all of it is; the rest is kept for the next time.
    @discardableResult
    func store() -> Bool {
        writing.withLock { _ in
            let (cache, pending) = takePending()
            return pending.isEmpty || write(pending, to: cache) { _, _ in }
        }
    }

    private func update(_ edit: (inout CacheRecord, DocumentCache) -> Void) {
        writing.withLock { _ in
            let (cache, pending) = takePending()
            _ = write(pending, to: cache, edit)
        }
    }

    private func takePending() -> (cache: DocumentCache, pending: PendingRecord) {
        state.withLock { state in
            defer { state.pending = PendingRecord() }
            return (state.cache, state.pending)
        }
    }

    func write(
        _ pending: PendingRecord,
        to cache: DocumentCache,
        _ edit: (inout CacheRecord, DocumentCache) -> Void
    ) -> Bool {
        let (wall, inForce) = (self.wall(), self.inForce)
        var isNew = false
        do throws(DocumentCacheError) {
            try cache.update { record, transaction throws(DocumentCacheError) in
                isNew = record.current == nil
                try pending.storeDocuments(in: &record, transaction, inForce: inForce, at: wall)
                pending.apply(to: &record)
                edit(&record, cache)
            }
            state.withLock { $0.problem = nil }
            if isNew, pending.hasDocuments { cache.removeOldContexts() }
            return true
        } catch {
            state.withLock { state in
                state.problem = error
                // What was for somebody else is for nobody any more.
                if state.cache.key == cache.key { state.pending = pending.followed(by: state.pending) }
            }
            guard pending.hasDocuments else { return false }
            // Where a document has no room, the rest may have.
            _ = try? cache.update { record, _ in
                pending.apply(to: &record, hasDocuments: false)
                edit(&record, cache)
            }
            return false
        }
    }
}
