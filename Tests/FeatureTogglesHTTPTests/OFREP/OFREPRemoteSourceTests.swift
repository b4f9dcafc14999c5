import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

@testable import ToggleHTTP

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct OFREPRemoteSourceTests {
    private static let ada = EvaluationContext(targetingKey: "ada", attributes: ["plan": "pro", "age": 36])

    private static func answer(_ value: String, streams: String = "") -> String {
        let streams = streams.isEmpty ? "" : #", "eventStreams": [\#(streams)]"#
        return #"{"flags": [{"key": "f", "value": "\#(value)", "reason": "SPLIT"}]\#(streams)}"#
    }

    private static func source(_ server: LoopbackServer, _ transport: Transports) -> OFREPRemoteSource {
        OFREPRemoteSource(baseURL: server.url("/base/"), options: .patient, transport: transport.transport)
    }

    @Test(arguments: Transports.allCases)
    func sendsContextInOneRequest(transport: Transports) async throws {
        let requests = Mutex<[LoopbackRequest]>([])
        let server = try LoopbackServer.answering { request in
            requests.withLock { $0.append(request) }
            return LoopbackAnswer(200, ["ETag": "\"1\"", "Content-Type": "application/json"], Self.answer("a"))
        }
        let source = Self.source(server, transport)
        #expect(source.dependsOnContext)
        let document = try #require(try await source.fetch(RemoteRequest(context: Self.ada)))
        #expect(document.format == .ofrep)
        #expect(document.text == Array(Self.answer("a").utf8))
        let request = try #require(requests.withLock { $0.first })
        #expect(request.method == "POST")
        #expect(request.target == "/base/ofrep/v1/evaluate/flags")
        #expect(request.headers["content-type"] == "application/json")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"context":{"targetingKey":"ada","age":36,"plan":"pro"}}"#
        )
    }

    @Test(arguments: Transports.allCases)
    func acceptsNotModifiedOnlyForSameContext(transport: Transports) async throws {
        // The server's ETag covers the rules, but not the context.
        let conditions = Mutex<[String?]>([])
        let server = try LoopbackServer.answering { request in
            conditions.withLock { $0.append(request.headers["if-none-match"]) }
            if request.headers["if-none-match"] == "\"1\"" { return LoopbackAnswer(304, ["ETag": "\"1\""]) }
            return LoopbackAnswer(200, ["ETag": "\"1\""], Self.answer("a"))
        }
        let source = Self.source(server, transport)
        let first = try #require(try await source.fetch(RemoteRequest(context: Self.ada)))
        #expect(try await source.fetch(RemoteRequest(revision: first.revision, context: Self.ada)) == nil)
        let bob = EvaluationContext(targetingKey: "bob")
        let second = try #require(try await source.fetch(RemoteRequest(revision: first.revision, context: bob)))
        #expect(second.revision != first.revision)
        #expect(conditions.withLock { $0 } == [nil, "\"1\"", nil])
    }

    @Test(arguments: Transports.allCases)
    func firstRequestIsUnconditional(transport: Transports) async throws {
        let conditions = Mutex<[String?]>([])
        let server = try LoopbackServer.answering { request in
            conditions.withLock { $0.append(request.headers["if-none-match"]) }
            return LoopbackAnswer(200, ["ETag": "\"1\""], Self.answer("a"))
        }
        let revision = try await Self.source(server, transport).fetch(RemoteRequest(context: Self.ada))?.revision
        // The next process has the revision from the cache, but not the address of the stream.
        let source = Self.source(server, transport)
        #expect(try await source.fetch(RemoteRequest(revision: revision, context: Self.ada)) == nil)
        #expect(conditions.withLock { $0 } == [nil, nil])
    }

    /// A server whose ETags cover the rules, but not the data that they read.
    @Test func everyLaunchAndDayFetchesAllValues() async throws {
        let site = Mutex((value: "a", now: Int64(1_000_000_000), conditions: [Bool]()))
        let server = try LoopbackServer.answering { request in
            site.withLock { site in
                let condition = request.headers["if-none-match"]
                site.conditions.append(condition != nil)
                return condition == "\"1\""
                    ? LoopbackAnswer(304, ["ETag": "\"1\""])
                    : LoopbackAnswer(200, ["ETag": "\"1\""], Self.answer(site.value))
            }
        }
        let clock = HTTPClock(now: { site.withLock(\.now) }, sleep: HTTPClock.system.sleep)
        func source() -> OFREPRemoteSource {
            let transport = Transports.urlSession.transport
            return OFREPRemoteSource(baseURL: server.url("/"), options: .patient, transport: transport, clock: clock)
        }
        var request = RemoteRequest(context: Self.ada)
        request.revision = try await source().fetch(request)?.revision
        site.withLock { $0.value = "b" }
        let next = source()
        let changed = try #require(try await next.fetch(request))
        #expect(changed.text == Array(Self.answer("b").utf8))
        request.revision = changed.revision
        site.withLock { $0.value = "c" }
        #expect(try await next.fetch(request) == nil, "the server says that nothing has changed")
        site.withLock { $0.now += 86_400 }
        let newest = try #require(try await next.fetch(request))
        #expect(newest.text == Array(Self.answer("c").utf8))
        #expect(newest.revision != changed.revision)
        // The ETag is known to be the same for other values.
        request.revision = newest.revision
        #expect(try await next.fetch(request) == nil)
        #expect(site.withLock(\.conditions) == [false, false, true, false, false])
    }

    @Test(
        arguments: Transports.allCases,
        [
            .bearer { "kluGha71" }, .apiKey { "kluGha71" }, .apiKey(header: "X-Key") { "kluGha71" },
        ] as [HTTPCredentials]
    )
    func secretInErrorIsHidden(transport: Transports, credentials: HTTPCredentials) async throws {
        let server = try LoopbackServer.answering { request in
            let sent = request.headers["authorization"] ?? request.headers["x-api-key"] ?? request.headers["x-key"]
            let own = request.headers["x-own"] ?? ""
            let words = String(repeating: "x", count: 190) + " " + own
            return LoopbackAnswer(403, [:], #"{"errorDetails": "wrong key: \#(sent ?? ""), kluGha71, \#(words)"}"#)
        }
        let source = OFREPRemoteSource(
            baseURL: server.url("/"),
            options: .patient.with(credentials, headers: ["X-Own": "dRotSa72"]),
            transport: transport.transport
        )
        let error = try #require(await failure(of: source))
        #expect(error.message.contains("wrong key: …, …, x"), "\(error)")
        #expect(!error.message.contains("dRot"))
    }

    @Test(
        arguments: Transports.allCases,
        [
            (
                400, #"{"errorCode": "TARGETING_KEY_MISSING", "errorDetails": "no key"}"#, .invalidResponse,
                "rejected the request (HTTP 400): TARGETING_KEY_MISSING, no key"
            ),
            (401, "", .unauthorized, "rejects the credentials (HTTP 401)"),
            (403, "", .unauthorized, "does not allow access with these credentials (HTTP 403)"),
            (404, "<html>", .notFound, "has no such document (HTTP 404)"),
            (429, "", .throttled, "received too many requests (HTTP 429)"),
            (500, #"{"errorDetails": "out of order"}"#, .serverFailed, "reports an error (HTTP 500): out of order"),
        ] as [(Int, String, RemoteSourceError.Code, String)]
    )
    func mapsErrorResponses(
        transport: Transports,
        test: (status: Int, body: String, code: RemoteSourceError.Code, words: String)
    ) async throws {
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(test.status, ["Retry-After": "3"], test.body) }
        let error = await failure(of: Self.source(server, transport))
        #expect(
            error
                == RemoteSourceError(test.code, "\(server.url("/base/")) \(test.words)", retryAfter: .seconds(3))
        )
    }

    @Test(arguments: Transports.allCases)
    func listensToOfferedEventStream(transport: Transports) async throws {
        let requests = Mutex<[LoopbackRequest]>([])
        let server = try LoopbackServer { connection in
            while let request = connection.readRequest() {
                requests.withLock { $0.append(request) }
                if request.method == "POST" {
                    let stream = #"{"type": "sse", "endpoint": {"requestUri": "/events?token=secret"}}"#
                    let other = #"{"type": "pigeon", "url": "https://example.com"}"#
                    connection.write(
                        LoopbackAnswer(200, ["ETag": "\"1\""], Self.answer("a", streams: "\(other), \(stream)")).bytes
                    )
                } else {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
                    connection.write("data: {\"type\": \"weather\"}\n\n")
                    connection.waitForHangUp()
                }
                if request.method == "GET" { return }
            }
        }
        let source = Self.source(server, transport)
        var signals = source.signals(after: nil).makeAsyncIterator()
        let document = try #require(try await source.fetch(RemoteRequest(context: Self.ada)))
        #expect(String(decoding: document.text, as: UTF8.self).contains(#""eventStreams": []"#))
        #expect(await signals.next() == .opened)
        #expect(await signals.next() == .heartbeat, "an event of an unknown type is only a heartbeat")
        #expect(requests.withLock { $0.last?.target } == "/events?token=secret")
    }

    @Test(arguments: Transports.allCases)
    func fetchesAfterEventSendItsHint(transport: Transports) async throws {
        let requests = Mutex<[LoopbackRequest]>([])
        let server = try LoopbackServer { connection in
            while let request = connection.readRequest() {
                requests.withLock { $0.append(request) }
                guard request.method == "GET" else {
                    let stream = #"{"type": "sse", "url": "http://\#(request.headers["host"] ?? "")/events"}"#
                    connection.write(LoopbackAnswer(200, ["ETag": "\"1\""], Self.answer("a", streams: stream)).bytes)
                    continue
                }
                connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
                connection.write(
                    "data: {\"type\":\"refetchEvaluation\",\"etag\":\"a b&c\",\"lastModified\":1771622898}\n\n"
                )
                return connection.waitForHangUp()
            }
        }
        let source = Self.source(server, transport)
        _ = try await source.fetch(RemoteRequest(context: Self.ada))
        var signals = source.signals(after: nil).makeAsyncIterator()
        #expect(await signals.next() == .opened)
        guard case .changed(let id?) = await signals.next() else {
            Issue.record("no announcement with an identifier")
            return
        }
        _ = try await source.fetch(RemoteRequest(context: Self.ada, signalID: id))
        _ = try await source.fetch(RemoteRequest(context: Self.ada, signalID: id))
        let targets = requests.withLock { $0 }.filter { $0.method == "POST" }.map(\.target)
        let path = "/base/ofrep/v1/evaluate/flags"
        let hinted = "\(path)?flagConfigEtag=a%20b%26c&flagConfigLastModified=1771622898"
        #expect(targets == [path, hinted, hinted])
    }

    @Test(arguments: Transports.allCases)
    func hidesEventStreamAddress(transport: Transports) async throws {
        let server = try LoopbackServer.answering { request in
            request.method == "POST"
                ? LoopbackAnswer(
                    200,
                    [:],
                    Self.answer("a", streams: #"{"type": "sse", "url": "http://127.0.0.1:1/secret"}"#)
                )
                : LoopbackAnswer(500)
        }
        let source = Self.source(server, transport)
        let document = try #require(try await source.fetch(RemoteRequest(context: Self.ada)))
        #expect(!String(decoding: document.text, as: UTF8.self).contains("secret"))
        guard case .closed(let error?) = await source.signals(after: nil).first(where: { _ in true }) else {
            Issue.record("no error")
            return
        }
        #expect(error.message == "the event stream of \(server.url("/base/")): connection refused")
    }

    @Test func rejectsUnencryptedEventStream() async throws {
        let answer = Self.answer("a", streams: #"{"type": "sse", "url": "http://flags.test/events"}"#)
        let transport = ScriptedTransport([
            HTTPTransportResponse(
                status: 200,
                headers: ["Content-Type": "application/json"],
                body: HTTPBody([Array(answer.utf8)])
            )
        ])
        let url = try #require(URL(string: "https://flags.test/"))
        let source = OFREPRemoteSource(baseURL: url, options: .patient, transport: transport)
        _ = try await source.fetch(RemoteRequest(context: Self.ada))
        guard case .closed(let error?) = await source.signals(after: nil).first(where: { _ in true }) else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .invalidResponse)
        #expect(error.message.hasSuffix("although its own URL is encrypted; serve the stream over https"))
    }

    @Test(arguments: Transports.allCases)
    func switchesToStreamOfLaterResponse(transport: Transports) async throws {
        let streams = Mutex<[String]>([])
        let server = try LoopbackServer { connection in
            while let request = connection.readRequest() {
                guard request.method == "GET" else {
                    let person = String(decoding: request.body, as: UTF8.self).contains("ada") ? "ada" : "bob"
                    let stream = #"{"type": "sse", "endpoint": {"requestUri": "/events/\#(person)"}}"#
                    connection.write(LoopbackAnswer(200, [:], Self.answer("a", streams: stream)).bytes)
                    continue
                }
                streams.withLock {
                    $0.append("\(request.target) after \(request.headers["last-event-id"] ?? "nothing")")
                }
                connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
                connection.write("id: 7\ndata: {\"type\":\"refetchEvaluation\"}\n\n")
                return connection.waitForHangUp()
            }
        }
        let source = Self.source(server, transport)
        _ = try await source.fetch(RemoteRequest(context: Self.ada))
        var signals = source.signals(after: nil).makeAsyncIterator()
        #expect(await signals.next() == .opened)
        #expect(await signals.next() == .changed(id: "7"))
        _ = try await source.fetch(RemoteRequest(context: EvaluationContext(targetingKey: "bob")))
        #expect(await signals.next() == .opened)
        #expect(await signals.next() == .changed(id: "7"))
        #expect(streams.withLock { $0 } == ["/events/ada after nothing", "/events/bob after 7"])
    }

    @Test func cancellationEndsWaitForStream() async throws {
        let source = OFREPRemoteSource(baseURL: try #require(URL(string: "http://127.0.0.1:1")))
        let listening = Task { await source.signals(after: nil).reduce(into: []) { $0.append($1) } }
        listening.cancel()
        #expect(await listening.value.allSatisfy { $0 == .idle })
    }

    @Test(arguments: Transports.allCases)
    func serverWithoutEventsIsIdle(transport: Transports) async throws {
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(200, ["ETag": "\"1\""], Self.answer("a")) }
        let source = Self.source(server, transport)
        let signals = Mutex<[RemoteSignal]>([])
        let (received, receive) = AsyncStream<Void>.makeStream()
        let listening = Task {
            for await signal in source.signals(after: nil) {
                signals.withLock { $0.append(signal) }
                receive.yield()
            }
        }
        await received.first { true }
        _ = try await source.fetch(RemoteRequest(context: Self.ada))
        listening.cancel()
        await listening.value
        #expect(signals.withLock { $0 } == [.idle])
    }
}
