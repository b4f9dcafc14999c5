import FeatureTogglesUsage
import Foundation
import TestSupport
import Testing
import ToggleBase

/// `toggles usage merge` and `toggles lint --usage`, as users run them.
struct UsageMergeTests {
    private static let manifest = """
        schema: 1
        namespace: ShopToggles
        toggles:
          banner: { category: ops, default: false, description: One., owner: me, permanent: true }
          menu: { category: ops, default: false, description: One., owner: me, permanent: true }
          ranking: { category: ops, values: [classic, neural], default: classic, description: One., owner: me, permanent: true }

        """

    private let shop: Shop

    init() throws {
        shop = try Shop.committed(manifest: Self.manifest, ["Package.swift": ""])
    }

    private func merge(_ logs: String...) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            ["usage", "merge"] + logs + ["-o", "usage.json"],
            environment: shop.lintEnvironment,
            in: shop.path
        )
    }

    /// Returns a line of a log; the digest is that of the toggles above.
    private func line(_ cells: String, day: String = "2026-11-01", version: String = "2.4", digest: String = digest)
        -> String
    {
        """
        203.0.113.9 - - [02/Nov/2026:03:00:00 +0000] \
        "GET /usage?v=\(version)&d=\(day)&t=\(digest)&u=\(cells) HTTP/1.1" 204 0 "-" "Shop/2.4"
        """
    }

    private static let digest = UsageLayout([
        (key: "banner", category: ToggleCategory.ops, type: ToggleType.bool),
        (key: "menu", category: .ops, type: .bool),
        (key: "ranking", category: .ops, type: .variants(["classic", "neural"])),
    ]).digest

    private func counts() throws -> [String: Any] {
        let data = Data(try #require(shop.text("usage.json")).utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func messagesInEveryFormatAreCounted() throws {
        // banner is read, menu isn't, and ranking is changed to its second variant: 10 00 11 1.
        let query = "v=2.4&d=2026-11-01&t=\(Self.digest)&u=jg"
        let json = "{\"time\": 1, \"uri\": \"/usage?\(query.replacingOccurrences(of: "&", with: "\\u0026"))\"}"
        let common = "203.0.113.9 - - [02/Nov/2026:03:00:00 +0000] \"GET /usage?\(query) HTTP/1.1\" 204 0"
        try shop.write(
            ([String](repeating: line("jg"), count: 10) + [String](repeating: json, count: 10) + [common])
                .joined(separator: "\n"),
            to: "a.log"
        )
        let result = try merge("a.log")
        #expect(result.status == 0, "\(result.error)")
        #expect(result.error == "21 messages counted.\n")
        let page = try #require((try counts()["pages"] as? [[String: Any]])?.first)
        #expect(page["installations"] as? Int == 21)
        let toggles = try #require(page["toggles"] as? [String: [String: Any]])
        #expect(toggles["banner"]?["read"] as? Int == 21)
        #expect(toggles["banner"]?["changed"] as? Int == 0)
        #expect(toggles["menu"]?["read"] as? Int == 0)
        #expect(toggles["ranking"]?["variants"] as? [String: Int] == ["neural": 21])
    }

    @Test func fewInstallationsAreLeftOut() throws {
        var lines = [String](repeating: line("gA"), count: 20)
        lines += [String](repeating: line("jg"), count: 19)
        lines += [String](repeating: line("gA", version: "2.3"), count: 19)
        lines += ["GET /favicon.ico", line("g"), line("//"), line("gA", digest: "00000000")]
        try shop.write(lines.joined(separator: "\r\n"), to: "a.log")
        let result = try merge("a.log")
        #expect(result.status == 0)
        #expect(
            result.error == """
                58 messages counted, 1 day of a version with fewer than 20 installations left out, 2 damaged messages, 1 line \
                without a message.
                1 message of version 2.4 isn't counted, because no manifest here or at a tag declares its toggles; --manifest \
                names manifests, and --tags the form of the tags.

                """
        )
        let pages = try #require(try counts()["pages"] as? [[String: Any]])
        #expect(pages.map { $0["appVersion"] as? String } == ["2.4"])
        let toggles = try #require(pages.first?["toggles"] as? [String: [String: Any]])
        #expect(toggles["banner"]?["read"] as? Int == 39)
        #expect(toggles["ranking"]?["read"] as? String == "few")
        #expect(toggles["ranking"]?["variants"] as? [String: String] == ["neural": "few"])
    }

    @Test func togglesOfReleasesAreKnownFromTags() throws {
        try shop.git("tag", "v2.4")
        try shop.write(Self.manifest.replacingOccurrences(of: "  menu:", with: "  main_menu:"), to: "toggles.yaml")
        try shop.write([String](repeating: line("gA"), count: 20).joined(separator: "\n"), to: "a.log")
        #expect(try merge("a.log").error == "20 messages counted.\n")
        try shop.git("tag", "--delete", "v2.4")
        #expect(try merge("a.log").status == 1)
    }

    @Test func compressedLogsAreRead() throws {
        try shop.write([String](repeating: line("gA"), count: 25).joined(separator: "\n"), to: "a.log")
        let gzip = try #require(BuiltCommand(installed: "gzip"))
        _ = try gzip.run(["a.log"], environment: shop.lintEnvironment, in: shop.path)
        #expect(try merge("a.log.gz").error == "25 messages counted.\n")
        try shop.write("no gzip", to: "b.log.gz")
        #expect(try merge("b.log.gz").status == 2)
        #expect(try merge("missing.log").status == 2)
        #expect(try merge("a.log.gz", "./a.log.gz").error.contains("is named twice"))
    }

    /// Long logs are read in parts, which end anywhere in a line.
    @Test func longLogsAreReadFromFilesAndStandardInput() throws {
        let lines = (0..<1_000).map { line("gA", version: $0 % 2 == 0 ? "2.4" : "2.4.0") }.joined(separator: "\r\n")
        try shop.write(lines, to: "a.log")
        #expect(try merge("a.log").error == "1000 messages counted.\n")
        let counted = try #require(shop.text("usage.json"))
        let result = try BuiltCommand("toggles").run(
            ["usage", "merge", "-", "-o", "usage.json"],
            environment: shop.lintEnvironment,
            in: shop.path,
            input: lines
        )
        #expect(result.error == "1000 messages counted.\n")
        #expect(shop.text("usage.json") == counted)
        #expect(try merge("-", "-").error.contains("The log ‘-’ is named twice"))
    }

    @Test func lintReportsWhatAppsRead() throws {
        // Version 2.3 reads all three until the end of October, and 2.4 only the banner.
        var lines: [String] = []
        for day in ["2026-10-10", "2026-11-10"] {
            lines += [String](repeating: line("qA", day: day, version: "2.3"), count: 30)
            lines += [String](repeating: line("gA", day: day, version: "2.4"), count: 30)
        }
        try shop.write(lines.joined(separator: "\n"), to: "a.log")
        #expect(try merge("a.log").status == 0)
        try shop.write(
            Self.manifest
                + "  cards: { category: ops, default: false, description: One., owner: me, permanent: true }\n",
            to: "toggles.yaml"
        )
        let rules = ["unread_in_field", "constant_in_field", "read_by_old_versions", "not_in_field"]
        let result = try BuiltCommand("toggles").run(
            ["lint", "--date", "2026-11-21", "--usage", "usage.json", "--quiet"] + rules.flatMap { ["--only", $0] },
            environment: shop.lintEnvironment,
            in: shop.path
        )
        #expect(result.output.contains("only versions below 2.4 have read ‘menu’"))
        #expect(result.output.contains("‘cards’ is declared, and no version in the field has it until 2026-11-10"))
        try shop.write("{}", to: "usage.json")
        let broken = try BuiltCommand("toggles").run(
            ["lint", "--usage", "usage.json"],
            environment: shop.lintEnvironment,
            in: shop.path
        )
        #expect(broken.status == 2)
        #expect(broken.error.contains("it isn't a file that `toggles usage merge` wrote"))
    }
}
