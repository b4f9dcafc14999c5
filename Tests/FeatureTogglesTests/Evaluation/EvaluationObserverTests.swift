import FeatureTogglesRemote
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles

@Suite(.timeLimit(.minutes(20))) struct EvaluationObserverTests {
    private let remote = InMemoryRemoteSource(document: document)
    private let client: ToggleClient

    private static let document = """
        {"flags": {
          "page_size": {"state": "ENABLED", "variants": {"small": 5, "large": 50}, "defaultVariant": "small",
            "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "large"]}},
          "banner": {"state": "ENABLED", "variants": {"a": "Good morning, everybody"}, "defaultVariant": "a"},
          "fast_search": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"},
          "discount": {"state": "ENABLED", "variants": {"a": "half"}, "defaultVariant": "a"}
        }}
        """

    init() {
        client = ToggleClient(registries: [TestToggles.registry], overrides: .none, remote: remote)
    }

    /// Reads toggles through an observer, and returns the events.
    private func observed(_ reads: (any FeatureToggle) -> Void) -> [EvaluationEvent] {
        let events = Mutex<[EvaluationEvent]>([])
        reads(EvaluationObserver(client) { event in events.withLock { $0.append(event) } })
        return events.withLock { $0 }
    }

    /// Publishes a document, and waits until it's active.
    private func publish(_ document: String, until isFastSearchEnabled: Bool) async {
        remote.set(document: document)
        for await isEnabled in client.updates(of: .fastSearch) where isEnabled == isFastSearchEnabled { return }
    }

    @Test func onlyTheFirstReadIsReported() {
        let events = observed { toggles in
            for _ in 0..<100 {
                _ = toggles.value(of: .pageSize)
                _ = toggles.value(of: .banner)
                _ = toggles.value(of: .limits)
                _ = toggles.evaluation(of: .banner)
            }
        }
        #expect(events.map(\.toggle) == ["page_size", "banner", "limits"])
    }

    @Test func eventContainsTheEvaluation() throws {
        let event = try #require(observed { _ = $0.isEnabled(.fastSearch) }.first)
        #expect(event.value == true)
        #expect(event.variant == "on")
        #expect(event.reason == .static)
        #expect(event.source == .remote)
        #expect(event.error == nil)
        #expect(event.description == "fast_search = true (remote)")
    }

    @Test func changeIsReportedAtTheNextRead() async {
        let recorded = Mutex<[EvaluationEvent]>([])
        let toggles = EvaluationObserver(client) { event in recorded.withLock { $0.append(event) } }
        _ = toggles.isEnabled(.fastSearch)
        _ = toggles.value(of: .pageSize)
        await publish(Self.document.replacing("\"on\": true", with: "\"on\": false"), until: false)
        for _ in 0..<10 {
            _ = toggles.isEnabled(.fastSearch)
            _ = toggles.value(of: .banner)
        }
        let events = recorded.withLock { $0 }
        #expect(events.filter { $0.toggle == "fast_search" }.map(\.value) == [true, false])
        #expect(events.filter { $0.toggle == "banner" }.count == 1)
    }

    @Test func valueThatReturnsIsReportedAgain() async {
        let recorded = Mutex<[EvaluationEvent]>([])
        let toggles = EvaluationObserver(client) { event in recorded.withLock { $0.append(event) } }
        for (document, isEnabled) in [(Self.document, true), ("{\"flags\": {}}", false), (Self.document, true)] {
            await publish(document, until: isEnabled)
            _ = toggles.isEnabled(.fastSearch)
            _ = toggles.isEnabled(.fastSearch)
        }
        #expect(recorded.withLock { $0.map(\.value) } == [true, false, true])
    }

    @Test func usersWithTheSameValueAreReportedOnce() {
        let events = observed { toggles in
            for name in ["bob", "ada", "eve", "ada"] {
                _ = toggles.value(of: .pageSize, for: EvaluationContext(targetingKey: name))
            }
        }
        #expect(events.map(\.value) == [5, 50])
        #expect(events.map(\.targetingKey) == ["bob", "ada"])
        #expect(events.last?.reason == .targetingMatch)
    }

    @Test func attributesHaveOpenTelemetrysNames() throws {
        let event = try #require(observed { _ = $0.isEnabled(.fastSearch) }.first)
        #expect(EvaluationEvent.name == "feature_flag.evaluation")
        var attributes = event.attributes
        let revision = attributes.removeValue(forKey: "feature_flag.version")
        #expect(revision == client.remoteState?.revision.map { .string($0) })
        #expect(
            attributes == [
                "feature_flag.key": "fast_search",
                "feature_flag.result.value": true,
                "feature_flag.result.variant": "on",
                "feature_flag.result.reason": "static",
                "feature_flag.provider.name": .string(try #require(client.remoteState?.source)),
            ]
        )
    }

    @Test func errorsAreAttributes() throws {
        let event = try #require(observed { _ = $0.value(of: .discount) }.first)
        #expect(event.value == 0.5)
        #expect(event.attributes["feature_flag.result.reason"] == "error")
        #expect(event.attributes["error.type"] == "type_mismatch")
        #expect(event.attributes["feature_flag.error.message"] == event.error.map { .string($0.message) })
    }

    @Test func undeclaredToggleIsReportedOnce() {
        let events = observed { toggles in
            _ = toggles.isEnabled(.unregistered)
            _ = toggles.isEnabled(.unregistered)
        }
        #expect(events.map(\.error?.code) == [.flagNotFound])
    }

    @Test func handlerMayReadToggles() {
        let client = client
        let count = Mutex(0)
        let observer = EvaluationObserver(client) { _ in
            _ = client.value(of: .banner)
            count.withLock { $0 += 1 }
        }
        _ = observer.value(of: .pageSize)
        #expect(count.withLock { $0 } == 1)
    }

    @Test func explanationsAndSnapshotsAreNotReported() {
        let events = observed { toggles in
            _ = toggles.explanation(of: .pageSize)
            _ = toggles.snapshot().value(of: .pageSize)
        }
        #expect(events == [])
    }

    @Test func concurrentReadsReportEachToggle() async {
        let client = client
        let events = Mutex<[String: Int]>([:])
        let observer = EvaluationObserver(client) { event in
            events.withLock { $0[event.toggle, default: 0] += 1 }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        _ = observer.value(of: .pageSize)
                        _ = observer.value(of: .banner)
                    }
                }
            }
        }
        #expect(events.withLock { $0 } == ["page_size": 1, "banner": 1])
    }
}

struct ActiveTogglesTests {
    @Test func listsAllTogglesInOrder() {
        let client = makeClient(arguments: ["--toggle", "page_size=7"])
        #expect(client.evaluations().map(\.toggle) == client.definitions.map(\.key))
    }

    @Test func unchangedTogglesAreLeftOut() {
        let client = makeClient(
            arguments: ["--enable-toggle", "new_checkout", "--toggle", "page_size=20"],
            remote: InMemoryRemoteSource(values: ["banner": "Hi", "discount": 0.5])
        )
        #expect(
            client.evaluations(changedFromDefault: true).map(\.description) == [
                "new_checkout = true (launch argument)", "banner = Hi (remote)",
            ]
        )
    }

    @Test func ambientUserDecides() {
        let remote = InMemoryRemoteSource(
            document: """
                {"flags": {"page_size": {"state": "ENABLED", "variants": {"small": 5, "large": 50},
                  "defaultVariant": "small", "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "large"]}}}}
                """
        )
        let client = makeClient(remote: remote)
        client.context = EvaluationContext(targetingKey: "ada")
        let event = client.evaluations(changedFromDefault: true).first
        #expect(event?.value == 50)
        #expect(event?.targetingKey == "ada")
    }
}
