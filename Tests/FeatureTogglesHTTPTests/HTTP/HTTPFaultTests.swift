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

/// Tests of faults between a source and a real server.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct HTTPFaultTests {
    struct Status: CustomTestStringConvertible {
        let status: Int
        let code: RemoteSourceError.Code
        let words: String

        init(_ status: Int, _ code: RemoteSourceError.Code, _ words: String) {
            (self.status, self.code, self.words) = (status, code, words)
        }

        var testDescription: String { String(status) }
    }

    static let statuses = [
        Status(201, .invalidResponse, "responded with something other than the document"),
        Status(204, .invalidResponse, "responded without a document"),
        Status(206, .invalidResponse, "responded with something other than the document"),
        Status(300, .invalidResponse, "redirects in a way that cannot be followed"),
        Status(400, .invalidResponse, "rejected the request"),
        Status(401, .unauthorized, "rejects the credentials"),
        Status(403, .unauthorized, "does not allow access with these credentials"),
        Status(404, .notFound, "has no such document"),
        Status(408, .timedOut, "reports that the request took too long"),
        Status(410, .notFound, "no longer has the document"),
        Status(425, .throttled, "asks to repeat the request later"),
        Status(429, .throttled, "received too many requests"), Status(500, .serverFailed, "reports an error"),
        Status(502, .serverFailed, "reports an error"), Status(503, .serverFailed, "reports an error"),
        Status(504, .serverFailed, "reports an error"), Status(599, .serverFailed, "reports an error"),
    ]

    @Test(arguments: Transports.allCases, statuses)
    func mapsStatusesToErrors(transport: Transports, status: Status) async throws {
        let server = try LoopbackServer.answering { _ in
            LoopbackAnswer(status.status, ["Retry-After": "7"], status.status == 204 ? "" : "{}")
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == status.code)
        #expect(error?.message == "\(server.url()) \(status.words) (HTTP \(status.status))")
        #expect(error?.retryAfter == .seconds(7))
    }

    /// Valid and invalid values of `WWW-Authenticate`.
    static let challenges = [
        "Basic realm=\"flags\"", "Basic realm=flags", "Basic realm=\"flags", "Basic realm=", "Basic", "Bearer", "NTLM",
        "Digest realm=\"flags\", nonce=\"1\"", "=,=,", "",
    ]

    @Test(arguments: Transports.allCases, challenges)
    func mapsChallengeToUnauthorized(transport: Transports, challenge: String) async throws {
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(401, ["WWW-Authenticate": challenge], "no") }
        #expect(await failure(of: HTTPRemoteSource(server, transport))?.code == .unauthorized)
    }

    @Test(arguments: Transports.allCases)
    func reportsRefusedConnection(transport: Transports) async throws {
        let port = try #require(LoopbackServer.unusedPort)
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/flags.json"))
        let error = await failure(of: HTTPRemoteSource(url: url, transport: transport.transport))
        #expect(error?.code == .unreachable)
        #expect(error?.message == "\(url): connection refused")
    }

    @Test(arguments: Transports.allCases)
    func reportsUnknownHost(transport: Transports) async throws {
        // The name is too long for any host, so the test doesn't wait for a name server.
        let url = try #require(URL(string: "http://\(String(repeating: "a", count: 64)).invalid/flags.json"))
        let error = await failure(of: HTTPRemoteSource(url: url, transport: transport.transport))
        #expect(error?.code == .unreachable)
    }

    @Test(arguments: Transports.allCases)
    func timesOutWithoutResponse(transport: Transports) async throws {
        let server = try LoopbackServer { $0.waitForHangUp() }
        let options = HTTPOptions(responseTimeout: .milliseconds(50))
        let error = await failure(of: HTTPRemoteSource(server, transport, options: options))
        #expect(error?.code == .timedOut)
        #expect(error?.message == "\(server.url()) did not start to respond within 0.05 seconds")
    }

    @Test(arguments: Transports.allCases)
    func timesOutWithIncompleteResponse(transport: Transports) async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
            connection.waitForHangUp()
        }
        let options = HTTPOptions(timeout: .milliseconds(50))
        let error = await failure(of: HTTPRemoteSource(server, transport, options: options))
        #expect(error?.code == .timedOut)
        #expect(error?.message == "\(server.url()) did not respond completely within 0.05 seconds")
    }

    @Test(arguments: Transports.allCases)
    func reportsResetConnection(transport: Transports) async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
            connection.reset()
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == .unreachable)
        #expect(error?.message == "\(server.url()): the connection broke")
    }

    /// The response of a broken server, with a name.
    struct Bytes: CustomTestStringConvertible {
        let testDescription: String
        let text: String

        init(_ name: String, _ text: String) {
            (testDescription, self.text) = (name, text)
        }
    }

    @Test(
        arguments: Transports.allCases,
        [
            Bytes("a length", "Content-Length: 1000\r\n\r\n{"),
            Bytes("chunks", "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"fla\r\n"),
        ]
    )
    func reportsTruncatedBody(transport: Transports, test: Bytes) async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\(test.text)")
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == .unreachable)
    }

    @Test(
        arguments: Transports.allCases,
        [
            Bytes("nothing", ""), Bytes("a line break", "\r\n"), Bytes("another protocol", "SSH-2.0-OpenSSH_9.2\r\n"),
            Bytes("no status", "HTTP/1.1 banana\r\n\r\n"), Bytes("zeros", "\0\0\0\0"),
            Bytes("a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}"),
        ]
    )
    func rejectsResponseThatIsNotHTTP(transport: Transports, test: Bytes) async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write(test.text)
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == .unreachable || error?.code == .invalidResponse)
        #expect(error?.message.hasPrefix("\(server.url())") == true)
    }

    @Test(arguments: Transports.allCases)
    func cancellationEndsRequest(transport: Transports) async throws {
        let (asked, askedContinuation) = AsyncStream<Void>.makeStream()
        let (gone, goneContinuation) = AsyncStream<Void>.makeStream()
        let cancelled = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            askedContinuation.yield()
            cancelled.wait()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
            connection.waitForHangUp()
            goneContinuation.yield()
        }
        let source = HTTPRemoteSource(server, transport)
        let fetch = Task { await failure(of: source) }
        await asked.first { true }
        fetch.cancel()
        #expect(await fetch.value?.code == .cancelled)
        cancelled.signal()
        await gone.first { true }
    }

    @Test(arguments: Transports.allCases)
    func cancellationDuringRedirectDoesNotTrap(transport: Transports) async throws {
        let step = Mutex<AsyncStream<Void>.Continuation?>(nil)
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil {
                step.withLock { $0 }?.yield()
                guard connection.write(LoopbackAnswer(302, ["Location": "/flags.json"]).bytes) else { return }
                step.withLock { $0 }?.yield()
            }
        }
        let source = HTTPRemoteSource(server, transport)
        for round in 0..<200 {
            let (steps, continuation) = AsyncStream<Void>.makeStream()
            step.withLock { $0 = continuation }
            let fetch = Task { await failure(of: source) }
            // Canceled at once, when a request has arrived, or when the redirect has been sent.
            for await _ in steps.prefix(round % 3) {}
            fetch.cancel()
            let code = await fetch.value?.code
            #expect(code == .cancelled || code == .invalidResponse)
        }
    }

    @Test(arguments: Transports.allCases, [false, true])
    func cancellationAtResponseEndDoesNotTrap(transport: Transports, isTooLarge: Bool) async throws {
        let size = isTooLarge ? 1_600_000 : 100_000
        let step = Mutex<AsyncStream<Void>.Continuation?>(nil)
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil {
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                step.withLock { $0 }?.yield()
                connection.write("\(String(size, radix: 16))\r\n\(String(repeating: " ", count: size))\r\n")
                step.withLock { $0 }?.yield()
                connection.write("0\r\n\r\n")
                step.withLock { $0 }?.yield()
            }
        }
        let source = HTTPRemoteSource(server, transport)
        for round in 0..<60 {
            let (steps, continuation) = AsyncStream<Void>.makeStream()
            step.withLock { $0 = continuation }
            let fetch = Task { await failure(of: source) }
            // Canceled at once, or when a part of a response has been sent.
            for await _ in steps.prefix(round % 4) {}
            fetch.cancel()
            let code = await fetch.value?.code
            #expect(code == nil || code == .cancelled || code == .invalidResponse || code == .tooLarge)
        }
    }

    @Test(
        arguments: Transports.allCases,
        [
            (
                "ftp://example.com/flags.json",
                "‘ftp://example.com/flags.json’ is not an HTTP URL; write https://host/path"
            ),
            ("flags.json", "‘flags.json’ is not an HTTP URL; write https://host/path"),
            ("https:///flags.json", "‘https:///flags.json’ has no host; write https://host/path"),
        ]
    )
    func rejectsInvalidURL(transport: Transports, test: (url: String, message: String)) async throws {
        let source = HTTPRemoteSource(url: try #require(URL(string: test.url)), transport: transport.transport)
        let error = await failure(of: source)
        #expect(error == RemoteSourceError(.notFound, test.message))
    }

    @Test(arguments: Transports.allCases)
    func reconnectsToReturningServer(transport: Transports) async throws {
        let isDown = Mutex(true)
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil {
                if isDown.withLock({ $0 }) { return connection.reset() }
                connection.write(LoopbackAnswer(200, [:], document(pageSize: 1)).bytes)
            }
        }
        let source = HTTPRemoteSource(server, transport)
        for _ in 0..<3 { #expect(await failure(of: source)?.code == .unreachable) }
        isDown.withLock { $0 = false }
        #expect(try await source.fetch(since: nil) != nil)
    }
}
