import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import FeatureTogglesTesting
import Foundation
import Testing

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

/// The date of a document that is certainly older than its response.
let longAgo = "Sun, 06 Nov 1994 08:49:37 GMT"

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct HTTPFetchTests {
    @Test(arguments: Transports.allCases)
    func passesRemoteSourceConformance(transport: Transports) async throws {
        let published = Mutex<[UInt8]>([])
        let server = try LoopbackServer.answering { request in
            let text = published.withLock { $0 }
            let etag = "\"\(text.hashValue)\""
            if request.headers["if-none-match"] == etag { return LoopbackAnswer(304, ["ETag": etag]) }
            return LoopbackAnswer(200, ["ETag": etag, "Content-Type": "application/json"], body: text)
        }
        try await RemoteSourceConformance(
            makeSource: { HTTPRemoteSource(server, transport) },
            publish: { text in published.withLock { $0 = text } },
            announcesChanges: false
        ).check()
        server.stop()
    }

    @Test(
        arguments: Transports.allCases,
        ["\"a\"", "W/\"a\"", "a", "\"\"", "\"with space\"", "W/\"with, comma\""]
    )
    func sendsETagUnchanged(transport: Transports, etag: String) async throws {
        let conditions = Mutex<[String?]>([])
        let server = try LoopbackServer.answering { request in
            conditions.withLock { $0.append(request.headers["if-none-match"]) }
            if request.headers["if-none-match"] == etag { return LoopbackAnswer(304, ["ETag": etag]) }
            return LoopbackAnswer(200, ["ETag": etag, "Last-Modified": longAgo], document(pageSize: 1))
        }
        let source = HTTPRemoteSource(server, transport)
        let first = try #require(try await source.fetch(since: nil))
        #expect(first.text == Array(document(pageSize: 1).utf8))
        #expect(first.format == .flagd)
        #expect(try await source.fetch(since: first.revision) == nil)
        #expect(conditions.withLock { $0 } == [nil, etag])
    }

    @Test(arguments: Transports.allCases)
    func sendsDateWithoutETag(transport: Transports) async throws {
        let server = try LoopbackServer.answering { request in
            request.headers["if-modified-since"] == longAgo
                ? LoopbackAnswer(304) : LoopbackAnswer(200, ["Last-Modified": longAgo], document(pageSize: 1))
        }
        let source = HTTPRemoteSource(server, transport)
        let first = try #require(try await source.fetch(since: nil))
        #expect(try await source.fetch(since: first.revision) == nil)
    }

    @Test(arguments: Transports.allCases)
    func comparesContentWithoutETagAndDate(transport: Transports) async throws {
        let pageSize = Mutex(1)
        let server = try LoopbackServer.answering { request in
            #expect(request.headers["if-none-match"] == nil)
            return LoopbackAnswer(200, [:], document(pageSize: pageSize.withLock { $0 }))
        }
        let source = HTTPRemoteSource(server, transport)
        let first = try #require(try await source.fetch(since: nil))
        #expect(try await source.fetch(since: first.revision) == nil)
        pageSize.withLock { $0 = 2 }
        #expect(try await source.fetch(since: first.revision)?.text == Array(document(pageSize: 2).utf8))
    }

    @Test(arguments: Transports.allCases)
    func sameETagIsNotANewDocument(transport: Transports) async throws {
        let server = try LoopbackServer.answering { _ in
            LoopbackAnswer(200, ["ETag": "\"same\""], document(pageSize: 1))
        }
        let source = HTTPRemoteSource(server, transport)
        #expect(try await source.fetch(since: nil) != nil)
        #expect(try await source.fetch(since: "\"same\"") == nil)
        #expect(try await source.fetch(since: "\"other\"") != nil)
    }

    @Test(arguments: Transports.allCases)
    func unchangedPollTakesFewBytes(transport: Transports) async throws {
        let sizes = Mutex<[Int]>([])
        let server = try LoopbackServer.answering { request in
            sizes.withLock { $0.append(request.size) }
            let headers = ["ETag": "\"5f3c-6410b5c0a3f40\"", "Last-Modified": longAgo]
            return request.headers["if-none-match"] == nil
                ? LoopbackAnswer(200, headers, document(pageSize: 1)) : LoopbackAnswer(304, headers)
        }
        let source = HTTPRemoteSource(server, transport)
        let revision = try await source.fetch(since: nil)?.revision
        #expect(try await source.fetch(since: revision) == nil)
        let size = try #require(sizes.withLock { $0.last })
        #expect(size <= 250)
        print("\(transport.rawValue): a conditional request has \(size) bytes")
    }

    @Test(arguments: Transports.allCases)
    func rejectsNotModifiedWithoutCondition(transport: Transports) async throws {
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(304, ["ETag": "\"a\""]) }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == .invalidResponse)
        #expect(
            error?.message
                == "\(server.url()) responded ‘not modified’ to an unconditional request (HTTP 304)"
        )
    }

    @Test func identityIncludesQueryAndUser() throws {
        func identity(_ text: String) throws -> String {
            HTTPRemoteSource(url: try #require(URL(string: text))).identity
        }
        let plain = "https://flags.example.com/shop.json"
        #expect(try identity(plain) == plain, "the same as the name")
        let others = [plain, plain + "?app=a", plain + "?app=b", "https://ada@flags.example.com/shop.json"]
        #expect(try Set(others.map(identity)).count == others.count)
    }

    @Test func identityIncludesCredentialsWithoutShowingThem() throws {
        let url = try #require(URL(string: "https://flags.example.com/shop.json"))
        let secret = "s3cret"
        let different: [HTTPOptions] = [
            HTTPOptions(),
            HTTPOptions(credentials: .apiKey { secret }),
            HTTPOptions(credentials: .apiKey { secret + "2" }),
            HTTPOptions(credentials: .apiKey(header: "X-Key") { secret }),
            HTTPOptions(credentials: .bearer { secret }),
            HTTPOptions(headers: ["X-Environment": secret]),
            HTTPOptions(headers: ["X-Environment": "test"]),
            HTTPOptions(headers: ["X-Environment": "test"], identity: "shop"),
            HTTPOptions(identity: "other"),
        ]
        for identity in [
            { HTTPRemoteSource(url: url, options: $0).identity },
            { OFREPRemoteSource(baseURL: url, options: $0).identity },
        ] as [(HTTPOptions) -> String] {
            let all = different.map(identity)
            #expect(Set(all).count == all.count)
            #expect(all[0] == url.absoluteString)
            #expect(all.allSatisfy { !$0.contains(secret) && !$0.contains("test") })
            #expect(all == different.map(identity), "the same in every process")
        }
        let passwords = try ["one", "two"].map { password in
            HTTPRemoteSource(url: try #require(URL(string: "https://ada:\(password)@flags.example.com/shop.json")))
                .identity
        }
        #expect(Set(passwords).count == 2)
        #expect(passwords.allSatisfy { !$0.contains("one") && !$0.contains("two") })
    }

    @Test func changingTokensKeepIdentity() throws {
        let url = try #require(URL(string: "https://flags.example.com/shop.json"))
        func identity(_ credentials: HTTPCredentials, _ name: String? = nil) -> String {
            HTTPRemoteSource(url: url, options: HTTPOptions(credentials: credentials, identity: name)).identity
        }
        #expect(identity(.bearer { "one" }, "shop") == identity(.bearer { "two" }, "shop"))
        @Sendable func wait() async -> String { "one" }
        #expect(identity(.bearer { await wait() }) == url.absoluteString, "not known before the first fetch")
        #expect(identity(.apiKey { throw CancellationError() }) == url.absoluteString)
        let updated = HTTPOptions(headers: ["User-Agent": "Shop/2", "Accept-Language": "de"])
        #expect(HTTPRemoteSource(url: url, options: updated).identity == url.absoluteString)
    }
}
