import Foundation
import Testing

/// Commands about values, and those that operate a remote document, while the manifest has errors.
@Suite struct BrokenManifestTests {
    private static let environments = """
        document: flags.json
        environments:
          production: { document: live.json, confirm: reason }
          staging: { document: staging.json, confirm: resaon }

        """

    /// Creates a project with two flags, and breaks its manifest.
    private func makeShop(_ change: (String) -> String) throws -> Shop {
        let shop = try Shop(manifest: Shop.manifest + Self.environments.replacing("resaon", with: "reason"))
        for flag in ["search_ranking neural=10", "page_size 20=50"] {
            let words = ["rollout"] + flag.split(separator: " ").map(String.init) + ["--create", "--yes"]
            _ = try BuiltCommand("toggles").run(words, environment: shop.environment, in: shop.path)
        }
        try #require(shop.text("flags.json") != nil)
        try shop.write(change(Shop.manifest + Self.environments), to: "toggles.yaml")
        return shop
    }

    private static func withWrongCategory(_ manifest: String) -> String {
        manifest.replacing("category: release", with: "category: relaese")
    }

    private static func withConflict(_ manifest: String) -> String {
        manifest.replacing("\n  banner:", with: "\n<<<<<<< HEAD\n  banner:")
    }

    @Test(arguments: [
        ["kill", "search_ranking"], ["rollout", "search_ranking", "neural=20", "--yes"],
        ["target", "search_ranking", "--if", "country == DE", "--then", "hybrid", "--yes"],
    ])
    func errorsElsewhereAreWarnings(arguments: [String]) throws {
        for change in [Self.withWrongCategory, Self.withConflict] {
            let shop = try makeShop(change)
            let old = shop.text("flags.json")
            let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
            #expect(result.status == 0, "\(result)")
            #expect(result.error.contains("warning: toggles.yaml:"), "\(result)")
            #expect(
                result.error.contains(
                    "toggles.yaml has errors, so only its toggles and environments without errors are used."
                ),
                "\(result)"
            )
            #expect(shop.text("flags.json") != old)
        }
    }

    @Test func restoreGoesOn() throws {
        let shop = try makeShop(Self.withWrongCategory)
        let old = shop.text("flags.json")
        #expect(try shop.run("kill", "search_ranking").status == 0)
        #expect(try shop.run("restore", "search_ranking", "--yes").status == 0)
        #expect(shop.text("flags.json") == old)
    }

    @Test func brokenToggleIsRefused() throws {
        let shop = try makeShop { $0.replacing("values: [classic, neural, hybrid]", with: "values: [classic, 3]") }
        let old = shop.text("flags.json")
        let result = try shop.run("kill", "search_ranking")
        #expect(result.status == 2)
        #expect(
            result.error.hasSuffix(
                """
                There is no toggle ‘search_ranking’ among those without errors. Correct the manifest, or pass an earlier \
                version of it with --manifest.

                """
            ),
            "\(result)"
        )
        #expect(shop.text("flags.json") == old)
    }

    @Test func environmentWithErrorIsRefused() throws {
        let shop = try makeShop { $0 }
        #expect(
            try shop.run("publish", "flags.json", "--to", "production", "--yes", "--reason", "x", "--alone").status == 0
        )
        let killed = try shop.run("kill", "search_ranking", "--document", "production", "--yes", "--reason", "outage")
        #expect(killed.status == 0, "\(killed)")
        let unexplained = try shop.run("kill", "search_ranking", "--document", "production", "--yes")
        #expect(unexplained.status == 2, "\(unexplained)")
        let refused = try shop.run("kill", "search_ranking", "--document", "staging")
        #expect(refused.status == 2)
        #expect(
            refused.error.hasSuffix(
                "There is no environment ‘staging’ among those without errors. Correct the manifest first.\n"
            )
        )
    }

    private static let warning = "has errors, so only its toggles and environments without errors are used.\n"

    @Test(arguments: [
        (["list"], "search_ranking"), (["get", "page_size"], "20"), (["explain", "page_size"], "page_size = 20"),
        (["set", "page_size", "30"], "page_size = 30"), (["unset", "page_size"], "page_size: already unset"),
        (["console", "--json"], "search_ranking"),
    ])
    func valuesOfTheOtherTogglesAreAvailable(arguments: [String], output: String) throws {
        for change in [Self.withWrongCategory, Self.withConflict] {
            let shop = try makeShop(change)
            let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains(output), "\(result)")
            #expect(result.error.contains(Self.warning), "\(result)")
        }
    }

    @Test func consoleShowsTheOtherToggles() throws {
        let shop = try makeShop(Self.withWrongCategory)
        let result = try shop.run("console", "--plain", input: "get page_size\nset page_size 30\nget new_checkout\n")
        #expect(result.error.contains(Self.warning), "\(result)")
        #expect(result.output.contains("page_size = 30"), "\(result)")
        #expect(result.output.contains("no toggle is called ‘new_checkout’"), "\(result)")
    }

    @Test(arguments: [["get"], ["explain"], ["set"]])
    func valueOfBrokenToggleIsUnknown(command: [String]) throws {
        let shop = try makeShop(Self.withWrongCategory)
        let words = command + ["new_checkout"] + (command == ["set"] ? ["on"] : [])
        let result = try BuiltCommand("toggles").run(words, environment: shop.environment, in: shop.path)
        #expect(result.status == 2, "\(result)")
        #expect(result.error.contains("There is no toggle ‘new_checkout’ among those without errors."), "\(result)")
    }

    /// Otherwise, the files of another application would be read and changed.
    @Test(arguments: [
        ("application: shop", "application: s hop"), ("application: shop", "application: shop\napplication: other"),
        ("application: shop\n", ""), ("namespace: ShopToggles", "namespace: 3"),
    ])
    func valuesNeedTheApplication(text: String, replacement: String) throws {
        let shop = try makeShop { $0 }
        let manifest = Self.withWrongCategory(Shop.manifest).replacing(text, with: replacement)
        try shop.write(manifest, to: "toggles.yaml")
        let result = try shop.run("set", "page_size", "30")
        let isCertain = replacement.isEmpty
        #expect(result.status == (isCertain ? 0 : 2), "\(result)")
        #expect(result.error.contains("The manifest has errors; correct them") == !isCertain, "\(result)")
    }

    @Test(arguments: [["add", "new_flag", "--category", "ops"], ["promote", "new_checkout"], ["validate"]])
    func commandsThatEditAreStrict(arguments: [String]) throws {
        let shop = try makeShop(Self.withWrongCategory)
        let old = shop.text("toggles.yaml")
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result.status != 0, "\(result)")
        #expect(shop.text("toggles.yaml") == old)
    }

    @Test func publishingNamesTheWayWithoutManifest() throws {
        let shop = try makeShop(Self.withWrongCategory)
        let result = try shop.run("publish", "flags.json", "--to", "live.json", "--yes")
        #expect(result.status == 2)
        #expect(result.error.contains("With --alone, the command ignores it."), "\(result)")
    }
}
