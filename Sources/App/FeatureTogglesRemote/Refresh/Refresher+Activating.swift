import FeatureToggles
import ToggleBase

extension Refresher {
    /// Activates the waiting document, if there is one, without storing it.
    ///
    /// The document is dropped if the context changes before it is active.
    ///
    /// - Returns: Whether a document was activated.
    /// - Throws: ``RemoteDocumentError`` if the document is invalid. The previous one stays active.
    func activate() throws(RemoteDocumentError) -> Bool {
        try admission.withLock { _ throws(RemoteDocumentError) -> Bool in
            let (waiting, contexts, cache, run) = state.withLock { state in
                let keeper = state.hasAvailableDocument ? nil : keeper
                return (state.documents.take(), state.exchanges.contexts, keeper?.cache, keeper?.run)
            }
            guard let waiting else { return false }
            let document: DocumentEvaluator
            do throws(RemoteDocumentError) {
                document = try admit(waiting, in: cache, after: run)
            } catch {
                guard update(in: contexts, { refuse(error, &$0) }) else { return false }
                throw error
            }
            let isActivated = update(in: contexts) { exchange(waiting, for: document, in: cache, &$0) }
            // No other run has begun, because that needs the lock for admissions.
            if !isActivated { keeper?.endRun() }
            return isActivated
        }
    }

    /// Changes the state, unless the context has changed in the meantime.
    ///
    /// - Parameters:
    ///   - contexts: The number of context changes before.
    ///   - change: Changes the state.
    /// - Returns: Whether the context is still the same.
    private func update(in contexts: Int, _ change: (inout State) -> Void) -> Bool {
        update { state in
            guard state.exchanges.contexts == contexts else { return false }
            change(&state)
            return true
        }
    }

    /// Replaces the active document.
    private func exchange(
        _ received: ReceivedDocument,
        for document: DocumentEvaluator,
        in cache: DocumentCache?,
        _ state: inout State
    ) {
        // Before the values change, so that a client that is released right after that stores the document. Neither
        // reads nor the next document wait for the disk; the beginning of the run is already recorded.
        let highest = state.documents.highestRevision
        if !state.hasAvailableDocument {
            keeper?.keep(received, highestRevision: highest)
        } else if configuration.verifier != nil {
            keeper?.keep(highestRevision: highest)
        }
        state.facts.evaluator = document
        state.facts.isCached = !received.standing.isConfirmed
        #if OVERRIDES
        state.facts.place = place(of: received, in: cache)
        #endif
        state.facts[problemOf: .document] = nil
        state.exchanges.documents += 1
        send(.activated(received.standing))
    }

    /// Activates the waiting document, if there is one, and adds any problem to ``problems``.
    func activateWaiting() {
        _ = try? activate()
        storeSoon()
    }

    /// Keeps the waiting document for later, according to the policy.
    func keepWaiting() {
        guard let keeper else { return }
        admission.withLock { _ in
            let (waiting, highest, contexts) = state.withLock { state in
                (state.documents.waiting, state.documents.highestRevision, state.exchanges.contexts)
            }
            guard let waiting else { return }
            let isForNextLaunch = configuration.activation == .atNextLaunch
            var refusal: RemoteDocumentError?
            if isForNextLaunch {
                do throws(RemoteDocumentError) {
                    // Only a valid document may wait for the next launch.
                    _ = try compile(waiting.content)
                } catch {
                    refusal = error
                }
            }
            _ = update(in: contexts) { state in
                if let refusal {
                    _ = state.documents.take()
                    refuse(refusal, &state)
                } else if isForNextLaunch {
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
        update { state in
            if state.facts.isCached { state.facts.isCached = false }
        }
    }

    /// Records that a run with a document begins, and parses the document.
    ///
    /// - Parameters:
    ///   - received: The document.
    ///   - cache: The cache that the document belongs to; `nil` if it is not cached.
    ///   - run: The run with the active document.
    /// - Returns: An evaluator of the document.
    /// - Throws: ``RemoteDocumentError`` if the document is invalid or barred. The previous run continues.
    private func admit(
        _ received: ReceivedDocument,
        in cache: DocumentCache?,
        after run: DocumentKeeper.Run?
    ) throws(RemoteDocumentError) -> DocumentEvaluator {
        guard let keeper, let cache else { return try compile(received.content) }
        if keeper.isBarred(received.entry, in: cache) {
            throw RemoteDocumentError(
                description: """
                    the last \(CrashFallback.crashesUntilSafe) runs with this document crashed before they were healthy; \
                    publish a new revision
                    """
            )
        }
        keeper.begin(received.entry, in: cache)
        do throws(RemoteDocumentError) {
            return try compile(received.content)
        } catch {
            keeper.withdraw(to: run, in: cache)
            throw error
        }
    }

    /// Reports that the newest document is unusable.
    private func refuse(_ error: RemoteDocumentError, _ state: inout State) {
        state.documents.doubtNewest()
        // Not the source's own name, because the lock is held.
        state.facts[problemOf: .document] = ToggleProblem(
            source: .remote,
            origin: state.facts.name ?? "",
            message: error.description
        )
        send(.refused("the newest document cannot be used: \(error.description)"))
    }

    /// Adds the cache's problem to the client's problems, or removes it.
    func noteCacheProblem() {
        guard let keeper else { return }
        let problem = keeper.problem.map(Self.cacheProblem)
        update { state in
            if state.facts[problemOf: .cache] != problem { state.facts[problemOf: .cache] = problem }
        }
    }

    static func cacheProblem(_ error: DocumentCacheError) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: error.path, message: "\(error.message) The client continues without it.")
    }

    func remoteProblem(_ message: String) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: source.name, message: message)
    }
}
