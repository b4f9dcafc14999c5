/// Decides whether a document that came, or was kept, may be parsed at all.
///
/// The product `FeatureTogglesSigning` has the one for signed envelopes. The client calls it for every document, fetched
/// or cached, before any of it is parsed; with a verifier, a document that it does not accept is never put in force.
public protocol DocumentVerifier: Sendable {
    /// Verifies a document and takes it out of its envelope.
    ///
    /// - Parameters:
    ///   - document: The document as it came.
    ///   - highestRevision: The highest revision that was ever accepted here; a lower one is a replay.
    /// - Returns: What was in the envelope.
    /// - Throws: ``RemoteSourceError`` with the code ``RemoteSourceError/Code/untrusted`` and a sentence that says why.
    func verify(
        _ document: RemoteDocument,
        highestRevision: UInt64?
    ) throws(RemoteSourceError) -> VerifiedDocument
}

/// A document that came out of an envelope.
public struct VerifiedDocument: Sendable, Hashable {
    /// The document itself.
    public let document: RemoteDocument
    /// The number of this edition: every later edition has a higher one, also one that brings old content back.
    public let revision: UInt64
    /// From when on the document is out of date, in seconds since 1970; it stays in force then, and counts as stale.
    public let expiresAt: Int64?

    /// Creates a verified document.
    public init(document: RemoteDocument, revision: UInt64, expiresAt: Int64? = nil) {
        self.document = document
        self.revision = revision
        self.expiresAt = expiresAt
    }
}
