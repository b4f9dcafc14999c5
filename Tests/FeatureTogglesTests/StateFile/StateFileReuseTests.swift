#if OVERRIDES
import ToggleBase
import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The text of the previous state file, parts of which are used again.
@Suite struct StateFileReuseTests {
    private static let content = StateFileContent(processID: 7, executable: nil, started: 1, hiddenAttributes: [])

    private static let registry = ToggleRegistry(
        namespace: "Test",
        application: "shop",
        toggles: ["plain", "fixed", "targeted", "timed", "shared"].map { key in
            ToggleDefinition(key: key, category: .ops, type: .int, defaultValue: 1)
        } + [ToggleDefinition(key: "released", category: .release, type: .bool, defaultValue: false)]
    )

    private static func document(_ number: Int) -> String {
        """
        {"flags": {
          "fixed": {"state": "ENABLED", "variants": {"a": \(number)}, "defaultVariant": "a"},
          "targeted": {"state": "ENABLED", "variants": {"a": 10, "b": 20}, "defaultVariant": "a",
            "targeting": {"if": [{"==": [{"var": "beta"}, true]}, "b", "a"]}},
          "timed": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a",
            "targeting": {"if": [{">": [{"var": "$flagd.timestamp"}, 0]}, "b", "a"]}},
          "shared": {"state": "DISABLED", "variants": {"a": 1}, "defaultVariant": "a"}
        }}
        """
    }

    @Test func reusedTextIsThatOfNewOne() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("toggles.json")
        let source = InMemoryRemoteSource(document: Self.document(1))
        var overrides = OverrideSources(localDefaultsPath: path)
        overrides.followsLocalDefaults = false
        let client = ToggleClient(registries: [Self.registry], overrides: overrides, remote: source)
        var rendered = StateFileContent.RenderedToggles()
        var texts: Set<[UInt8]> = []
        func check(_ line: Int = #line) {
            let live = client.live.withLock { $0 }
            rendered.update(live)
            var new = StateFileContent.RenderedToggles()
            new.update(live)
            #expect(
                String(decoding: rendered.bytes, as: UTF8.self) == String(decoding: new.bytes, as: UTF8.self),
                "line \(line)"
            )
            texts.insert(new.bytes)
        }
        check()
        client.context["beta"] = true
        check()
        client.context["beta"] = false
        check()
        for values in [#"{"fixed": 5}"#, #"{"fixed": 6, "plain": "x"}"#, #"{"released": true}"#, "{}"] {
            try folder.write(#"{"version": 1, "toggles": \#(values)}"#, to: "toggles.json")
            client.reloadLocalDefaults()
            check()
            client.context["beta"] = true
            check()
            client.context["beta"] = nil
            check()
        }
        // Two overrides, beta or not each; and none with beta.
        #expect(texts.count == 8)
    }

    @Test func newDocumentReplacesText() async throws {
        let source = InMemoryRemoteSource(document: Self.document(1))
        let client = ToggleClient(
            registries: [Self.registry],
            overrides: .none,
            remote: RemoteConfiguration(source, cache: .none)
        )
        var rendered = StateFileContent.RenderedToggles()
        rendered.update(client.live.withLock { $0 })
        let first = rendered.bytes
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        let observation = client.observe { continuation.yield() }
        source.set(document: Self.document(2))
        for await _ in changes where client.explanations(ofKey: "fixed").first?.evaluation.value == 2 { break }
        withExtendedLifetime(observation) {}
        rendered.update(client.live.withLock { $0 })
        #expect(rendered.bytes != first)
        var new = StateFileContent.RenderedToggles()
        new.update(client.live.withLock { $0 })
        #expect(rendered.bytes == new.bytes)
    }

    @Test func answersWithRulesAreVariable() throws {
        let client = ToggleClient(
            registries: [Self.registry],
            overrides: .none,
            remote: InMemoryRemoteSource(document: Self.document(1))
        )
        let live = client.live.withLock { $0 }
        #expect(
            Self.registry.toggles.indices.map { live.dependence(at: $0) } == [
                .absent, .fixed, .variable, .variable, .fixed, .absent,
            ]
        )
    }

    @Test func largeTextIsNotReused() {
        let text = JSONValue.string(String(repeating: "long ", count: 800))
        let client = ToggleClient(
            registries: [
                ToggleRegistry(
                    namespace: "Test",
                    toggles: (0..<1_500).map {
                        ToggleDefinition(key: "t\($0)", category: .ops, type: .string, defaultValue: text)
                    }
                )
            ],
            overrides: .none
        )
        var rendered = StateFileContent.RenderedToggles()
        rendered.update(client.live.withLock { $0 })
        let first = rendered.bytes
        #expect(first.count > StateFileContent.largeSize)
        client.context["a"] = 1
        rendered.update(client.live.withLock { $0 })
        #expect(rendered.bytes == first)
    }
}
#endif
