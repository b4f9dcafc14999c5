/// A remote document that a client has received and verified: from its source, from the cache, or with the app.
///
/// It may wait for activation. The active document is a ``DocumentEvaluator``, and the cache refers to stored ones by
/// their ``CacheRecord/Entry``.
struct ReceivedDocument: Sendable {
    /// The document as received, in its envelope if it has one; this is stored.
    let original: RemoteDocument
    /// The document itself, which is parsed.
    let content: RemoteDocument
    /// The number of the document's edition; `nil` without a verifier.
    let edition: UInt64?
    /// The reference to the document in the cache, which also distinguishes it from others.
    let entry: CacheRecord.Entry
    /// The machine's information about the document.
    var standing: RefreshMachine.Document

    /// Creates a received document.
    ///
    /// - Parameters:
    ///   - original: The document as received.
    ///   - verified: The content of its envelope; `nil` without a verifier.
    ///   - isConfirmed: Whether the source has just sent it.
    ///   - isBundled: Whether the app ships with it.
    init(
        _ original: RemoteDocument,
        _ verified: VerifiedDocument? = nil,
        isConfirmed: Bool = true,
        isBundled: Bool = false
    ) {
        self.original = original
        content = verified?.document ?? original
        edition = verified?.revision
        entry = CacheRecord.Entry(original)
        standing = RefreshMachine.Document(
            revision: original.revision,
            isConfirmed: isConfirmed,
            expiresAt: verified?.expiresAt,
            isBundled: isBundled
        )
    }
}
