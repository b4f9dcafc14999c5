import FeatureTogglesRemote
import Foundation
import Testing
import ToggleBase
import ToggleHTTP
import ToggleTool

@testable import TogglesRemoteCLI

struct EtcdDocumentStoreTests {
    private static let address = RemoteAddress.etcd(endpoints: ["http://a:1", "http://b:2"], key: "k")

    private func store(
        _ environment: [String: String] = [:],
        _ transport: ScriptedTransport
    ) throws -> EtcdDocumentStore {
        EtcdDocumentStore(
            client: EtcdClient(
                endpoints: ["http://a:1", "http://b:2"],
                user: try EtcdClient.User(environment: environment),
                transport: transport
            )
        )
    }

    private static func range(_ value: String, modified: Int) -> ScriptedTransport.Reply {
        .init(
            body: """
                {"header":{"revision":"9"},"kvs":[{"key":"aw==","mod_revision":"\(modified)",\
                "value":"\(Base64.text(Array(value.utf8)))"}],"count":"1"}
                """
        )
    }

    private func code(_ body: () async throws -> Void) async -> (Int32, String) {
        do {
            try await body()
            return (0, "")
        } catch {
            let known = error as? DocumentStoreError
            return (known?.exitCode ?? -1, known?.message ?? "\(error)")
        }
    }

    @Test func revisionIsTag() async throws {
        let transport = ScriptedTransport { _, _ in Self.range("{}", modified: 7) }
        #expect(
            try await store([:], transport).read(Self.address) == StoredFile(bytes: Array("{}".utf8), tag: "7")
        )
    }

    @Test func writesCompareRevision() async throws {
        let transport = ScriptedTransport { request, _ in
            request.url.path() == "/v3/kv/txn"
                ? .init(body: #"{"header":{"revision":"10"},"succeeded":true}"#) : Self.range("{}", modified: 7)
        }
        let store = try store([:], transport)
        #expect(try await store.write([1], to: Self.address, if: .absent) == "10")
        #expect(try await store.write([1], to: Self.address, if: .matches("7")) == "10")
        #expect(try await store.write([1], to: Self.address, if: .unconditional) == "10")
        let bodies = transport.requests.filter { $0.url.path() == "/v3/kv/txn" }
            .map { try? JSONReader().value(from: $0.body ?? []) }
        let revisions = bodies.map { $0?[member: "compare"]?.elements.first?[member: "mod_revision"]?.text }
        #expect(revisions == ["0", "7", nil])
    }

    @Test func failedComparisonIsConflict() async throws {
        let store = try store([:], ScriptedTransport { _, _ in .init(body: #"{"header":{"revision":"10"}}"#) })
        #expect(await code { _ = try await store.write([1], to: Self.address, if: .absent) }.0 == 3)
        #expect(await code { _ = try await store.write([1], to: Self.address, if: .matches("\"a\"")) }.0 == 2)
    }

    @Test func nextMemberIsAskedOnlyWithoutConnection() async throws {
        let transport = ScriptedTransport { request, _ throws(HTTPTransportError) in
            if request.url.host() == "a" { throw HTTPTransportError(.unreachable, "connection refused") }
            return Self.range("{}", modified: 7)
        }
        let store = try store([:], transport)
        #expect(try await store.read(Self.address)?.tag == "7")
        _ = try await store.read(Self.address)
        #expect(transport.requests.map { $0.url.host() } == ["a", "b", "b"])
        let refusing = ScriptedTransport { _, _ in
            .init(status: 403, body: #"{"code":7,"message":"permission denied"}"#)
        }
        let other = try self.store([:], refusing)
        #expect(await code { _ = try await other.read(Self.address) }.0 == 2)
        #expect(refusing.requests.count == 1)
    }

    @Test func expiredTokenIsReplacedOnce() async throws {
        let transport = ScriptedTransport { request, number in
            if request.url.path() == "/v3/auth/authenticate" { return .init(body: #"{"token":"token-\#(number)"}"#) }
            return request.headers["Authorization"] == "token-1"
                ? .init(status: 401, body: #"{"code":16,"message":"etcdserver: invalid auth token"}"#)
                : Self.range("{}", modified: 7)
        }
        let store = try store(["ETCDCTL_USER": "ada:password-1"], transport)
        #expect(try await store.read(Self.address)?.tag == "7")
        #expect(transport.requests.map(\.headers["Authorization"]) == [nil, "token-1", nil, "token-3"])
        let user = try JSONReader().value(from: transport.requests[0].body ?? [])
        #expect(user == ["name": "ada", "password": "password-1"])
    }

    @Test(arguments: [
        (
            400, #"{"code":3,"message":"etcdserver: authentication failed, invalid user ID or password"}"#, 2,
            "ETCDCTL_USER"
        ),
        (400, #"{"code":3,"message":"etcdserver: user name is empty"}"#, 2, "requires a user"),
        (400, #"{"code":3,"message":"etcdserver: request is too large"}"#, 2, "1.5 MB"),
        (429, #"{"code":8,"message":"grpc: received message larger than max (3 vs. 2)"}"#, 2, "1.5 MB"),
        (429, #"{"code":8,"message":"etcdserver: mvcc: database space exceeded"}"#, 2, "database is full"),
        (503, #"{"code":14,"message":"etcdserver: leader changed"}"#, 5, "may have been done"),
        (404, "404 page not found", 5, "may have been done"),
    ])
    func errorsAreSentences(status: Int, body: String, code expected: Int32, words: String) async throws {
        let transport = ScriptedTransport { request, _ in
            request.url.path() == "/v3/kv/txn" ? .init(status: status, body: body) : Self.range("{}", modified: 7)
        }
        let store = try store([:], transport)
        let (code, message) = await code { _ = try await store.write([1], to: Self.address, if: .absent) }
        #expect(code == expected)
        #expect(message.contains(words))
    }

    @Test func eventsContainTheDocument() async throws {
        let lines = """
            {"result":{"header":{"revision":"9"},"created":true}}
            {"result":{"header":{"revision":"10"},"events":[{"kv":{"key":"aw==","mod_revision":"10","value":"bmV3"}}]}}
            {"result":{"header":{"revision":"11"}}}
            {"result":{"header":{"revision":"12"},"canceled":true,"compact_revision":"12"}}

            """
        let transport = ScriptedTransport { request, _ in
            request.url.path() == "/v3/watch" ? .init(body: lines) : Self.range("old", modified: 7)
        }
        let source = EtcdRemoteSource(store: try store([:], transport), key: "k")
        #expect(try await source.fetch(since: nil)?.text == Array("old".utf8))
        var signals: [RemoteSignal] = []
        for await signal in source.signals(after: nil) {
            if case .closed = signal { continue }
            signals.append(signal)
        }
        #expect(signals == [.opened, .changed(id: nil), .heartbeat])
        let count = transport.requests.count
        #expect(try await source.fetch(since: "7")?.text == Array("new".utf8))
        #expect(transport.requests.count == count)
        for await _ in source.signals(after: nil) {}
        let starts = transport.requests.filter { $0.url.path() == "/v3/watch" }.map { request in
            (try? JSONReader().value(from: request.body ?? []))?[member: "create_request"]?[member: "start_revision"]?
                .text
        }
        #expect(starts == ["10", "12"])
    }
}
