import FeatureTogglesOverrides
import Testing
import ToggleBase

@testable import ToggleConsole

@Suite struct ChangingTests {
    @Test func spaceFlipsBoolean() {
        var console = ConsoleDriver()
        console.press(.character(" "))
        #expect(console.shop.overrides == ["new_checkout": true])
        console.press(.character(" "))
        #expect(console.shop.overrides == ["new_checkout": false], "the override stays, although it equals the default")
    }

    @Test func spaceCyclesThroughVariants() {
        var console = ConsoleDriver()
        console.select("search_ranking")
        var values: [JSONValue?] = []
        for _ in 0..<4 {
            console.press(.character(" "))
            values.append(console.shop.overrides["search_ranking"])
        }
        #expect(values == ["popular", "neural", "classic", "popular"])
    }

    @Test(arguments: [("0", nil), ("1", true), ("2", false)] as [(String, JSONValue?)])
    func booleanMenuHasThreeChoices(_ key: String, _ value: JSONValue?) {
        var shop = ShopModel()
        shop.overrides = key == "2" ? [:] : ["new_checkout": false]
        var console = ConsoleDriver(shop)
        console.press(.character("e"))
        console.type(key)
        #expect(console.shop.overrides["new_checkout"] == value)
    }

    @Test func numberSelectsAVariant() {
        var console = ConsoleDriver()
        console.select("order_store")
        console.press(.character("e"), .character("4"))
        #expect(console.shop.overrides == ["order_store": "live"])
    }

    @Test func resetRemovesTheOverride() {
        var shop = ShopModel()
        shop.overrides = ["new_checkout": true, "banner": "Sale"]
        var console = ConsoleDriver(shop)
        console.press(.character("x"))
        #expect(console.shop.overrides == ["banner": "Sale"])
        console.press(.character("x"))
        #expect(console.screen.contains("the local defaults file has no value"))
    }

    @Test func undoAndRedoRestoreOverrides() {
        var console = ConsoleDriver()
        console.press(.character(" "))
        console.select("banner")
        console.press(.character("e"))
        console.type("!")
        console.press(.enter)
        #expect(console.shop.overrides == ["new_checkout": true, "banner": "Free returns!"])
        console.press(.character("u"), .character("u"))
        #expect(console.shop.overrides.isEmpty)
        console.press(.control("r"), .control("r"))
        #expect(console.shop.overrides == ["new_checkout": true, "banner": "Free returns!"])
        #expect(console.state.edits.memory.undo.count == 2)
        console.press(.character("u"))
        #expect(console.shop.overrides == ["new_checkout": true])
    }

    @Test func undoAsksAfterAnExternalChange() {
        var console = ConsoleDriver()
        console.select("page_size")
        console.press(.character("e"), .control("u"))
        console.type("7")
        console.press(.enter)
        console.change { $0.overrides["page_size"] = 9 }
        console.press(.character("u"))
        #expect(console.screen.contains("Another program has changed this since"))
        #expect(console.screen.contains("page_size was 7 and is 9 now"))
        console.press(.enter)
        #expect(console.shop.overrides == ["page_size": 9], "Enter answers No")
        console.press(.character("u"), .character("y"))
        #expect(console.shop.overrides.isEmpty)
        console.press(.control("r"))
        #expect(console.shop.overrides == ["page_size": 7], "redo writes the value that the message names")
        #expect(console.screen.contains("redone: page_size unset → 7"))
    }

    @Test func undoSkipsStepsWithoutEffect() {
        var console = ConsoleDriver()
        console.press(.character(" "))
        console.select("page_size")
        console.press(.character("e"), .control("u"))
        console.type("7")
        console.press(.enter)
        console.change { $0.overrides["page_size"] = nil }
        console.press(.character("u"))
        #expect(console.shop.overrides.isEmpty)
        #expect(console.screen.contains("undone: new_checkout on → unset; ‘page_size = 7’ was already undone"))
        console.press(.control("r"), .control("r"))
        #expect(console.shop.overrides == ["new_checkout": true, "page_size": 7])
    }

    @Test func failedForcedUndoKeepsItsStep() {
        var console = ConsoleDriver()
        console.press(.character(" "))
        let steps = console.state.edits.memory.undo
        console.change { $0.overrides["new_checkout"] = false }
        console.failure = "the disk is full"
        console.press(.character("u"), .character("y"))
        #expect(console.screen.contains("the disk is full"))
        #expect(console.state.edits.memory.undo == steps)
        #expect(console.state.edits.memory.redo.isEmpty)
    }

    @Test func confirmedUndoOfRemovedStepIsIgnored() {
        var console = ConsoleDriver()
        console.press(.character(" "))
        console.change { $0.overrides["new_checkout"] = false }
        console.press(.character("u"))
        console.send(.report(.memory(ConsoleMemory())))
        console.press(.character("y"))
        #expect(console.shop.overrides == ["new_checkout": false])
        #expect(console.screen.contains("nothing was changed, because another program changed the history"))
    }

    @Test func failedWriteChangesNothing() {
        var console = ConsoleDriver()
        console.failure = "the disk is full"
        console.press(.character(" "))
        #expect(console.screen.contains("error: the disk is full"))
        #expect(console.state.edits.memory.undo.isEmpty)
        console.press(.character(" "))
        #expect(console.shop.overrides == ["new_checkout": true])
        console.failure = "the disk is full"
        console.press(.character("u"))
        #expect(console.state.edits.memory.undo.count == 1)
        #expect(console.shop.overrides == ["new_checkout": true])
    }

