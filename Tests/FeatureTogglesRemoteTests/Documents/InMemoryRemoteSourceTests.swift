import FeatureTogglesRemote
import Testing
import ToggleBase

@Suite(.timeLimit(.minutes(20))) struct InMemoryRemoteSourceTests {
    @Test func replacedDocumentHasNewRevision() async throws {
        let source = InMemoryRemoteSource(document: "one")
        let first = try #require(try source.availableDocument())
        #expect(first.text == Array("one".utf8))
        #expect(try await source.fetch(since: nil) == first)
        #expect(try await source.fetch(since: first.revision) == nil)
        source.set(document: "two")
        let second = try #require(try await source.fetch(since: first.revision))
        #expect(second.text == Array("two".utf8))
        #expect(second.revision != first.revision)
        #expect(source.name == "memory")
    }

    @Test func failsUntilErrorIsRemoved() async throws {
        let source = InMemoryRemoteSource(values: ["a": 1])
        let error = RemoteSourceError(.unreachable, "the server does not respond")
        source.fail(with: error)
        #expect(throws: RemoteSourceError.self) { try source.availableDocument() }
        await #expect(throws: error) { try await source.fetch(since: nil) }
        source.fail(with: nil)
        #expect(try await source.fetch(since: nil) != nil)
        #expect(error.description == "the server does not respond")
    }

    @Test func everyListenerIsNotifiedOfReplacement() async {
        let source = InMemoryRemoteSource()
        let listeners = (0..<3).map { _ in source.signals(after: nil) }
        source.set(values: ["a": 1])
        for listener in listeners { #expect(await listener.first { $0 != .opened } == .changed(id: "1")) }
    }

    @Test func valuesBecomeStaticFlags() throws {
        let text = try #require(try InMemoryRemoteSource(values: ["a \"b\"": [1, "x"]]).availableDocument()).text
        #expect(
            try JSONReader().value(from: text) == [
                "flags": [
                    "a \"b\"": ["state": "ENABLED", "variants": ["value": [1, "x"]], "defaultVariant": "value"]
                ]
            ]
        )
    }
}
