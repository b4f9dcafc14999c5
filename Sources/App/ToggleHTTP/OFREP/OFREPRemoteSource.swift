import FeatureToggles
public import FeatureTogglesRemote
public import Foundation
import ToggleBase

/// Values decided by an OFREP server, for apps whose rules must not leave the server.
///
/// A fetch is one bulk evaluation for the ambient context. The response is valid only for that context: the revision
/// covers the context as well as the server's ETag, so that “not modified” is never accepted for another user. The first
/// request of each source, and one each day, fetches all values, in case the server's ETags don't change with them. If
/// the server offers server-sent events, the source listens to them.
///
/// ```swift
/// let remote = OFREPRemoteSource(baseURL: url, options: HTTPOptions(credentials: .bearer { token }))
/// ```
///
/// - SeeAlso: https://openfeature.dev/specification/appendix-c/
public final class OFREPRemoteSource: RemoteSource {
    private let loader: HTTPLoader
    private let conversation = OFREPConversation()
    /// The last response with values.
    private let last = Mutex<(revision: OFREPRevision, received: ReceivedRevision)?>(nil)

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - baseURL: The server's URL up to, and excluding, `/ofrep/v1`.
    ///   - options: Credentials, time limits, and redirects.
    ///   - transport: The transport for the requests.
    public convenience init(
        baseURL: URL,
        options: HTTPOptions = HTTPOptions(responseTimeout: .seconds(10), timeout: .seconds(10)),
        transport: any HTTPTransport
    ) {
        self.init(baseURL: baseURL, options: options, transport: transport, clock: .system)
    }

    init(baseURL: URL, options: HTTPOptions, transport: any HTTPTransport, clock: HTTPClock) {
        loader = HTTPLoader(address: HTTPAddress(baseURL), options: options, transport: transport, clock: clock)
    }

    /// The server's URL, without parts that might be secret.
    public var name: String { loader.address.name }

    /// The complete URL except for its password, and ``HTTPOptions/identity`` or the header fields and credentials,
    /// hashed.
    public var identity: String { loader.identity }

    /// `true`: the server evaluates for the context that it receives.
    public var dependsOnContext: Bool { true }

    /// `true`: the source announces changes if the server offers events; see ``signals(after:)``.
    public var announcesChanges: Bool { true }

    /// Whether the server is on this machine: a loopback address or the name `localhost`.
    public var isLocal: Bool { loader.address.isLoopback }

    /// Fetches the values for the request's context, or returns `nil` if the server confirms those of the request's
    /// revision.
    ///
    /// The context is sent as it is, with its targeting key. Addresses of event streams are removed from the response,
    /// because they may be secret and the document may be stored on disk.
    ///
    /// - Throws: `RemoteSourceError` for any response that is not a bulk response.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let context = JSONWriter().bytes(request.context.ofrepBody)
        let known = OFREPRevision(request.revision).flatMap { $0.isFor(context) ? $0 : nil }
        let hint = conversation.hint(for: request.signalID)
        var message = HTTPTransportRequest(
            .post,
            url: url(hint: hint),
            headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: context
        )
        // The first response must be complete, because it states where to listen.
        let condition = last.withLock { last -> HTTPHeaders.Field? in
            guard let last, last.revision == known else { return nil }
            return last.received.condition(for: last.revision.revision, at: loader.clock.now())
        }
        if let condition { message.headers[condition.name] = condition.value }
        let answer = try await loader.load(message)
        if answer.status == 304, condition != nil { return nil }
        guard answer.status == 200 else {
            let details = await loader.withoutSecrets(Self.details(answer.body), of: message)
            throw loader.failure(status: answer.status, headers: answer.headers, details: details)
        }
        try loader.checkIsDocument(answer)
        let text = conversation.takeOutStreams(answer.body)
        let revision = OFREPRevision(answer, text: text, context: context)
        last.withLock { last in
            let before = last?.revision.isFor(context) == true ? last?.received : nil
            last = (revision, ReceivedRevision(answer, values: text, after: before, at: loader.clock.now()))
        }
        if let known, revision == known { return nil }
        return RemoteDocument(text: text, revision: revision.text, format: .ofrep)
    }

    /// Listens to the server-sent events that the server offered in its last response.
    ///
    /// Until a response offers a stream, the source sends `RemoteSignal.idle` and waits without a
    /// connection. If a later response offers another stream, the source switches to it.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let listener = OFREPListener(loader: loader, conversation: conversation, after: id)
        return AsyncStream { await listener.next() }
    }

    private func url(hint: OFREPHint?) -> URL {
        var components = URLComponents(url: loader.address.url, resolvingAgainstBaseURL: true) ?? URLComponents()
        let path = components.percentEncodedPath
        components.percentEncodedPath =
            (path.hasSuffix("/") ? String(path.dropLast()) : path) + "/ofrep/v1/evaluate/flags"
        components.percentEncodedQuery = hint?.query
        return components.url ?? loader.address.url
    }

    /// Returns the server's details of an error.
    private static func details(_ body: [UInt8]) -> String? {
        guard let json = try? JSONReader(maximumDepth: 8).value(from: body), case .object(let members) = json else {
            return nil
        }
        let words = ["errorCode", "errorDetails"].compactMap { name -> String? in
            if case .string(let text)? = members[name] { text } else { nil }
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

extension EvaluationContext {
    /// The request body for this context; equal contexts produce equal bytes.
    fileprivate var ofrepBody: JSONValue {
        var members = attributes.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: $0.value) }
        if let targetingKey {
            members.removeAll { $0.name == "targetingKey" }
            members.insert(JSONObject.Member(name: "targetingKey", value: .string(targetingKey)), at: 0)
        }
        return ["context": .object(JSONObject(members))]
    }
}
