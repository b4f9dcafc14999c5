import Foundation
import Testing

/// The output on a terminal.
///
/// These tests need tmux.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct TerminalTests {
    private static let package = Package.folder.path(percentEncoded: false)

    @Test func runningStorefrontFollowsOverrides() async throws {
        let shop = try Shop()
        let storefront = try BuiltCommand("Storefront")
        let toggles = try BuiltCommand("toggles")
        func toggle(_ arguments: String...) throws -> Int32 {
            try toggles.run(arguments, environment: shop.environment, in: Self.package).status
        }
        let terminal = try Terminal(
            "exec '\(storefront.path)' --serve '\(shop.path)/flags.json'",
            environment: shop.environment,
            in: Self.package
        )
        #expect(try await terminal.screen(showing: "[ Checkout ]").contains("1 address › 2 payment › 3 confirm"))

        #expect(try toggle("set", "new_checkout", "on") == 0)
        let changed = try await terminal.screen(showing: "Checkout: everything on one page")
        #expect(changed.contains("Checkout: everything on one page"))
        #expect(!changed.contains("2 payment"))

        #expect(try toggle("set", "checkout_button=treatment", "banner=Half price") == 0)
        let both = try await terminal.screen(showing: "[ Get it tomorrow ]")
        #expect(both.contains("« Half price »"))
        #expect(both.contains("[ Get it tomorrow ]"))

        #expect(try toggle("unset", "--all") == 0)
        #expect(try await terminal.screen(showing: "1 address").contains("« Free returns within thirty days »"))
    }

    @Test func runningStorefrontFollowsServedDocument() async throws {
        let shop = try Shop()
        let storefront = try BuiltCommand("Storefront")
        let terminal = try Terminal(
            "exec '\(storefront.path)' --serve '\(shop.path)/flags.json'",
            environment: shop.environment,
            in: Self.package
        )
        let first = try await terminal.screen(showing: "Remote config is READY")
        #expect(first.contains("Edit \(shop.path)/flags.json and watch; the shop fetches it from"))
        #expect(first.contains("http://127.0.0.1:"))
        #expect(first.contains("the neural ranking   0 ·"))
        let initial = try #require(shop.text("flags.json"))

        // A rollout.
        let tenth = initial.replacing(#""neural", 0"#, with: #""neural", 10"#)
            .replacing(#""classic", 100"#, with: #""classic", 90"#)
        try shop.write(tenth, to: "flags.json")
        #expect(try await terminal.screen(showing: "the neural ranking  10 ■").contains("ranking  10 ■■■■■·"))
        let all = tenth.replacing(#""neural", 10"#, with: #""neural", 100"#)
            .replacing(#""classic", 90"#, with: #""classic", 0"#)
        try shop.write(all, to: "flags.json")
        #expect(try await terminal.screen(showing: "the neural ranking 100 ■").contains("Canyon rope 40 m"))

        // A toggle for some versions, then a disabled flag.
        let some = all.replacing("3.0.0", with: "2.2.0")
        try shop.write(some, to: "flags.json")
        #expect(try await terminal.screen(showing: "early access        50 ■").contains("stars              100 ■"))
        let killed = some.replacing(
            #""variants": { "on": true, "off": false }, "defaultVariant": "on""#,
            with: #""variants": { "on": true, "off": false }, "defaultVariant": "off""#
        )
        try shop.write(killed, to: "flags.json")
        #expect(try await !terminal.screen(showing: "stars                0 ·").contains("★"))
    }

    @Test func incompleteOrMissingDocumentKeepsValues() async throws {
        let shop = try Shop()
        let storefront = try BuiltCommand("Storefront")
        let terminal = try Terminal(
            "exec '\(storefront.path)' --serve '\(shop.path)/flags.json'",
            environment: shop.environment,
            in: Self.package
        )
        _ = try await terminal.screen(showing: "Remote config is READY")
        let initial = try #require(shop.text("flags.json"))
        let tenth = initial.replacing(#""neural", 0"#, with: #""neural", 10"#)
            .replacing(#""classic", 100"#, with: #""classic", 90"#)
        try shop.write(tenth, to: "flags.json")
        let before = try await terminal.screen(showing: "the neural ranking  10 ■")
        #expect(before.contains("the neural ranking  10 ■"))

        try shop.write(String(tenth.prefix(300)), to: "flags.json")
        let broken = try await terminal.screen(showing: "Remote config is STALE")
        #expect(broken.contains("Remote config is STALE"))
        #expect(broken.contains("the neural ranking  10 ■"))
        #expect(broken.contains("the previous document stays active"))

        try FileManager.default.removeItem(atPath: "\(shop.path)/flags.json")
        let gone = try await terminal.screen(showing: "404")
        #expect(gone.contains("404"))
        #expect(gone.contains("the neural ranking  10 ■"))

        try shop.write(initial, to: "flags.json")
        let after = try await terminal.screen(showing: "Remote config is READY")
        #expect(after.contains("Remote config is READY"))
        #expect(try await terminal.screen(showing: "the neural ranking   0 ·").contains("the neural ranking   0 ·"))
    }

    /// Starts the storefront as `make run` does, and expects the last lines of its screen.
    ///
    /// - Returns: The lines of the screen, without the server's port.
    @discardableResult
    private func storefront(
        _ arguments: String = "",
        columns: Int,
        rows: Int,
        ends expected: [String]
    ) async throws -> [String] {
        let shop = try Shop()
        try shop.createFolder(".build/debug")
        try FileManager.default.createSymbolicLink(
            atPath: "\(shop.path)/.build/debug/Storefront",
            withDestinationPath: BuiltCommand("Storefront").path
        )
        let terminal = try Terminal(
            "exec .build/debug/Storefront \(arguments)",
            environment: shop.environment,
            in: shop.path,
            rows: rows,
            columns: columns
        )
        var lines: [String] = []
        try await terminal.wait(for: "storefront with the expected lines") {
            let text = try terminal.text().replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:PORT")
            lines = text.split(separator: "\n").map(String.init)
            return lines.contains("Remote config is READY") && lines.suffix(expected.count) == expected[...]
        }
        return lines
    }

    @Test func storefrontOf24RowsNamesConsole() async throws {
        try await storefront(
            columns: 80,
            rows: 24,
            ends: [
                "  stars              100 ■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■",
                "Remote config is READY",
                "Edit .build/debug/flags.json and watch; the shop fetches it from",
                "http://127.0.0.1:PORT/flags.json",
                "To see and override all values, use a second terminal in the package's folder:",
                "  .build/debug/toggles console --document .build/debug/flags.json",
            ]
        )
    }

    @Test func storefrontOf30RowsShowsMostImportantHints() async throws {
        try await storefront(
            columns: 80,
            rows: 30,
            ends: [
                "To see and override all values, use a second terminal in the package's folder:",
                "  .build/debug/toggles console --document .build/debug/flags.json",
                "  .build/debug/toggles set search_ranking neural",
                "  .build/debug/toggles set new_checkout on",
                "  .build/debug/toggles unset --all",
                "Ctrl-C ends the shop.",
            ]
        )
    }

    @Test func narrowStorefrontWrapsConsoleHint() async throws {
        try await storefront(
            columns: 60,
            rows: 20,
            ends: [
                "Orders: old store   Wish lists: old store, written to both",
                "Remote config is READY",
                "Edit .build/debug/flags.json and watch; the shop fetches it",
                "from http://127.0.0.1:PORT/flags.json",
                "  .build/debug/toggles console \\",
                "    --document .build/debug/flags.json",
            ]
        )
    }

    @Test(arguments: [
        ("--serve mine.json", "  .build/debug/toggles console --document mine.json"),
        ("--serve 'my flags.json'", "  .build/debug/toggles console --document 'my flags.json'"),
    ])
    func storefrontNamesServedDocument(arguments: String, hint: String) async throws {
        let lines = try await storefront(arguments, columns: 80, rows: 24, ends: [hint])
        #expect(!lines.contains { $0.contains(".build/debug/flags.json") })
    }

    @Test func tableIsColoredOnTerminalUnlessDisabled() async throws {
        let shop = try Shop()
        let toggles = try BuiltCommand("toggles").path
        _ = try shop.run("set", "page_size", "3")
        func screen(_ environment: [String: String]) async throws -> String {
            let terminal = try Terminal(
                "'\(toggles)' list --overridden; echo the end; read answer",
                environment: shop.environment.merging(environment) { $1 },
                in: shop.path
            )
            return try await terminal.screen(showing: "the end")
        }
        let colored = try await screen([:])
        #expect(colored.contains("\u{1B}[1mKEY"))
        #expect(colored.contains("\u{1B}[33m3"))
        let plain = try await screen(["NO_COLOR": "1"])
        #expect(plain.contains("page_size  3      local defaults  ops       search  2027-01-31"))
        #expect(!plain.contains("\u{1B}"))
        #expect(try await screen(["NO_COLOR": ""]).contains("\u{1B}[1mKEY"))
    }
}
