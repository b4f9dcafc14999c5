import FeatureToggles

extension Refresher {
    func changeContext(to new: EvaluationContext, _ change: () -> EvaluationContext) {
        guard source.dependsOnContext else {
            _ = change()
            return
        }
        // One change at a time: a document must never be kept under the name of another context.
        activation.withLock { _ in
            let old = change()
            if old != new { goOn(from: old, to: new) }
        }
    }

    /// Continues with another ambient context, where the document depends on it.
    ///
    /// The document of another targeting key is out of force at once; that of the same one stays until the new one arrives.
    /// What the cache has for the new context comes later, so that nobody who changes the context waits for files.
    private func goOn(from old: EvaluationContext, to new: EvaluationContext) {
        arrivals.withLock { $0.restart(newest: nil) }
        if old.targetingKey != new.targetingKey {
            client?.update { RemoteOpening().change(&$0, of: self) }
            followClock(nil)
        }
        send(.context(new))
    }

    /// Opens the cache of a context, and puts in force what is there unless the context has changed again meanwhile.
    ///
    /// Events are not taken in before it returns, so neither fetches nor arrivals come in between.
    func open(for context: EvaluationContext) async {
        guard isCurrent(context) else { return }
        let opening = await opening(for: context)
        let document: RefreshMachine.Document? = activation.withLock { _ in
            guard isCurrent(context) else { return nil }
            begin(with: opening)
            if opening.document != nil {
                client?.update { opening.change(&$0, of: self) }
                followClock(opening.document)
            }
            if let document = opening.start.document { return document }
            guard client?.facts()?.evaluator != nil else { return nil }
            return RefreshMachine.Document(revision: states.current.revision, isConfirmed: false)
        }
        noteCacheProblem()
        take(.contextChanged(document, hasWaiting: opening.start.hasWaiting))
    }

    private func isCurrent(_ context: EvaluationContext) -> Bool { client?.context() == context }

    /// What the cache has for a context.
    private func opening(for context: EvaluationContext) async -> RemoteOpening {
        guard let keeper, !isAtHand else { return RemoteOpening() }
        return await withCheckedContinuation { continuation in
            environment.background { [self] in
                keeper.change(to: context)
                continuation.resume(returning: openCache(keeper))
            }
        }
    }
}
