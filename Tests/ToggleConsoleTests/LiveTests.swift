import FeatureToggles
import FeatureTogglesOverrides
import StoreMigration
import Testing

@testable import ToggleConsole

/// Tests changes from outside while the console is open.
@Suite struct LiveTests {
    @Test func externalChangeKeepsTheCursor() {
        var console = ConsoleDriver()
        console.select("discount")
        console.change { $0.overrides["new_checkout"] = true }
        #expect(console.selectedKey == "discount")
        #expect(console.screen.contains("*! new_checkout"))
        #expect(console.screen.contains("1 override"))
    }

    @Test func detailShowsTheMigrationSummary() {
        var console = ConsoleDriver(rows: 40, columns: 200)
        console.select("order_store")
        #expect(!console.screen.contains("agreement"))
        console.change { shop in
            var summary = MigrationSummary(since: 1_795_252_500, stage: .shadow)
            (summary.reads, summary.checked, summary.agreed) = (12_431, 12_431, 12_429)
            summary.add(.init(time: 1_795_252_512, name: "order", old: "Order (redacted)", new: "nothing"))
            shop.migrations = ["order_store": summary, "page_size": summary]
        }
        #expect(console.screen.contains("agreement 99.98% of 12,431, newest difference"))
        #expect(console.screen.contains("order: old Order (redacted), new nothing"))
        console.select("page_size")
        #expect(!console.screen.contains("agreement"), "only migrations have a summary")
    }

    @Test func cursorStaysOnItsToggle() {
        var console = ConsoleDriver(rows: 12)
        console.select("checkout_button")
        let line = console.state.list.selectedRow - console.state.list.top
        console.change { shop in
            shop.toggles.insert(ShopModel.toggle("another", .release, .bool, true, "New."), at: 0)
            shop.toggles.insert(ShopModel.toggle("yet_another", .ops, .bool, true, "New."), at: 3)
        }
        #expect(console.selectedKey == "checkout_button")
        #expect(console.state.list.selectedRow - console.state.list.top == line)
        console.change { shop in shop.toggles.removeAll { ["new_checkout", "banner", "page_size"].contains($0.key) } }
        #expect(console.selectedKey == "checkout_button")
    }

    @Test func cursorFollowsACategoryChange() {
        var console = ConsoleDriver()
        console.select("new_checkout")
        console.change { shop in
            shop.toggles[0] = ShopModel.toggle("new_checkout", .ops, .bool, false, "One-page checkout.")
        }
        #expect(console.selectedKey == "new_checkout")
    }

    @Test func cursorMovesNearARemovedToggle() {
        var console = ConsoleDriver()
        console.select("page_size")
        console.change { shop in shop.toggles.removeAll { $0.key == "page_size" } }
        #expect(console.selectedKey == "discount")
        console.change { $0.toggles = [] }
        #expect(console.selectedKey == nil)
        #expect(console.screen.contains("no toggles are declared"))
        console.press(.down, .character(" "), .enter, .character("x"), .character("y"), .character("w"))
        console.change { $0.toggles = ShopModel.standard }
        #expect(console.state.list.rows.count == 15)
    }

    @Test(arguments: ["", "is:overridden", "src:local"])
    func nonmatchingToggleStaysUntilTheCursorLeaves(_ filter: String) {
        var shop = ShopModel()
        shop.overrides = ["banner": "Sale", "page_size": 9]
        var console = ConsoleDriver(shop)
        console.press(.tab)
        console.state.list.filter(filter, movingToFirst: true, &console.state.toggles)
        console.select("banner")
        console.change { $0.overrides["banner"] = nil }
        #expect(console.selectedKey == "banner")
        console.press(.tab, .backTab)
        #expect(!console.screen.contains("banner"))
    }

    @Test func oldModelIsIgnored() {
        var console = ConsoleDriver()
        let old = console.shop.model
        console.change { $0.overrides["new_checkout"] = true }
        console.send(.model(old))
        #expect(console.state.toggles.model.overrides == ["new_checkout": true])
    }

