import FeatureToggles

extension Refresher {
    /// Puts the document that waits in force, if there is one; it is yet to be stored.
    ///
    /// - Returns: Whether a document was put in force.
    /// - Throws: ``FlagDocument/Refusal`` when it cannot be used. The one before stays in force.
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
                // Neither reads nor the next document wait for the disk; that a run with this one began is written.
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

    /// Puts the document that waits in force, if one does; what goes wrong is listed in ``problems``.
    func activateArrival() {
        _ = try? activate()
        storeSoon()
    }

    /// Keeps the document that waits for later, as the policy says.
    func keepArrival() {
        guard let keeper else { return }
        activation.withLock { _ in
            let (waiting, highest) = arrivals.withLock { ($0.waiting, $0.highestRevision) }
            guard let waiting else { return }
            if configuration.activation != .atNextLaunch {
                keeper.keepWaiting(waiting, highestRevision: highest)
            } else {
                do throws(FlagDocument.Refusal) {
                    // Nothing may wait for the next launch that cannot be used then.
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

    /// The source says that the document in force is the current one.
    func confirmDocument() {
        guard let client, client.facts()?.isCached == true else { return }
        client.update { $0.isCached = false }
    }

    /// Counts that a run with a document begins, and parses it.
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

    /// Lists what is wrong with the cache among the problems, or nothing any more.
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

    /// Makes a document that can be evaluated of one that came.
    static func compile(
        _ document: RemoteDocument,
        bucketing: Bucketing?
    ) throws(FlagDocument.Refusal) -> ActiveDocument {
        try ActiveDocument(document, bucketing: bucketing)
    }
}
