import Foundation
import Testing

@Suite struct LintIgnoringTests {
    private static let read = "func f() { _ = toggles.value(of: .searchRanking) }\n"

    /// A shop whose toggles are read only in a generated file that git ignores.
    private static func shop(lint: String = "") throws -> Shop {
        let shop = try Shop.linted(lint: lint)
        try shop.write("struct Checkout {}\n", to: "Sources/Checkout.swift")
        try shop.createFolder("Sources/Generated")
        try shop.write(read, to: "Sources/Generated/Flags.swift")
        try shop.write("Generated/\n", to: ".gitignore")
        return shop
    }

    private static func unused(_ shop: Shop) throws -> Bool {
        let result = try shop.lint("--only", "unused_toggle", "--no-cache", "--quiet")
        #expect(result.error == "")
        return result.output.contains("‘search_ranking’ is declared, and no code reads it")
    }

    @Test func ignoredFilesAreSearchedOnlyIfNamed() throws {
        let shop = try Self.shop()
        // Without a repository, all files are searched.
        #expect(try !Self.unused(shop))
        try shop.git("init", "--quiet")
        #expect(try Self.unused(shop))
        let asked = try Self.shop(lint: "  included: [Sources, Sources/Generated]")
        try asked.git("init", "--quiet")
        #expect(try !Self.unused(asked))
        // Committed files are searched.
        try shop.git("add", "--force", "Sources/Generated/Flags.swift")
        #expect(try !Self.unused(shop))
    }

    @Test func projectInIgnoredFolderIsSearched() throws {
        let outer = try Shop(manifest: Shop.lintedManifest)
        try outer.write("*\n", to: ".gitignore")
        try outer.git("init", "--quiet")
        try outer.createFolder("App")
        try outer.createFolder("App/Sources")
        for (name, text) in [
            ("toggles.yaml", Shop.lintedManifest), ("Package.swift", "// swift-tools-version: 6.2\n"),
            ("Sources/Flags.swift", Self.read),
        ] { try outer.write(text, to: "App/\(name)") }
        let result = try outer.lint(
            "--manifest",
            "App/toggles.yaml",
            "--only",
            "unused_toggle",
            "--no-cache",
            "--quiet"
        )
        #expect(result.error == "")
        #expect(!result.output.contains("‘search_ranking’ is declared, and no code reads it"), "\(result.output)")
        #expect(result.status == 0)
    }

    @Test func misspelledCommentIsReportedWithCorrection() throws {
        let shop = try Shop.linted()
        try shop.write(
            Shop.source.replacing(
                "        if toggles",
                with: "        // toggles:ingore expired_toggle - Soon.\n        if toggles"
            ),
            to: "Sources/Checkout.swift"
        )
        let result = try shop.lint("--only", "unknown_suppression", "--quiet")
        #expect(
            result.output.contains("‘toggles:ingore’ is not ‘toggles:ignore’"),
            "\(result.output)\(result.error)"
        )
        #expect(result.output.contains("write ‘toggles:ignore expired_toggle - reason’"))
    }
}