    @Test func unknownOverridesCountAsProblems() {
        var shop = ShopModel()
        shop.overrides = ["gone": true]
        shop.problems = [ToggleProblem(source: .remote, origin: "flags.json", message: "‘a’ has no variants")]
        var console = ConsoleDriver(shop, columns: 110)
        #expect(console.screen.contains("! 2 problems"))
        console.press(.character("!"))
        #expect(console.screen.contains("‘gone’ is overridden, but no toggle has this key"))
        #expect(console.screen.contains("flags.json: ‘a’ has no variants"))
        console.press(.escape)
        #expect(console.state.dialogs.isEmpty)
    }

    @Test func headerShowsWhenRemoteBecameStale() {
        var console = ConsoleDriver(columns: 120)
        var model = console.shop.model
        model.overview.revision = 2
        model.overview.remoteState = RemoteState(
            status: .stale,
            since: 1_795_255_200,
            why: "no answer",
            source: "flags.json"
        )
        console.send(.model(model))
        #expect(console.screen.contains("remote STALE since 2026-11-21 10:00 UTC"))
    }

    @Test(arguments: [
        (
            RemoteState.Status.ready, 110,
            "storefront 2.1.0, pid 25088  ·  …/toggles/shop.json  ·  remote READY rev 12  ·  ! 1 problem"
        ),
        (.ready, 100, "storefront 2.1.0, pid 25088  ·  …/shop.json  ·  remote READY rev 12  ·  ! 1 problem"),
        (.ready, 90, "storefront 2.1.0, pid 25088  ·  remote READY rev 12  ·  ! 1 problem"),
        (.ready, 80, "storefront 2.1.0, pid 25088  ·  remote READY  ·  ! 1 problem"),
        (.ready, 60, "remote READY  ·  ! 1 problem"),
        (.stale, 110, "storefront 2.1.0, pid 25088  ·  remote STALE since 2026-11-21 10:00 UTC  ·  ! 2 problems"),
        (.stale, 100, "storefront 2.1.0, pid 25088  ·  remote STALE  ·  ! 2 problems"),
        (.stale, 80, "storefront 2.1.0, pid 25088  ·  remote STALE  ·  ! 2 problems"),
        (.stale, 60, "remote STALE  ·  ! 2 problems"),
    ])
    func headerKeepsStateOfApp(_ status: RemoteState.Status, _ columns: Int, _ text: String) {
        var shop = ShopModel()
        shop.origin = ShopModel.app(
            "storefront 2.1.0, pid 25088",
            status: status,
            since: 1_795_255_200,
            why: "no answer"
        )
        shop.problems = [ToggleProblem(source: .remote, origin: "flags.json", message: "‘a’ has no variants")]
        let line = ConsoleDriver(shop, columns: columns).screen.split(separator: "\n").first ?? ""
        #expect(line.hasPrefix(" \(text) "))
        #expect(line.hasSuffix(" 0 overrides"))
    }

    @Test(arguments: [
        (0, "1970-01-01 00:00 UTC"), (951_827_696, "2000-02-29 12:34 UTC"), (-1, "1969-12-31 23:59 UTC"),
        (4_102_444_799, "2099-12-31 23:59 UTC"), (Int64.max, "day 106751991167300 15:30 UTC"),
        (Int64.min, "day -106751991167301 08:29 UTC"),
    ])
    func timesAreInUTC(_ seconds: Int64, _ text: String) {
        #expect(TimeText.minute(seconds) == text)
    }

