import Observation
import Testing

@testable import ForcedUpdates

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct UpdateModelTests {
    private let folder = PolicyFolder()

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func onlyRecommendationsCanBeDismissed() async {
        let source = ScriptedPolicySource(
            PolicyFolder.policy("2026-11-21T10:00:00Z", locking: "1.*", level: "recommended")
        )
        let updates = folder.start(source)
        await updates.check()
        var model = UpdateModel(updates)
        #expect(model.notice?.title == "T")
        #expect(!model.isLocked)
        model.dismiss()
        #expect(model.notice == nil)

        source.answer(PolicyFolder.policy("2026-11-21T11:00:00Z", locking: "1.*"))
        await updates.check()
        model = UpdateModel(updates)
        model.dismiss()
        #expect(model.isLocked)
        #expect(model.notice?.title == "T")
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func modelFollowsDecisionsUntilCanceled() async {
        let source = ScriptedPolicySource(PolicyFolder.policy("2026-11-21T10:00:00Z", locking: "1.*"))
        let updates = folder.start(source)
        let model = UpdateModel(updates)
        #expect(model.decision == .upToDate)
        let following = Task { await model.follow() }
        await updates.check()
        while !model.isLocked {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = model.isLocked
                } onChange: {
                    // Before the change, which this task sees, because it needs the main actor to go on.
                    continuation.resume()
                }
            }
        }
        following.cancel()
        await following.value
        #expect(model.decision.level == .required)
    }
}
