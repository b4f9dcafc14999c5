import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

/// Tests of a client whose server temporarily responds wrongly, slowly, or not at all.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct AnswerFaultTests {
    /// A fault of a server.
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let words: String
        let serve: FaultyServer.Fault

        init(_ name: String, _ words: String, _ serve: @escaping @Sendable (LoopbackConnection) -> Void) {
            (testDescription, self.words) = (name, words)
            self.serve = { connection, _ in serve(connection) }
        }

        init(_ name: String, _ words: String, answer: LoopbackAnswer) {
            self.init(name, words) { $0.write(answer.bytes) }
        }
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"

    static let faults = [
        Fault("a reset before the response", "127.0.0.1") { $0.reset() },
        Fault("a hang-up before the response", "127.0.0.1") { _ in },
        Fault("half a body, then a reset", "the connection broke") { connection in
            connection.write(head)
            connection.reset()
        },
        Fault("half a body, then the end", "127.0.0.1") { $0.write(head) },
        Fault("accepts and is silent", "did not end within") { $0.waitForHangUp() },
        Fault("half a body, then silence", "did not end within") { connection in
            connection.write(head)
            connection.waitForHangUp()
        },
        Fault("a byte every 20 ms", "did not end within") { connection in
            connection.write(head)
            while connection.write(" ") { Thread.sleep(forTimeInterval: 0.02) }
        },
        Fault("a body without end", "more than") { connection in
            connection.write("HTTP/1.1 200 OK\r\nServer: x\r\n\r\n{")
            let part = [UInt8](repeating: 32, count: 1 << 16)
            for _ in 0..<512 { guard connection.write(part) else { return } }
        },
        Fault("500", "reports an error (HTTP 500)", answer: LoopbackAnswer(500)),
        Fault("502 at once", "reports an error (HTTP 502)", answer: LoopbackAnswer(502, [:], "<html>")),
        Fault("503 with Retry-After", "(HTTP 503)", answer: LoopbackAnswer(503, ["Retry-After": "1"])),
        Fault("429 with a negative Retry-After", "too many", answer: LoopbackAnswer(429, ["Retry-After": "-5"])),
        Fault("429 with garbage in Retry-After", "too many", answer: LoopbackAnswer(429, ["Retry-After": "soon"])),
        Fault("404", "no such document", answer: LoopbackAnswer(404)),
        Fault("204", "without a document", answer: LoopbackAnswer(204)),
        Fault(
            "a captive portal's page",
            "text/html",
            answer: LoopbackAnswer(200, ["Content-Type": "text/html"], "<html>Log in</html>")
        ),
        Fault(
            "a page without a content type",
            "127.0.0.1",
            answer: LoopbackAnswer(200, ["ETag": "\"p\""], "<html>Log in</html>")
        ),
        Fault("an empty body", "127.0.0.1", answer: LoopbackAnswer(200)),
        Fault("a redirect loop", "in a loop", answer: LoopbackAnswer(301, ["Location": "/flags.json"])),
        Fault(
            "truncated compression",
            "127.0.0.1",
            answer: LoopbackAnswer(200, ["Content-Encoding": "gzip"], body: Array(Gzip.small[..<40]))
        ),
        // One transport counts the decompressed bytes; the library of the other one enforces the limit.
        Fault("a gzip bomb", " than ", answer: LoopbackAnswer(200, ["Content-Encoding": "gzip"], body: Gzip.bomb)),
        Fault("another protocol", "127.0.0.1") { $0.write("SSH-2.0-OpenSSH_9.2\r\n") },
    ]

    @Test(arguments: Transports.allCases, faults)
    func reportsServerFaultAndRecovers(transport: Transports, fault: Fault) async throws {
        let server = try FaultyServer()
        let client = ToggleClient.following(HTTPRemoteSource(server.server, transport))
        try await expectRecovery(
            from: fault.testDescription,
            transport,
            client,
            server,
            words: fault.words,
            begin: { server.set(fault.serve) },
            end: { server.set(nil) }
        )
    }

    /// The destination of requests while the network is broken.
    enum Detour: String, CaseIterable {
        case noListener = "no process listens"
        case noSuchHost = "the host name is not found"

        func url() throws -> URL? {
            switch self {
            case .noListener: URL(string: "http://127.0.0.1:\(try #require(LoopbackServer.unusedPort))/flags.json")
            case .noSuchHost: URL(string: "http://\(String(repeating: "a", count: 64)).invalid/flags.json")
            }
        }
    }

    @Test(arguments: Transports.allCases, Detour.allCases)
    func recoversFromUnreachableServer(transport: Transports, detour: Detour) async throws {
        let network = DetouringTransport(transport.transport)
        let server = try FaultyServer()
        let client = ToggleClient.following(HTTPRemoteSource(url: server.server.url(), transport: network))
        let url = try detour.url()
        try await expectRecovery(
            from: detour.rawValue,
            transport,
            client,
            server,
            begin: { network.redirect(to: url) },
            end: { network.redirect(to: nil) }
        )
    }

    #if os(macOS) || os(Linux)
    @Test(
        .enabled(if: TLSServer.tool != nil, "openssl is not installed"),
        arguments: Transports.allCases,
        TLSServer.Flaw.allCases
    )
    func recoversFromUntrustedCertificate(transport: Transports, flaw: TLSServer.Flaw) async throws {
        let network = DetouringTransport(transport.transport)
        let (server, stranger) = (try FaultyServer(), try await TLSServer.started(flaw))
        let client = ToggleClient.following(HTTPRemoteSource(url: server.server.url(), transport: network))
        try await expectRecovery(
            from:
                "a certificate that is \(flaw == .none ? "untrusted" : flaw == .expired ? "expired" : "for another host")",
            transport,
            client,
            server,
            words: "could not prove its identity",
            begin: { network.redirect(to: stranger.url) },
            end: { network.redirect(to: nil) }
        )
    }
    #endif

    @Test(arguments: Transports.allCases, [401, 403])
    func refusedCredentialsStopFetching(transport: Transports, status: Int) async throws {
        let server = try FaultyServer()
        let source = HTTPRemoteSource(
            url: server.server.url(),
            events: URL(string: "/events"),
            transport: transport.transport
        )
        let client = ToggleClient.following(source)
        await client.until(pageSize: 1)
        await client.until { $0.status == .ready }
        let challenge = ["WWW-Authenticate": "Basic realm=\"flags\""]
        server.set { connection, _ in connection.write(LoopbackAnswer(status, challenge).bytes) }
        server.disconnectListeners()
        // A refused stream doesn't mean that the document is refused, too; the next fetch shows that.
        let state = try #require(await client.until { $0.status == .error && $0.why.contains("HTTP \(status)") })
        #expect(state.nextAttempt == nil)
        #expect(client.value(of: .pageSize) == 1)
        // The client no longer fetches by itself, and the app's own fetch fails at once.
        let count = server.documentRequests
        await #expect(throws: RemoteSourceError.self) { try await client.fetch(minimumInterval: .zero) }
        #expect(server.documentRequests <= count + 1, "one request may have been under way")
        server.set(nil)
        server.publish(2)
        let clock = ContinuousClock()
        let start = clock.now
        client.credentialsChanged()
        await client.until(pageSize: 2)
        let time = start.duration(to: clock.now)
        await client.until { $0.status == .ready }
        print("recovery | \(transport.rawValue) | \(status) | \(Int(time / .milliseconds(1))) ms | \(state.why)")
    }

    @Test(arguments: Transports.allCases)
    func failingProxyCausesNoTightLoop(transport: Transports) async throws {
        let server = try FaultyServer()
        let source = HTTPRemoteSource(
            url: server.server.url(),
            events: URL(string: "/events"),
            transport: transport.transport
        )
        // Even with a policy without pauses.
        var policy = RefreshPolicy.hasty
        (policy.pollInterval, policy.initialBackOff, policy.maximumBackOff) = (.zero, .zero, .zero)
        let client = ToggleClient.following(source, policy)
        await client.until(pageSize: 1)
        server.set { connection, _ in connection.write(LoopbackAnswer(502).bytes) }
        server.disconnectListeners()
        let clock = ContinuousClock()
        let (before, start) = (server.documentRequests + server.streamRequests, clock.now)
        await server.untilRequests(30)
        let pauses = start.duration(to: clock.now) / .milliseconds(50)
        let count = server.documentRequests + server.streamRequests - before
        // Fetches and connections, each after a pause of at least 50 ms.
        #expect(Double(count) <= 2 * (pauses + 2))
        #expect(client.value(of: .pageSize) == 1)
        server.set(nil)
        server.publish(2)
        await client.until(pageSize: 2)
        await client.until { $0.status == .ready }
    }
}
