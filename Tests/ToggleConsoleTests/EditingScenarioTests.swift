import FeatureTogglesOverrides
import TestSupport
import Testing
import ToggleBase

@testable import ToggleConsole

/// The cases of editing that the console shares with the debug menu on the device.
@Suite struct EditingScenarioTests {
    @Test(arguments: EditingCases.scenarios)
    func editsLeadToOverrides(_ scenario: EditingScenario) {
        var shop = ShopModel()
        shop.overrides = scenario.overrides
        var console = ConsoleDriver(shop)
        for step in scenario.steps { console.perform(step) }
        #expect(console.shop.overrides == scenario.expected)
    }
}

extension ConsoleDriver {
    fileprivate mutating func perform(_ step: EditingScenario.Step) {
        switch step {
        case .type(let key, let text):
            select(key)
            press(.character("e"), .control("u"))
            type(text)
            press(.enter, .escape)
        case .choose(let key, let value):
            select(key)
            press(.character("e"))
            type(String(place(of: value, key)))
        case .flip(let key):
            select(key)
            press(.character(" "))
        case .unset(let key):
            select(key)
            press(.character("x"))
        case .undo: press(.character("u"))
        case .redo: press(.control("r"))
        case .elsewhere(let key, let value): change { $0.overrides[key] = value }
        case .answer(let isYes): press(.character(isYes ? "y" : "n"))
        }
    }

    /// Returns the number of a value in the menu, in which 0 is no override.
    private func place(of value: JSONValue?, _ key: String) -> Int {
        guard let value, let index = state.toggles.index(of: key) else { return 0 }
        return 1 + (state.toggles.choices(of: index).firstIndex { $0.value == value } ?? -1)
    }
}
