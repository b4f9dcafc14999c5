public import ToggleBase

/// A remote source whose document is set by the program, for tests and previews.
///
/// ```swift
/// let remote = InMemoryRemoteSource(values: ["search_ranking": "neural"])
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// remote.set(values: ["search_ranking": "classic"])   // the client follows
/// ```
///
/// A client activates the document before its initializer returns. A document of more than 128 KiB or 20,000 parts is
/// parsed in the background instead, unless ``RemoteConfiguration/waitsForLargeDocuments`` is set.
public final class InMemoryRemoteSource: RemoteSource {
    private struct State {
        var document: RemoteDocument
        var revision = 0
        var failure: RemoteSourceError?
        var listeners: [Int: AsyncStream<RemoteSignal>.Continuation] = [:]
        var listenerCount = 0
    }

    private let state: Mutex<State>

    /// The source's name, `memory`.
    public let name = "memory"

    /// Creates a source with a document.
    ///
    /// - Parameter document: A flagd definition as JSON text.
    public init(document: String) {
        state = Mutex(State(document: RemoteDocument(text: Array(document.utf8), revision: "0")))
    }

    /// Creates a source with a document of static flags.
    ///
    /// - Parameter values: The value of each remote parameter.
    public convenience init(values: JSONObject = [:]) {
        self.init(document: Self.document(values))
    }

    /// Replaces the document and notifies the client.
    ///
    /// - Parameter document: A flagd definition as JSON text.
    public func set(document: String) {
        let (listeners, id) = state.withLock { state in
            state.revision += 1
            state.document = RemoteDocument(text: Array(document.utf8), revision: String(state.revision))
            return (state.listeners, String(state.revision))
        }
        for listener in listeners.values { listener.yield(.changed(id: id)) }
    }

    /// Replaces the document with one of static flags and notifies the client.
    ///
    /// - Parameter values: The value of each remote parameter.
    public func set(values: JSONObject) {
        set(document: Self.document(values))
    }

    /// Makes every subsequent fetch fail with an error, or succeed again with `nil`.
    public func fail(with error: RemoteSourceError?) {
        state.withLock { $0.failure = error }
    }

    /// `true`: the document is in memory.
    public var isLocal: Bool { true }

    /// Returns the document.
    public func availableDocument() throws(RemoteSourceError) -> RemoteDocument? {
        let (document, failure) = state.withLock { ($0.document, $0.failure) }
        if let failure { throw failure }
        return document
    }

    /// Returns the document, or `nil` if it hasn't been replaced since the request's revision.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let (document, failure) = state.withLock { ($0.document, $0.failure) }
        if let failure { throw failure }
        return document.revision == request.revision ? nil : document
    }

    /// `true`: the source announces each replacement.
    public var announcesChanges: Bool { true }

    /// Announces each replacement.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        // Only the newest announcement matters.
        let (stream, continuation) = AsyncStream<RemoteSignal>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.listenerCount += 1
            state.listeners[state.listenerCount] = continuation
            return state.listenerCount
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        continuation.yield(.opened)
        return stream
    }

    private static func document(_ values: JSONObject) -> String {
        let flags = values.members.map { member in
            JSONObject.Member(
                name: member.name,
                value: ["state": "ENABLED", "variants": ["value": member.value], "defaultVariant": "value"]
            )
        }
        return JSONWriter().text(.object(["flags": .object(JSONObject(flags))]))
    }
}
