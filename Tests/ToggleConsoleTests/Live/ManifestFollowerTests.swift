import Dispatch
import FeatureToggles
import FeatureTogglesOverrides
import TestSupport
import Testing
import ToggleBase

@testable import ToggleConsole

struct ManifestFollowerTests {
    private static func client(_ registry: ToggleRegistry) -> ToggleClient {
        ToggleClient(registries: [registry], overrides: OverrideSources(), context: EvaluationContext())
    }

    /// Returns the registry for a manifest that contains only a key.
    private static func registry(_ key: String) -> ToggleRegistry {
        let toggle = ToggleDefinition(key: key, category: .ops, type: .int, defaultValue: 20)
        return ToggleRegistry(namespace: "N", application: "shop", toggles: [toggle])
    }

    @Test(.timeLimit(.minutes(20)))
    func slowOldManifestIsNotShown() async throws {
        let folder = try TemporaryFolder()
        let manifest = try folder.write("zeroth", to: "toggles.yaml")
        let content = ContentDigest(Array("zeroth".utf8))
        let backend = ConsoleBackend(Self.client(Self.registry("zeroth")))
        defer { backend.finish() }
        let (events, eventSender) = AsyncStream<ConsoleEvent>.makeStream()
        _ = backend.start { eventSender.yield($0) }
        let (beginnings, beginningSender) = AsyncStream<Void>.makeStream()
        let isReleased = DispatchSemaphore(value: 0)
        try folder.write("first", to: "toggles.yaml")
        let follower = ManifestFollower(
            [manifest],
            content: [manifest: content],
            backend: backend,
            read: {
                let key = (try? folder.text("toggles.yaml")) ?? ""
                if key == "first" {
                    beginningSender.yield()
                    isReleased.wait()
                }
                return ManifestFollower.Reading(paths: [manifest], client: Self.client(Self.registry(key)))
            }
        )
        for await _ in beginnings { break }
        try folder.write("second", to: "toggles.yaml")
        // Requested while the first version is still being read. The presets arrive after the reload was handled.
        _ = backend.perform(.reload)
        _ = backend.perform(.request(.loadPresets))
        for await event in events {
            if case .report(.presets) = event { break }
        }
        isReleased.signal()
        for await event in events {
            if case .model(let model) = event, model.toggles.map(\.key) == ["second"] { break }
        }
        withExtendedLifetime(follower) {}
    }

    @Test(.timeLimit(.minutes(20)))
    func replacedClientIsShownAndEachReplacementCompletes() async throws {
        let folder = try TemporaryFolder()
        let manifest = try folder.write("zeroth", to: "toggles.yaml")
        let backend = ConsoleBackend(Self.client(Self.registry("zeroth")))
        defer { backend.finish() }
        let (events, eventSender) = AsyncStream<ConsoleEvent>.makeStream()
        _ = backend.start { eventSender.yield($0) }
        let follower = ManifestFollower(
            [manifest],
            content: [manifest: ContentDigest(Array("zeroth".utf8))],
            backend: backend,
            read: { ManifestFollower.Reading(paths: [manifest], client: Self.client(Self.registry("read"))) }
        )
        let (completions, completionSender) = AsyncStream<Int>.makeStream()
        for number in 1...2 {
            follower.replaceClient {
                (Self.client(Self.registry("first")), [:])
            } completion: {
                completionSender.yield(number)
            }
        }
        var completed: [Int] = []
        for await number in completions {
            completed.append(number)
            if completed.count == 2 { break }
        }
        #expect(completed == [1, 2])
        for await event in events {
            if case .model(let model) = event, model.toggles.map(\.key) == ["first"] { break }
        }
        withExtendedLifetime(follower) {}
    }
}
