import FeatureToggles
import FeatureTogglesOverrides
import Testing

@testable import ToggleConsole

@Suite struct FilterTests {
    private func found(_ filter: String, in shop: ShopModel = ShopModel(), memory: ConsoleMemory = ConsoleMemory())
        -> [String]
    {
        var console = ConsoleDriver(shop, memory: memory)
        console.press(.character("/"))
        console.type(filter)
        return console.state.list.rows.compactMap { row in
            if case .toggle(let index) = row { console.state.toggles.model.toggles[index].key } else { nil }
        }
    }

    @Test(arguments: [
        ("check", ["checkout_button", "new_checkout"]), ("newCheckout", ["new_checkout"]),
        ("new-check", ["new_checkout"]),
        ("nc", ["new_checkout"]), ("nwchk", ["new_checkout"]), ("sr", ["search_ranking", "order_store"]),
        ("PAGE", ["page_size", "new_checkout"]), ("one che", ["new_checkout"]), ("onech", ["new_checkout"]),
        ("above pro", ["banner"]), ("!banner page", ["page_size", "new_checkout"]), ("zzz", []),
        ("sqlite", ["order_store"]),
        ("\"stock and\"", ["admin_tools"]),
    ])
    func wordsRankBestMatchesFirst(_ filter: String, _ keys: [String]) {
        #expect(found(filter) == keys)
    }

    @Test(arguments: [
        ("cat:exp", ["checkout_button"]), ("cat:exp,perm", ["checkout_button", "admin_tools"]),
        ("type:int", ["page_size"]), ("type:variants !cat:ops", ["checkout_button", "order_store"]),
        ("owner:pay", ["new_checkout"]), ("key:_s", ["page_size", "order_store"]),
        ("is:overridden", ["gift_wrapping", "banner"]), ("src:local", ["gift_wrapping"]), ("src:env", ["banner"]),
        ("src:override", ["gift_wrapping", "banner"]), ("src:remote", ["discount"]),
        ("is:expired", ["gift_wrapping"]), ("is:expiring", ["new_checkout"]), ("is:unowned", ["page_size"]),
        ("is:stale !is:expired", ["new_checkout", "page_size"]), ("is:permanent", ["delivery"]),
        ("is:pinned", ["discount"]),
        ("is:on", ["gift_wrapping"]), ("is:off cat:perm", ["admin_tools"]), ("is:conflict", ["banner"]),
        ("cat: page", ["page_size", "new_checkout"]), ("cat:ops rank", ["search_ranking"]),
    ])
    func termsNarrowTheList(_ filter: String, _ keys: [String]) {
        var shop = ShopModel()
        shop.overrides = ["gift_wrapping": true, "banner": "Sale"]
        shop.environment = ["banner": "Other"]
        shop.remote = ["discount": 0.75]
        var memory = ConsoleMemory()
        memory.pins = ["discount"]
        #expect(found(filter, in: shop, memory: memory) == keys)
    }

    /// Words also find values, after the keys and descriptions that contain them.
    @Test(arguments: [
        ("classic", ["search_ranking"]), ("75", ["discount"]), ("!off cat:perm", []), ("CLASS", ["search_ranking"]),
        ("on cat:release", ["new_checkout", "gift_wrapping"]), ("off cat:perm", ["admin_tools"]),
    ])
    func wordsFindValues(_ filter: String, _ keys: [String]) {
        var shop = ShopModel()
        shop.overrides = ["gift_wrapping": true]
        shop.remote = ["discount": 0.75]
        #expect(found(filter, in: shop) == keys)
    }

    @Test func listFollowsValuesThatTheFilterFinds() {
        var console = ConsoleDriver()
        console.press(.character("/"))
        console.type("neural")
        console.press(.enter)
        #expect(console.state.list.rows.isEmpty)
        console.change { $0.overrides = ["search_ranking": "neural"] }
        #expect(console.selectedKey == "search_ranking")
    }

    @Test func invalidTermIsNamedAndIgnored() {
        var console = ConsoleDriver(columns: 100)
        console.press(.character("/"))
        console.type("cat:foo banner")
        #expect(console.selectedKey == "banner")
        #expect(console.screen.contains("‘cat:foo’ is not one of release, ops, experiment, permission, migration"))
    }

