public import FeatureTogglesRemote
public import Foundation
import ToggleBase

/// A remote document at a URL, such as a file on a web server, in a bucket, or on a CDN.
///
/// A fetch is one `GET`. The document's revision is the response's ETag, or otherwise its date and a hash of the
/// content. If there is nothing newer, the server responds with a few bytes (304).
///
/// Many servers make ETags from the time and size of a file, so they confirm another document of the same second and
/// size. That's why the first request of each source, and one each day, fetches the whole document, and so does every
/// request until the document is known to be at least two seconds old.
///
/// With a URL of server-sent events, the source listens to them, and treats each event as a possible change. Without
/// one, a change is noticed at the next fetch.
///
/// ```swift
/// let remote = HTTPRemoteSource(url: url)        // https://flags.example.com/shop.json
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// ```
public final class HTTPRemoteSource: RemoteSource {
    private let loader: HTTPLoader
    private let events: URL?
    /// The last response with a document.
    private let last = Mutex<ReceivedRevision?>(nil)

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: The URL of the flagd document. A user name and password in it are sent as credentials, and never shown.
    ///   - events: The URL at which the server announces changes with server-sent events, or `nil` if it doesn't. It
    ///     may be relative to the document's URL.
    ///   - options: Credentials, time limits, redirects.
    ///   - transport: The transport that sends the requests.
    public convenience init(
        url: URL,
        events: URL? = nil,
        options: HTTPOptions = HTTPOptions(),
        transport: any HTTPTransport
    ) {
        self.init(url: url, events: events, options: options, transport: transport, clock: .system)
    }

    init(
        url: URL,
        events: URL? = nil,
        options: HTTPOptions = HTTPOptions(),
        transport: any HTTPTransport,
        clock: HTTPClock
    ) {
        loader = HTTPLoader(
            address: HTTPAddress(url),
            options: options,
            transport: transport,
            clock: clock
        )
        self.events = events
    }

    /// The URL, without the parts that may be secret.
    public var name: String { loader.address.name }

    /// The whole URL except the password, and ``HTTPOptions/identity`` or the header fields and credentials, hashed:
    /// another query, user, or key may get another document.
    public var identity: String { loader.identity }

    /// Returns the document, or `nil` if the server says that the request's revision is current.
    ///
    /// - Throws: `RemoteSourceError` if no document was received: an error of the network or the
    ///   server, a page of a captive portal, or an empty or oversized body.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let known = DocumentRevision(request.revision)
        var headers: HTTPHeaders = ["Accept": "application/json"]
        let condition = last.withLock { $0?.condition(for: known, at: loader.clock.now()) }
        if let condition { headers[condition.name] = condition.value }
        let answer = try await loader.load(HTTPTransportRequest(url: loader.address.url, headers: headers))
        if answer.status == 304, condition != nil { return nil }
        guard answer.status == 200 || answer.status == 203 else {
            throw loader.failure(status: answer.status, headers: answer.headers)
        }
        try loader.checkIsDocument(answer)
        let now = loader.clock.now()
        let (revision, isKnown) = last.withLock { last in
            let before = last
            let new = ReceivedRevision(answer, after: before, at: now)
            last = new
            return (new.revision, new.isRepeated(of: before))
        }
        // A server that doesn't support conditional requests sends the whole document again. Without the content of an
        // earlier response, the client compares it with its own.
        if revision == known, isKnown { return nil }
        return RemoteDocument(text: answer.body, revision: revision.text)
    }

    /// Whether the source has a URL of server-sent events.
    public var announcesChanges: Bool { events != nil }

    /// Whether the server is on this machine, according to a loopback address or the name `localhost`.
    public var isLocal: Bool { loader.address.isLoopback }

    /// Listens to the server-sent events, and treats each one as a possible change.
    ///
    /// Comments, and events of the types `heartbeat`, `ping`, and `keep-alive`, count as heartbeats.
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
            // An event without an identifier of its own announces another change than the one before it.
            default: .changed(id: event.hasOwnID ? event.lastEventID : nil)
            }
        }
    }
}
