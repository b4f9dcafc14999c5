import FeatureToggles
import FeatureTogglesOverrides
import Testing

@testable import ToggleConsole

/// Tests that actions apply only to visible toggles, and that information stays on the screen.
@Suite struct VisibilityTests {
    @Test func hiddenMarksAreNotChanged() {
        var console = ConsoleDriver(columns: 100)
        console.press(.character("m"), .character("/"))
        console.type("admin")
        console.press(.enter)
        #expect(console.screen.contains("1 marked, 1 not shown"))
        console.press(.character(" "))
        #expect(console.shop.overrides == ["admin_tools": true])
        console.press(.character("f"))
        #expect(console.state.edits.memory.pins == ["admin_tools"])
        console.press(.enter, .character("e"))
        #expect(console.screen.contains("┌─ admin_tools"))
        console.press(.escape, .escape, .escape)
        #expect(console.state.list.marks.isEmpty)
    }

    @Test func onlyShownMarkedTogglesChange() {
        var console = ConsoleDriver()
        console.press(.character("m"), .character("m"), .character("/"))
        console.type("gift")
        console.press(.enter, .character(" "), .character("1"))
        #expect(console.shop.overrides == ["gift_wrapping": true])
    }

    @Test func nonmatchingToggleLeavesWithTheCursor() {
        var shop = ShopModel()
        shop.overrides = ["page_size": 9, "discount": 0.25, "banner": "Sale"]
        var console = ConsoleDriver(shop)
        console.press(.tab)
        console.select("discount")
        console.press(.character("x"))
        #expect(console.selectedKey == "discount" && console.screen.contains("discount"))
        console.press(.character("j"))
        #expect(console.selectedKey == "banner")
        #expect(console.state.list.rows == [.group(.ops, count: 2), .toggle(3), .toggle(5)])
        console.press(.character("x"), .character("G"))
        #expect(console.selectedKey == "banner", "it is already the last line")
        console.press(.character("k"))
        #expect(console.selectedKey == "page_size")
        #expect(console.state.list.rows == [.group(.ops, count: 1), .toggle(3)])
    }

    @Test func cursorReturnsAfterAnEmptyList() {
        var console = ConsoleDriver()
        console.select("checkout_button")
        console.press(.character("c"), .character("3"), .character("t"), .character("1"))
        #expect(console.state.list.rows.isEmpty)
        console.press(.escape)
        #expect(console.selectedKey == "checkout_button")
        console.press(.backTab, .backTab)
        #expect(console.state.list.view == .pinned && console.state.list.rows.isEmpty)
        console.press(.escape)
        #expect(console.selectedKey == "checkout_button")
    }

    @Test func undoSkipsAnAlreadyRevertedStep() {
        var console = ConsoleDriver()
        console.press(.character(" "))
        #expect(console.shop.overrides == ["new_checkout": true])
        console.change { $0.overrides = [:] }
        console.press(.character("u"))
        #expect(console.state.dialogs.isEmpty)
        #expect(console.shop.overrides.isEmpty)
        #expect(console.screen.contains("nothing changed: ‘new_checkout = on’ was already undone"))
        #expect(console.state.edits.memory.undo.isEmpty)
    }

    @Test func manifestProblemStaysVisible() {
        var console = ConsoleDriver(columns: 100)
        console.send(.manifest(problem: "The previous toggles are shown: toggles.yaml:1:1: error: no list"))
        #expect(console.screen.contains("error: The previous toggles are shown"))
        console.press(.character("j"))
        #expect(console.screen.contains("! manifest"))
        console.press(.character("!"))
        #expect(console.screen.contains("toggles.yaml:1:1: error: no list"))
        console.press(.escape)
        console.send(.manifest(problem: nil))
        #expect(!console.screen.contains("! manifest"))
        #expect(console.screen.contains("the manifest is valid again"))
    }

