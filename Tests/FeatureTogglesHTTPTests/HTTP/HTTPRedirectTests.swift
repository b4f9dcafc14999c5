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

/// Tests of redirects and credentials.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct HTTPRedirectTests {
    @Test(arguments: Transports.allCases, [301, 302, 303, 307, 308])
    func followsRedirects(transport: Transports, status: Int) async throws {
        let server = try LoopbackServer.answering { request in
            request.target == "/flags.json"
                ? LoopbackAnswer(status, ["Location": "/new.json"], "moved")
                : LoopbackAnswer(200, ["ETag": "\"new\""], document(pageSize: 1))
        }
        let fetched = try await HTTPRemoteSource(server, transport).fetch(since: nil)
        #expect(fetched?.revision == "\"new\"")
    }

    @Test(arguments: Transports.allCases)
    func limitsNumberOfRedirects(transport: Transports) async throws {
        let requests = Mutex(0)
        let server = try LoopbackServer.answering { _ in
            requests.withLock { $0 += 1 }
            return LoopbackAnswer(301, ["Location": "/flags.json"])
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(
            error
                == RemoteSourceError(
                    .invalidResponse,
                    "\(server.url()) redirects more than 5 times, perhaps in a loop"
                )
        )
        #expect(requests.withLock { $0 } == 6)
    }

    @Test(arguments: Transports.allCases, [nil, "", "ftp://example.com/", "http://", "mailto:ada@example.com"])
    func rejectsRedirectWithoutValidLocation(transport: Transports, location: String?) async throws {
        let server = try LoopbackServer.answering { _ in
            LoopbackAnswer(302, location.map { ["Location": $0] } ?? [:])
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == .invalidResponse)
    }

    @Test(arguments: Transports.allCases)
    func hidesCredentialsFromOtherHost(transport: Transports) async throws {
        let seen = Mutex<[[String: String]]>([])
        let other = try LoopbackServer.answering { request in
            seen.withLock { $0.append(request.headers) }
            return LoopbackAnswer(200, [:], document(pageSize: 1))
        }
        let first = try LoopbackServer.answering { request in
            seen.withLock { $0.append(request.headers) }
            return LoopbackAnswer(307, ["Location": other.url("/other.json").absoluteString])
        }
        let options = HTTPOptions.patient.with(.bearer { "secret" }, headers: ["X-Team": "search"])
        #expect(try await HTTPRemoteSource(first, transport, options: options).fetch(since: nil) != nil)
        let headers = seen.withLock { $0 }
        #expect(headers.map { $0["authorization"] } == ["Bearer secret", nil])
        #expect(headers.map { $0["x-team"] } == ["search", nil])
    }

    @Test(arguments: Transports.allCases)
    func usesRefreshedToken(transport: Transports) async throws {
        let token = Mutex("old")
        let server = try LoopbackServer.answering { request in
            request.headers["x-api-key"] == "new"
                ? LoopbackAnswer(200, [:], document(pageSize: 1)) : LoopbackAnswer(401)
        }
        let options = HTTPOptions.patient.with(.apiKey { token.withLock { $0 } })
        let source = HTTPRemoteSource(server, transport, options: options)
        #expect(await failure(of: source)?.code == .unauthorized)
        token.withLock { $0 = "new" }
        #expect(try await source.fetch(since: nil) != nil)
    }

    @Test(arguments: Transports.allCases)
    func sendsSecretsInURLWithoutShowingThem(transport: Transports) async throws {
        let seen = Mutex<[LoopbackRequest]>([])
        let server = try LoopbackServer.answering { request in
            seen.withLock { $0.append(request) }
            return LoopbackAnswer(404)
        }
        let url = try #require(URL(string: "http://ada:secret@127.0.0.1:\(server.port)/flags.json?sig=secret#secret"))
        let source = HTTPRemoteSource(url: url, options: .patient, transport: transport.transport)
        #expect(source.name == "\(server.url())?…")
        let error = await failure(of: source)
        #expect(error?.message == "\(server.url())?… has no such document (HTTP 404)")
        let request = try #require(seen.withLock { $0.first })
        #expect(request.target == "/flags.json?sig=secret")
        #expect(request.headers["authorization"] == "Basic YWRhOnNlY3JldA==")
    }

    @Test(arguments: Transports.allCases, ["", "a\r\nX-Evil: 1", "ä"])
    func rejectsInvalidToken(transport: Transports, token: String) async throws {
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(200, [:], document(pageSize: 1)) }
        let options = HTTPOptions.patient.with(.bearer { token })
        let error = await failure(of: HTTPRemoteSource(server, transport, options: options))
        #expect(error?.code == .unauthorized)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: Transports.allCases)
    func missingCredentialsAreRetryable(transport: Transports) async throws {
        struct Offline: Error { let secret = "secret" }
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(200, [:], document(pageSize: 1)) }
        let options = HTTPOptions.patient.with(.bearer { throw Offline() })
        let error = await failure(of: HTTPRemoteSource(server, transport, options: options))
        #expect(error == RemoteSourceError(.unreachable, "no credentials for \(server.url()): Offline"))
    }

    @Test func closureThatNeverReturnsIsNamed() async throws {
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(200, [:], document(pageSize: 1)) }
        // Not canceled with the fetch.
        let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let options = HTTPOptions(
            credentials: .bearer {
                await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
                return "secret"
            },
            responseTimeout: .seconds(2)
        )
        let clock = HTTPClock(now: { 0 }, sleep: { _ in })
        let source = HTTPRemoteSource(
            url: server.url(),
            options: options,
            transport: URLSessionTransport.system,
            clock: clock
        )
        let error = await failure(of: source)
        #expect(
            error
                == RemoteSourceError(
                    .unreachable,
                    "no credentials for \(server.url()): the app's closure did not return a token within 2.0 seconds"
                )
        )
        #expect(server.connectionCount == 0)
        waiting.withLock { $0.take() }?.resume()
    }

    @Test func closureThatCancelsItselfIsNamed() async throws {
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(200, [:], document(pageSize: 1)) }
        let options = HTTPOptions.patient.with(.apiKey { throw CancellationError() })
        let error = await failure(of: HTTPRemoteSource(url: server.url(), options: options))
        #expect(error?.message == "no credentials for \(server.url()): CancellationError")
    }

    @Test func credentialsHideTheirSecret() {
        let credentials = HTTPCredentials.bearer { "secret" }
        #expect("\(credentials)" == "credentials in the header ‘Authorization’")
        #expect(!String(reflecting: HTTPOptions(credentials: credentials)).contains("secret"))
    }

    @Test func rejectsRedirectToUnencryptedServer() async throws {
        let transport = ScriptedTransport([
            HTTPTransportResponse(status: 302, headers: ["Location": "http://flags.example.com/flags.json"])
        ])
        let url = try #require(URL(string: "https://flags.example.com/flags.json"))
        let error = await failure(of: HTTPRemoteSource(url: url, transport: transport))
        #expect(error?.code == .invalidResponse)
        #expect(
            error?.message
                == "\(url) redirects to http://flags.example.com/flags.json, which is not encrypted; the redirect is not followed"
        )
    }
}

/// A transport that returns prepared responses.
struct ScriptedTransport: HTTPTransport {
    private final class Script: Sendable {
        let answers: Mutex<[HTTPTransportResponse]>
        init(_ answers: [HTTPTransportResponse]) { self.answers = Mutex(answers) }
    }

    private let script: Script

    init(_ answers: [HTTPTransportResponse]) { script = Script(answers) }

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let answer = script.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw HTTPTransportError(.unreachable, "the script is over") }
        return answer
    }
}
