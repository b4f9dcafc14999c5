import FeatureToggles
import FeatureTogglesTesting
import Testing

struct SelectionTests {
    private struct Refused: Error, Equatable {}

    @Test(arguments: [false, true])
    func oneOfTwoIsMadeAndTheOtherIsNot(isOn: Bool) {
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

    @Test func whatTheChosenOneThrowsIsThrown() {
        func refuse() throws(Refused) -> Int { throw Refused() }
        let toggles: any FeatureToggle = FixedToggles.allOn
        #expect(throws: Refused()) { try toggles.select(.newCheckout, on: refuse, off: { () throws(Refused) in 1 }) }
        #expect(throws: Refused()) { try toggles.select(.fastSearch, on: refuse, off: { () throws(Refused) in 1 }) }
        let off: any FeatureToggle = FixedToggles.allOff
        #expect(throws: Never.self) { try off.select(.newCheckout, on: refuse, off: { () throws(Refused) in 1 }) }
    }
}
