#if OVERRIDES
import Testing

@testable import FeatureTogglesUI

struct ShakeFocusTests {
    private enum Event {
        case begin, end, settle, regain
    }

    private func count(_ events: Event...) -> Int {
        var focus = ShakeFocus()
        for event in events {
            switch event {
            case .begin: focus.edit(true)
            case .end: focus.edit(false)
            case .settle: focus.settle()
            case .regain: focus.regain()
            }
        }
        return focus.count
    }

    @Test func hiddenKeyboardReturnsTheFocus() {
        #expect(count(.begin, .end, .regain) == 1)
    }

    @Test func hardwareKeyboardReturnsTheFocusAfterEditing() {
        #expect(count(.begin) == 0)
        #expect(count(.begin, .end, .settle) == 1)
        #expect(count(.begin, .end, .settle, .begin, .end, .settle) == 2)
    }

    @Test func nextFieldKeepsTheFocus() {
        #expect(count(.begin, .end, .begin, .settle) == 0)
        #expect(count(.begin, .end, .begin, .settle, .end, .settle) == 1)
    }
}
#endif
