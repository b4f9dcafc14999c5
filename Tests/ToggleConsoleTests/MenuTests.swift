import FeatureToggles
import Testing

@testable import ToggleConsole

@Suite struct MenuTests {
    @Test func helpIsFilteredByWordsAndRunsTheEntry() {
        var console = ConsoleDriver()
        console.press(.character("?"))
        console.type("outlives no such")
        #expect(console.screen.contains("no action is called so"))
        console.press(.escape)
        console.type("select text")
        console.press(.enter)
        #expect(console.effects == [.mouse(false)])
        #expect(console.state.layers.isEmpty)
    }

    @Test func helpIsFilteredByKey() {
        var console = ConsoleDriver()
        console.press(.character("?"))
        console.type("C-r")
        guard case .menu(let menu) = console.state.layers.last else {
            Issue.record("there is no menu")
            return
        }
        #expect(menu.shown.map(\.label) == ["Redo"])
    }

    @Test func thePaletteSaysWhyAnEntryIsDisabledAndStaysOpen() {
        var console = ConsoleDriver()
        console.press(.character(":"))
        console.type("undo")
        #expect(console.screen.contains("(nothing was changed)"))
        console.press(.enter)
        #expect(!console.state.layers.isEmpty)
        #expect(console.screen.contains("Undo: nothing was changed"))
    }

    @Test func presetsAreSavedAppliedWithADifferenceFirstAndDeleted() {
        var shop = ShopModel()
        shop.overrides = ["new_checkout": true, "page_size": 9]
        var console = ConsoleDriver(shop)
        console.press(.character("P"))
        console.type("a/b")
        console.press(.enter)
        #expect(console.screen.contains("is no name of a preset"))
        console.press(.control("u"))
        console.type("sale")
        console.press(.enter)
        #expect(console.presets == [Preset(name: "sale", values: ["new_checkout": true, "page_size": 9])])
        console.change { $0.overrides = ["page_size": 9, "banner": "Other"] }
        console.press(.character("p"))
        #expect(console.screen.contains("2 overrides, changes 1"))
        console.press(.enter)
        #expect(console.screen.contains("new_checkout  inherit → on"))
        #expect(console.screen.contains("1 other override stays"))
        console.press(.enter)
        #expect(console.shop.overrides == ["page_size": 9, "banner": "Other"], "Enter answers No")
        console.press(.character("p"), .enter, .character("y"))
        #expect(console.shop.overrides == ["new_checkout": true, "page_size": 9, "banner": "Other"])
        console.press(.character("p"), .enter, .character("o"))
        #expect(console.shop.overrides == ["new_checkout": true, "page_size": 9])
        console.press(.character("u"))
        #expect(console.shop.overrides["banner"] == "Other")
        console.press(.character("p"), .character("s"), .enter)
        #expect(console.effects.contains(.exportPreset(console.presets[0], path: "sale.json")))
        console.press(.escape, .character("p"), .character("d"), .character("y"))
        #expect(console.presets.isEmpty)
    }

    @Test func aPresetLeavesOutWhatDoesNotFitAndSaysSo() {
        var console = ConsoleDriver(columns: 110)
        console.presets = [Preset(name: "old", values: ["gone": true, "page_size": "many", "banner": "Hi"])]
        console.press(.character("p"), .enter)
        #expect(console.screen.contains("gone is left out: There is no toggle ‘gone’."))
        #expect(console.screen.contains("page_size is left out: "))
        console.press(.character("y"))
        #expect(console.shop.overrides == ["banner": "Hi"])
    }

    @Test(arguments: [
        ("1", "banner"), ("2", "it's"), ("3", "toggles set 'banner=it'\\''s' --manifest 'my app.yaml'"),
        ("4", "TOGGLE_BANNER='it'\\''s'"), ("5", "--toggle 'banner=it'\\''s'"), ("6", "{ \"banner\": \"it's\" }"),
        ("7", "toggles.value(of: .banner)"),
    ])
    func aToggleIsCopiedForOtherPrograms(_ key: String, _ text: String) {
        var settings = ConsoleDriver.settings
        settings.programOptions = ["--manifest", "my app.yaml"]
        var shop = ShopModel()
        shop.overrides = ["banner": "it's"]
        var console = ConsoleDriver(shop, settings: settings)
        console.select("banner")
        console.press(.character("y"))
        console.type(key)
        #expect(console.effects == [.copy(text)])
    }

