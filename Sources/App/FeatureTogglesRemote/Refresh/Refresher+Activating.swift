import FeatureToggles
import ToggleBase

/// A received document that is being checked and parsed, with what the client had when it was taken.
private struct Candidate {
    let arrival: RemoteArrival
    /// The number of context changes.
    let contexts: Int
    /// The cache that the document belongs to; `nil` if it is not cached.
    let cache: DocumentCache?
    /// The run with the active document.
    let run: DocumentKeeper.Run?
}

extension Refresher {
    /// Activates the waiting document, if there is one, without storing it.
    ///
    /// The document is dropped if the context changes before it is active.
    ///
    /// - Returns: Whether a document was activated.
    /// - Throws: ``RemoteDocumentError`` if the document is invalid. The previous one stays active.
    func activate() throws(RemoteDocumentError) -> Bool {
        try admission.withLock { _ throws(RemoteDocumentError) -> Bool in
            guard let candidate = takeCandidate() else { return false }
            let document: DocumentEvaluator
            do throws(RemoteDocumentError) {
                document = try admit(candidate)
            } catch {
                guard reportUnusable(error, of: candidate) else { return false }
                throw error
            }
            if exchange(candidate, for: document) { return true }
            // No other run has begun, because that needs the lock for admissions.
            keeper?.endRun()
            return false
        }
    }

    private func takeCandidate() -> Candidate? {
        activation.withLock { exchanges in
            guard let arrival = arrivals.withLock({ $0.take() }) else { return nil }
            let keeper = hasAvailableDocument ? nil : keeper
            return Candidate(
                arrival: arrival,
                contexts: exchanges.contexts,
                cache: keeper?.cache,
                run: keeper?.run
            )
        }
    }

    /// Replaces the active document, unless the context has changed in the meantime.
    ///
    /// - Returns: Whether the document was activated.
    private func exchange(_ candidate: Candidate, for document: DocumentEvaluator) -> Bool {
        activation.withLock { exchanges in
            guard exchanges.contexts == candidate.contexts else { return false }
            let arrival = candidate.arrival
            // Before the values change, so that a client that is released right after that stores the document. Neither
            // reads nor the next document wait for the disk; the beginning of the run is already recorded.
            let highest = arrivals.withLock(\.highestRevision)
            if !hasAvailableDocument {
                keeper?.keep(arrival, highestRevision: highest)
            } else if configuration.verifier != nil {
                keeper?.keep(highestRevision: highest)
            }
            publish { facts in
                facts.evaluator = document
                facts.isCached = !arrival.isConfirmed
                #if OVERRIDES
                facts.place = place(of: arrival, in: candidate.cache)
                #endif
                facts[problemOf: .document] = nil
            }
            exchanges.documents += 1
            followClock(document)
            send(
                .activated(
                    RefreshMachine.Document(
                        revision: arrival.original.revision,
                        isConfirmed: arrival.isConfirmed,
                        expiresAt: arrival.expiresAt
                    )
                )
            )
            return true
        }
    }

    /// Activates the waiting document, if there is one, and adds any problem to ``problems``.
    func activateArrival() {
        _ = try? activate()
        storeSoon()
    }

    /// Keeps the waiting document for later, according to the policy.
    func keepArrival() {
        guard let keeper else { return }
        admission.withLock { _ in
            let (waiting, highest, contexts) = activation.withLock { exchanges in
                arrivals.withLock { ($0.waiting, $0.highestRevision, exchanges.contexts) }
            }
            guard let waiting else { return }
            var refusal: RemoteDocumentError?
            if configuration.activation == .atNextLaunch {
                do throws(RemoteDocumentError) {
                    // Only a valid document may wait for the next launch.
                    _ = try compile(waiting.document)
                } catch {
                    refusal = error
                }
            }
            activation.withLock { exchanges in
                guard exchanges.contexts == contexts else { return }
                if let refusal {
                    _ = arrivals.withLock { $0.take() }
                    reportUnusable(refusal)
                } else if configuration.activation == .atNextLaunch {
                    keeper.keep(waiting, highestRevision: highest)
                } else {
                    keeper.keepWaiting(waiting, highestRevision: highest)
                }
            }
        }
        storeSoon()
    }

    /// Treats the active document as confirmed by the source.
    func confirmDocument() {
        if facts.isCached { publish { $0.isCached = false } }
    }

    /// Records that a run with a document begins, and parses the document.
    private func admit(_ candidate: Candidate) throws(RemoteDocumentError) -> DocumentEvaluator {
        let arrival = candidate.arrival
        guard let keeper, let cache = candidate.cache else {
            return try compile(arrival.document)
        }
        let entry = CacheRecord.Entry(arrival.original)
        if keeper.isBarred(entry, in: cache) {
            throw RemoteDocumentError(
                description: """
                    the last \(SafeSeedLadder.safeThreshold) runs with this document were ended before they were healthy; \
                    publish a new revision
                    """
            )
        }
        keeper.begin(entry, in: cache, waiting: nil)
        do throws(RemoteDocumentError) {
            return try compile(arrival.document)
        } catch {
            keeper.withdraw(to: candidate.run, in: cache)
            throw error
        }
    }

    /// Reports that a document is unusable, unless the context has changed in the meantime.
    ///
    /// - Returns: Whether the context is still that of the document.
    private func reportUnusable(_ refusal: RemoteDocumentError, of candidate: Candidate) -> Bool {
        activation.withLock { exchanges in
            guard exchanges.contexts == candidate.contexts else { return false }
            reportUnusable(refusal)
            return true
        }
    }

    private func reportUnusable(_ refusal: RemoteDocumentError) {
        publish { $0[problemOf: .document] = remoteProblem(refusal.description) }
        send(.refused("the newest document cannot be used: \(refusal.description)"))
    }

    /// Adds the cache's problem to the client's problems, or removes it.
    func noteCacheProblem() {
        guard let keeper else { return }
        let problem = keeper.problem.map(Self.cacheProblem)
        if facts[problemOf: .cache] != problem { publish { $0[problemOf: .cache] = problem } }
    }

    static func cacheProblem(_ error: DocumentCacheError) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: error.path, message: "\(error.message) The client continues without it.")
    }

    func remoteProblem(_ message: String) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: source.name, message: message)
    }
}
