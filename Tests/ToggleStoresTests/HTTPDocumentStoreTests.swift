import Foundation
import Testing
import ToggleHTTP
import ToggleTool

@testable import TogglesRemoteCLI

struct HTTPDocumentStoreTests {
    private static let address = RemoteAddress.http("https://host.example/flags/shop.json")

    private func store(
        _ transport: ScriptedTransport,
        environment: [String: String] = [:]
    ) throws -> HTTPDocumentStore {
        HTTPDocumentStore(
            credentials: try StoreCredentials(environment: environment),
            transport: transport,
            pause: { _ in }
        )
    }

    /// Writes to a server that gives this reply to a `PUT`.
    private func failure(of reply: ScriptedTransport.Reply, if condition: WriteCondition = .absent) async throws
        -> DocumentStoreError?
    {
        let transport = ScriptedTransport { request, _ in
            request.method == .put ? reply : .init(status: request.method == .get ? 404 : 405)
        }
        do {
            _ = try await store(transport).write([1], to: Self.address, if: condition)
            return nil
        } catch let error as DocumentStoreError {
            return error
        }
    }

    @Test func readsTagAndBytes() async throws {
        let transport = ScriptedTransport { _, _ in .init(headers: ["ETag": "\"1\""], body: "{}") }
        let file = try await store(transport, environment: ["TOGGLES_TOKEN": "token-1"]).read(Self.address)
        #expect(file == StoredFile(bytes: Array("{}".utf8), tag: "\"1\""))
        #expect(transport.requests.map(\.headers["Authorization"]) == ["Bearer token-1"])
        #expect(transport.requests.map(\.headers["Accept-Encoding"]) == ["identity"])
    }

    @Test func missingFileIsNil() async throws {
        #expect(try await store(ScriptedTransport { _, _ in .init(status: 404) }).read(Self.address) == nil)
    }

    @Test func waitsForStrongTag() async throws {
        let transport = ScriptedTransport { _, number in .init(headers: ["ETag": number < 3 ? "W/\"1\"" : "\"1\""]) }
        #expect(try await store(transport).read(Self.address)?.tag == "\"1\"")
    }

    @Test func conditionsAreHeaderFields() async throws {
        let transport = ScriptedTransport { _, _ in .init(status: 201, headers: ["ETag": "\"2\""]) }
        let store = try store(transport)
        #expect(try await store.write([1], to: Self.address, if: .absent) == "\"2\"")
        #expect(try await store.write([1], to: Self.address, if: .matches("\"1\"")) == "\"2\"")
        #expect(try await store.write([1], to: Self.address, if: .unconditional) == "\"2\"")
        let writes = transport.requests.filter { $0.method == .put }
        #expect(writes.map(\.headers["If-None-Match"]) == ["*", nil, nil])
        #expect(writes.map(\.headers["If-Match"]) == [nil, "\"1\"", nil])
    }

