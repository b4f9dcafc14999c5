import FeatureToggles
import ToggleBase

extension Refresher {
    /// Extracts a document from its envelope, if there is a verifier.
    ///
    /// - Parameters:
    ///   - document: The document as received.
    ///   - isKnown: Whether the document comes from the cache, where it may be older than the newest one.
    /// - Returns: The document, and what its envelope says about it.
    /// - Throws: An error if no trusted key signed the document, or if it is older than one accepted before.
    func verified(
        _ document: RemoteDocument,
        isKnown: Bool = false
    ) throws(RemoteSourceError) -> ReceivedDocument {
        let isConfirmed = !isKnown && document.isConfirmed
        guard let verifier = configuration.verifier else { return ReceivedDocument(document, isConfirmed: isConfirmed) }
        let highest = state.withLock { $0.documents.highestRevision }
        // If the newest document makes the app crash, an older one comes from the cache.
        let verified = try verifier.verify(document, highestRevision: isKnown ? nil : highest)
        state.withLock { $0.documents.accept(verified.revision) }
        return ReceivedDocument(document, verified, isConfirmed: isConfirmed)
    }

    /// Parses a received document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - isStarting: Whether a client waits for the document, so that large JSON values are decoded later.
    /// - Returns: An evaluator of the document.
    /// - Throws: ``RemoteDocumentError`` if the document is not valid.
    func compile(
        _ document: RemoteDocument,
        isStarting: Bool = false
    ) throws(RemoteDocumentError) -> DocumentEvaluator {
        let environment = environment
        let evaluator = try DocumentEvaluator(
            document,
            toggles: toggles,
            bucketing: configuration.bucketing,
            experiments: experiments,
            time: { environment.now().wall }
        )
        if !isStarting { evaluator.decoded.decodeAll() }
        return evaluator
    }

    /// Decodes large JSON values of the document that the client starts with in the background, and publishes them.
    func decodeSoon(_ document: DocumentEvaluator) {
        environment.background { [weak self] in
            document.decoded.decodeAll()
            self?.update { state in
                let active = state.facts.evaluator as? DocumentEvaluator
                if active?.decoded === document.decoded { state.facts.evaluator = document }
            }
        }
    }

    #if OVERRIDES
    /// Returns where tools find a document; `nil` if it only contains values, which tools can't evaluate.
    ///
    /// A document of the cache is written there a few milliseconds after it is activated. A signed one is there in its
    /// envelope, which tools have no key for, so they get its text instead.
    func place(of received: ReceivedDocument, in cache: DocumentCache?) -> RemoteDocumentPlace? {
        guard received.content.format == .flagd else { return nil }
        guard let cache, received.original == received.content else { return .text(received.content.text) }
        return .file(cache.path(of: received.entry))
    }
    #endif
}
