import FeatureToggles
import TestSupport
import Testing

struct AsyncSelectionTests {
    private struct Refused: Error, Equatable {}

    /// Creates something asynchronously.
    private func make(_ name: String) async -> String {
        await Task.yield()
        return name
    }

    @Test(arguments: [false, true])
    func selectedImplementationIsCreated(isOn: Bool) async {
        let toggles: any FeatureToggle = FixedToggles(.set(.newCheckout, to: isOn), .set(.fastSearch, to: isOn))
        let expected = isOn ? "new" : "old"
        #expect(
            await toggles.select(.newCheckout, on: { await make("new") }, off: { await make("old") }) == expected
        )
        #expect(
            await toggles.select(.fastSearch, on: { await make("new") }, off: { await make("old") }) == expected
        )
    }

    @Test func oneClosureCanBeSynchronous() async {
        let toggles: any FeatureToggle = FixedToggles.allOff
        #expect(await toggles.select(.newCheckout, on: { await make("new") }, off: { "old" }) == "old")
    }

    @Test func synchronousSelectionNeedsNoAwait() async {
        let toggles: any FeatureToggle = FixedToggles.allOn
        let context = EvaluationContext(targetingKey: "ada")
        await Task.yield()
        #expect(toggles.select(.newCheckout, on: { "new" }, off: { "old" }) == "new")
        #expect(toggles.select(.fastSearch, for: context, on: { "new" }, off: { "old" }) == "new")
        #expect(toggles.select(.searchRanking) { $0.rawValue } == "classic")
    }

    @Test(arguments: [("ada", true), ("bob", false)])
    func selectionDependsOnContext(person: String, isAda: Bool) async {
        let toggles: any FeatureToggle = TogglesForAda()
        let context = EvaluationContext(targetingKey: person)
        let switched = [
            await toggles.select(.fastSearch, for: context, on: { await make("new") }, off: { await make("old") }),
            await toggles.select(.adminTools, for: context, on: { await make("new") }, off: { await make("old") }),
        ]
        #expect(switched == (isAda ? ["new", "new"] : ["old", "old"]))
        let variants = [
            await toggles.select(.searchRanking, for: context) { await make($0.rawValue) },
            await toggles.select(.checkoutButton, for: context) { await make($0.rawValue) },
        ]
        #expect(variants == (isAda ? ["neural", "treatment"] : ["classic", "control"]))
        #expect(await toggles.select(.searchRanking) { await make($0.rawValue) } == "classic")
    }

    @Test func selectedClosuresErrorIsThrown() async {
        func refuse() async throws(Refused) -> String { throw Refused() }
        let toggles: any FeatureToggle = FixedToggles.allOn
        await #expect(throws: Refused()) {
            try await toggles.select(.newCheckout, on: refuse, off: { () async throws(Refused) in "old" })
        }
    }

    /// A non-Sendable object of one actor is created on that actor.
    @MainActor @Test func selectionRunsInCallersIsolation() async {
        final class View {
            var name = ""
        }
        let toggles: any FeatureToggle = FixedToggles.allOn
        let view = View()
        let made = await toggles.select(
            .fastSearch,
            on: {
                view.name = await make("new")
                MainActor.assertIsolated()
                return view
            },
            off: { view }
        )
        #expect(made.name == "new")
    }
}
