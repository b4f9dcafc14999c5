import Testing

@testable import ForcedUpdates

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct UpdateGateModelTests {
    private let folder = PolicyFolder()

    private static func policy(_ hour: Int, locking versions: String?, level: String = "required") -> String {
        PolicyFolder.policy("2026-11-21T\(hour):00:00Z", locking: versions, level: level)
    }

    /// Launches an app whose policy has been fetched.
    private func gate(_ source: ScriptedPolicySource) async -> UpdateGateModel {
        let updates = folder.start(source)
        await updates.check()
        return UpdateGateModel(updates, texts: nil)
    }

    @Test func lockIsShownAtOnceAndStays() async throws {
        let gate = await gate(ScriptedPolicySource(Self.policy(10, locking: "1.*")))
        #expect(gate.isShown)
        let screen = try #require(gate.screen(language: nil))
        #expect(screen.isLock)
        gate.dismiss()
        #expect(gate.isShown)
    }

    @Test func usableVersionShowsNothing() async {
        let gate = await gate(ScriptedPolicySource(Self.policy(10, locking: nil)))
        #expect(!gate.isShown)
        #expect(gate.screen(language: nil) == nil)
    }

    @Test func dismissedRecommendationStaysHidden() async {
        let source = ScriptedPolicySource(Self.policy(10, locking: "1.*", level: "recommended"))
        let gate = await gate(source)
        #expect(gate.isShown)
        #expect(await gate.perform(.dismiss) == nil)
        #expect(!gate.isShown)
        // The alert keeps its title while it disappears.
        #expect(gate.screen(language: nil)?.title == "T")

        source.answer(Self.policy(11, locking: "<2.0.0", level: "recommended"))
        _ = await gate.perform(.checkAgain)
        #expect(!gate.isShown)
        source.answer(Self.policy(12, locking: "<2.0.0"))
        _ = await gate.perform(.checkAgain)
        #expect(gate.isShown)
    }

    @Test func storeButtonReturnsLinkToOpen() async {
        let gate = await gate(ScriptedPolicySource(Self.policy(10, locking: "1.*")))
        #expect(await gate.perform(.open(link: "https://example.com/a")) == "https://example.com/a")
        #expect(gate.isShown)
    }

    @Test func checkingAgainEndsMaintenance() async {
        let source = ScriptedPolicySource(Self.policy(10, locking: "1.*", level: "maintenance"))
        let gate = await gate(source)
        #expect(gate.isShown)
        source.answer(Self.policy(11, locking: nil))
        var changes: [Bool] = []
        gate.onChange = { changes.append(gate.isChecking) }
        #expect(await gate.perform(.checkAgain) == nil)
        #expect(!gate.isShown)
        #expect(changes == [true, true, false])
    }

    @Test func gateFollowsPolicyUntilCanceled() async {
        let source = ScriptedPolicySource(Self.policy(10, locking: "1.*"))
        let updates = folder.start(source)
        let gate = UpdateGateModel(updates, texts: nil)
        #expect(!gate.isShown)
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        gate.onChange = { continuation.yield() }
        let following = Task { await gate.follow() }
        await updates.check()
        for await _ in changes where gate.isShown { break }
        following.cancel()
        await following.value
        #expect(gate.screen(language: nil)?.level == .required)
    }

    @Test func windowsShareDismissal() async {
        let source = ScriptedPolicySource(Self.policy(10, locking: "1.*", level: "recommended"))
        let updates = folder.start(source)
        await updates.check()
        let (first, second) = (UpdateGateModel(updates, texts: nil), UpdateGateModel(updates, texts: nil))
        #expect(first.isShown && second.isShown)
        var changes = 0
        second.onChange = { changes += 1 }
        first.dismiss()
        #expect(!first.isShown && !second.isShown)
        #expect(changes == 1)
        // Neither does a window that is opened later show it again.
        let third = UpdateGateModel(updates, texts: nil)
        #expect(!third.isShown)
        source.answer(Self.policy(11, locking: "1.*"))
        await updates.check()
        #expect(UpdateGateModel(updates, texts: nil).isShown)
        #expect(first.isShown && second.isShown && third.isShown)
    }

    @Test func windowsShareFetch() async {
        let source = ScriptedPolicySource(Self.policy(10, locking: "1.*", level: "maintenance"))
        let updates = folder.start(source)
        await updates.check()
        let (first, second) = (UpdateGateModel(updates, texts: nil), UpdateGateModel(updates, texts: nil))
        source.answer(Self.policy(11, locking: nil))
        var states: [Bool] = []
        second.onChange = { states.append(second.isChecking) }
        _ = await first.perform(.checkAgain)
        #expect(states == [true, true, false])
        #expect(!first.isShown && !second.isShown)
    }
}