    @Test func weakTagIsRefused() async throws {
        let transport = ScriptedTransport { _, _ in .init(headers: ["ETag": "W/\"1\""]) }
        let store = try store(transport)
        await #expect(throws: DocumentStoreError.self) {
            try await store.write([1], to: Self.address, if: .matches("W/\"1\""))
        }
        #expect(!transport.requests.contains { $0.method == .put })
    }

    @Test func tagThatBecameStrongIsUsed() async throws {
        let transport = ScriptedTransport { _, _ in .init(headers: ["ETag": "\"1\""]) }
        _ = try await store(transport).write([1], to: Self.address, if: .matches("W/\"1\""))
        #expect(transport.requests.last?.headers["If-Match"] == "\"1\"")
        let other = ScriptedTransport { _, _ in .init(headers: ["ETag": "\"2\""]) }
        do {
            _ = try await store(other).write([1], to: Self.address, if: .matches("W/\"1\""))
            Issue.record("the write succeeded")
        } catch let error as DocumentStoreError {
            #expect(error.exitCode == 3)
        }
    }

    @Test(arguments: [
        (301, 2), (302, 2), (307, 2), (400, 2), (401, 2), (403, 2), (405, 2), (409, 3), (412, 3), (413, 2), (429, 4),
        (500, 5), (501, 2), (502, 5), (503, 4), (504, 5), (507, 2),
    ])
    func statusesHaveExitCodes(status: Int, code: Int32) async throws {
        let error = try #require(
            try await failure(of: .init(status: status, headers: ["Location": "https://b.example/x?k=1"]))
        )
        #expect(error.exitCode == code)
        #expect(error.message.contains("HTTP \(status)"))
        #expect(error.message.hasSuffix("."))
        #expect(!error.message.contains("k=1"))
    }

    @Test func missingFoldersAreCreated() async throws {
        // The parent of the folder doesn't exist either, until it's created.
        let transport = ScriptedTransport { request, number in
            switch (request.method, request.url.path()) {
            case (.put, _): .init(status: number < 6 ? 409 : 201, headers: ["ETag": "\"1\""])
            case (.makeFolder, "/a/b/"): .init(status: number < 4 ? 409 : 201)
            case (.makeFolder, _): .init(status: 201)
            default: .init(status: 404)
            }
        }
        #expect(
            try await store(transport).write([1], to: .http("https://host.example/a/b/c.json"), if: .absent) == "\"1\""
        )
        #expect(transport.requests.map(\.method) == [.get, .put, .makeFolder, .makeFolder, .makeFolder, .put])
        #expect(transport.requests[2...4].map { $0.url.path() } == ["/a/b/", "/a/", "/a/b/"])
    }

    @Test func lostAnswerIsUnknown() async throws {
        let transport = ScriptedTransport { request, _ throws(HTTPTransportError) in
            if request.method == .put { throw HTTPTransportError(.unreachable, "the connection broke") }
            return .init(status: 404)
        }
        do {
            _ = try await store(transport).write([1], to: Self.address, if: .absent)
            Issue.record("the write succeeded")
        } catch let error as DocumentStoreError {
            #expect(error.exitCode == 5)
            #expect(
                error.message
                    == "https://host.example/flags/shop.json: the connection broke, after the write was sent: it may have been done."
            )
        }
    }

    @Test func unreachableServerIsNotWrittenTo() async throws {
        let transport = ScriptedTransport { _, _ throws(HTTPTransportError) in
            throw HTTPTransportError(.unreachable, "connection refused")
        }
        do {
            _ = try await store(transport).write([1], to: Self.address, if: .absent)
            Issue.record("the write succeeded")
        } catch let error as DocumentStoreError {
            #expect(error.exitCode == 4)
        }
        #expect(transport.requests.map(\.method) == [.get])
    }

    @Test func answerWithoutTagIsReadBack() async throws {
        let transport = ScriptedTransport { request, _ in
            request.method == .put ? .init(status: 204) : .init(headers: ["ETag": "\"3\""], body: "a")
        }
        #expect(try await store(transport).write(Array("a".utf8), to: Self.address, if: .absent) == "\"3\"")
        // Another publisher was next, or the server ignores conditions.
        #expect(try await store(transport).write(Array("b".utf8), to: Self.address, if: .absent).hasPrefix("none-"))
    }

    @Test func secretsInAddressAreRefused() async throws {
        let transport = ScriptedTransport { _, _ in .init() }
        do {
            _ = try await store(transport).read(.http("https://ada:secret@host.example/x.json"))
            Issue.record("the read succeeded")
        } catch let error as DocumentStoreError {
            #expect(error.exitCode == 2)
            #expect(!error.message.contains("secret@"))
        }
        #expect(transport.requests.isEmpty)
    }
}

struct StoreCredentialsTests {
    @Test func basicCredentialsAreEncoded() throws {
        let headers = try StoreCredentials(environment: ["TOGGLES_USER": "ada", "TOGGLES_PASSWORD": "pass-1"]).headers
        #expect(headers["Authorization"] == "Basic YWRhOnBhc3MtMQ==")
    }

    @Test func headerFieldIsSplit() throws {
        #expect(try StoreCredentials(environment: ["TOGGLES_HEADER": "X-Key: abcd"]).headers["X-Key"] == "abcd")
    }

    @Test(arguments: [
        ["TOGGLES_TOKEN": "a-token", "TOGGLES_HEADER": "X: y"], ["TOGGLES_PASSWORD": "pass-1"],
        ["TOGGLES_HEADER": "no field"], ["TOGGLES_TOKEN": "a\nb"], ["TOGGLES_TOKEN_FILE": "/nonexistent/file"],
        ["TOGGLES_TOKEN": "a", "TOGGLES_TOKEN_FILE": "/nonexistent/file"],
    ])
    func unusableCredentialsAreErrors(environment: [String: String]) {
        #expect(throws: ToolError.self) { try StoreCredentials(environment: environment) }
    }
}
