import FeatureTogglesOverrides
import Testing
import ToggleBase

@testable import ToggleConsole

@Suite struct MenuTests {
    @Test func helpFiltersByWordsAndRunsActions() {
        var console = ConsoleDriver()
        console.press(.character("?"))
        console.type("outlives no such")
        #expect(console.screen.contains("no matching action"))
        console.press(.escape)
        console.type("select text")
        console.press(.enter)
        #expect(console.effects == [.mouse(false)])
        #expect(console.state.dialogs.isEmpty)
    }

    @Test func paletteFindsKeysNamesAndHelp() {
        func found(_ text: String) -> [String] {
            var console = ConsoleDriver()
            console.press(.character(":"))
            console.type(text)
            guard case .menu(let menu) = console.state.dialogs.last else { return [] }
            return menu.shown.map(\.label)
        }
        #expect(found("y").first == "Copy")
        #expect(found("unset") == ["Unset", "Unset category or all", "Edit"])
        #expect(found("preset").first == "Apply a preset")
        #expect(found("Next").prefix(3) == ["Next view", "Next theme", "Next match"])
    }

    @Test(arguments: [(24, 80), (30, 100), (24, 60)])
    func selectedActionShowsItsFullHelp(_ rows: Int, _ columns: Int) {
        var console = ConsoleDriver(rows: rows, columns: columns)
        console.press(.character("?"))
        guard case .menu(let menu)? = console.state.dialogs.last else {
            Issue.record("the help is not open")
            return
        }
        for item in menu.items {
            let text = console.screen.split(separator: "\n").map { line in
                line.drop { $0 != "│" }.dropFirst().prefix { $0 != "│" }.split(separator: " ").joined(separator: " ")
            }
            #expect(text.suffix(9).joined(separator: " ").contains(item.help), "\(item.label)")
            console.press(.down)
        }
    }

    @Test func helpHasSections() {
        var console = ConsoleDriver(columns: 100)
        console.press(.character("?"))
        guard case .menu(let menu)? = console.state.dialogs.last else {
            Issue.record("the menu is not open")
            return
        }
        let rows = menu.rows(menu.shown)
        let headings = rows.compactMap { if case .heading(let text) = $0 { text } else { nil } }
        #expect(headings == ActionEntry.Section.allCases.map(\.rawValue))
        #expect(rows.first == .heading("Moving") && rows.dropFirst().first == .item(0))
        // Typed text ranks the actions, so there are no headings.
        console.type("preset")
        guard case .menu(let filtered)? = console.state.dialogs.last else { return }
        #expect(filtered.rows(filtered.shown).count == filtered.shown.count)
    }

    @Test func clickOnHeadingChoosesNothing() {
        var console = ConsoleDriver(columns: 100)
        console.press(.character("?"))
        guard case .menu(let menu)? = console.state.dialogs.last else {
            Issue.record("the menu is not open")
            return
        }
        let place = console.state.layout(of: menu)
        let column = place.box.innerColumns.lowerBound
        _ = console.state.click(Grid.Position(row: place.items.lowerBound, column: column))
        #expect(console.state.dialogs.count == 1)
        _ = console.state.click(Grid.Position(row: place.items.lowerBound + 1, column: column))
        #expect(console.state.dialogs.isEmpty)
    }

