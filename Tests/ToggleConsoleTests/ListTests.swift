import FeatureTogglesOverrides
import Testing
import ToggleBase

@testable import ToggleConsole

@Suite struct ListTests {
    @Test func cursorStartsOnTheFirstToggle() {
        #expect(ConsoleDriver().selectedKey == "new_checkout")
    }

    @Test(arguments: [
        ([Key.character("j")], "gift_wrapping"), ([.down], "gift_wrapping"),
        ([.character("3"), .character("j")], "search_ranking"),
        ([.character("G")], "order_store"), ([.end], "order_store"), ([.end, .up, .up], "admin_tools"),
        ([.end, .character("g"), .down], "new_checkout"), ([.pageDown], "order_store"),
        ([.control("d")], "checkout_button"), ([.control("d"), .control("u")], "new_checkout"),
        ([.character("1"), .character("1"), .character("j")], "admin_tools"),
        ([.character("9"), .character("9"), .character("9"), .down], "order_store"),
    ])
    func keysMoveTheCursor(_ keys: [Key], to key: String) {
        var console = ConsoleDriver(rows: 24, columns: 80)
        for one in keys { console.press(one) }
        #expect(console.selectedKey == key)
    }

    @Test func shortValuesLeaveRoomForOtherColumns() {
        let any = ListColumns(0..<130, longestKey: 20)
        #expect(any.value.count == 24 && any.expiry.isEmpty && any.description.count == 50)
        let booleans = ListColumns(0..<130, longestKey: 20, longestValue: 3)
        #expect(booleans.value.count == 5 && !booleans.expiry.isEmpty && booleans.description.count == 51)
        let variants = ListColumns(0..<130, longestKey: 20, longestValue: 9)
        #expect(variants.value.count == 9)
        // The key gets the width on a narrow screen.
        let narrow = ListColumns(0..<50, longestKey: 60, longestValue: 3)
        #expect(narrow.key.count > ListColumns(0..<50, longestKey: 60).key.count)
    }

    @Test func groupCollapsesAndExpands() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("h"))
        #expect(console.state.list.selection == .group(.ops))
        #expect(!console.screen.contains("banner"))
        #expect(console.screen.contains("▸ ops 5"))
        console.press(.character("l"))
        #expect(console.screen.contains("▾ ops 5"))
        #expect(console.screen.contains("banner"))
    }

    @Test func collapseAllSelectsTheGroup() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("H"))
        #expect(console.state.list.rows.count == 5)
        #expect(console.state.list.selection == .group(.ops))
        console.press(.character("L"))
        #expect(console.state.list.rows.count == 15)
    }

    @Test func rowsMarkOverriddenStaleAndPinnedToggles() throws {
        var shop = ShopModel()
        shop.overrides = ["gift_wrapping": false]
        var memory = ConsoleMemory()
        memory.pins = ["discount"]
        let console = ConsoleDriver(shop, memory: memory)
        let lines = console.screen.split(separator: "\n")
        #expect(lines.contains { $0.contains("*! gift_wrapping") && $0.contains("local defaults") })
        #expect(lines.contains { $0.contains(" ! page_size") })
        #expect(lines.contains { $0.contains("★   discount") })
    }

    @Test func tabCyclesThroughViews() {
        var shop = ShopModel()
        shop.overrides = ["banner": "Sale"]
        shop.environment = ["banner": "Other", "page_size": "many"]
        var console = ConsoleDriver(shop)
        console.press(.tab)
        #expect(console.state.list.rows == [.group(.ops, count: 2), .toggle(3), .toggle(5)])
        console.press(.tab)
        #expect(console.state.list.shownCount == 3)
        console.press(.tab)
        #expect(console.screen.contains("nothing is pinned"))
        console.press(.tab)
        #expect(console.state.list.rows == [.group(.ops, count: 2), .toggle(3), .toggle(5)])
        console.press(.tab)
        #expect(console.state.list.view == .all)
        console.press(.backTab)
        #expect(console.state.list.view == .conflicts)
    }

    @Test(arguments: [
        (ToggleOrder.key, "admin_tools"), (.owner, "page_size"), (.expiry, "gift_wrapping"), (.source, "discount"),
        (.created, "new_checkout"),
    ])
    func sortMenuChangesTheOrder(_ order: ToggleOrder, first: String) {
        var shop = ShopModel()
        shop.overrides = ["discount": 0.25]
        var console = ConsoleDriver(shop)
        console.press(.character("o"))
        console.type(String((ToggleOrder.allCases.firstIndex(of: order) ?? 0) + 1))
        console.press(.character("g"))
        #expect(console.selectedKey == first)
    }

    @Test func detailShowsEverySource() {
        var shop = ShopModel()
        shop.overrides = ["page_size": 10]
        shop.remote = ["page_size": "ten"]
        var console = ConsoleDriver(shop, columns: 120)
        console.select("page_size")
        console.press(.character("w"))
        let screen = console.screen
        #expect(screen.contains("→ local defaults  10"))
        #expect(screen.contains("remote          skipped: "))
        #expect(screen.contains("environment     unset"))
        console.press(.escape)
        #expect(!console.state.isDetailOpen)
    }

    @Test func escapeClosesOneThingAtATime() {
        var console = ConsoleDriver()
        console.press(.tab, .tab, .character("/"))
        console.type("gift")
        console.press(.enter, .character("A"), .enter)
        #expect(console.state.isDetailOpen)
        console.press(.escape)
        #expect(!console.state.isDetailOpen && !console.state.list.marks.isEmpty)
        console.press(.escape)
        #expect(console.state.list.marks.isEmpty && console.state.list.query.text == "gift")
        console.press(.escape)
        #expect(console.state.list.query.isEmpty && console.state.list.view == .stale)
        console.press(.escape)
        #expect(console.state.list.view == .all)
        console.press(.escape)
        #expect(console.effects.isEmpty)
    }
}
