import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

/// Tests of the HTTP source's server-sent events.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct EventStreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    private static func source(
        _ server: LoopbackServer,
        _ transport: Transports,
        options: HTTPOptions = .patient
    ) -> HTTPRemoteSource {
        HTTPRemoteSource(
            url: server.url(),
            events: URL(string: "/events?channel=shop"),
            options: options,
            transport: transport.transport
        )
    }

    private static func signals(
        _ server: LoopbackServer,
        _ transport: Transports,
        after id: String? = nil
    ) async -> [RemoteSignal] {
        await source(server, transport).signals(after: id).reduce(into: []) { $0.append($1) }
    }

    @Test(arguments: Transports.allCases)
    func sendsCredentialsInURLToStream(transport: Transports) async throws {
        let seen = Mutex<[String?]>([])
        let server = try LoopbackServer.answering { request in
            seen.withLock { $0.append(request.headers["authorization"]) }
            return LoopbackAnswer(500)
        }
        let url = try #require(URL(string: "http://ada:secret@127.0.0.1:\(server.port)/flags.json"))
        let source = HTTPRemoteSource(
            url: url,
            events: URL(string: "/events"),
            options: .patient,
            transport: transport.transport
        )
        _ = await source.signals(after: nil).reduce(into: []) { $0.append($1) }
        #expect(seen.withLock { $0 } == ["Basic YWRhOnNlY3JldA=="])
    }

    @Test(arguments: Transports.allCases)
    func deliversEventsImmediately(transport: Transports) async throws {
        let (wanted, want) = AsyncStream<String>.makeStream()
        let server = try LoopbackServer { connection in
            guard connection.readRequest() != nil else { return }
            let turn = DispatchSemaphore(value: 0)
            let next = Mutex("")
            Task {
                for await text in wanted {
                    next.withLock { $0 = text }
                    turn.signal()
                }
            }
            while true {
                turn.wait()
                guard connection.write(next.withLock { $0 }) else { return }
            }
        }
        var signals = Self.source(server, transport).signals(after: nil).makeAsyncIterator()
        // Each part is sent after the signal of the previous one was received.
        want.yield(Self.head)
        #expect(await signals.next() == .opened)
        want.yield("id: 1\ndata: a\n\n")
        #expect(await signals.next() == .changed(id: "1"))
        want.yield(":\n")
        #expect(await signals.next() == .heartbeat)
        want.yield("event: ping\ndata: a\n\n")
        #expect(await signals.next() == .heartbeat)
        want.yield("retry: 3000\n")
        #expect(await signals.next() == .reconnectAfter(.seconds(3)))
        want.yield("id\ndata: b\n\n")
        #expect(await signals.next() == .changed(id: nil))
        want.finish()
    }

    @Test(arguments: Transports.allCases)
    func deliversEventSplitIntoBytes(transport: Transports) async throws {
        let bytes = Array("id: 1\r\ndata: a\r\n\r\n".utf8)
        let server = try LoopbackServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            for byte in bytes { connection.write(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8)) }
            connection.write("0\r\n\r\n")
        }
        #expect(await Self.signals(server, transport) == [.opened, .changed(id: "1"), .closed(nil)])
    }

    @Test(arguments: Transports.allCases)
    func resumesAfterLastEvent(transport: Transports) async throws {
        let requests = Mutex<[LoopbackRequest]>([])
        let server = try LoopbackServer { connection in
            guard let request = connection.readRequest() else { return }
            requests.withLock { $0.append(request) }
            connection.write(Self.head)
        }
        #expect(await Self.signals(server, transport, after: "41") == [.opened, .closed(nil)])
        #expect(await Self.signals(server, transport, after: "4\n2") == [.opened, .closed(nil)])
        let received = requests.withLock { $0 }
        #expect(received.map(\.target) == ["/events?channel=shop", "/events?channel=shop"])
        #expect(received.map { $0.headers["last-event-id"] } == ["41", nil], "no line break gets into a header")
        #expect(received.first?.headers["accept"] == "text/event-stream")
    }

    @Test(arguments: Transports.allCases)
    func ignoresTruncatedEvent(transport: Transports) async throws {
        let server = try LoopbackServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "data: a\n")
        }
        #expect(await Self.signals(server, transport) == [.opened, .closed(nil)])
    }

    @Test(arguments: Transports.allCases)
    func reportsBrokenConnection(transport: Transports) async throws {
        let server = try LoopbackServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.write("3\r\n:a\n\r\n3\r\n:")
        }
        let signals = await Self.signals(server, transport)
        #expect(signals.first == .opened)
        guard case .closed(let error?)? = signals.last else {
            Issue.record("no error: \(signals)")
            return
        }
        #expect(error.code == .unreachable)
    }

    @Test(arguments: Transports.allCases)
    func rejectsTooLargeEvent(transport: Transports) async throws {
        let server = try LoopbackServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head)
            let line = Array("data: \(String(repeating: "a", count: 10_000))\n".utf8)
            for _ in 0..<1_000 { guard connection.write(line) else { return } }
        }
        guard case .closed(let error?)? = await Self.signals(server, transport).last else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .tooLarge)
    }

    @Test(
        arguments: Transports.allCases,
        [
            (200, "text/html", RemoteSourceError.Code.invalidResponse), (204, "text/event-stream", .invalidResponse),
            (401, "text/plain", .unauthorized), (404, "text/plain", .notFound), (502, "text/html", .serverFailed),
        ] as [(Int, String, RemoteSourceError.Code)]
    )
    func rejectsResponseThatIsNotAStream(
        transport: Transports,
        test: (status: Int, type: String, code: RemoteSourceError.Code)
    ) async throws {
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(test.status, ["Content-Type": test.type]) }
        guard case .closed(let error?) = await Self.signals(server, transport).first else {
            Issue.record("no error")
            return
        }
        #expect(error.code == test.code)
        #expect(!error.message.contains("channel"), "a query may be secret")
    }

    @Test(arguments: Transports.allCases)
    func stoppingToListenClosesConnection(transport: Transports) async throws {
        let (gone, goneContinuation) = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head)
            connection.waitForHangUp()
            goneContinuation.yield()
        }
        // By leaving the loop.
        for await signal in Self.source(server, transport).signals(after: nil) {
            #expect(signal == .opened)
            break
        }
        var isGone = gone.makeAsyncIterator()
        await isGone.next()
        // By canceling the task.
        let (opened, openedContinuation) = AsyncStream<Void>.makeStream()
        let listening = Task {
            for await _ in Self.source(server, transport).signals(after: nil) { openedContinuation.yield() }
        }
        await opened.first { true }
        listening.cancel()
        await isGone.next()
        await listening.value
    }

    @Test func sourceWithoutEventsClosesStream() async throws {
        let source = HTTPRemoteSource(url: try #require(URL(string: "http://127.0.0.1:1/flags.json")))
        #expect(!source.announcesChanges)
        #expect(await source.signals(after: nil).reduce(into: []) { $0.append($1) } == [.closed(nil)])
    }
}
