import FeatureToggles
import ToggleBase

extension Refresher {
    /// Extracts a document from its envelope, if there is a verifier.
    ///
    /// - Throws: An error if no trusted key signed the document, or if it is older than one accepted before.
    func verified(
        _ document: RemoteDocument,
        isKnown: Bool = false
    ) throws(RemoteSourceError) -> RemoteArrival {
        guard let verifier = configuration.verifier else { return RemoteArrival(document) }
        let highest = arrivals.withLock(\.highestRevision)
        // If the newest document makes the app crash, an older one comes from the cache.
        let verified = try verifier.verify(document, highestRevision: isKnown ? nil : highest)
        arrivals.withLock { $0.accept(verified.revision) }
        return RemoteArrival(document, verified)
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
            self?.publish { facts in
                let active = facts.evaluator as? DocumentEvaluator
                if active?.decoded === document.decoded { facts.evaluator = document }
            }
        }
    }
}
