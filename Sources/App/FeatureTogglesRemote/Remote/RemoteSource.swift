/// A source of the remote document, whose bytes decide the values of toggles with a remote parameter.
///
/// A source only transports bytes. The client schedules fetches, and verifies, caches, parses, activates, and explains
/// the document in the same way for every source. ``FileRemoteSource`` and ``InMemoryRemoteSource`` are examples. The
/// testing product contains a conformance suite for new sources.
public protocol RemoteSource: Sendable {
    /// A human-readable name of the document's origin, such as a path or a URL without credentials.
    var name: String { get }

    /// A string that distinguishes this source's document from others; sources with the same identity share a cache.
    ///
    /// The client hashes it and never shows it, so it may contain the parts that ``name`` hides. The client reads it when
    /// it is created and when its credentials change.
    var identity: String { get }

    /// Whether the document depends on the evaluation context, because the rules are evaluated elsewhere.
    ///
    /// If so, the client caches one document per targeting key, or per set of the app's own attributes without one,
    /// and fetches again when the ambient context changes.
    var dependsOnContext: Bool { get }

    /// Whether the source announces new documents, so that ``signals(after:)`` is worth listening to.
    var announcesChanges: Bool { get }

    /// Whether fetching puts no load on other machines, because the document is on this one, or because a service's SDK
    /// limits its own requests.
    ///
    /// The limits in ``RefreshPolicy`` that protect servers don't apply to a local source.
    var isLocal: Bool { get }

    /// Returns the document that is available without waiting, if there is one.
    ///
    /// The client activates it when the client is created, or soon after that if the document is large
    /// (``RemoteConfiguration/waitsForLargeDocuments``). A source with an available document needs no cache, unless the
    /// document isn't confirmed (``RemoteDocument/isConfirmed``).
    ///
    /// - Returns: The document, or `nil` if the source can only deliver one with ``fetch(_:)``.
    /// - Throws: ``RemoteSourceError`` if a document should be available but can't be read. The client adds the error
    ///   to its problems.
    func availableDocument() throws(RemoteSourceError) -> RemoteDocument?

    /// Returns the document that is available without waiting, for a source that depends on the request.
    ///
    /// The client also calls this method after a fetch has failed, because the source may have something newer than the
    /// client.
    ///
    /// - Parameter request: The client's evaluation context and remote parameters.
    /// - Returns: The document, or `nil` if the source can only deliver one with ``fetch(_:)``.
    /// - Throws: ``RemoteSourceError`` if a document should be available but can't be read.
    func availableDocument(for request: RemoteRequest) throws(RemoteSourceError) -> RemoteDocument?

    /// Fetches the current document.
    ///
    /// - Parameter request: The client's current revision and its evaluation context.
    /// - Returns: The document, or `nil` if the request's revision is still the current one.
    /// - Throws: ``RemoteSourceError``. The client keeps its current document.
    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument?

    /// Listens to one connection until it ends.
    ///
    /// When the stream ends, the client chooses a pause and then listens again. It fetches the document whenever a
    /// connection opens, because it may have missed an announcement. Canceling the consumer ends the connection.
    ///
    /// - Parameter id: The identifier of the last announcement that the client received, after which to resume.
    /// - Returns: A stream of signals, of which ``RemoteSignal/closed(_:)`` is the last.
    func signals(after id: String?) -> AsyncStream<RemoteSignal>
}

extension RemoteSource {
    /// The source's name.
    public var identity: String { name }

    /// `false`: the document is the same for every context.
    public var dependsOnContext: Bool { false }

    /// `false`: the source doesn't announce changes.
    public var announcesChanges: Bool { false }

    /// `false`: fetching puts load on a server.
    public var isLocal: Bool { false }

    /// Returns `nil`: no document is available without waiting.
    public func availableDocument() throws(RemoteSourceError) -> RemoteDocument? { nil }

    /// Returns ``availableDocument()``.
    public func availableDocument(for request: RemoteRequest) throws(RemoteSourceError) -> RemoteDocument? {
        try availableDocument()
    }

    /// Returns a stream that closes immediately.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        AsyncStream { continuation in
            continuation.yield(.closed(nil))
            continuation.finish()
        }
    }

    /// Fetches the current document, for an empty evaluation context.
    ///
    /// - Parameter revision: The revision of the document that the caller has, if any.
    /// - Returns: The document, or `nil` if that revision is still the current one.
    /// - Throws: ``RemoteSourceError``.
    public func fetch(since revision: String? = nil) async throws(RemoteSourceError) -> RemoteDocument? {
        try await fetch(RemoteRequest(revision: revision))
    }
}