    @Test func markedTogglesAreChangedCopiedAndResetTogether() {
        var console = ConsoleDriver()
        console.press(.character("m"), .character("m"))
        #expect(console.screen.contains("2 marked"))
        console.press(.character(" "), .character("1"))
        #expect(console.shop.overrides == ["new_checkout": true, "gift_wrapping": true])
        #expect(console.effects.filter { if case .write = $0 { true } else { false } }.count == 1)
        console.press(.character("y"), .character("1"))
        #expect(console.effects.last == .copy("new_checkout\ngift_wrapping"))
        console.press(.character("x"), .character("y"))
        #expect(console.shop.overrides.isEmpty)
        console.press(.character("u"))
        #expect(console.shop.overrides.count == 2)
        console.press(.escape)
        #expect(console.state.marks.isEmpty)
    }

    @Test func aRangeFollowsTheCursor() {
        var console = ConsoleDriver()
        console.select("search_ranking")
        console.press(.character("v"), .down, .down, .up)
        #expect(console.state.markedIndices == [2, 3])
        console.press(.character("v"), .down)
        #expect(console.state.markedIndices == [2, 3])
        console.press(.character("e"))
        #expect(console.screen.contains("the marked toggles have different types: int, variants"))
    }

    @Test func pinsAreRemembered() {
        var console = ConsoleDriver()
        console.press(.character("f"))
        #expect(console.effects == [.remember(console.state.memory)])
        #expect(console.state.memory.pins == ["new_checkout"])
        console.press(.tab, .tab, .tab)
        #expect(console.state.rows.count == 2)
        console.press(.character("f"))
        #expect(console.state.memory.pins.isEmpty)
        #expect(console.selectedKey == "new_checkout")
    }

    @Test func theThemeIsRemembered() {
        var console = ConsoleDriver()
        console.press(.character("T"))
        #expect(console.state.theme == .dark)
        #expect(console.state.memory.theme == "dark")
        #expect(ConsoleDriver(memory: console.state.memory).state.theme == .dark)
    }

    @Test func theMouseSelectsFlipsAndPressesKeys() throws {
        var console = ConsoleDriver(columns: 100)
        func line(_ text: String) throws -> Int {
            try #require(
                console.screen.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) }
            )
        }
        let row = try line("gift_wrapping")
        console.send(.click(Grid.Position(row: row, column: 8)))
        #expect(console.selectedKey == "gift_wrapping")
        let columns = ListColumns(0..<100, longestKey: console.state.catalogue.longestKey)
        console.send(.click(Grid.Position(row: row, column: columns.value.lowerBound)))
        #expect(console.shop.overrides == ["gift_wrapping": true])
        console.send(.wheel(rows: 3, at: Grid.Position(row: row, column: 8)))
        #expect(console.selectedKey == "page_size")
        let hint = try #require(console.state.footerHints.first { $0.key == .character("u") })
        console.send(.click(Grid.Position(row: 23, column: hint.columns.lowerBound)))
        #expect(console.shop.overrides.isEmpty)
        console.select("new_checkout")
        console.press(.character("e"))
        let on = try line("1  on")
        console.send(.click(Grid.Position(row: on, column: 45)))
        #expect(console.shop.overrides == ["new_checkout": true])
        console.send(.click(Grid.Position(row: 1, column: 12)))
        #expect(console.state.view == .overridden)
        console.send(.click(Grid.Position(row: 1, column: 2)))
        #expect(console.state.view == .all)
        console.press(.character("M"))
        console.send(.click(Grid.Position(row: row, column: 8)))
        #expect(console.selectedKey == "new_checkout")
    }

    @Test func whatIsNotAnActionIsPassedOn() {
        var console = ConsoleDriver()
        console.press(.character("R"), .control("l"), .control("z"), .character("q"))
        #expect(console.effects == [.reload, .redraw, .suspend, .quit])
        console.effects = []
        console.press(.function(12), .character("ß"), .control("q"))
        #expect(console.effects.isEmpty)
        console.send(.terminate)
        #expect(console.effects == [.quit])
    }
}
