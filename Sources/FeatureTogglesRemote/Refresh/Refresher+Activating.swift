import FeatureToggles

extension Refresher {
    /// Activates the waiting document, if there is one, without storing it.
    ///
    /// - Returns: Whether a document was activated.
    /// - Throws: ``RemoteDocumentError`` if the document is invalid. The previous one stays active.
    func activate() throws(RemoteDocumentError) -> Bool {
        try activation.withLock { exchanges throws(RemoteDocumentError) -> Bool in
            guard let arrival = arrivals.withLock({ $0.take() }) else { return false }
            do throws(RemoteDocumentError) {
                let document = try admit(arrival)
                publish { facts in
                    facts.evaluator = document
                    facts.isCached = !arrival.isConfirmed
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
                // Neither reads nor the next document wait for the disk; the beginning of the run is already recorded.
                let highest = arrivals.withLock(\.highestRevision)
                if !hasAvailableDocument {
                    keeper?.keep(arrival, highestRevision: highest)
                } else if configuration.verifier != nil {
                    keeper?.keep(highestRevision: highest)
                }
                return true
            } catch {
                reportUnusable(error)
                throw error
            }
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
        activation.withLock { _ in
            let (waiting, highest) = arrivals.withLock { ($0.waiting, $0.highestRevision) }
            guard let waiting else { return }
            if configuration.activation != .atNextLaunch {
                keeper.keepWaiting(waiting, highestRevision: highest)
            } else {
                do throws(RemoteDocumentError) {
                    // Only a valid document may wait for the next launch.
                    _ = try compile(waiting.document)
                    keeper.keep(waiting, highestRevision: highest)
                } catch {
                    _ = arrivals.withLock { $0.take() }
                    reportUnusable(error)
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
    private func admit(_ arrival: RemoteArrival) throws(RemoteDocumentError) -> DocumentEvaluator {
        guard let keeper, !hasAvailableDocument else {
            return try compile(arrival.document)
        }
        let entry = CacheRecord.Entry(arrival.original)
        if keeper.isBarred(entry) {
            throw RemoteDocumentError(
                description: """
                    the last \(SafeSeedLadder.safeThreshold) runs with this document were ended before they were healthy; \
                    publish a new revision
                    """
            )
        }
        let before = keeper.run
        keeper.begin(entry)
        do throws(RemoteDocumentError) {
            return try compile(arrival.document)
        } catch {
            keeper.withdraw(to: before)
            throw error
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