    @Test func whatIfShowsValuesForAnotherUser() {
        var shop = ShopModel()
        shop.remoteForUser = ["bob": ["checkout_button": "treatment", "admin_tools": true]]
        var console = ConsoleDriver(shop, columns: 110)
        console.press(.character("W"))
        #expect(console.screen.contains("> targetingKey=ada"))
        console.press(.control("u"))
        console.type("targetingKey=bob plan=\"very pro\"")
        console.press(.enter)
        #expect(console.screen.contains("2 toggles have a different value for this context"))
        #expect(console.screen.contains("what if targetingKey=bob plan=\"very pro\""))
        #expect(console.screen.contains("%  checkout_button") || console.screen.contains("% checkout_button"))
        console.press(.character("/"))
        console.type("is:changed")
        console.press(.enter)
        #expect(console.state.list.shownCount == 2)
        console.press(.escape, .escape)
        #expect(console.state.toggles.whatIf.context == nil)
        #expect(console.state.toggles.whatIf.changed.isEmpty)
    }

    @Test func whatIfShowsAnAnonymousUser() {
        var shop = ShopModel()
        shop.remoteForUser = ["ada": ["admin_tools": true]]
        var console = ConsoleDriver(shop, columns: 110)
        console.press(.character("W"), .control("u"))
        console.type("targetingKey=null")
        console.press(.enter)
        #expect(console.screen.contains("1 toggle has a different value for this context"))
        #expect(console.screen.contains("what if targetingKey=null"))
        console.press(.character("W"))
        #expect(console.screen.contains("> targetingKey=null"))
        console.press(.control("u"), .enter)
        #expect(console.state.toggles.whatIf.context == nil)
    }

    @Test func whatIfReordersTheListBySource() {
        var shop = ShopModel()
        shop.remoteForUser = ["bob": ["banner": "Hello Bob"]]
        var console = ConsoleDriver(shop)
        console.press(.character("o"), .character("3"), .character("W"), .control("u"))
        console.type("targetingKey=bob")
        console.press(.enter)
        #expect(console.state.list.rows.first == .toggle(5))
        console.press(.escape)
        #expect(console.state.toggles.whatIf.context == nil)
        #expect(console.state.list.rows.first == .toggle(0))
    }

    @Test(arguments: ["plan", "=x", "a=1 \"b"])
    func invalidContextIsRejected(_ text: String) {
        var console = ConsoleDriver()
        console.press(.character("W"), .control("u"))
        console.type(text)
        console.press(.enter)
        #expect(console.state.toggles.whatIf.context == nil)
        #expect(!console.state.dialogs.isEmpty)
    }

    @Test func textAfterClosingQuoteIsRejected() {
        let error = #expect(throws: InputError.self) { try ContextText.parse(#"osVersion="12"targetingKey=ada"#) }
        #expect(error?.description == #"write a space after osVersion="12""#)
        let text = ContextText.start(EvaluationContext(attributes: ["osVersion": "12"]))
        #expect(text == "osVersion=12 ")
        #expect(ContextText.start(EvaluationContext()) == "")
    }

    @Test func contextTextRoundTrips() throws {
        let context = EvaluationContext(
            targetingKey: "ada lovelace",
            attributes: [
                "version": "1.2", "age": 41, "name": "4", "tags": ["a b"], "empty": "", "lines": "a\nb",
                "quote": "“x”", "appVersion": "2.10", "osVersion": 12, "id": "12345678901234567890", "share": 0.5,
                "whole": 1.0, "open": "a{b", "flag": "true", "none": .null, "a:": "b", "device": ["a": "b c"],
            ]
        )
        #expect(try ContextText.parse(ContextText.text(context)) == context)
        let null = EvaluationContext(targetingKey: "null")
        #expect(try ContextText.parse(ContextText.text(null)) == null)
    }

    @Test func contextTextIsAddedToAContext() throws {
        let base = EvaluationContext(targetingKey: "ada", attributes: ["plan": "pro", "age": 41])
        #expect(
            try ContextText.parse("plan=free", over: base)
                == EvaluationContext(targetingKey: "ada", attributes: ["plan": "free", "age": 41])
        )
        #expect(
            try ContextText.parse("targetingKey=null", over: base)
                == EvaluationContext(attributes: ["plan": "pro", "age": 41])
        )
        #expect(try ContextText.parse("", over: base) == nil)
    }
}
