import Foundation
import Testing

/// `toggles console` in a terminal.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleCommandTests {
    @Test func printsTableWithoutTerminal() throws {
        let shop = try Shop()
        let console = try shop.run("console")
        let list = try shop.run("list")
        #expect(console.status == 0)
        #expect(console.output == list.output)
        #expect(
            console.error == """
                The console needs a terminal for its input and output. Here is the table instead; `--json` prints JSON.
                \(list.error)
                """
        )
        #expect(list.error == "no running app of ‘shop’: values are computed, remote not loaded\n")
        #expect(try shop.run("console", "--json").output == (try shop.run("list", "--json").output))
    }

    @Test(arguments: [
        "-m copy.yaml --defaults other.json --remote flags.json --readonly --no-mouse --ascii",
        "--manifest=copy.yaml --defaults=other.json --remote=flags.json --readonly --no-mouse --ascii",
    ])
    func usualArgumentsMatchOtherSpellings(arguments: String) async throws {
        let shop = try Shop()
        try shop.write(Shop.manifest.replacing("banner", with: "other_banner"), to: "copy.yaml")
        try shop.write(#"{"version": 1, "toggles": {"other_banner": "Sale 4713"}}"#, to: "other.json")
        let flag = #"{"state": "ENABLED", "variants": {"a": 4712}, "defaultVariant": "a"}"#
        try shop.write(#"{"flags": {"page_size": \#(flag)}}"#, to: "flags.json")
        let console = try ConsoleTerminal("\(try BuiltCommand("toggles").path) console \(arguments)", in: shop)
        let screen = try await console.screen(showing: "4712")
        for text in ["other_banner", "Sale 4713", "other.json"] { #expect(screen.contains(text), "\(screen)") }
        #expect(!screen.contains("▶"), "\(screen)")
        try console.terminal.press("e")
        try await console.screen(showing: "read-only")
    }

    @Test func unknownThemeIsReported() throws {
        let result = try Shop().run("console", "--theme", "pink")
        #expect(result.status == 2)
        #expect(result.error.contains("There is no theme ‘pink’. Write one of default, dark,"))
    }

    @Test(arguments: [
        ("dumb", "The terminal ‘dumb’ cannot move its cursor, which the console needs."),
        ("bogus", "The terminal ‘bogus’ is unknown. Set TERM to one that is installed, for example xterm-256color."),
    ])
    func unsuitableTerminalGetsTable(kind: String, sentence: String) async throws {
        let console = try ConsoleTerminal(kind: kind)
        #expect(try await console.expectEnd() == 0)
        let text = try console.terminal.text().replacing("\n", with: "")
        #expect(text.contains(sentence))
        #expect(text.contains("page_size"))
    }

    @Test func externalChangeIsShownImmediately() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        #expect(try console.shop.run("set", "page_size", "4711").status == 0)
        #expect(try await console.screen(showing: "4711").contains("4711"))
        #expect(try console.shop.run("unset", "page_size").status == 0)
        try await console.terminal.wait(for: "screen without 4711") { try !console.terminal.text().contains("4711") }
    }

    @Test func colorOptionsDisableColors() async throws {
        func colors(_ options: String, _ environment: [String: String]) async throws -> Bool {
            let toggles = try BuiltCommand("toggles").path
            let console = try ConsoleTerminal("\(toggles) console \(options)", environment: environment)
            return try await console.screen().contains(/\x1B\[[0-9;]*[34][0-8]/)
        }
        #expect(try await colors("", [:]))
        #expect(try await !colors("", ["NO_COLOR": "1"]))
        #expect(try await colors("", ["NO_COLOR": ""]))
        #expect(try await colors("--color always", ["NO_COLOR": "1"]))
        #expect(try await !colors("--color never", [:]))
    }

    @Test func survivesManyResizes() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        var seed: UInt64 = 12
        for _ in 0..<60 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            try console.terminal.resize(columns: Int(seed >> 33 % 120) % 120 + 1, rows: Int(seed >> 50) % 40 + 1)
        }
        for (columns, rows) in [(1, 1), (2, 1), (1, 40), (200, 1), (300, 80), (110, 33)] {
            try console.terminal.resize(columns: columns, rows: rows)
        }
        try await console.screen()
        // Every row is in its place, without remains of an older size.
        let before = try console.terminal.text()
        try console.terminal.press("C-l")
        try await console.screen()
        #expect(try console.terminal.text() == before)
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
    }

    @Test func changeJustBeforeExitCanBeUndone() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.terminal.type(" q")
        #expect(try await console.expectEnd() == 0)
        #expect(try console.shop.run("undo").output.contains("→ unset"))
        #expect(try console.shop.run("redo").status == 0)
        try await console.next()
        try await console.screen()
        try console.terminal.type("uq")
        #expect(try await console.expectEnd() == 0)
        #expect(try console.shop.run("undo").output == "There is nothing to undo.\n")
        #expect(try console.shop.run("redo").status == 0)
    }

    @Test func editorUsesTerminalAndReturnsText() async throws {
        let console = try ConsoleTerminal(environment: ["EDITOR": "cp new.json"])
        try console.shop.write(#"{"days": 9, "countries": ["FR"]}"#, to: "new.json")
        try await console.screen()
        let modes = try console.terminal.modes()
        try console.terminal.type("/delivery")
        try console.terminal.press("Enter")
        try console.terminal.type("E")
        try await console.screen(showing: #"{"days":9"#)
        #expect(try console.terminal.modes() == modes)
        #expect(console.shop.text("home/defaults.json")?.contains(#""days": 9"#) == true)
    }

    @Test(arguments: ["xterm-256color", "tmux-256color"])
    func clickSelectsRow(kind: String) async throws {
        let console = try ConsoleTerminal(kind: kind)
        let rows = try await console.screen().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("page_size") })
        // In the current format of mouse reports, and in the old one.
        let old = String(decoding: [0x20, 0x2A, UInt8(33 + row)], as: UTF8.self)
        try console.terminal.type(kind.hasPrefix("xterm") ? "\u{1B}[<0;10;\(row + 1)M" : "\u{1B}[M\(old)")
        try await console.terminal.wait(for: "selection of page_size") {
            try console.terminal.text().contains(/▶ +page_size/)
        }
    }

    @Test func unknownSequencesDoNothing() async throws {
        let console = try ConsoleTerminal()
        let before = try await console.completeText()
        for sequence in [
            "\u{1B}[>1;2u", "\u{1B}[57399u", "\u{1B}[I", "\u{1B}[?62;c", "\u{1B}]11;rgb:0000/qqqq/2222\u{7}",
            "\u{1B}Pqq\u{1B}\\", "\u{1B}_qq\u{1B}\\", "\u{1B}q", "\u{1B}[1;5q",
        ] {
            try console.terminal.type(sequence)
        }
        // A key with a visible effect after them.
        try console.terminal.press("?")
        try await console.screen(showing: " Help ")
        // A leaked letter would have moved the cursor, changed a value, filtered, or appeared in the help line.
        try console.terminal.press("Escape")
        try await console.terminal.wait(for: "unchanged screen") { try console.terminal.text() == before }
        #expect(console.shop.text("home/defaults.json") == nil)
        try console.terminal.press("C-c")
        #expect(try await console.expectEnd() == 0)
    }

    @Test func pastedTextRunsNoCommands() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.terminal.paste("q\nq\nx\n")
        // The console still runs and reacts.
        #expect(try console.shop.run("set", "page_size", "4712").status == 0)
        try await console.screen(showing: "4712")
        #expect(try console.terminal.modes() != Terminal.ordinaryModes)
    }

    @Test(arguments: ["export LC_ALL=C", "unset LC_ALL LANG LC_CTYPE"])
    func showsCharactersInEveryLocale(before: String) async throws {
        let console = try ConsoleTerminal(before: before)
        #expect(try console.shop.run("set", "banner", "機能").status == 0)
        try await console.screen(showing: "機能")
    }
}
