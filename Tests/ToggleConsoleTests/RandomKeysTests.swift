import FeatureTogglesOverrides
import TestSupport
import Testing
import ToggleBase

@testable import ToggleConsole

/// Sends random events, and checks the invariants after each of them.
@Suite struct RandomKeysTests {
    private static let keys: [Key] =
        Action.table.flatMap(\.keys) + "abcdefghijklmnopqrstuvwxyz0123456789!:/ {}[]\".,=機é".map { .character($0) }
        + [
            .enter, .enter, .enter, .escape, .escape, .tab, .up, .down, .down, .down, .left, .right, .backspace,
            .function(9),
        ]

    private static let overrides: [String: JSONValue] = ["banner": "Sale", "gone": 1, "page_size": 9]

    @Test(arguments: 0..<8)
    func randomEventsKeepAllOverrides(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) &* 7919 &+ 1)
        var shop = ShopModel()
        shop.toggles = ShopModel.standard + ShopModel.many(40)
        shop.overrides = Self.overrides
        var console = ConsoleDriver(shop)
        console.presets = [Preset(name: "one", values: ["banner": "One", "discount": "no"])]
        for step in 0..<500 {
            let (before, count) = (console.shop.overrides, console.performed.count)
            sendRandomEvent(to: &console, &random)
            // Overrides change only by the edits that the console requested, which state the previous values.
            var wanted = before
            for edit in console.performed[count...].flatMap(\.edits) {
                #expect(wanted[edit.key] == edit.before, "\(edit.key): seed \(seed), step \(step)")
                wanted[edit.key] = edit.after
            }
            #expect(console.shop.overrides == wanted, "seed \(seed), step \(step)")
            if let problem = Invariants.problem(console.state) ?? Invariants.problem(console.state.draw()) {
                Issue.record("\(problem): seed \(seed), step \(step)")
                return
            }
            #expect(hasValidCaches(console.state), "seed \(seed), step \(step)")
        }
        undoEverything(&console, seed)
    }

    /// Returns whether the screen is the same without the cached texts and values.
    private func hasValidCaches(_ state: ConsoleState) -> Bool {
        var uncached = state
        uncached.toggles.texts = [:]
        uncached.toggles.resolved = [:]
        return uncached.draw() == state.draw()
    }

    /// Checks that the console shows the written overrides, and that undo restores the initial ones.
    private func undoEverything(_ console: inout ConsoleDriver, _ seed: Int) {
        (console.isSlow, console.failure) = (false, nil)
        console.answer()
        console.send(.resize(Grid.Size(rows: 24, columns: 80)))
        console.change { _ in }
        #expect(console.state.toggles.model.overrides == console.shop.overrides, "seed \(seed)")
        #expect(console.state.edits.expected.isEmpty && console.state.edits.writesInFlight == 0, "seed \(seed)")
        while !console.state.dialogs.isEmpty { console.press(.escape) }
        let steps = console.state.edits.memory.undo.count
        for _ in 0..<steps { console.press(.character("u")) }
        #expect(console.state.edits.memory.undo.isEmpty, "seed \(seed)")
        #expect(console.state.edits.memory.redo.count >= steps, "seed \(seed)")
        if steps < ConsoleMemory.historyLimit { #expect(console.shop.overrides == Self.overrides, "seed \(seed)") }
    }

    private func sendRandomEvent(to console: inout ConsoleDriver, _ random: inout SeededRandom) {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<2:
            let size = Grid.Size(
                rows: .random(in: 0...40, using: &random),
                columns: .random(in: 0...140, using: &random)
            )
            console.send(.resize(size))
        case 2..<4:
            let position = Grid.Position(
                row: .random(in: -1...40, using: &random),
                column: .random(in: -1...140, using: &random)
            )
            if Bool.random(using: &random) {
                console.send(.click(position))
            } else {
                console.send(.wheel(rows: .random(in: -9...9, using: &random), at: position))
            }
        case 4: console.send(.paste("pasted \n{\"a\": 1} 機"))
        case 5:
            // Delays writes, or performs the delayed ones.
            console.isSlow.toggle()
            if !console.isSlow { console.answer() }
        case 6:
            let count = Int.random(in: 0...50, using: &random)
            console.change {
                $0.toggles = Array((ShopModel.standard + ShopModel.many(40)).shuffled(using: &random).prefix(count))
            }
        case 7: console.failure = Bool.random(using: &random) ? "the disk is full" : nil
        case 8: console.send(.edited(key: "delivery", .success(Bool.random(using: &random) ? "{}" : "{\n\"days\": 1,")))
        case 9:
            let failure = Bool.random(using: &random) ? "no folder" : nil
            console.send(.report(.presets(console.presets, failure: failure)))
        default:
            if let key = Self.keys.randomElement(using: &random) { console.press(key) }
        }
    }
}
