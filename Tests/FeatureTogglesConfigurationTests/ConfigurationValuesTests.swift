import Configuration
import FeatureToggles
import FeatureTogglesConfiguration
import FeatureTogglesRemote
import Testing

// swift-configuration requires newer systems than the package. Only the functions of a test type can be limited to them,
// not the type.
struct ConfigurationValuesTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private static func reader() -> ConfigReader {
        ConfigReader(
            provider: InMemoryProvider(values: [
                "toggles.flag": true, "toggles.limit": 3, "toggles.rate": 0.5, "toggles.name": "neural",
                "toggles.names": .init(.stringArray(["a", "b"]), isSecret: false), "other": "x",
            ])
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(arguments: [
        ("flag", RemoteValue.json(true)), ("limit", .json(3)), ("rate", .json(0.5)), ("name", .text("neural")),
        ("names", .json(["a", "b"])), ("other", nil), ("missing", nil), ("", nil), (".", nil), ("a..b", nil),
    ])
    func valueKeepsItsType(parameter: String, value: RemoteValue?) {
        #expect(ConfigurationValues(Self.reader().scoped(to: "toggles")).value(for: parameter) == value)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func environmentVariableIsParsedAsToggleType() async throws {
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
        let values = try ValuesDocument(text: document.text, format: .values)
        #expect(toggles.map { values.answer(for: $0, parameter: $0.remoteParameter ?? "")?.value } == [true, 20, nil])
    }

    /// Changes both values whenever one is read.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private struct InterferingReporter: AccessReporter {
        let provider: MutableInMemoryProvider

        func report(_ event: AccessEvent) {
            provider.setValue(4, forKey: "a")
            provider.setValue(4, forKey: "b")
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func documentComesFromOneSnapshot() async throws {
        let provider = MutableInMemoryProvider(initialValues: ["a": 3, "b": 3])
        let reader = ConfigReader(provider: provider, accessReporter: InterferingReporter(provider: provider))
        let source = RemoteValuesSource(ConfigurationValues(reader))
        let document = try #require(try await source.fetch(RemoteRequest(parameters: ["a", "b"])))
        #expect(document.text == Array(#"{"a":{"value":3},"b":{"value":3}}"#.utf8))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func announcesChangeBetweenFetchAndWatch() async throws {
        let provider = MutableInMemoryProvider(initialValues: ["limit": 3])
        let source = RemoteValuesSource(ConfigurationValues(ConfigReader(provider: provider)))
        _ = try await source.fetch(RemoteRequest(parameters: ["limit"]))
        provider.setValue(4, forKey: "limit")
        var signals = source.signals(after: nil).makeAsyncIterator()
        #expect(await signals.next() == .opened)
        #expect(await signals.next() == .changed(id: nil))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func announcesChange() async throws {
        let provider = MutableInMemoryProvider(initialValues: ["limit": 3])
        let source = RemoteValuesSource(ConfigurationValues(ConfigReader(provider: provider)))
        let request = RemoteRequest(parameters: ["limit"])
        let first = try #require(try await source.fetch(request))
        var signals = source.signals(after: nil).makeAsyncIterator()
        #expect(await signals.next() == .opened)
        provider.setValue(4, forKey: "limit")
        // The first snapshot may be the old or the new one.
        var second = try await source.fetch(RemoteRequest(revision: first.revision, parameters: ["limit"]))
        while second == nil, await signals.next() != nil {
            second = try await source.fetch(RemoteRequest(revision: first.revision, parameters: ["limit"]))
        }
        #expect(second?.text == Array(#"{"limit":{"value":4}}"#.utf8))
    }
}
