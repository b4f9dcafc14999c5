import ToggleBase

// Pending changes, and when they are written.
extension DocumentKeeper {
    /// Keeps a document for the next launch, to be stored later.
    func keep(_ document: ReceivedDocument, highestRevision: UInt64?) {
        state.withLock { $0.period.pending.keep(document, highestRevision: highestRevision) }
    }

    /// Keeps a document that waits for the app to activate it, to be stored later.
    func keepWaiting(_ document: ReceivedDocument, highestRevision: UInt64?) {
        state.withLock { $0.period.pending.keepWaiting(document, highestRevision: highestRevision) }
    }

    /// Keeps the changes of a fetch except for the document, to be stored later.
    func keep(_ keeping: RefreshMachine.Keeping) {
        state.withLock { $0.period.pending.keep(keeping) }
    }

    /// Keeps only the highest revision, for sources with an available document, to be stored later.
    func keep(highestRevision: UInt64?) {
        state.withLock { $0.period.pending.raise(highestRevision) }
    }

    /// Records durably that the document is out of date.
    func markStale() {
        let wall = wall()
        // Everything that is written before this was decided before the mark.
        writing.withLock { _ in
            let (cache, pending) = takePending()
            _ = write(pending, to: cache, staleSince: wall)
        }
        // So were changes that could not be written.
        state.withLock { $0.period.pending.keepMark() }
    }

    // MARK: Storing

    /// Returns whether the caller must call ``storeAll()``: changes are pending, and no other caller is storing them.
    func beginStoring() -> Bool {
        state.withLock { state in
            guard !state.isStoring, !state.period.pending.isEmpty else { return false }
            state.isStoring = true
            return true
        }
    }

    /// Writes the pending changes durably, including those that arrive in the meantime.
    ///
    /// Changes that can't be written now are tried again with later ones.
    func storeAll() {
        while true {
            let isStored = store()
            let isDone = state.withLock { state in
                let isDone = state.period.pending.isEmpty || !isStored
                if isDone { state.isStoring = false }
                return isDone
            }
            if isDone { return }
        }
    }

    /// Writes the changes pending now, and returns when they are durable.
    ///
    /// - Returns: Whether all of them are written; the rest remains pending.
    @discardableResult
    func store() -> Bool {
        writing.withLock { _ in
            let (cache, pending) = takePending()
            return pending.isEmpty || write(pending, to: cache)
        }
    }

    private func takePending() -> (cache: DocumentCache, pending: PendingRecord) {
        state.withLock { state in
            defer { state.period.pending = PendingRecord() }
            return (state.period.cache, state.period.pending)
        }
    }

    func write(
        _ pending: PendingRecord,
        to cache: DocumentCache,
        staleSince: Int64? = nil
    ) -> Bool {
        let (wall, active) = (self.wall(), self.active)
        var isNew = false
        do throws(DocumentCacheError) {
            try cache.update { record, transaction throws(DocumentCacheError) in
                isNew = record.current == nil
                try pending.storeDocuments(in: &record, transaction, active: active, at: wall)
                pending.apply(to: &record)
                record.staleSince = record.staleSince ?? staleSince
            }
            state.withLock { $0.problem = nil }
            if isNew, pending.hasDocuments { cache.removeOldContexts() }
            return true
        } catch {
            state.withLock { state in
                state.problem = error
                // Changes for a previous context are dropped.
                if state.period.cache.key == cache.key {
                    state.period.pending = pending.followed(by: state.period.pending)
                }
            }
            guard pending.hasDocuments else { return false }
            // If there is no room for a document, there may be room for the rest.
            _ = try? cache.update { record, _ in
                pending.apply(to: &record, hasDocuments: false)
                record.staleSince = record.staleSince ?? staleSince
            }
            return false
        }
    }
}
