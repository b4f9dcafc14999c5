import FeatureToggles

extension Refresher {
    /// Activates the waiting document, if there is one, without storing it.
    ///
    /// - Returns: Whether a document was activated.
    /// - Throws: ``FlagDocument/Refusal`` if the document is invalid. The previous one stays active.
    func activate() throws(FlagDocument.Refusal) -> Bool {
        try activation.withLock { exchanges throws(FlagDocument.Refusal) -> Bool in
            guard let arrival = arrivals.withLock({ $0.take() }) else { return false }
            do throws(FlagDocument.Refusal) {
                let document = try admit(arrival)
                client?
                    .update { facts in
                        facts.evaluator = evaluator(of: document)
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
                if !isAtHand {
                    keeper?.keep(arrival, highestRevision: highest)
                } else if configuration.verifier != nil {
                    keeper?.keep(highestRevision: highest)
                }
                return true
            } catch {
                noteRefusal(error)
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
                do throws(FlagDocument.Refusal) {
                    // Only a valid document may wait for the next launch.
                    _ = try Self.compile(waiting.document, bucketing: configuration.bucketing)
                    keeper.keep(waiting, highestRevision: highest)
                } catch {
                    _ = arrivals.withLock { $0.take() }
                    noteRefusal(error)
                }
            }
        }
        storeSoon()
    }

    /// Treats the active document as confirmed by the source.
    func confirmDocument() {
        guard let client, client.facts()?.isCached == true else { return }
        client.update { $0.isCached = false }
    }

    /// Records that a run with a document begins, and parses the document.
    private func admit(_ arrival: RemoteArrival) throws(FlagDocument.Refusal) -> ActiveDocument {
        guard let keeper, !isAtHand else {
            return try Self.compile(arrival.document, bucketing: configuration.bucketing)
        }
        let entry = CacheRecord.Entry(arrival.original)
        if keeper.isBarred(entry) {
            throw FlagDocument.Refusal(
                description: """
                    the last \(SafeSeedLadder.safeThreshold) runs with this document were ended before they were healthy; \
                    publish a new revision
                    """
            )
        }
        let before = keeper.run
        keeper.begin(entry)
        do throws(FlagDocument.Refusal) {
            return try Self.compile(arrival.document, bucketing: configuration.bucketing)
        } catch {
            keeper.withdraw(to: before)
            throw error
        }
    }

    private func noteRefusal(_ refusal: FlagDocument.Refusal) {
        client?.note { $0[problemOf: .document] = remoteProblem(refusal.description) }
        send(.refused("the newest document cannot be used: \(refusal.description)"))
    }

    /// Adds the cache's problem to the client's problems, or removes it.
    func noteCacheProblem() {
        guard let keeper, let client, let facts = client.facts() else { return }
        let problem = keeper.problem.map(Self.cacheProblem)
        guard facts[problemOf: .cache] != problem else { return }
        client.note { $0[problemOf: .cache] = problem }
    }

    static func cacheProblem(_ error: DocumentCacheError) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: error.path, message: "\(error.message) The client goes on without it.")
    }

    func remoteProblem(_ message: String) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: source.name, message: message)
    }

    /// Parses a received document.
    static func compile(
        _ document: RemoteDocument,
        bucketing: Bucketing?
    ) throws(FlagDocument.Refusal) -> ActiveDocument {
        try ActiveDocument(document, bucketing: bucketing)
    }
}
