import Foundation
import TestSupport
import Testing

@Suite struct LifecycleTests {
    private static let document = """
        {
          "flags": {
            "search_ranking_2": { "state": "ENABLED", "variants": { "classic": "classic" }, "defaultVariant": "classic" }
          }
        }

        """

    private func git(_ shop: Shop, _ arguments: String..., day: String = "2026-11-01") throws {
        let git = try #require(BuiltCommand(installed: "git"))
        var environment = shop.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        for role in ["AUTHOR", "COMMITTER"] {
            environment["GIT_\(role)_NAME"] = "Ada"
            environment["GIT_\(role)_EMAIL"] = "ada@example.com"
            environment["GIT_\(role)_DATE"] = "\(day)T12:00:00Z"
        }
        let result = try git.run(arguments, environment: environment, in: shop.path)
        try #require(result.status == 0, "\(result.error)")
    }

    private func commit(_ shop: Shop, _ subject: String, day: String) throws {
        try git(shop, "add", "toggles.yaml", "flags.json")
        try git(shop, "commit", "--quiet", "--message", subject, day: day)
    }

    /// Creates a shop with a first commit.
    private func makeShop() throws -> Shop {
        let shop = try Shop()
        try shop.write(Self.document, to: "flags.json")
        try git(shop, "init", "--quiet", "--initial-branch=main")
        try commit(shop, "Begin", day: "2026-11-01")
        return shop
    }

