import FeatureToggles
public import FeatureTogglesRemote
public import Foundation

/// A remote document at a URL: a file on a web server, in a bucket, behind a CDN.
///
/// A fetch is one `GET`. The ETag of the answer, or its date with a hash over what came, is the document's revision, so that a
/// server that has nothing new answers with a few bytes (304). A date that is younger than two seconds is not asked with, since
/// the document could change again within its second. With a URL of server-sent events, the source listens there, and any event
/// means that there may be something new; without one, it is asked from time to time.
///
/// ```swift
/// let remote = HTTPRemoteSource(url: url)        // https://flags.example.com/shop.json
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// ```
public final class HTTPRemoteSource: RemoteSource {
    private let loader: HTTPLoader
    private let events: URL?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: Where the flagd document is. A user name and password in it are sent as such, and never shown.
    ///   - events: Where the server says by server-sent events that there is something new; may be relative to the URL
    ///     of the document. `nil`: the server does not.
    ///   - options: Credentials, time limits, redirects.
    ///   - transport: What carries the requests.
    public convenience init(
        url: URL,
        events: URL? = nil,
        options: HTTPOptions = HTTPOptions(),
        transport: any HTTPTransport = URLSessionTransport.system
    ) {
        self.init(url: url, events: events, options: options, transport: transport, surroundings: .system)
    }

    init(
        url: URL,
        events: URL? = nil,
        options: HTTPOptions = HTTPOptions(),
        transport: any HTTPTransport = URLSessionTransport.system,
        surroundings: HTTPSurroundings
    ) {
        loader = HTTPLoader(
            address: HTTPAddress(url),
            options: options,
            transport: transport,
            surroundings: surroundings
        )
        self.events = events
    }

    /// The URL, without what might be secret in it.
    public var name: String { loader.address.name }

    /// The whole URL but its password: a document for another query, or another user, is another document.
    public var identity: String { loader.address.identity }

    /// The document, or `nil` when the server says that it is the one of the request's revision.
    ///
    /// - Throws: `RemoteSourceError` for everything that is no document: an error of the network or the server,
    ///   a page of a captive portal, an empty or overlong body.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let known = DocumentRevision(request.revision)
        var headers: HTTPHeaders = ["Accept": "application/json"]
        let condition = known?.condition
        if let condition { headers[condition.name] = condition.value }
        let answer = try await loader.load(HTTPTransportRequest(url: loader.address.url, headers: headers))
        if answer.status == 304, condition != nil { return nil }
        guard answer.status == 200 || answer.status == 203 else {
            throw loader.failure(status: answer.status, headers: answer.headers)
        }
        try loader.checkIsDocument(answer)
        let revision = DocumentRevision(answer, now: loader.surroundings.now())
        // A server that does not know conditions sends everything again.
        if revision == known { return nil }
        return RemoteDocument(text: answer.body, revision: revision.text)
    }

    /// Whether there is a URL of server-sent events.
    public var announcesChanges: Bool { events != nil }

    /// Whether the server is on this machine, by a loopback address or the name `localhost`.
    public var isLocal: Bool { loader.address.isLoopback }

    /// Listens to the server-sent events: any event means that there may be something new.
    ///
    /// Comments, and events of the types `heartbeat`, `ping` and `keep-alive`, are signs of life.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        guard let events, let url = URL(string: events.relativeString, relativeTo: loader.address.url) else {
            return AsyncStream { continuation in
                continuation.yield(.closed(nil))
                continuation.finish()
            }
        }
        return EventStreamListener.signals(loader.at(url), after: id) { event in
            switch event.type {
            case "heartbeat", "ping", "keep-alive", "keepalive": .heartbeat
            default: .changed(id: event.lastEventID.isEmpty ? nil : event.lastEventID)
            }
        }
    }
}