    @Test func incrementalFilterMatchesTheFullFilter() {
        var shop = ShopModel()
        shop.toggles = ShopModel.many(600)
        for filter in [
            "search banner 7", "chk", "cat:ops ord 1", "!gift wish", "number 3", "toggle wi !list", "-r", "_7 !-",
            ". o",
        ] {
            var typed = ConsoleDriver(shop)
            typed.press(.character("/"))
            for (number, character) in filter.enumerated() {
                typed.type(String(character))
                var whole = ConsoleDriver(shop)
                whole.state.list.filter(String(filter.prefix(number + 1)), movingToFirst: true, &whole.state.toggles)
                #expect(typed.state.list.rows == whole.state.list.rows, "\(filter.prefix(number + 1))")
            }
        }
    }

    @Test func filterSelectsTheBestMatch() {
        var console = ConsoleDriver()
        console.press(.character("/"))
        console.type("adm")
        console.press(.enter, .character(" "))
        #expect(console.shop.overrides == ["admin_tools": true])
    }

    @Test func clearingTheFilterKeepsTheSelection() {
        var console = ConsoleDriver()
        console.press(.character("/"))
        console.type("banner")
        console.press(.escape)
        #expect(console.state.list.query.text == "banner")
        console.press(.escape)
        #expect(console.state.list.query.isEmpty)
        #expect(console.selectedKey == "banner")
    }

    @Test func noticeIsShownWhileTypingAFilter() {
        var console = ConsoleDriver()
        console.press(.character("/"))
        console.type("banner")
        _ = console.state.handle(.report(.notice("the app has ended")))
        #expect(console.screen.contains("/banner"))
        #expect(console.screen.contains("the app has ended"))
        console.type("x")
        #expect(!console.screen.contains("the app has ended"))
    }

    @Test func arrowsMoveWhileTypingAFilter() {
        var console = ConsoleDriver()
        console.press(.character("/"))
        console.type("check")
        console.press(.down)
        #expect(console.selectedKey == "new_checkout")
        console.type("o")
        #expect(console.state.list.query.text == "checko")
    }

    @Test func termMenusChangeTheFilter() {
        var console = ConsoleDriver()
        console.press(.character("c"), .character("2"))
        #expect(console.state.list.query.text == "cat:ops")
        console.press(.character("t"), .character("2"))
        #expect(console.state.list.query.text == "cat:ops type:int")
        #expect(console.selectedKey == "page_size")
        console.press(.character("c"), .character("0"))
        #expect(console.state.list.query.text == "type:int")
    }

    @Test func matchingLettersAreHighlighted() {
        var console = ConsoleDriver(columns: 100)
        console.press(.character("/"))
        console.type("nc")
        let row = console.state.draw().row(console.state.layout.list.lowerBound)
        #expect(row.filter { $0.style.role == .match }.map(\.text) == ["n", "c"])
    }

    @Test func nextAndPreviousMatchSkipGroups() {
        var console = ConsoleDriver()
        console.press(.character("n"))
        #expect(console.screen.contains("nothing is filtered (/)"))
        console.state.list.filter("cat:ops,exp", movingToFirst: true, &console.state.toggles)
        console.press(.character("9"), .character("n"))
        #expect(console.selectedKey == "page_size")
        console.press(.character("N"), .character("N"))
        #expect(console.selectedKey == "search_ranking")
    }

    @Test func pastedFilterIsLimited() {
        var console = ConsoleDriver()
        console.press(.character("/"))
        console.send(.paste(String(repeating: "page ", count: 20_000)))
        #expect(console.state.list.query.words.count == 32)
        #expect(console.state.list.shownCount == 2)
    }

    @Test func ownerFilterIgnoresComposition() {
        var shop = ShopModel()
        shop.toggles = [
            ShopModel.toggle("one", .ops, .bool, false, "Küche", owner: "Café"),
            ShopModel.toggle("two", .ops, .bool, false, "Ku\u{308}che", owner: "Cafe\u{301}"),
            ShopModel.toggle("six", .ops, .bool, false, "kitchen", owner: "Casa"),
        ]
        var console = ConsoleDriver(shop)
        for owner in ["café", "cafe\u{301}", "CAFÉ"] {
            console.state.list.filter("owner:\(owner)", movingToFirst: true, &console.state.toggles)
            #expect(console.state.list.shownIndices == [0, 1], "\(owner)")
        }
        for (text, found) in [("küche", [0]), ("ku\u{308}che", [1]), ("küche", [0])] {
            console.state.list.filter(text, movingToFirst: true, &console.state.toggles)
            #expect(console.state.list.shownIndices == found, "\(text)")
        }
        // The same when the filter is typed letter by letter.
        console.press(.character("/"), .control("u"))
        console.type("küch")
        #expect(console.state.list.shownIndices == [0])
        console.press(.control("u"))
        console.type("ku\u{308}ch")
        #expect(console.state.list.shownIndices == [1])
    }
}
