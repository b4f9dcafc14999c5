/// Brings the remote document: the bytes that decide the values of toggles with a remote parameter.
///
/// A source only carries bytes. When to ask, verifying, caching, parsing, activating and explaining are the client's,
/// the same for every source. ``FileRemoteSource`` and ``InMemoryRemoteSource`` are examples; the testing product has a
/// conformance suite for new ones.
public protocol RemoteSource: Sendable {
    /// Where the document comes from, for people: a path, a URL without credentials.
    var name: String { get }

    /// What tells the document from other sources' documents; those with the same identity share one cache.
    ///
    /// It is hashed and never shown, so that it may have in it what ``name`` hides.
    var identity: String { get }

    /// Whether the document depends on who asks, because the rules are evaluated elsewhere.
    ///
    /// The client then keeps one cached document per targeting key, or per context without one, and asks again when the
    /// ambient context changes.
    var dependsOnContext: Bool { get }

    /// Whether the source says by itself that there is something new: whether ``signals(after:)`` is worth listening to.
    var announcesChanges: Bool { get }

    /// Whether asking burdens nobody else, because the document is on this machine.
    ///
    /// The limits of ``RefreshPolicy`` that protect servers do not count for such a source.
    var isLocal: Bool { get }

    /// The document that is at hand without waiting, if there is one.
    ///
    /// The client puts it in force when it is created. A source that has documents at hand needs no cache.
    ///
    /// - Returns: The document, or `nil` for a source that must be asked with ``fetch(_:)``.
    /// - Throws: ``RemoteSourceError`` when there should be one at hand and it cannot be had. The client lists it in its
    ///   problems.
    func availableDocument() throws(RemoteSourceError) -> RemoteDocument?

    /// Brings the current document.
    ///
    /// - Parameter request: What the client has and for whom it asks.
    /// - Returns: The document, or `nil` when it still is the one of the request's revision.
    /// - Throws: ``RemoteSourceError``. The client goes on with the document it has.
    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument?

    /// Listens: one connection, from its beginning to its end.
    ///
    /// The client listens again after a pause of its choice when the stream ends, and asks for the document whenever a
    /// connection was opened, since it may have missed something. Cancelling the consumer ends the connection.
    ///
    /// - Parameter id: The identifier of the last announcement that the client has seen, to resume behind it.
    /// - Returns: What is heard. ``RemoteSignal/closed(_:)`` is the last element.
    func signals(after id: String?) -> AsyncStream<RemoteSignal>
}

extension RemoteSource {
    /// The name.
    public var identity: String { name }

    /// No: the document is the same for everybody.
    public var dependsOnContext: Bool { false }

    /// No: such a source is asked, it does not speak.
    public var announcesChanges: Bool { false }

    /// No: somebody else's server is asked.
    public var isLocal: Bool { false }

    /// None.
    public func availableDocument() throws(RemoteSourceError) -> RemoteDocument? { nil }

    /// Closed at once.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        AsyncStream { continuation in
            continuation.yield(.closed(nil))
            continuation.finish()
        }
    }

    /// Brings the current document, whoever asks.
    ///
    /// - Parameter revision: The revision of the document that the caller has, if it has one.
    /// - Returns: The document, or `nil` when it still is the one of that revision.
    /// - Throws: ``RemoteSourceError``.
    public func fetch(since revision: String? = nil) async throws(RemoteSourceError) -> RemoteDocument? {
        try await fetch(RemoteRequest(revision: revision))
    }
}
