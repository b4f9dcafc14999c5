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
    /// The document of the new context comes from the cache, if there is one. Otherwise that of another targeting key is out
    /// of force at once, and that of the same targeting key stays until the new one arrives.
    private func goOn(from old: EvaluationContext, to new: EvaluationContext) {
        var opening = RemoteOpening()
        arrivals.withLock { $0.restart(newest: nil) }
        if let keeper, !isAtHand {
            keeper.change(to: new)
            opening = openCache(keeper)
        }
        let isOther = old.targetingKey != new.targetingKey
        if opening.document != nil || isOther {
            client?.update { opening.change(&$0, of: self) }
            followClock(opening.document)
        }
        var document = opening.start.document
        if document == nil, !isOther, client?.facts()?.evaluator != nil {
            document = RefreshMachine.Document(revision: states.current.revision, isConfirmed: false)
        }
        send(.contextChanged(document, hasWaiting: opening.start.hasWaiting))
    }
}