    @Test func reasonThatDoesNotFitIsBelowTheItems() {
        var console = ConsoleDriver(columns: 70)
        console.press(.character(":"))
        console.type("change the document")
        #expect(console.screen.contains("(not now)"))
        let text = console.screen.split(separator: "\n").map { $0.split(separator: "│").dropFirst().first ?? "" }
        let words = text.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains("Not now: pass --document, or set ‘document:’."))
    }

    @Test func unavailableActionsComeLast() {
        var console = ConsoleDriver()
        console.press(.character(":"))
        guard case .menu(let menu)? = console.state.dialogs.last else {
            Issue.record("the menu is not open")
            return
        }
        let available = menu.items.map { $0.disabledReason == nil }
        #expect(available == available.filter { $0 } + available.filter { !$0 })
        #expect(available.first == true && available.last == false)
    }

    @Test func smallMenuShowsItsNote() {
        var console = ConsoleDriver()
        console.presets = [Preset(name: "sale", values: ["banner": "Sale"])]
        console.press(.character("p"))
        #expect(console.screen.contains("Enter shows what would change; d delete, s share as a file, i import"))
        #expect(console.screen.contains("d delete  s share  i import"))
        console.press(.escape)
        console.presets = []
        console.press(.character("p"), .escape, .character("p"))
        #expect(console.screen.contains("no presets yet; P saves the overrides as one, i imports a file"))
    }

    @Test func presetsMenuSavesOverrides() {
        var shop = ShopModel()
        shop.overrides = ["new_checkout": true]
        var console = ConsoleDriver(shop)
        console.press(.character("p"))
        #expect(console.screen.contains("P save  i import  Esc close"))
        console.press(.character("P"))
        #expect(console.screen.contains("Save 1 override as"))
    }

    @Test(arguments: [("checkout_button", "treatment=10"), ("new_checkout", "on=10"), ("banner", "VARIANT=10")])
    func rolloutHintNamesAVariant(_ key: String, _ example: String) {
        let console = ConsoleDriver()
        #expect(console.state.prompt(for: .rollout, key: key).note.contains("such as \(example)"))
    }

    @Test func failedImportKeepsThePrompt() {
        var console = ConsoleDriver()
        console.press(.control("o"))
        console.type("no.json")
        console.press(.enter)
        #expect(console.effects.last == .request(.importPreset(path: "no.json")))
        console.press(.enter)
        #expect(console.effects.count == 1, "the first request is still pending")
        console.send(.report(.presets([], failure: "no.json: there is no such file")))
        #expect(console.screen.contains("> no.json") && console.screen.contains("! no.json: there is no such file"))
        console.press(.enter)
        console.send(.report(.presets([Preset(name: "no", values: [:])], failure: nil)))
        #expect(console.state.dialogs.isEmpty)
    }

    @Test func footerShowsTheDetailKeys() {
        for (columns, word) in [(80, "Esc back to the list"), (100, "Esc close")] {
            var console = ConsoleDriver(rows: 12, columns: columns)
            console.press(.enter)
            #expect(console.screen.contains("\(word)  J K scroll"))
            #expect(console.screen.contains("Enter edit"))
        }
    }

    @Test func helpFiltersByKey() {
        var console = ConsoleDriver()
        console.press(.character("?"))
        console.type("C-r")
        guard case .menu(let menu) = console.state.dialogs.last else {
            Issue.record("there is no menu")
            return
        }
        #expect(menu.shown.map(\.label) == ["Redo"])
    }

    @Test func paletteExplainsDisabledActions() {
        var console = ConsoleDriver()
        console.press(.character(":"))
        console.type("undo")
        #expect(console.screen.contains("(nothing was changed)"))
        console.press(.enter)
        #expect(!console.state.dialogs.isEmpty)
        #expect(console.screen.contains("Undo: nothing was changed"))
    }

    @Test func presetsAreSavedAppliedAndDeleted() {
        var shop = ShopModel()
        shop.overrides = ["new_checkout": true, "page_size": 9]
        var console = ConsoleDriver(shop)
        console.press(.character("P"))
        console.type("a/b")
        console.press(.enter)
        #expect(console.screen.contains("is not a valid preset name"))
        console.press(.control("u"))
        console.type("sale")
        console.press(.enter)
        #expect(console.presets == [Preset(name: "sale", values: ["new_checkout": true, "page_size": 9])])
        console.change { $0.overrides = ["page_size": 9, "banner": "Other"] }
        console.press(.character("p"))
        #expect(console.screen.contains("2 overrides, changes 1"))
        console.press(.enter)
        #expect(console.screen.contains("new_checkout  unset → on"))
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
        #expect(console.effects.contains(.request(.exportPreset(console.presets[0], path: "sale.json"))))
        console.press(.escape, .character("p"), .character("d"), .character("y"))
        #expect(console.presets.isEmpty)
    }

    @Test func presetNamesSkippedValues() {
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
    func copyMenuOffersSeveralFormats(_ key: String, _ text: String) {
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

    @Test func copyMenuOffersRemovalOfExpiredToggle() {
        var console = ConsoleDriver()
        console.select("gift_wrapping")
        console.press(.character("y"), .character("8"))
        #expect(console.effects == [.copy("toggles remove gift_wrapping --keep ")])
        console.select("banner")
        console.press(.character("y"))
        #expect(!console.screen.contains("removal"))
    }

    @Test func actionsApplyToMarkedToggles() {
        var console = ConsoleDriver()
        console.press(.character("m"), .character("m"))
        #expect(console.screen.contains("2 marked"))
        console.press(.character(" "), .character("1"))
        #expect(console.shop.overrides == ["new_checkout": true, "gift_wrapping": true])
        #expect(console.effects.filter { if case .request(.write) = $0 { true } else { false } }.count == 1)
        console.press(.character("y"), .character("1"))
        #expect(console.effects.last == .copy("new_checkout\ngift_wrapping"))
        console.press(.character("x"), .character("y"))
        #expect(console.shop.overrides.isEmpty)
        console.press(.character("u"))
        #expect(console.shop.overrides.count == 2)
        console.press(.escape)
        #expect(console.state.list.marks.isEmpty)
    }

    @Test func rangeFollowsTheCursor() {
        var console = ConsoleDriver()
        console.select("search_ranking")
        console.press(.character("v"), .down, .down, .up)
        #expect(console.state.markedIndices == [2, 3])
        console.press(.character("v"), .down)
        #expect(console.state.markedIndices == [2, 3])
        console.press(.character("e"))
        #expect(console.screen.contains("the marked toggles have different types: int, variants"))
    }

    @Test func changedRowsEndTheRange() {
        var console = ConsoleDriver()
        console.select("search_ranking")
        console.press(.up, .character("v"), .down, .down)
        #expect(console.state.markedIndices == [2, 3])
        // Collapse the group above, as a click does.
        console.state.list.collapsed = [.release]
        console.state.list.rebuild(&console.state.toggles, keepingSelection: false)
        console.press(.down)
        #expect(console.state.markedIndices == [2, 3])
        #expect(console.state.list.range == nil)
    }

    @Test func longPagesScrollAndQuestionsWrap() {
        var shop = ShopModel()
        shop.overrides = [String(repeating: "long_", count: 40) + "end": true, "page_size": 7]
        var console = ConsoleDriver(shop, rows: 8, columns: 40)
        console.press(.character("!"), .character("G"))
        #expect(console.screen.contains("UTC"))
        console.press(.character("k"))
        #expect(!console.screen.contains("UTC"))
        console.press(.escape)
        console.send(.resize(Grid.Size(rows: 24, columns: 60)))
        console.select("banner")
        console.press(.character("e"))
        console.type(" and a long sentence after it that takes its room here")
        console.press(.enter)
        console.change { $0.overrides["banner"] = "Another program wrote a text that is as long" }
        console.press(.character("u"))
        #expect(console.screen.contains("this would write"))
        #expect(console.screen.contains("│   unset"))
    }

    @Test func earlierMessagesAreListed() {
        var console = ConsoleDriver(columns: 110)
        console.failure = "the disk is full"
        console.press(.character(" "))
        console.send(.report(.notice("the manifest was not read")))
        console.press(.down, .character("!"))
        #expect(console.screen.contains("the disk is full"))
        #expect(console.screen.contains("the manifest was not read"))
    }

    @Test func replacingAPresetAsksFirst() {
        let preset = Preset(name: "demo", values: ["banner": "Hi"])
        var console = ConsoleDriver(columns: 110)
        console.send(.report(.presets([], failure: nil, conflict: .preset(preset))))
        #expect(console.screen.contains("A preset with this name but different values exists."))
        console.press(.enter)
        #expect(console.effects.isEmpty)
        console.send(.report(.presets([], failure: nil, conflict: .file(preset, path: "toggles.yaml"))))
        #expect(console.screen.contains("toggles.yaml exists and is not an export of the preset ‘demo’."))
        console.press(.character("y"))
        #expect(console.effects == [.request(.replace(.file(preset, path: "toggles.yaml")))])
        console.press(.character("/"))
        console.send(.report(.presets([], failure: nil, conflict: .preset(preset))))
        #expect(console.state.dialogs.count == 1, "typing is not interrupted")
        #expect(console.state.notices.last?.hasPrefix("Nothing was written: ") == true)
    }

    @Test func pinsAreSaved() {
        var console = ConsoleDriver()
        console.press(.character("f"))
        #expect(console.effects == [.request(.remember(.pin(["new_checkout"])))])
        #expect(console.state.edits.memory.pins == ["new_checkout"])
        console.press(.tab, .tab, .tab)
        #expect(console.state.list.rows.count == 2)
        console.press(.character("f"))
        #expect(console.state.edits.memory.pins.isEmpty)
        #expect(console.selectedKey == "new_checkout")
    }

    @Test func themeIsSaved() {
        var console = ConsoleDriver()
        console.press(.character("T"))
        #expect(console.state.theme == .dark)
        #expect(console.effects == [.request(.remember(.theme("dark")))])
        #expect(console.state.edits.memory.theme == "dark")
        #expect(ConsoleDriver(memory: console.state.edits.memory).state.theme == .dark)
    }

    @Test func mouseSelectsFlipsAndPressesKeys() throws {
        var console = ConsoleDriver(columns: 100)
        func line(_ text: String) throws -> Int {
            try #require(
                console.screen.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) }
            )
        }
        let row = try line("gift_wrapping")
        console.send(.click(Grid.Position(row: row, column: 8)))
        #expect(console.selectedKey == "gift_wrapping")
        let columns = ListColumns(0..<100, longestKey: console.state.toggles.catalog.longestKey)
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
        #expect(console.state.list.view == .overridden)
        console.send(.click(Grid.Position(row: 1, column: 2)))
        #expect(console.state.list.view == .all)
        console.press(.character("M"))
        console.send(.click(Grid.Position(row: row, column: 8)))
        #expect(console.selectedKey == "new_checkout")
    }

    @Test func reloadReportsItsEnd() {
        var console = ConsoleDriver()
        console.press(.character("R"))
        #expect(console.state.message?.text == "reloading")
        console.send(.reloaded)
        #expect(console.state.message == Message("reloaded", .success))
        console.press(.character("R"))
        console.send(.report(.notice("The server does not answer.")))
        console.send(.reloaded)
        #expect(console.state.message?.text == "The server does not answer.")
        console.press(.character("R"), .down)
        console.send(.reloaded)
        #expect(console.state.message == nil)
    }

    @Test func unboundKeysDoNothing() {
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
