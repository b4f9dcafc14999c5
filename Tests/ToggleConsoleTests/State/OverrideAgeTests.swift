import FeatureTogglesOverrides
import Testing
import ToggleBase

@testable import ToggleConsole

/// Tests when overrides were written, according to the history.
struct OverrideAgeTests {
    private static let day: Int64 = 86_400
    /// Noon of the day that the model considers today.
    private static let now = Int64(ShopModel.today.daysSince1970) * day + day / 2

    private func memory(_ steps: (value: JSONValue?, daysAgo: Int64)...) -> ConsoleMemory {
        var memory = ConsoleMemory()
        var before: JSONValue?
        for step in steps {
            var change = OverrideChange(
                [OverrideChange.Edit(key: "page_size", before: before, after: step.value)],
                title: "page_size"
            )
            change.time = Self.now - step.daysAgo * Self.day
            memory.undo.append(change)
            before = step.value
        }
        return memory
    }

    private func console(_ value: JSONValue?, _ memory: ConsoleMemory) -> ConsoleDriver {
        var shop = ShopModel()
        shop.overrides["page_size"] = value
        var console = ConsoleDriver(shop, memory: memory, rows: 40, columns: 200)
        console.select("page_size")
        return console
    }

    private func row(_ console: ConsoleDriver) -> Substring? {
        console.screen.split(separator: "\n").first { $0.contains("page_size") }
    }

    @Test(arguments: [(0, "today"), (1, "1 d"), (12, "12 d")])
    func columnShowsDays(daysAgo: Int64, text: String) {
        let screen = console(9, memory((9, daysAgo))).screen
        var console = console(9, memory((9, daysAgo)))
        console.press("h")
        #expect(row(console)?.contains(text) == true, "\(console.screen)")
        #expect(screen.contains("overridden"))
    }

    @Test(arguments: [140, 141, 160, 200])
    func wideScreenShowsOwnerExpiryAndAgeNextToTheDetail(columns: Int) {
        var shop = ShopModel()
        shop.overrides["page_size"] = 9
        let console = ConsoleDriver(shop, memory: memory((9, 12)), rows: 40, columns: columns)
        let header = console.screen.split(separator: "\n").first { $0.contains("KEY") } ?? ""
        #expect(["SOURCE", "OWNER", "EXPIRES", "AGE", "│"].allSatisfy { header.contains($0) }, "\(header)")
        #expect(row(console)?.contains("12 d") == true, "\(console.screen)")
    }

    @Test func newestStepOfTheValueCounts() {
        let edits = OverrideEdits(memory((9, 12), (8, 5), (9, 3)))
        #expect(edits.time(of: "page_size", 9) == Self.now - 3 * Self.day)
        #expect(edits.time(of: "page_size", 8) == nil)
        #expect(edits.time(of: "page_size", nil) == nil)
        #expect(edits.time(of: "banner", 9) == nil)
    }

    @Test func removedOverrideHasNoAge() {
        #expect(OverrideEdits(memory((9, 12), (nil, 5))).time(of: "page_size", 9) == nil)
    }

    @Test func editByHandHasNoAge() {
        var console = console(7, memory((9, 3)))
        console.press("h")
        #expect(row(console)?.contains(" d ") == false)
        #expect(console.state.overrideTime(of: "page_size") == nil)
    }

    @Test func timeDoesNotDistinguishSteps() {
        var (left, right) = (memory((9, 3)), memory((9, 5)))
        #expect(left == right)
        left.apply(.history(right.undo[0].change(for: .undo)))
        #expect(left.undo.isEmpty && left.redo.map(\.time) == [Self.now - 3 * Self.day])
        right.apply(.history(right.undo[0].change(for: .undo)))
        #expect(left == right)
    }
}
