import FeatureToggles
import TestSupport
import Testing

struct SelectionTests {
    private struct Refused: Error, Equatable {}

    @Test(arguments: [false, true])
    func onlySelectedImplementationIsCreated(isOn: Bool) {
        let toggles = FixedToggles(.set(.newCheckout, to: isOn), .set(.fastSearch, to: isOn))
        var made: [String] = []
        func make(_ name: String) -> String {
            made.append(name)
            return name
        }
        let expected = isOn ? "new" : "old"
        #expect(toggles.select(.newCheckout, on: { make("new") }, off: { make("old") }) == expected)
        #expect(toggles.select(.fastSearch, on: { make("new") }, off: { make("old") }) == expected)
        #expect(made == [expected, expected])
    }

    @Test(arguments: [("ada", "new"), ("bob", "old")])
    func selectionDependsOnContext(person: String, expected: String) {
        let toggles: any FeatureToggle = TogglesForAda()
        let context = EvaluationContext(targetingKey: person)
        #expect(toggles.select(.fastSearch, for: context, on: { "new" }, off: { "old" }) == expected)
        #expect(toggles.select(.adminTools, for: context, on: { "new" }, off: { "old" }) == expected)
    }

    @Test func selectionStaysWhenToggleChanges() {
        let toggles = InMemoryToggles()
        let first = toggles.select(.fastSearch, on: { "new" }, off: { "old" })
        toggles.apply(.set(.fastSearch, to: true))
        #expect(first == "old")
        #expect(toggles.select(.fastSearch, on: { "new" }, off: { "old" }) == "new")
    }

    @Test func selectedClosuresErrorIsThrown() {
        func refuse() throws(Refused) -> Int { throw Refused() }
        let toggles: any FeatureToggle = FixedToggles.allOn
        #expect(throws: Refused()) { try toggles.select(.newCheckout, on: refuse, off: { () throws(Refused) in 1 }) }
        #expect(throws: Refused()) { try toggles.select(.fastSearch, on: refuse, off: { () throws(Refused) in 1 }) }
        let off: any FeatureToggle = FixedToggles.allOff
        #expect(throws: Never.self) { try off.select(.newCheckout, on: refuse, off: { () throws(Refused) in 1 }) }
    }
}

/// Toggles that are enabled for one user, and return that user a variant other than the default.
final class TogglesForAda: FeatureToggle {
    var ambientContext: EvaluationContext? { nil }

    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        guard context?.targetingKey == "ada" else { return Resolution() }
        if toggle.isBoolean { return Resolution(true, source: .remote) }
        return toggle.key.description == "search_ranking"
            ? Resolution(TestToggles.SearchRanking.neural, source: .remote)
            : Resolution(TestToggles.CheckoutButton.treatment, source: .remote)
    }
}
