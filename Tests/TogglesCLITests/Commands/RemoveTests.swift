import Foundation
import Testing

/// `toggles remove`, as users run it, apart from what it changes in code.
struct RemoveTests {
    private static func manifest(_ toggles: String, lint: String = "") -> String {
        "schema: 1\nnamespace: ShopToggles\napplication: shop\ntoggles:\n\(toggles)\n\(lint)"
    }

    private static let two = """
          # Both.

          # The new checkout.
          new_checkout: { category: release, description: One page., owner: payments, created: 2026-11-01, expires: 2026-12-15 }

          reviews:
            category: ops
            default: false
            description: Stars.
            owner: community
            created: 2026-06-01
            permanent: true
        """

    // MARK: - Verdict and diff

    @Test func diffIsAppliedByGit() throws {
        let shop = try Shop.committed(manifest: Self.manifest(Self.two))
        let result = try shop.remove("new_checkout", "--keep", "on")
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(
            result.output == """
                --- a/toggles.yaml
                +++ b/toggles.yaml
                @@ -4,9 +4,6 @@
                 toggles:
                   # Both.
                \(" ")
                -  # The new checkout.
                -  new_checkout: { category: release, description: One page., owner: payments, created: 2026-11-01, expires: 2026-12-15 }
                -
                   reviews:
                     category: ops
                     default: false

                safe: 1 file changes, and nothing is left of the toggle

                """
        )
        #expect(shop.text("toggles.yaml") == Self.manifest(Self.two))
        try shop.git("apply", input: result.output)
        let text = try #require(shop.text("toggles.yaml"))
        #expect(text == Self.manifest(Self.two.replacing(#/  # The new.*\n.*\n\n/#, with: "")))
    }

    @Test func diffInSubfolderNamesFilesFromTopOfRepository() throws {
        let shop = try Shop.committed(["App/toggles.yaml": Self.manifest(Self.two), "App/Package.swift": ""])
        let result = try BuiltCommand("toggles").run(
            ["remove", "new_checkout", "--keep", "off", "--manifest", "toggles.yaml"],
            environment: shop.lintEnvironment,
            in: "\(shop.path)/App"
        )
        #expect(result.output.hasPrefix("--- a/App/toggles.yaml\n+++ b/App/toggles.yaml\n"))
        try shop.git("apply", input: result.output)
    }

    @Test func windowsLineBreaksAndMissingLastOneStay() throws {
        let text = Self.manifest(Self.two).replacing("\n", with: "\r\n").trimmingCharacters(in: .newlines)
        let shop = try Shop.committed(manifest: text)
        let result = try shop.remove("reviews", "--keep", "on")
        try shop.git("apply", input: result.output)
        let applied = try #require(shop.text("toggles.yaml"))
        try shop.git("checkout", "toggles.yaml")
        #expect(try shop.remove("reviews", "--keep", "on", "--write").status == 0)
        #expect(shop.text("toggles.yaml") == applied)
        #expect(applied.hasPrefix(Self.manifest("").dropLast(2).replacing("\n", with: "\r\n")))
        #expect(applied.utf8.count { $0 == 0x0A } == applied.utf8.count { $0 == 0x0D })
    }

    @Test func checkPrintsVerdictOnly() throws {
        let shop = try Shop.committed(manifest: Self.manifest(Self.two), ["README.md": "`reviews`\n"])
        let safe = try shop.remove("new_checkout", "--keep", "on", "--check")
        #expect(safe == .init(output: "safe: 1 file changes, and nothing is left of the toggle\n", status: 0))
        let caution = try shop.remove("reviews", "--keep", "on", "--check")
        #expect(caution == .init(output: "caution: 1 file changes; look at 1 place yourself\n", status: 1))
    }

