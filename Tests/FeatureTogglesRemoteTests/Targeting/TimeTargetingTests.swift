import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Rules that depend on the time.
@Suite(.timeLimit(.minutes(20))) struct TimeTargetingTests {
    private static let document = """
        {"flags": {
          "fast_search": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"if": [{">=": [{"var": "$flagd.timestamp"}, 1000]}, "on"]}},
          "admin_tools": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"if": [{"and": [{">=": [{"var": "$flagd.timestamp"}, 1000]}, {"var": "staff"}]}, "on"]}}
        }}
        """

    @Test func snapshotKeepsItsTime() {
        let time = ManualTime(wall: 999)
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: OverrideSources(),
            remote: .onDemand(InMemoryRemoteSource(document: Self.document)),
            context: EvaluationContext(),
            environment: time.environment()
        )
        let staff = EvaluationContext(attributes: ["staff": true])
        let snapshot = client.snapshot()
        time.advance(.seconds(1))
        #expect(client.isEnabled(.adminTools, for: staff))
        #expect(!snapshot.isEnabled(.adminTools, for: staff))
        #expect(!snapshot.evaluation(of: .adminTools, for: staff).value)
    }

    @Test func valuesChangeWithTime() async {
        let time = ManualTime(wall: 999)
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: OverrideSources(),
            remote: .onDemand(InMemoryRemoteSource(document: Self.document)),
            context: EvaluationContext(),
            environment: time.environment()
        )
        let staff = EvaluationContext(attributes: ["staff": true])
        #expect(!client.isEnabled(.fastSearch))
        #expect(!client.isEnabled(.adminTools, for: staff))
        var updates = client.updates(of: .fastSearch).makeAsyncIterator()
        #expect(await updates.next() == false)
        let isOn = Task { await updates.next() }
        await time.untilSleeping()
        time.advance(.seconds(1))
        #expect(await isOn.value == true)
        #expect(client.isEnabled(.adminTools, for: staff))
        #expect(client.evaluation(of: .adminTools, for: staff).value)
    }

    @Test func valueInAnotherContextChangesWithTime() async {
        let time = ManualTime(wall: 999)
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: OverrideSources(),
            remote: .onDemand(InMemoryRemoteSource(document: Self.document)),
            context: EvaluationContext(),
            environment: time.environment()
        )
        let staff = EvaluationContext(attributes: ["staff": true])
        var updates = client.updates(of: .adminTools, for: staff).makeAsyncIterator()
        #expect(await updates.next() == false)
        let isOn = Task { await updates.next() }
        await time.untilSleeping()
        time.advance(.seconds(1))
        #expect(await isOn.value == true)
    }
}
