import FeatureToggles
import ToggleBase

/// Counts changes of the context and the document, to detect results that are out of date.
struct Exchanges: Sendable, Hashable {
    /// The number of context changes.
    var contexts = 0
    /// The number of documents from the source that were activated.
    var documents = 0
}

extension Refresher {
    /// Changes the ambient context.
    ///
    /// If the document depends on it and the targeting key differs, the document is deactivated at once. Otherwise it
    /// stays active until a new one arrives. The cache of the new context is opened later, so that changing the context
    /// accesses no file and doesn't wait for a document that is being activated, which is dropped. Documents that arrive
    /// from now on are stored for the new context.
    ///
    /// A context without a targeting key gets the identifier of the installation, and so does one with an identifier that
    /// was replaced. If the change only adds how the app was distributed, which is detected after the start, the client
    /// doesn't fetch, because its requests wait for that.
    func changeContext(_ change: (EvaluationContext) -> EvaluationContext) {
        func changed(_ context: EvaluationContext) -> EvaluationContext {
            let new = change(context)
            return installation?.completed(new) ?? new
        }
        guard source.dependsOnContext else { return update { $0.facts.context = changed($0.facts.context) } }
        // One change at a time, so that a document is never stored under another context's name.
        update { state in
            let old = state.facts.context
            let new = changed(old)
            if old == new { return }
            state.facts.context = new
            if new == environment.distribution.completed(old) { return }
            restart(&state, for: new, keepingDocument: TextOfBytes.areSame(old.targetingKey, new.targetingKey))
        }
    }

    /// Fetches with new credentials, after dropping the document if they identify another one.
    func changeCredentials() {
        // Not while the state is locked, because these are code of the app.
        let (identity, dependsOnContext) = (source.identity, source.dependsOnContext)
        update { state in
            if TextOfBytes.areSame(state.identity, identity) { return }
            state.identity = identity
            restart(&state, for: dependsOnContext ? state.facts.context : nil, keepingDocument: false)
        }
        send(.credentialsChanged)
    }

    /// Starts again with the documents of another context or identity of the source.
    private func restart(_ state: inout State, for context: EvaluationContext?, keepingDocument: Bool) {
        state.exchanges.contexts += 1
        state.documents.restart(newest: nil)
        if !state.hasAvailableDocument { keeper?.change(to: context, of: state.identity) }
        if !keepingDocument { RemoteOpening().change(&state.facts) }
        send(.context(state.exchanges))
    }

    /// Opens the cache of another context and activates its document.
    ///
    /// The document is not activated if the context has changed again, or the source has delivered a document in the
    /// meantime.
    ///
    /// - Parameter change: The counts right after the context changed.
    func open(after change: Exchanges) async {
        let opening = await opening(after: change)
        let document: RefreshMachine.Document?? = update { state in
            guard state.exchanges.contexts == change.contexts else { return nil }
            guard state.exchanges == change else { return .some(state.activeDocument) }
            let isActive = opening.document != nil || state.facts.evaluator == nil
            if isActive {
                state.begin(with: opening)
            } else {
                state.documents.restart(newest: opening.newest, waiting: opening.waiting)
                if let problem = opening.documentProblem { state.facts[problemOf: .document] = problem }
            }
            return .some(opening.start.document ?? state.activeDocument)
        }
        // Another context has been set in the meantime, and the next event is about that one.
        guard let document else { return }
        noteCacheProblem()
        take(.contextChanged(document, hasWaiting: state.withLock { $0.documents.waiting != nil }))
    }

    /// Reads the document of the context that is cached, or that the source has kept, after the work for the previous context is complete.
    func opening(after change: Exchanges, or kept: RemoteDocument? = nil) async -> RemoteOpening {
        let isCached = state.withLock { !$0.hasAvailableDocument }
        guard isCached, keeper != nil || configuration.bundled != nil else { return RemoteOpening() }
        return await withCheckedContinuation { continuation in
            environment.background { [self] in
                keeper?.leave()
                let opening = admission.withLock { _ in
                    // A document activated in the meantime has begun a run, which opening the cache would replace.
                    let isCurrent = state.withLock { $0.exchanges == change }
                    guard isCurrent else { return RemoteOpening() }
                    return addingBundled(to: keeper.map { openCache($0, or: kept) } ?? RemoteOpening())
                }
                continuation.resume(returning: opening)
            }
        }
    }
}

extension Refresher.State {
    /// The machine's information about the document that stays active after a change of the context.
    fileprivate var activeDocument: RefreshMachine.Document? {
        guard facts.evaluator != nil else { return nil }
        return RefreshMachine.Document(revision: documents.revision ?? facts.state?.revision, isConfirmed: false)
    }
}
