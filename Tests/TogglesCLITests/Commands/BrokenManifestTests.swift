import Foundation
import Testing

/// Commands that operate a remote document while the manifest has errors.
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

    @Test func publishingNamesTheWayWithoutManifest() throws {
        let shop = try makeShop(Self.withWrongCategory)
        let result = try shop.run("publish", "flags.json", "--to", "live.json", "--yes")
        #expect(result.status == 2)
        #expect(result.error.contains("With --alone, the command ignores it."), "\(result)")
    }
}
