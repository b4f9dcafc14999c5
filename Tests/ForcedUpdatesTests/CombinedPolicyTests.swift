import FeatureToggles
import FeatureTogglesRemote
import Testing

@testable import ForcedUpdates

@Suite(.timeLimit(.minutes(20)))
struct CombinedPolicyTests {
    private let folders = (PolicyFolder(), PolicyFolder(), PolicyFolder())

    private static func policy(_ level: UpdateLevel, _ title: String, hour: Int = 10) -> String {
        """
        {"created_at": "2026-11-21T\(hour):00:00Z",
         "details": [{"app_version": "1.*", "level": "\(level.rawValue)", "title": "\(title)"}]}
        """
    }

    /// Launches an app with three policies, and fetches them.
    private func combined(_ first: UpdateLevel, _ second: UpdateLevel, _ third: UpdateLevel) async -> UpdatePolicy {
        let updates = UpdatePolicy(
            combining: folders.0.start(ScriptedPolicySource(Self.policy(first, "first"))),
            folders.1.start(ScriptedPolicySource(Self.policy(second, "second"))),
            folders.2.start(ScriptedPolicySource(Self.policy(third, "third")))
        )
        await updates.check()
        return updates
    }

    @Test(
        arguments: [
            ([.upToDate, .upToDate, .upToDate], .upToDate, nil),
            ([.upToDate, .recommended, .upToDate], .recommended, "second"),
            ([.recommended, .recommended, .upToDate], .recommended, "first"),
            // A lock wins against any recommendation, and among locks the first one.
            ([.recommended, .upToDate, .required], .required, "third"),
            ([.recommended, .maintenance, .required], .maintenance, "second"),
            ([.required, .maintenance, .recommended], .required, "first"),
            ([.maintenance, .required, .upToDate], .maintenance, "first"),
        ] as [([UpdateLevel], UpdateLevel, String?)]
    )
    func lockWinsThenOrder(levels: [UpdateLevel], level: UpdateLevel, title: String?) async {
        let updates = await combined(levels[0], levels[1], levels[2])
        #expect(updates.decision.level == level)
        #expect(updates.decision.notice?.title == title)
        #expect(updates.problems.isEmpty)
    }

    @Test func combinationFollowsEachPolicy() async {
        let sources = [Self.policy(.upToDate, "a"), Self.policy(.recommended, "b")].map { ScriptedPolicySource($0) }
        let (own, store) = (folders.0.start(sources[0]), folders.1.start(sources[1]))
        var decisions = UpdatePolicy(combining: own, store).decisions().makeAsyncIterator()
        #expect(await decisions.next() == .upToDate)
        // The stream doesn't keep the combination.
        #expect(await decisions.next() == nil)

        let updates = UpdatePolicy(combining: own, store)
        decisions = updates.decisions().makeAsyncIterator()
        #expect(await decisions.next() == .upToDate)
        await store.check()
        #expect(await decisions.next()?.notice?.title == "b")
        sources[0].answer(Self.policy(.required, "c", hour: 11))
        await own.check()
        #expect(await decisions.next()?.notice?.title == "c")
        sources[0].answer(Self.policy(.upToDate, "d", hour: 12))
        #expect(await updates.check().notice?.title == "b")
        #expect(sources.map(\.fetches) == [2, 2])
    }

    @MainActor
    @Test func gateShowsRecommendationAfterLock() async {
        let source = ScriptedPolicySource(Self.policy(.required, "lock"))
        let store = ScriptedPolicySource(Self.policy(.recommended, "store"))
        let updates = UpdatePolicy(combining: folders.0.start(source), folders.1.start(store))
        await updates.check()
        let gate = UpdateGateModel(updates, texts: nil)
        #expect(gate.screen(language: nil)?.title == "lock")
        source.answer(Self.policy(.upToDate, "", hour: 11))
        #expect(await gate.perform(.checkAgain) == nil)
        #expect(gate.screen(language: nil)?.title == "store")
        gate.dismiss()
        #expect(!gate.isShown)
    }

    @Test func contextAppliesToAllPolicies() async {
        let updates = await combined(.recommended, .required, .upToDate)
        updates.context = EvaluationContext(attributes: ["appVersion": "2.0.0"])
        #expect(updates.decision == .upToDate)
        updates.context = nil
        #expect(updates.decision.level == .required)
    }

    @Test func combinationsCanBeCombined() async {
        let inner = await combined(.upToDate, .recommended, .upToDate)
        let lock = PolicyFolder().start(ScriptedPolicySource(Self.policy(.maintenance, "closed")))
        let outer = UpdatePolicy(combining: inner, lock)
        #expect(outer.decision.notice?.title == "second")
        #expect(await outer.check().notice?.title == "closed")
    }

    /// Each of them would remove the lock of the other.
    @Test func sharedLockFileIsAProblem() async {
        let (first, second) = (ScriptedPolicySource.unreachable, ScriptedPolicySource.unreachable)
        let shared = UpdatePolicy(combining: folders.0.start(first), folders.0.start(second))
        #expect(shared.problems.contains { $0.contains("give each of them an ‘application’ of its own") })
        // The same policy twice, and the store's recommendation in the same folder, which isn't stored as a lock.
        let own = folders.0.start(first)
        let store = UpdatePolicy(
            StoreVersionSource(bundle: "com.example.shop") { _ in ScriptedPolicySource.unreachable },
            application: "forced-updates-tests",
            refresh: .onDemand,
            cache: .folder(folders.0.path)
        )
        #expect(UpdatePolicy(combining: own, UpdatePolicy(combining: store, own)).problems.isEmpty)
    }
}
