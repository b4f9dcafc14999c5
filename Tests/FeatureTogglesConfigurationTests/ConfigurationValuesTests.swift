import Configuration
import FeatureToggles
import FeatureTogglesConfiguration
import FeatureTogglesRemote
import Testing

struct ConfigurationValuesTests {
    private let reader = ConfigReader(
        provider: InMemoryProvider(values: [
            "toggles.flag": true, "toggles.limit": 3, "toggles.rate": 0.5, "toggles.name": "neural",
            "toggles.names": .init(.stringArray(["a", "b"]), isSecret: false), "other": "x",
        ])
    )

    @Test(arguments: [
        ("flag", RemoteValue.json(true)), ("limit", .json(3)), ("rate", .json(0.5)), ("name", .text("neural")),
        ("names", .json(["a", "b"])), ("other", nil), ("missing", nil), ("", nil), (".", nil), ("a..b", nil),
    ])
    func valueHasTheTypeThatItWasSetWith(parameter: String, value: RemoteValue?) {
        #expect(ConfigurationValues(reader.scoped(to: "toggles")).value(for: parameter) == value)
    }

    @Test func environmentIsTextThatTheTypeOfTheToggleReads() async throws {
        let reader = ConfigReader(
            provider: EnvironmentVariablesProvider(environmentVariables: ["NEW_SEARCH": "yes", "PAGE_SIZE": "20"])
        )
        let toggles = [
            ToggleDefinition(key: "new_search", category: .ops, type: .bool, defaultValue: false),
            ToggleDefinition(key: "page_size", category: .ops, type: .int, defaultValue: 10),
            ToggleDefinition(key: "ranking", category: .ops, type: .string, defaultValue: "classic"),
        ]
        let source = RemoteValuesSource(ConfigurationValues(reader))
        let request = RemoteRequest(parameters: toggles.compactMap(\.remoteParameter))
        let document = try #require(try await source.fetch(request))
        let values = try ValuesDocument(text: document.text)
        #expect(try toggles.map { try values.value(for: $0) } == [true, 20, nil])
    }

    @Test func changeIsAnnounced() async throws {
        let provider = MutableInMemoryProvider(initialValues: ["limit": 3])
        let source = RemoteValuesSource(ConfigurationValues(ConfigReader(provider: provider)))
        let request = RemoteRequest(parameters: ["limit"])
        let first = try #require(try await source.fetch(request))
        var signals = source.signals(after: nil).makeAsyncIterator()
        #expect(await signals.next() == .opened)
        provider.setValue(4, forKey: "limit")
        // The first snapshot may be the old one or the new one already.
        var second = try await source.fetch(RemoteRequest(revision: first.revision, parameters: ["limit"]))
        while second == nil, await signals.next() != nil {
            second = try await source.fetch(RemoteRequest(revision: first.revision, parameters: ["limit"]))
        }
        #expect(second?.text == Array(#"{"limit":{"value":4}}"#.utf8))
    }
}
