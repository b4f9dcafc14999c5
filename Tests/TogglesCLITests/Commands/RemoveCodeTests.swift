import Foundation
import Testing

/// What `toggles remove` changes in code, as users run it.
struct RemoveCodeTests {
    private static let after = """
        struct Checkout {
            let toggles: any FeatureToggle

            func start() {
                showOnePage()
                sort(by: toggles.value(of: .searchRanking))
            }
        }

        """

    private static func shop(_ files: [String: String] = [:]) throws -> Shop {
        let files = files.merging(["Package.swift": "// swift-tools-version: 6.2\n"]) { $1 }
        return try Shop.committed(
            manifest: Shop.lintedManifest,
            files.merging(["Sources/Checkout.swift": Shop.source]) { first, _ in first }
        )
    }

    @Test func branchAndEntryAreRemoved() throws {
        let shop = try Self.shop()
        let diff = try shop.remove("new_checkout", "--keep", "on")
        #expect(diff.status == 0, "\(diff)")
        #expect(diff.output.hasPrefix("--- a/Sources/Checkout.swift\n"))
        try shop.git("apply", input: diff.output)
        #expect(shop.text("Sources/Checkout.swift") == Self.after)
        let manifest = shop.text("toggles.yaml")
        try shop.git("checkout", ".")

        let result = try shop.remove("new_checkout", "--keep", "on", "--write")
        #expect(result == .init(output: "safe: 2 files changed, and nothing is left of the toggle\n"))
        #expect(shop.text("Sources/Checkout.swift") == Self.after)
        #expect(shop.text("toggles.yaml") == manifest)
        #expect(try shop.lint("--only", "undeclared_key", "--fail-on", "note").status == 0)
        #expect(try shop.remove("new_checkout", "--keep", "on", "--write").status == 2)
        #expect(shop.text("Sources/Checkout.swift") == Self.after)
    }

    @Test func otherSideStays() throws {
        let shop = try Self.shop()
        #expect(try shop.remove("newCheckout", "--keep", "off", "--write").status == 0)
        #expect(shop.text("Sources/Checkout.swift") == Self.after.replacing("showOnePage", with: "startThreeSteps"))
    }

    @Test func bytesAroundChangesStay() throws {
        let name = "Sources/Die Größe.swift"
        let source = ("\u{FEFF}// \u{C}Form feed" + "\n" + Shop.source + "// The end.").replacing("\n", with: "\r\n")
        let expected = ("\u{FEFF}// \u{C}Form feed" + "\n" + Self.after + "// The end.").replacing("\n", with: "\r\n")
        let shop = try Self.shop(["Sources/Checkout.swift": "", name: source])
        let path = "\(shop.path)/\(name)"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        try shop.git("commit", "--quiet", "--all", "--message", "Two")
        let diff = try shop.remove("new_checkout", "--keep", "on")
        try shop.git("apply", input: diff.output)
        #expect(shop.text(name) == expected)
        try shop.git("checkout", ".")
        #expect(try shop.remove("new_checkout", "--keep", "on", "--write").status == 0)
        #expect(shop.text(name) == expected)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o755)
    }

    @Test func blockedRemovalWritesNothing() throws {
        let shop = try Self.shop([
            "Sources/Other.swift": "func show(_ key: ReleaseToggle) {}\nlet a: () = show(.newCheckout)\n"
        ])
        for arguments in [["--check"], ["--write"], []] {
            let result = try BuiltCommand("toggles").run(
                ["remove", "new_checkout", "--keep", "on"] + arguments,
                environment: shop.lintEnvironment,
                in: shop.path
            )
            #expect(result.status == 1)
            #expect(
                result.output.hasSuffix(
                    "blocked: 1 place keeps the toggle alive, so nothing is written without --partial\n"
                )
            )
            if arguments != ["--check"] {
                #expect(result.output.contains("Keeps the toggle alive:\n  Sources/Other.swift:2:18: "), "\(result)")
            }
            #expect(try shop.git("status", "--porcelain") == "")
        }
        let partial = try shop.remove("new_checkout", "--keep", "on", "--write", "--partial")
        #expect(partial.status == 1)
        #expect(partial.output.hasSuffix("blocked: 1 file changed, but 1 place keeps the toggle alive\n"))
        #expect(try shop.git("status", "--porcelain") == " M Sources/Checkout.swift\n")
        #expect(shop.text("Sources/Checkout.swift") == Self.after)
    }

    @Test func uncommittedCodeIsKept() throws {
        let shop = try Self.shop()
        try shop.write(Shop.source + "// More.\n", to: "Sources/Checkout.swift")
        let result = try shop.remove("new_checkout", "--keep", "on", "--write")
        #expect(result.status == 2)
        #expect(result.error.hasSuffix("change them anyway:\n  Sources/Checkout.swift\n"))
        #expect(try shop.git("status", "--porcelain") == " M Sources/Checkout.swift\n")
        try shop.git("add", "--all")
        #expect(try shop.remove("new_checkout", "--keep", "on", "--write").status == 2)
        #expect(try shop.remove("new_checkout", "--keep", "on", "--write", "--force").status == 0)
        #expect(shop.text("Sources/Checkout.swift") == Self.after + "// More.\n")
    }

    @Test func filesThatCannotBeWrittenKeepAllOthers() throws {
        let shop = try Self.shop()
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: "\(shop.path)/toggles.yaml")
        let result = try shop.remove("new_checkout", "--keep", "on", "--write")
        #expect(result.status == 2)
        #expect(result.error.contains("it is read-only"))
        #expect(shop.text("Sources/Checkout.swift") == Shop.source)
    }

    @Test func ignoredFilesAreNotChanged() throws {
        let shop = try Self.shop([".gitignore": "home\nOut\n", "Out/Checkout.swift": Shop.source])
        #expect(try shop.remove("new_checkout", "--keep", "on", "--write").status == 0)
        #expect(shop.text("Out/Checkout.swift") == Shop.source)
    }

    @Test func sourceWithoutFlagsLosesItsEntry() throws {
        let lint = """
            lint:
              sources:
                - { kind: cases, type: NewFlag, key: snake_case, reads: [isOn] }
                # The old flags.
                - { kind: cases, type: OldFlag, key: snake_case, reads: [isOn] }

            """
        let shop = try Shop.committed(
            manifest: Shop.lintedManifest + lint,
            [
                "Sources/Old.swift": """
                enum OldFlag { case newCheckout }
                enum NewFlag { case searchRanking }
                func a() { if isOn(OldFlag.newCheckout) { b() } }

                """
            ]
        )
        _ = try shop.remove("new_checkout", "--keep", "on", "--write", "--partial")
        let manifest = try #require(shop.text("toggles.yaml"))
        #expect(!manifest.contains("OldFlag"))
        #expect(
            manifest.hasSuffix(
                "lint:\n  sources:\n    - { kind: cases, type: NewFlag, key: snake_case, reads: [isOn] }\n"
            )
        )
        #expect(shop.text("Sources/Old.swift")?.contains("isOn") == false)
    }
}
