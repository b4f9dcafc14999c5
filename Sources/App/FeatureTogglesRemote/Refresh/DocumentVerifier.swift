/// Decides whether a received or cached document may be parsed.
///
/// The product `FeatureTogglesSigning` contains a verifier for signed envelopes. The client calls the verifier for
/// every document, fetched or cached, before it parses any of it. A document that the verifier rejects is never
/// activated.
public protocol DocumentVerifier: Sendable {
    /// Verifies a document and extracts it from its envelope.
    ///
    /// - Parameters:
    ///   - document: The document as received.
    ///   - highestRevision: The highest revision accepted so far; a lower one is a replay.
    /// - Returns: The content of the envelope.
    /// - Throws: ``RemoteSourceError`` with the code ``RemoteSourceError/Code/untrusted`` and a sentence that says why.
    func verify(
        _ document: RemoteDocument,
        highestRevision: UInt64?
    ) throws(RemoteSourceError) -> VerifiedDocument
}

/// A document extracted from an envelope.
public struct VerifiedDocument: Sendable, Hashable {
    /// The document inside the envelope.
    public let document: RemoteDocument
    /// The number of this edition; every later edition has a higher one, even if it restores earlier content.
    public let revision: UInt64
    /// When the document expires, in seconds since 1970; an expired document stays active and counts as stale.
    public let expiresAt: Int64?

    /// Creates a verified document.
    public init(document: RemoteDocument, revision: UInt64, expiresAt: Int64? = nil) {
        self.document = document
        self.revision = revision
        self.expiresAt = expiresAt
    }
}