    @Test func problemsAreListedOnce() {
        var shop = ShopModel()
        shop.overrides = ["page_size": "abc", "nope": 1]
        shop.problems = [
            ToggleProblem(source: .localDefaults, origin: "toggles.json", message: "there is no toggle ‘nope’")
        ]
        var console = ConsoleDriver(shop, columns: 120)
        #expect(console.screen.contains("! 2 problems"))
        console.press(.character("!"))
        let screen = console.screen
        #expect(screen.contains("there is no toggle ‘nope’"))
        #expect(!screen.contains("‘nope’ is overridden, but no toggle has this key"))
        #expect(screen.contains("\"abc\" is a string, but ‘page_size’ takes a whole number"))
        #expect(!screen.contains("the document is active"))
    }

    @Test func brokenDocumentCountsAsOneProblem() {
        var console = ConsoleDriver(columns: 120)
        var model = console.shop.model
        model.overview.revision += 1
        model.overview.problems = [ToggleProblem(source: .remote, origin: "flags.json", message: "It is truncated.")]
        model.overview.remoteState = RemoteState(
            status: .stale,
            since: 1_795_252_500,
            why: "It is truncated; the previous document stays active",
            source: "flags.json"
        )
        console.send(.model(model))
        #expect(console.screen.contains("! 1 problem "))
        #expect(
            console.state.problems == [
                "remote STALE (flags.json) since 2026-11-21 09:15 UTC: It is truncated; the previous document stays active"
            ]
        )
    }

    @Test(arguments: [
        ("is:bogus type:zzz", "! ignores is:bogus type:zzz, 10 found"), ("cat:", "! cat: takes release, ops"),
        ("!", "! ‘!’ needs a word or a term after it"),
    ])
    func ignoredFilterTermsAreNamed(_ filter: String, _ note: String) {
        var console = ConsoleDriver(columns: 100)
        console.press(.character("/"))
        console.type(filter)
        #expect(console.screen.contains(note))
        console.press(.enter, .character("j"))
        #expect(console.screen.split(separator: "\n").dropFirst().first?.contains("! ignores \(filter)") == true)
    }

    @Test(arguments: [
        (100, "~/.local/share/toggles/shop.json"), (40, "/shop.json"), (30, "debug"),
    ])
    func headerShortensThePath(_ columns: Int, _ part: String) throws {
        var settings = ConsoleDriver.settings
        settings.home = "/home/ada"
        let console = ConsoleDriver(settings: settings, rows: columns == 30 ? 8 : 24, columns: columns)
        let line = try #require(console.screen.split(separator: "\n").first)
        #expect(line.contains(part), "\(line)")
        #expect(!line.contains("· r ") && !line.contains("js…"), "\(line)")
    }

    @Test func longTextsAreShortened() {
        var shop = ShopModel()
        let long = String(repeating: "word ", count: 20_000)
        shop.toggles = [
            ShopModel.toggle("text", .ops, .string, "", long),
            ShopModel.toggle("accents", .ops, .string, "", "a" + String(repeating: "\u{301}", count: 20_000)),
            ShopModel.toggle("list", .ops, .json, ["a": []], "JSON"),
        ]
        shop.overrides = ["text": .string(long), "list": ["a": .array(Array(repeating: 7, count: 9_000))]]
        var console = ConsoleDriver(shop, columns: 120)
        #expect(console.state.toggles.texts.count == 3)
        for (index, texts) in console.state.toggles.texts {
            #expect(texts.value.unicodeScalars.count <= 2_000, "\(index)")
            #expect((texts.description?.unicodeScalars.count ?? 0) <= 2_000, "\(index)")
        }
        #expect(console.screen.contains("word word"))
        #expect(console.screen.contains(#"{"a":[7,7"#))
        console.press(.enter)
        #expect(console.state.detailLines.map(\.text).joined().contains("(100000 bytes)"))
    }

    @Test func cursorMarksTheEmptyListText() throws {
        var settings = ConsoleDriver.settings
        settings.hasVisibleCursor = true
        var console = ConsoleDriver(settings: settings)
        console.state.list.filter("zzzzz", movingToFirst: true, &console.state.toggles)
        let grid = console.state.draw()
        let cursor = try #require(grid.cursor)
        #expect(
            grid.row(cursor.row)[(cursor.row * 80 + cursor.column)...].map(\.text.description).joined().hasPrefix(
                "nothing matches"
            )
        )
    }
}
