import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Rules that depend on the time.
@Suite(.timeLimit(.minutes(5))) struct TimeTargetingTests {
    private static let document = """
        {"flags": {
          "fast_search": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"if": [{">=": [{"var": "$flagd.timestamp"}, 1000]}, "on"]}},
          "admin_tools": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"if": [{"and": [{">=": [{"var": "$flagd.timestamp"}, 1000]}, {"var": "staff"}]}, "on"]}}
        }}
        """

    /// A clock that a test moves, which wakes all sleepers.
    private final class ManualClock: Sendable {
        private struct State {
            var time: Int64
            var sleepers: [CheckedContinuation<Void, Never>] = []
        }

        private let state: Mutex<State>

        init(_ time: Int64) { state = Mutex(State(time: time)) }

        var time: Int64 { state.withLock { $0.time } }

        func move(to time: Int64) {
            let sleepers = state.withLock { state in
                state.time = time
                defer { state.sleepers = [] }
                return state.sleepers
            }
            for sleeper in sleepers { sleeper.resume() }
        }

        var environment: RefreshEnvironment {
            var environment = RefreshEnvironment.process
            environment.now = { Moment(uptime: .seconds(self.time), wall: self.time) }
            environment.sleep = { _ in
                await withCheckedContinuation { continuation in self.state.withLock { $0.sleepers.append(continuation) }
                }
            }
            return environment
        }
    }

    @Test func snapshotKeepsItsTime() {
        let clock = ManualClock(999)
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: OverrideSources(),
            remote: .onDemand(InMemoryRemoteSource(document: Self.document)),
            context: EvaluationContext(),
            environment: clock.environment
        )
        let staff = EvaluationContext(attributes: ["staff": true])
        let snapshot = client.snapshot()
        clock.move(to: 1_000)
        #expect(client.isEnabled(.adminTools, for: staff))
        #expect(!snapshot.isEnabled(.adminTools, for: staff))
        #expect(!snapshot.evaluation(of: .adminTools, for: staff).value)
    }

    @Test func valuesChangeWithTime() async {
        let clock = ManualClock(999)
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: OverrideSources(),
            remote: .onDemand(InMemoryRemoteSource(document: Self.document)),
            context: EvaluationContext(),
            environment: clock.environment
        )
        let staff = EvaluationContext(attributes: ["staff": true])
        #expect(!client.isEnabled(.fastSearch))
        #expect(!client.isEnabled(.adminTools, for: staff))
        var updates = client.updates(of: .fastSearch).makeAsyncIterator()
        #expect(await updates.next() == false)
        let isOn = Task { await updates.next() }
        while !client.isEnabled(.fastSearch) {
            clock.move(to: 1_000)
            await Task.yield()
        }
        #expect(await isOn.value == true)
        #expect(client.isEnabled(.adminTools, for: staff))
        #expect(client.evaluation(of: .adminTools, for: staff).value)
    }
}
