import Testing
import ToggleBase

@Suite struct CountedTests {
    @Test(arguments: [(0, "0 toggles"), (1, "1 toggle"), (2, "2 toggles"), (-1, "-1 toggles")])
    func onlyOneIsSingular(number: Int, text: String) {
        #expect(number.counted("toggle") == text)
    }

    @Test func irregularPluralIsUsed() {
        #expect(1.counted("entry", plural: "entries") == "1 entry")
        #expect(3.counted("entry", plural: "entries") == "3 entries")
    }
}