    @Test func pendingWritesBuildOnEachOther() {
        var console = ConsoleDriver()
        console.isSlow = true
        console.press(.character(" "), .character(" "), .character(" "))
        console.answer()
        #expect(console.shop.overrides == ["new_checkout": true])
        #expect(console.state.edits.memory.undo.count == 3)
        console.press(.character("u"), .character("u"))
        console.answer()
        #expect(console.shop.overrides == ["new_checkout": true])
        #expect(console.state.edits.memory.undo.count == 1)
        #expect(console.state.edits.expected.isEmpty)
    }

    @Test func undoRevertsAPendingChange() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("e"))
        console.type("!")
        console.press(.enter)
        console.select("new_checkout")
        console.isSlow = true
        console.press(.character(" "), .character("u"), .control("r"), .character("u"))
        console.answer()
        #expect(console.shop.overrides == ["banner": "Free returns!"])
        #expect(console.state.edits.memory.undo.map(\.title) == ["banner = Free returns!"])
        #expect(console.state.edits.memory.redo.map(\.title) == ["new_checkout = on"])
        #expect(console.state.edits.pendingChanges.isEmpty)
    }

    @Test func externalHistoryAndPinsAreAdopted() {
        var console = ConsoleDriver()
        console.change { $0.overrides["page_size"] = 5 }
        var memory = ConsoleMemory()
        memory.apply(.pin(["banner"]))
        memory.apply(
            .history(
                OverrideChange([.init(key: "page_size", before: nil, after: 5)], title: "page_size = 5")
            )
        )
        console.isSlow = true
        console.press(.character(" "))
        console.send(.report(.memory(memory)))
        console.answer()
        #expect(console.state.edits.memory.pins == ["banner"])
        console.isSlow = false
        console.press(.character("u"), .character("u"))
        #expect(console.shop.overrides.isEmpty)
    }

    @Test func conflictingChangeIsNotOverwritten() {
        var console = ConsoleDriver()
        console.shop.overrides["new_checkout"] = true
        console.press(.character(" "))
        #expect(console.screen.contains("was changed by another program"))
        #expect(console.shop.overrides == ["new_checkout": true])
    }

    @Test func historyIsLimited() {
        var console = ConsoleDriver()
        for _ in 0..<ConsoleMemory.historyLimit + 20 { console.press(.character(" ")) }
        #expect(console.state.edits.memory.undo.count == ConsoleMemory.historyLimit)
    }

    @Test func higherPrecedenceSourceIsNamed() {
        var shop = ShopModel()
        shop.environment = ["new_checkout": false]
        var console = ConsoleDriver(shop, columns: 120)
        console.press(.character(" "))
        #expect(console.screen.contains("TOGGLE_NEW_CHECKOUT takes precedence over the local defaults file"))
    }

    @Test func readOnlyConsoleRejectsChanges() {
        var settings = ConsoleDriver.settings
        settings.readOnlyReason = "the console is read-only"
        var shop = ShopModel()
        shop.overrides = ["new_checkout": true]
        var console = ConsoleDriver(shop, settings: settings, columns: 120)
        for action in Action.allCases
        where action.entry.isChange && ![.presets, .exportPreset].contains(action) {
            console.state.message = nil
            #expect(console.state.perform(action).isEmpty)
            #expect(console.state.message?.text.contains("read-only") == true, "\(action)")
        }
        #expect(console.screen.contains("READ-ONLY"))
        #expect(console.screen.contains("(flip: the console is read-only)"))
    }

    @Test func readOnlyConsoleSavesNothing() {
        var settings = ConsoleDriver.settings
        settings.readOnlyReason = "the console is read-only"
        var console = ConsoleDriver(settings: settings, columns: 120)
        console.presets = [Preset(name: "demo", values: ["banner": "Hi"])]
        console.press(.character("T"))
        #expect(console.state.theme == .dark)
        console.press(.character("p"), .enter)
        #expect(console.screen.contains("banner  unset → \"Hi\"") || console.screen.contains("banner  unset → Hi"))
        #expect(console.screen.contains("the console is read-only"))
        console.press(.character("y"), .enter)
        #expect(console.effects == [.request(.loadPresets)])
        #expect(console.shop.overrides.isEmpty)
        #expect(console.state.dialogs.isEmpty)
    }

    @Test func changesNeedADefaultsFile() {
        var shop = ShopModel()
        shop.path = nil
        var console = ConsoleDriver(shop)
        console.press(.character(" "))
        #expect(console.screen.contains("there is no local defaults file"))
        #expect(console.effects.isEmpty)
    }

    @Test func resetManyAsksWithNoAsDefault() {
        var shop = ShopModel()
        shop.overrides = ["new_checkout": true, "banner": "Sale", "page_size": 9, "gone": 1]
        var console = ConsoleDriver(shop)
        console.select("banner")
        console.press(.character("X"), .enter)
        #expect(console.screen.contains("Unset 2 overrides?"))
        console.press(.enter)
        #expect(console.shop.overrides.count == 4)
        console.press(.character("X"), .enter, .tab, .enter)
        #expect(console.shop.overrides == ["new_checkout": true, "gone": 1])
        // Toggles that no manifest declares are a choice of their own.
        console.press(.character("X"), .end, .up, .enter, .character("y"))
        #expect(console.shop.overrides == ["gone": 1])
        console.press(.character("u"))
        console.press(.character("X"), .end, .enter, .character("y"))
        #expect(console.shop.overrides == ["new_checkout": true])
        console.press(.character("u"))
        #expect(console.shop.overrides == ["new_checkout": true, "gone": 1])
    }
}