    private let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]

    @Test func dryRunShowsChangeAndWritesNothing() throws {
        let shop = try makeShop()
        let before = shop.text("toggles.yaml")
        let result = try shop.run(
            "promote",
            "new_checkout",
            "--document",
            "flags.json",
            "--today",
            "2026-11-21",
            "--dry-run",
            environment: path
        )
        #expect(result.status == 0)
        #expect(result.output.contains("-    category: release\n+    category: ops\n"))
        #expect(result.output.contains("+++ b/flags.json\n"))
        #expect(shop.text("toggles.yaml") == before)
        #expect(shop.text("flags.json") == Self.document)
    }

    @Test func linesThatMayReadThePromotedKeyAreListed() throws {
        let shop = try makeShop()
        try shop.write(
            """
            // Reads .newCheckout.
            enum Screen { case newCheckout }
            let screen = Screen.newCheckout
            let text = "newCheckout"
            switch screen { case .newCheckout: break }
            if toggles.isEnabled(.newCheckout) {}
            let key = ReleaseToggle.newCheckout
            show(.newCheckoutPage)

            """,
            to: "Reads.swift"
        )
        let result = try shop.run("promote", "new_checkout", "--today", "2026-11-21", environment: path)
        let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("      ") }
        #expect(
            lines == [
                "      Reads.swift:6: if toggles.isEnabled(.newCheckout) {}",
                "      Reads.swift:7: let key = ReleaseToggle.newCheckout",
            ],
            "\(result)"
        )
    }

    @Test func logShowsHistoryOfToggle() throws {
        let shop = try makeShop()
        let promoted = try shop.run(
            "promote",
            "new_checkout",
            "--document",
            "flags.json",
            "--today",
            "2026-11-21",
            "--until",
            "2026-12-31",
            environment: path
        )
        #expect(promoted.status == 0)
        #expect(
            promoted.output.hasPrefix(
                "new_checkout is now an ops toggle.\nIt now expires on 2026-12-31 (previously 2026-12-15).\n"
            )
        )
        #expect(promoted.output.contains("no Swift file of the repository mentions `.newCheckout`"))
        try commit(shop, "Ship it", day: "2026-11-21")
        let extended = try shop.run(
            "extend",
            "new_checkout",
            "--until",
            "2027-01-15",
            "--reason",
            "Waits.",
            "--today",
            "2026-12-01",
            environment: path
        )
        #expect(
            extended
                == .init(output: "new_checkout now expires on 2027-01-15, 15 days later than before (2026-12-31).\n")
        )
        try commit(shop, "Extend it", day: "2026-12-01")
        let rotated = try shop.run("rotate", "new_checkout", "--document", "flags.json", environment: path)
        #expect(
            rotated.output.hasPrefix(
                "new_checkout now reads the parameter ‘new_checkout_2’; ‘new_checkout’ is retired.\n"
            )
        )
        try commit(shop, "Rotate it", day: "2026-12-02")
        let log = try shop.run("log", "new_checkout", "--document", "flags.json", environment: path)
        let lines = log.output.split(separator: "\n").dropFirst().map { line in
            line.split(separator: "  ", omittingEmptySubsequences: true).prefix(3).map { $0.drop { $0 == " " } }.joined(
                separator: "|"
            )
        }
        #expect(
            lines == [
                "2026-11-01|added as a release toggle, expires 2026-12-15|Ada",
                "2026-11-21|promoted from release to ops|Ada",
                "2026-11-21|extended 2026-12-15 → 2026-12-31|Ada",
                "2026-11-21|remote new_checkout: added, false for all users|Ada",
                "2026-12-01|extended 2026-12-31 → 2027-01-15|Ada",
                "2026-12-02|remote parameter new_checkout → new_checkout_2|Ada",
                "2026-12-02|remote new_checkout_2: added, false for all users|Ada",
            ],
            "\(log.output)\(log.error)"
        )
        let json = try shop.run("log", "new_checkout", "--json", environment: path)
        #expect(json.output.contains("\"kind\": \"promoted\""))
    }

    @Test func invalidChangesAreRejected() throws {
        let shop = try makeShop()
        let before = shop.text("toggles.yaml")
        for arguments in [
            ["promote", "search_ranking"], ["promote", "new_chekout"], ["rotate", "new_checkout"],
            ["extend", "new_checkout", "--until", "2020-01-01", "--reason", "Why"], ["log", "nothing"],
            ["promote", "new_checkout", "--document", "toggles.yaml"],
            ["promote", "new_checkout", "--document", "none.json"],
        ] {
            let result = try BuiltCommand("toggles").run(
                arguments,
                environment: shop.environment.merging(path) { $1 },
                in: shop.path
            )
            #expect(result.status == 2, "\(arguments)")
            #expect(result.error.hasSuffix(".\n") || result.error.hasSuffix("?\n"), "\(result.error)")
        }
        #expect(shop.text("toggles.yaml") == before)
    }

    @Test func logNeedsRepository() throws {
        let shop = try Shop()
        let result = try shop.run("log", "new_checkout", environment: path)
        #expect(result.status == 2)
        #expect(result.error.contains("is not in a git repository"))
    }

    @Test func ticketsAndReportRunCompanion() throws {
        let shop = try makeShop()
        let tickets = try shop.run("tickets", "--date", "2026-12-15", environment: path)
        #expect(tickets.output.hasPrefix("# Remove the toggle new_checkout\n\n<!-- toggles:ticket new_checkout -->\n"))
        let none = try shop.run("tickets", "--since", "HEAD", "--date", "2026-11-02", environment: path)
        #expect(none == .init(output: "No toggle needs a ticket.\n"))
        let report = try shop.run("report", "--html", "page.html", "--date", "2026-11-21", environment: path)
        #expect(report == .init(output: "Wrote page.html\n"))
        #expect(shop.text("page.html")?.contains("<h1>Toggles of shop</h1>") == true)
    }

    /// The linter finds the tickets, and hands them over to the program with networking.
    @Test func ticketsAreFiled() throws {
        let shop = try makeShop()
        let server = try TrackerServer()
        let environment = path.merging(["TOGGLES_TOKEN": "s3cret", "GITHUB_API_URL": server.address]) { $1 }
        func file(_ more: String...) throws -> BuiltCommand.Result {
            let arguments = ["tickets", "--github", "acme/shop", "--date", "2026-12-15"] + more
            let environment = shop.environment.merging(environment) { $1 }
            return try BuiltCommand("toggles").run(arguments, environment: environment, in: shop.path)
        }
        let first = try file()
        #expect(first.status == 0 && first.output.hasPrefix("new_checkout: filed: "), "\(first)")
        let filed = server.issues.count
        let second = try file("--json")
        #expect(second.status == 0 && second.output.contains(#""outcome": "present""#), "\(second)")
        #expect(server.issues.count == filed)
        #expect("\(server.issues)".contains("<!-- toggles:ticket new_checkout -->"))
    }

    @Test func tokenComesFromEnvironment() throws {
        let shop = try makeShop()
        let result = try shop.run("tickets", "--github", "acme/shop", "--date", "2026-12-15", environment: path)
        #expect(result.status == 2)
        #expect(result.error.contains("TOGGLES_TOKEN"))
        let clear = try shop.run(
            "tickets",
            "--github",
            "acme/shop",
            "--api",
            "http://example.com",
            "--date",
            "2026-12-15",
            environment: path.merging(["TOGGLES_TOKEN": "s3cret"]) { $1 }
        )
        #expect(clear.status == 2)
        #expect(!clear.error.contains("s3cret"))
    }

    @Test func documentErrorHasOneFullStop() throws {
        let shop = try makeShop()
        let result = try shop.run("promote", "new_checkout", "--document", "toggles.yaml", environment: path)
        #expect(result.error.hasSuffix(".\n") && !result.error.hasSuffix("..\n"), "\(result.error)")
        #expect(result.status == 2)
    }
}
