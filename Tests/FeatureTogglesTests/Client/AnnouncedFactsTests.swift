import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles

/// Which facts about a remote source a client announces.
struct AnnouncedFactsTests {
    /// A source whose facts the test publishes.
    private final class Follower: RemoteFollower {
        private let current = Mutex(RemoteFacts(context: EvaluationContext()))
        private let published = Mutex<(@Sendable (RemoteFacts) -> Void)?>(nil)

        var facts: RemoteFacts { current.withLock { $0 } }

        func start(publishing publish: @escaping @Sendable (RemoteFacts) -> Void) {
            published.withLock { $0 = publish }
        }

        func changeContext(_ change: (EvaluationContext) -> EvaluationContext) {
            self.change { $0.context = change($0.context) }
        }

        func stop() {}

        /// Changes the facts, and publishes them.
        func change(_ change: (inout RemoteFacts) -> Void) {
            let new = current.withLock { facts in
                change(&facts)
                facts.version += 1
                return facts
            }
            publish(new)
        }

        func publish(_ facts: RemoteFacts) { published.withLock { $0 }?(facts) }
    }

    private static let problem = ToggleProblem(source: .remote, origin: "source", message: "no network")
    private let follower = Follower()

    /// Returns how many announcements some changes make.
    private func announcements(of change: (ToggleClient) -> Void) -> Int {
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            context: EvaluationContext(),
            remote: follower
        )
        let count = Mutex(0)
        let observation = client.observe { count.withLock { $0 += 1 } }
        change(client)
        withExtendedLifetime(observation) {}
        return count.withLock { $0 }
    }

    @Test func timeThatChangesNothingIsNotAnnounced() {
        #expect(announcements { _ in for _ in 0..<5 { follower.change { $0.ticks += 1 } } } == 0)
    }

    @Test func sameFactsAreNotAnnounced() {
        #expect(
            announcements { client in
                follower.change { _ in }
                client.context = client.context
            } == 0
        )
    }

    @Test func outdatedFactsAreNotAnnounced() {
        let old = follower.facts
        #expect(
            announcements { _ in
                follower.change { $0[problemOf: .fetch] = Self.problem }
                follower.publish(old)
            } == 1
        )
    }

    @Test func problemThatArrivesWithTheTimeIsAnnounced() {
        #expect(
            announcements { _ in
                follower.change { facts in
                    facts.ticks += 1
                    facts[problemOf: .stream] = Self.problem
                }
            } == 1
        )
    }
}
