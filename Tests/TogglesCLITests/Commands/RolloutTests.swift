import Foundation
import Testing

@Suite struct RolloutTests {
    private static let document = """
        {
          "flags": {
            "search_ranking_2": {
              "state": "ENABLED",
              "variants": { "classic": "classic", "neural": "neural", "hybrid": "hybrid" },
              "defaultVariant": "classic",
              "targeting": { "fractional": [["neural", 0], ["classic", 100]] }
            },
            "admin_tools": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "on" }
          }
        }

        """

    private func makeShop(_ document: String = document) throws -> Shop {
        let shop = try Shop(manifest: Shop.manifest + "document: flags.json\n")
        try shop.write(document, to: "flags.json")
        return shop
    }

    @Test func rolloutChangesWeightsOnly() throws {
        let shop = try makeShop()
        for key in ["search_ranking", "searchRanking"] {
            try shop.write(Self.document, to: "flags.json")
            #expect(
                try shop.run("rollout", key, "neural=10")
                    == .init(
                        output: """
                            search_ranking reads search_ranking_2 in flags.json:
                              neural   0% → 10%, no users lose it
                              classic  100% → 90%, 10% of users switch to ‘neural’
                            flags.json was changed. After you publish it, apps use it at their next refresh: within \
                            5 minutes, or 1 second with RefreshPolicy.development.

                            """
                    )
            )
            #expect(
                shop.text("flags.json")
                    == Self.document.replacing(
                        #"["neural", 0], ["classic", 100]"#,
                        with: #"["neural", 10], ["classic", 90]"#
                    )
            )
        }
        #expect(
            try shop.run("get", "search_ranking", "--remote", "flags.json", "--context", "targetingKey=l").output
                == "neural\n"
        )
    }

    @Test func numberNeedsVariant() throws {
        let shop = try makeShop()
        let result = try shop.run("rollout", "page_size", "20=10", "--dry-run")
        let advice = "add ‘\"20\": 20’ to its ‘variants’ in flags.json, and run the command again"
        #expect(result.status == 2 && result.error.contains("‘page_size’ has no variant ‘20’; \(advice)"), "\(result)")
        let text = try shop.run("rollout", "page_size", "many=10", "--dry-run")
        #expect(text.error.contains("‘page_size’ has no variant ‘many’; it has ‘default’"), "\(text)")
    }

    @Test func dryRunPrintsEffectAndDiff() throws {
        let shop = try makeShop()
        let result = try shop.run("rollout", "search_ranking", "neural=0.5", "--document", "flags.json", "--dry-run")
        #expect(
            result.output.hasPrefix(
                """
                search_ranking reads search_ranking_2 in flags.json:
                  neural   0% → 0.5%, no users lose it
                  classic  100% → 99.5%, 0.5% of users switch to ‘neural’
                --- a/flags.json
                +++ b/flags.json

                """
            ),
            "\(result)"
        )
        #expect(result.output.contains(#"+      "targeting": { "fractional": [["neural", 5], ["classic", 995]] }"#))
        #expect(shop.text("flags.json") == Self.document)
    }

    @Test func diffFromSubfolderCanBeApplied() throws {
        let shop = try makeShop()
        try shop.createFolder("Sources/Search")
        func difference() throws -> String {
            let result = try shop.run("rollout", "search_ranking", "neural=10", "--dry-run", in: "Sources/Search")
            #expect(result.status == 0, "\(result)")
            return result.output
        }
        #expect(try difference().contains("\n--- a/flags.json\n+++ b/flags.json\n"))
        guard let git = BuiltCommand(installed: "git") else { return }
        let environment = [
            "HOME": "\(shop.path)/home", "GIT_CEILING_DIRECTORIES": "/", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_SYSTEM": "/dev/null",
        ]
        try #require(try git.run(["init", "--quiet"], environment: environment, in: shop.path).status == 0)
        let apply = try git.run(["apply"], environment: environment, in: shop.path, input: difference())
        #expect(apply.status == 0, "\(apply)")
        #expect(shop.text("flags.json")?.contains(#"["neural", 10]"#) == true)
    }

    @Test func readOnlyDocumentIsRefused() throws {
        let shop = try makeShop()
        let path = "\(shop.path)/flags.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let result = try shop.run("rollout", "search_ranking", "neural=10")
        #expect(result.status == 2)
        #expect(
            result.error == """
                Cannot write ‘flags.json’: it is read-only. If it may be changed, run `chmod u+w flags.json`, and then this \
                command again.

                """
        )
        #expect(shop.text("flags.json") == Self.document)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path).allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test func decreaseNeedsFlagAndConfirmation() throws {
        let shop = try makeShop(Self.document.replacing(#"0], ["classic", 100]"#, with: #"50], ["classic", 50]"#))
        let before = shop.text("flags.json")
        #expect(
            try shop.run("rollout", "search_ranking", "neural=20")
                == .init(
                    error: """
                        ‘neural’ would shrink from 50% to 20%, and users who have it would lose it; if that is \
                        intended, pass --allow-decrease.

                        """,
                    status: 2
                )
        )
        #expect(
            try shop.run("rollout", "search_ranking", "neural=20", "--allow-decrease")
                == .init(
                    output: """
                        search_ranking reads search_ranking_2 in flags.json:
                          neural   50% → 20%, 30% of users switch to ‘classic’
                          classic  50% → 80%, no users lose it

                        """,
                    error: """
                        Nothing was changed: this needs confirmation, because users lose neural. If it is intended, \
                        pass --yes.

                        """,
                    status: 2
                )
        )
        #expect(shop.text("flags.json") == before)
        #expect(try shop.run("rollout", "search_ranking", "neural=20", "--allow-decrease", "--yes").status == 0)
        #expect(shop.text("flags.json")?.contains(#"[["neural", 20], ["classic", 80]]"#) == true)
    }

    @Test func killAndRestoreReturnTheDocument() throws {
        let shop = try makeShop()
        #expect(
            try shop.run("kill", "admin_tools")
                == .init(
                    output: """
                        admin_tools in flags.json:
                          all users: on → off
                          `toggles restore admin_tools` reverts this
                        flags.json was changed. After you publish it, apps use it at their next refresh: within \
                        5 minutes, or 1 second with RefreshPolicy.development.

                        """
                )
        )
        #expect(
            try shop.run("get", "admin_tools", "--remote", "flags.json", "--context", "targetingKey=a").output
                == "false\n"
        )
        let check = try shop.run("check", "flags.json")
        #expect(check.status == 0)
        #expect(
            check.output.contains(
                "note: every user gets this variant; `toggles restore` brings the rest of the rule back"
            )
        )
        #expect(!check.output.contains("warning: this condition"))
        let refused = try shop.run("restore", "admin_tools")
        #expect(refused.status == 2)
        #expect(
            refused.error
                == "Nothing was changed: this needs confirmation, because it switches a killed toggle back on. If it is intended, pass --yes.\n"
        )
        #expect(
            try shop.run("restore", "admin_tools", "--yes")
                == .init(
                    output: """
                        admin_tools in flags.json:
                          all users: off → on
                        flags.json was changed. After you publish it, apps use it at their next refresh: within \
                        5 minutes, or 1 second with RefreshPolicy.development.

                        """
                )
        )
        #expect(shop.text("flags.json") == Self.document)
    }

    @Test func targetAddsCondition() throws {
        let shop = try makeShop()
        #expect(
            try shop.run("target", "search_ranking", "--if", "app.version >= 2.2", "--then", "neural")
                == .init(
                    output: """
                        search_ranking reads search_ranking_2 in flags.json:
                          users with appVersion >= 2.2.0: classic → neural
                          all other users keep what they have
                        flags.json was changed. After you publish it, apps use it at their next refresh: within \
                        5 minutes, or 1 second with RefreshPolicy.development.

                        """
                )
        )
        #expect(
            shop.text("flags.json")?.contains(
                #"{ "if": [{ "sem_ver": [{ "var": "appVersion" }, ">=", "2.2.0"] }, "neural", { "fractional": [["neural", 0], ["classic", 100]] }] }"#
            ) == true
        )
    }

    @Test func problemOfConditionHasCaret() throws {
        let shop = try makeShop()
        #expect(
            try shop.run("target", "search_ranking", "--if", "app.version > = 2.2.0", "--then", "neural")
                == .init(
                    error: """
                        --if: a value must follow here, not ‘=’; put text in quotes:
                          app.version > = 2.2.0
                                        ^

                        """,
                    status: 2
                )
        )
    }

    @Test(
        arguments: [
            (
                ["rollout", "serch_ranking", "neural=1"],
                "There is no toggle ‘serch_ranking’. Did you mean ‘search_ranking’?"
            ),
            (
                ["rollout", "search_ranking_2", "neural=1"],
                "There is no toggle ‘search_ranking_2’. ‘search_ranking’ reads the parameter of this name."
            ),
            (
                ["kill", "new_checkout"],
                "‘new_checkout’ is a release toggle, which reads no document; run `toggles promote new_checkout` first."
            ),
            (
                ["rollout", "search_ranking", "neural"],
                "‘neural’ is not a share. Write a variant and a percentage, such as ‘on=10’."
            ),
            (
                ["rollout", "search_ranking", "neural=ten"],
                "‘ten’ is not a percentage. Write a number from 0 to 100 with at most four decimals, such as ‘0.5’."
            ),
            (
                ["rollout", "search_ranking", "nural=10"],
                "‘search_ranking_2’ has no variant ‘nural’; did you mean ‘neural’?"
            ),
            (
                ["rollout", "page_size", "default=10"],
                "‘page_size’ in flags.json is missing, and would have only the variant ‘default’; add it with the value to roll out by hand."
            ),
            (
                ["rollout", "order_store", "live=10"],
                "‘order_store’ is a migration toggle; run `toggles stage order_store live --share 10`, which checks what the stage requires."
            ),
            (
                ["target", "order_store", "--if", "backfill == done", "--then", "live"],
                "‘order_store’ is a migration toggle, and only `toggles stage order_store live` checks what the stage requires; if these users meet that, run `toggles target` with --force."
            ),
            (
                ["target", "order_store", "--if", "backfill == done", "--then", "live", "--force"],
                "Nothing was changed: this needs confirmation, because no figures can show that these users won't miss anything. If it is intended, pass --yes."
            ),
            (
                ["kill", "order_store", "--to", "live"],
                "Users can be in off, and live comes after it; a kill only goes back, so run `toggles stage order_store live`, which checks what the stage requires."
            ),
            (
                ["kill", "order_store"],
                "‘order_store’ is a migration toggle, whose stages depend on where the data is now; choose one with --to, such as ‘rampdown’ once the new store has data that the old one lacks."
            ),
        ] as [([String], String)]
    )
    func invalidOperationsAreRefused(arguments: [String], message: String) throws {
        let shop = try makeShop()
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result.error == "\(message)\n")
        #expect(result.status == 2)
        #expect(shop.text("flags.json") == Self.document)
    }

    @Test func missingParameterIsAddedOnConfirmation() throws {
        let shop = try makeShop("{\"flags\": {}}\n")
        let refused = try shop.run("rollout", "checkout_button", "treatment=50")
        #expect(refused.status == 2)
        #expect(refused.error.contains("it adds a parameter to the document"))
        let result = try shop.run("rollout", "checkout_button", "treatment=50", "--yes")
        #expect(
            result.output == """
                checkout_button in flags.json:
                  the parameter is missing and will be added, with control as its default variant
                  treatment  0% → 50%, no users lose it
                  control    100% → 50%, 50% of users switch to ‘treatment’
                flags.json was changed. After you publish it, apps use it at their next refresh: within \
                5 minutes, or 1 second with RefreshPolicy.development.

                """
        )
        #expect(try shop.run("check", "flags.json").status == 0)
    }

    @Test func errorsOfCheckPreventRollout() throws {
        let shop = try makeShop(
            Self.document.replacing(#""admin_tools": { "state": "ENABLED""#, with: #""admin_tools": { "state": "ON""#)
        )
        let result = try shop.run("rollout", "search_ranking", "neural=10")
        #expect(result.status == 1)
        #expect(
            result.error == """
                flags.json:9:31: error: ‘state’ must be "ENABLED" or "DISABLED", not ‘ON’
                The document already has 1 error, so nothing was changed; correct it first.

                """
        )
        // A kill isn't held up by errors elsewhere.
        let killed = try shop.run("kill", "search_ranking")
        #expect(killed.status == 0)
        #expect(killed.error.hasPrefix("flags.json:9:31: error: "))
    }

    @Test func unknownDocumentIsReported() throws {
        let shop = try Shop()
        #expect(
            try shop.run("kill", "admin_tools").error == """
                It is unknown which remote document to change. Name it with --document FILE, or with ‘document: FILE’ at \
                the top of toggles.yaml.

                """
        )
        #expect(try shop.run("kill", "admin_tools", "--document", "none.json").status == 2)
    }

    @Test func unusableDocumentOfManifestIsReported() throws {
        func error(_ path: String) throws -> String {
            let shop = try Shop(manifest: Shop.manifest + "document: \(path)\n")
            try shop.createFolder(".git")
            try shop.write("ref: refs/heads/main\n", to: ".git/HEAD")
            let result = try shop.run("kill", "admin_tools")
            #expect(result.status == 2 && result.output == "", "\(result)")
            return result.error.replacing(shop.path, with: "SHOP")
        }
        let line = Shop.manifest.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(
            try error("Config/flags.json") == """
                Nothing was changed: the remote document ‘Config/flags.json’ doesn't exist. Correct the path, or pass \
                --create to create a document with only this toggle.

                """
        )
        #expect(
            try error("../flags.json").contains(
                """
                toggles.yaml:\(line):11: error: ‘../flags.json’ leads out of the project; write a path relative to this \
                manifest or a folder above it, such as ‘Config/flags.json’
                """
            )
        )
        #expect(try error("home").hasPrefix("toggles.yaml:\(line):11: "))
    }

    @Test(.enabled(if: Terminal.tmux != nil, "tmux is not installed"))
    func confirmationIsAskedOnTerminal() async throws {
        let shop = try makeShop()
        #expect(try shop.run("kill", "admin_tools").status == 0)
        let command = try BuiltCommand("toggles").path
        for (answer, isRestored) in [("n", false), ("y", true)] {
            let terminal = try Terminal(
                "\(command) restore admin_tools; echo \"ended with $?\"; cat",
                environment: shop.environment,
                in: shop.path
            )
            #expect(try await terminal.screen(showing: "killed toggle back on. [y/N]").contains("[y/N]"))
            try terminal.press(answer, "Enter")
            let end = "ended with \(isRestored ? 0 : 2)"
            #expect(try await terminal.screen(showing: end).contains(end))
            #expect((shop.text("flags.json") == Self.document) == isRestored)
        }
    }
}
