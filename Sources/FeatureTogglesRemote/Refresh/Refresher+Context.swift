import FeatureToggles

/// How often the document was exchanged, to tell what is out of date.
struct Exchanges: Sendable, Hashable {
    /// How many contexts there were.
    var contexts = 0
    /// How many documents of the source were put in force.
    var documents = 0
}

extension Refresher {
    func changeContext(to new: EvaluationContext, _ change: () -> EvaluationContext) {
        guard source.dependsOnContext else {
            _ = change()
            return
        }
        // One change at a time: a document must never be kept under the name of another context.
        activation.withLock { exchanges in
            let old = change()
            if old != new { goOn(from: old, to: new, &exchanges) }
        }
    }

    /// Continues with another ambient context, where the document depends on it.
    ///
    /// The document of another targeting key is out of force at once; that of the same one stays until the new one arrives.
    /// What the cache has for the new context comes later, so that changing the context touches no file. What arrives from
    /// now on is kept for the new context.
    private func goOn(from old: EvaluationContext, to new: EvaluationContext, _ exchanges: inout Exchanges) {
        exchanges.contexts += 1
        arrivals.withLock { $0.restart(newest: nil) }
        if !isAtHand { keeper?.change(to: new) }
        if !TextOfBytes.areSame(old.targetingKey, new.targetingKey) {
            client?.update { RemoteOpening().change(&$0, of: self) }
            followClock(nil)
        }
        send(.context(exchanges))
    }

    /// Opens the cache of another context, and puts in force what is there unless something newer is by then: another
    /// context, or a document that the source brought.
    ///
    /// - Parameter change: The exchanges when the context had just changed.
    func open(after change: Exchanges) async {
        let opening = await opening(after: change)
        let document: RefreshMachine.Document?? = activation.withLock { exchanges in
            guard exchanges.contexts == change.contexts else { return nil }
            guard exchanges == change else { return .some(documentInForce) }
            begin(with: opening)
            client?.update { facts in
                if opening.document != nil || facts.evaluator == nil {
                    opening.change(&facts, of: self)
                } else if let problem = opening.documentProblem {
                    facts[problemOf: .document] = problem
                }
            }
            if opening.document != nil { followClock(opening.document) }
            return .some(opening.start.document ?? documentInForce)
        }
        // The next event is about the context that has come meanwhile.
        guard let document else { return }
        noteCacheProblem()
        take(.contextChanged(document, hasWaiting: arrivals.withLock { $0.waiting != nil }))
    }

    private var documentInForce: RefreshMachine.Document? {
        guard client?.facts()?.evaluator != nil else { return nil }
        let revision = arrivals.withLock(\.revision) ?? states.current.revision
        return RefreshMachine.Document(revision: revision, isConfirmed: false)
    }

    /// What the cache has for the context, after the one before is done with.
    func opening(after change: Exchanges) async -> RemoteOpening {
        guard let keeper, !isAtHand else { return RemoteOpening() }
        return await withCheckedContinuation { continuation in
            environment.background { [self] in
                keeper.leave()
                // A document that was put in force meanwhile has begun a run, which opening the cache would replace.
                let isCurrent = activation.withLock { $0 == change }
                continuation.resume(returning: isCurrent ? openCache(keeper) : RemoteOpening())
            }
        }
    }
}