    @Test func mentionsAndOtherStepsAreListed() throws {
        let manifest = Self.manifest(
            Self.two.replacing("default: false", with: "default: false\n    remote: reviews_2\n    retired: [reviews]"),
            lint: "document: flags.json\n"
        )
        let flag = #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"}"#
        let document = #"{"flags": {"reviews": \#(flag), "reviews_2": \#(flag)}}"#
        let shop = try Shop.committed(manifest: manifest, ["README.md": "The `reviews`\n", "flags.json": document])
        try shop.write(#"{"toggles": {"reviews": true}}"#, to: "home/defaults.json")
        try shop.createFolder("home/presets")
        try shop.write(#"{"toggles": {"reviews": true}}"#, to: "home/presets/demo.json")
        try shop.write(#"{"toggles": {"new_checkout": true}}"#, to: "home/presets/other.json")
        let result = try shop.remove("reviews", "--keep", "on", "--defaults", "home/defaults.json")
        #expect(result.status == 1)
        let end = try #require(result.output.range(of: "\nStill mentions"))
        #expect(
            result.output[end.lowerBound...] == """

                Still mentions the toggle:
                  README.md:1:6: names the toggle as ‘reviews’; edit it by hand

                Left to do:
                  - once no supported version of the app reads the parameter ‘reviews_2’, remove it from flags.json with `toggles remove reviews_2 --parameter --write`
                  - once no supported version of the app reads the parameter ‘reviews’, remove it from flags.json with `toggles remove reviews --parameter --write`
                  - remove the toggle from the presets that override it: ‘\(shop.path)/home/presets/demo.json’
                  - remove the override in home/defaults.json with `toggles unset reviews --defaults home/defaults.json`

                caution: 1 file changes; look at 1 place yourself

                """
        )
    }

    /// Only a parameter that the document has can be removed from it.
    @Test func translationsOfAFileShareALine() throws {
        let text = "\"reviews_title\" = \"1\";\n// The `reviews`, \"reviews\"\n"
        let shop = try Shop.committed(
            manifest: Self.manifest(Self.two),
            [
                "App/ar.lproj/Main.strings": text, "App/de.lproj/Main.strings": "\n" + text,
                "App/zh-Hans.lproj/Main.strings": text, "Kit/de.lproj/Main.strings": text,
            ]
        )
        let result = try shop.remove("reviews", "--keep", "on")
        let reason = "names the toggle as ‘reviews’; edit it by hand"
        #expect(
            result.output.contains(
                """
                Still mentions the toggle:
                  App/ar.lproj/Main.strings:2:9 (and in de, zh-Hans): \(reason)
                  Kit/de.lproj/Main.strings:2:9: \(reason)

                """
            ),
            "\(result)"
        )
    }

    @Test func missingParameterIsNoStep() throws {
        let manifest = Self.manifest(Self.two, lint: "document: flags.json\n")
        let shop = try Shop.committed(manifest: manifest, ["flags.json": #"{"flags": {}}"#])
        let result = try shop.remove("reviews", "--keep", "on")
        #expect(result.status == 0 && !result.output.contains("Left to do:"), "\(result)")
        try FileManager.default.removeItem(atPath: "\(shop.path)/flags.json")
        try shop.write(Self.manifest(Self.two), to: "toggles.yaml")
        let unknown = try shop.remove("reviews", "--keep", "on")
        #expect(unknown.output.contains("  - once no supported version of the app reads the parameter ‘reviews’, "))
    }

    /// Users who have another value switch with the version without the toggle.
    @Test(arguments: [
        (#""targeting": {"fractional": [["on", 10], ["off", 90]]}"#, "on", "on 10% · off 90% of all targeting keys"),
        (#""targeting": {}"#, "off", nil), (#""targeting": {}"#, "on", "off for all users"),
        (#""state": "DISABLED""#, "off", nil), (#""state": "DISABLED""#, "on", "disabled: all users get "),
    ])
    func usersWithAnotherValueAreNamed(rule: String, kept: String, reason: String?) throws {
        let manifest = Self.manifest(Self.two, lint: "document: flags.json\n")
        let flag = #""variants": {"on": true, "off": false}, "defaultVariant": "off", \#(rule)"#
        let shop = try Shop.committed(manifest: manifest, ["flags.json": #"{"flags": {"reviews": {\#(flag)}}}"#])
        let result = try shop.remove("reviews", "--keep", kept)
        #expect(result.output.contains(reason == nil ? "\nsafe: " : "\ncaution: "), "\(result)")
        #expect(
            result.output.contains("Review these places:\n  flags.json:1:12: gives \(reason ?? "")") == (reason != nil)
        )
        #expect(result.output.contains("; without the toggle, all users have ‘\(kept)’\n") == (reason != nil))
    }

    @Test func presetsAreFoundWithoutLocalDefaults() throws {
        let shop = try Shop.committed(manifest: Self.manifest(Self.two), [:])
        try shop.createFolder("home/presets")
        try shop.write(#"{"toggles": {"reviews": true}}"#, to: "home/presets/demo.json")
        let result = try shop.remove("reviews", "--keep", "on")
        #expect(result.output.contains("  - remove the toggle from the presets that override it: "), "\(result.output)")
    }

    @Test func jsonContainsTheSame() throws {
        let shop = try Shop.committed(manifest: Self.manifest(Self.two), ["README.md": "a\n`reviews`\n"])
        let result = try shop.remove("reviews", "--keep", "off", "--json")
        #expect(result.status == 1)
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let report = try #require(json as? [String: Any])
        #expect(report["version"] as? Int == 1)
        #expect(report["key"] as? String == "reviews")
        #expect(report["keep"] as? String == "off")
        #expect(report["verdict"] as? String == "caution")
        #expect(report["written"] as? Bool == false)
        let file = try #require((report["files"] as? [[String: Any]])?.first)
        #expect(file["path"] as? String == "toggles.yaml")
        #expect(file["change"] as? String == "edited")
        try shop.git("apply", input: try #require(file["diff"] as? String))
        let remark = try #require((report["remarks"] as? [[String: Any]])?.first)
        #expect(remark["kind"] as? String == "mention")
        #expect(remark["path"] as? String == "README.md")
        #expect([remark["line"], remark["column"], remark["endColumn"]].map { $0 as? Int } == [2, 2, 9])
        #expect((report["next"] as? [String])?.count == 1)
        // The schema describes all of it.
        let schema = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Schemas/removal.schema.json"
        )
        let description = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: schema)) as? [String: Any]
        )
        let definitions = try #require(description["definitions"] as? [String: [String: Any]])
        for (object, type) in [(report, description), (file, definitions["file"]), (remark, definitions["remark"])] {
            #expect(Set(object.keys) == Set(type?["required"] as? [String] ?? []))
            #expect(Set(object.keys) == Set((type?["properties"] as? [String: Any] ?? [:]).keys))
        }
    }

    // MARK: - Arguments

    @Test(
        arguments: [
            (
                ["new_checkuot", "--keep", "on"],
                "There is no toggle ‘new_checkuot’. Did you mean ‘new_checkout’?"
            ),
            (
                ["new_checkout"],
                "Pass --keep to say which value of ‘new_checkout’ stays. Write --keep on or --keep off."
            ),
            (
                ["new_checkout", "--keep", "treatment"],
                "--keep: ‘treatment’ is not a value of ‘new_checkout’. Write --keep on or --keep off."
            ),
            (
                ["search_ranking", "--keep", "neurall"],
                "--keep: ‘neurall’ is not a value of ‘search_ranking’; did you mean ‘neural’? Write --keep classic, --keep neural or --keep hybrid."
            ),
            (["checkout_button", "--keep", "on"], "Write --keep control or --keep treatment."),
            (["order_store"], "--keep rampdown or --keep complete."),
            (["order_store", "--keep", "completed"], "did you mean ‘complete’?"),
            (["page_size", "--keep", "on"], "‘page_size’ has values of the type int, and "),
            (["banner", "--keep", "on"], "such as its default ‘\"\"’"),
            (["new_checkout", "--keep", "on", "--check", "--write"], "--check writes nothing"),
            (["new_checkout", "--keep", "on", "--force"], "requires --write"),
            (["new_checkout", "--keep", "on", "--partial"], "requires --write"),
            (["new_checkout", "--keep", "on", "--parameter"], "--parameter removes a parameter of the document"),
            (["new_checkout", "--keep", "on", "--root", "nowhere"], "There is no folder ‘nowhere’."),
            (["new_checkout", "--parameter"], "There is no remote document; "),
            ([], "key"),
        ]
    )
    func wrongUsageIsExplained(arguments: [String], message: String) throws {
        let shop = try Shop.committed()
        let result = try BuiltCommand("toggles").run(
            ["remove"] + arguments,
            environment: shop.lintEnvironment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.contains(message), "\(result.error)")
        #expect(try shop.git("status", "--porcelain") == "")
    }

    @Test(
        arguments: [
            ("new_checkout", "true"), ("newCheckout", "off"), (".searchRanking", "neural"),
            ("search_ranking", ".hybrid"),
            ("order_store", "complete"), ("order_store", "dualwrite"),
        ]
    )
    func namesInCodeAreAccepted(key: String, value: String) throws {
        #expect(try Shop.committed().remove(key, "--keep", value, "--check").output.hasPrefix("safe: "))
    }

    /// The error for a missing `--keep` says what all users have, and never decides.
    @Test func settledValueIsProposed() throws {
        let manifest = Self.manifest(Self.two, lint: "document: flags.json\n")
        func shop(_ defaultVariant: String, changed: String) throws -> Shop {
            let document = """
                {"flags": {"reviews": {
                  "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "\(defaultVariant)",
                  "metadata": {"changed": "\(changed)"}
                }}}
                """
            let shop = try Shop(manifest: manifest)
            try shop.write(document, to: "flags.json")
            try shop.write("let a = toggles.isEnabled(.reviews)\n", to: "App.swift")
            return shop
        }
        let proposal = """
            Pass --keep to say which value of ‘reviews’ stays. Write --keep on or --keep off.
            All users have ‘on’: `toggles remove reviews --keep on`

            """
        #expect(try shop("on", changed: "2026-01-01").remove("reviews").error == proposal)
        let open = try shop("on", changed: "2026-11-20").remove("reviews")
        #expect(open.error == proposal.split(separator: "\n")[0] + "\n")
        #expect(open.status == 2)
        #expect(try shop("off", changed: "2026-01-01").remove("reviews").error.contains("All users") == false)
    }

    @Test func helpNamesExitCodes() throws {
        let help = try Shop().remove("--help")
        #expect(help.status == 0)
        for word in ["USAGE: toggles remove ", "--keep <on|off|variant>", "EXIT CODES", "--partial"] {
            #expect(help.output.contains(word), "\(word)")
        }
    }

    // MARK: - Writing

    @Test func writingChangesFilesOnce() throws {
        let shop = try Shop.committed(manifest: Self.manifest(Self.two))
        let result = try shop.remove("new_checkout", "--keep", "on", "--write")
        #expect(result == .init(output: "safe: 1 file changed, and nothing is left of the toggle\n", status: 0))
        #expect(try shop.git("status", "--porcelain") == " M toggles.yaml\n")
        let text = shop.text("toggles.yaml")
        let again = try shop.remove("new_checkout", "--keep", "on", "--write")
        let unknown = "There is no toggle ‘new_checkout’. `toggles list` shows all of them.\n"
        #expect(again == .init(error: unknown, status: 2))
        #expect(shop.text("toggles.yaml") == text)
    }

    @Test func uncommittedFilesNeedForce() throws {
        let shop = try Shop.committed(manifest: Self.manifest(Self.two), ["other.txt": "1"])
        try shop.write("2", to: "other.txt")
        let text = try #require(shop.text("toggles.yaml")) + "# More.\n"
        try shop.write(text, to: "toggles.yaml")
        let result = try shop.remove("new_checkout", "--keep", "on", "--write")
        #expect(result.status == 2)
        #expect(
            result.error == """
                Nothing was written, because git could not restore these files as they are now. Commit them, or pass --force to \
                change them anyway:
                  toggles.yaml

                """
        )
        #expect(shop.text("toggles.yaml") == text)
        #expect(try shop.remove("new_checkout", "--keep", "on", "--write", "--force").status == 0)
        #expect(shop.text("toggles.yaml")?.contains("new_checkout") == false)
        #expect(shop.text("toggles.yaml")?.hasSuffix("# More.\n") == true)
    }

    @Test func filesWithoutRepositoryNeedForce() throws {
        let shop = try Shop(manifest: Self.manifest(Self.two))
        let result = try shop.remove("new_checkout", "--keep", "on", "--write")
        #expect(result.status == 2)
        #expect(result.error.contains("is not in a git repository, so you could not undo the change. Pass --force"))
        #expect(try shop.remove("new_checkout", "--keep", "on", "--write", "--force").status == 0)
    }

    @Test func everyManifestLosesToggle() throws {
        let shop = try Shop.committed(
            manifest: Self.manifest(
                Self.two,
                lint: """
                    lint:
                      allow:
                        - { rule: unused_toggle, toggle: reviews, reason: Waits., until: 2027-01-31 }
                        - { rule: unused_toggle, toggle: new_checkout, reason: Waits., until: 2027-01-31 }

                    """
            ),
            ["Other/toggles.yaml": Self.manifest(Self.two).replacing("ShopToggles", with: "OtherToggles")]
        )
        #expect(try shop.remove("reviews", "--keep", "off", "--write").status == 0)
        #expect(shop.text("toggles.yaml")?.contains("reviews") == false)
        #expect(shop.text("toggles.yaml")?.contains("toggle: new_checkout") == true)
        #expect(shop.text("Other/toggles.yaml")?.contains("reviews") == false)
    }

    @Test func readOnlyManifestIsKept() throws {
        let shop = try Shop.committed(manifest: Self.manifest(Self.two))
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: "\(shop.path)/toggles.yaml")
        let result = try shop.remove("new_checkout", "--keep", "on", "--write")
        #expect(result.status == 2)
        #expect(result.error.contains("it is read-only"))
    }

    // MARK: - Parameters

    @Test func parameterWithoutReadersIsRemovedFromDocument() throws {
        let document = """
            {
              "flags": {
                "old": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"},
                "reviews": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}
              }
            }

            """
        let shop = try Shop.committed(
            manifest: Self.manifest(Self.two, lint: "document: flags.json\n"),
            ["flags.json": document]
        )
        let diff = try shop.remove("old", "--parameter")
        #expect(diff.status == 0)
        try shop.git("apply", "--check", input: diff.output)
        #expect(shop.text("flags.json") == document)
        let result = try shop.remove("old", "--parameter", "--write")
        #expect(result == .init(output: "flags.json no longer has the parameter ‘old’.\n"))
        #expect(
            shop.text("flags.json") == document.split(separator: "\n").filter { !$0.contains("old") }.joined(
                separator: "\n"
            ) + "\n"
        )
        let read = try shop.remove("reviews", "--parameter", "--write")
        #expect(read.status == 2)
        #expect(read.error.contains("‘reviews’ reads the parameter ‘reviews’; remove the toggle first"))
        #expect(try shop.remove("reviws", "--parameter").error.contains("did you mean ‘reviews’?"))
    }
}
