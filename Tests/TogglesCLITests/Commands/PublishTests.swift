import Foundation
import TestSupport
import Testing

@Suite struct PublishTests {
    private static let environments = """
        environments:
          production:
            document: live/shop.json
            confirm: reason
          staging:
            document: stage/shop.json

        """

    private static func document(_ ranking: String) -> String {
        """
        {
          "flags": {
            "search_ranking_2": {
              "state": "ENABLED",
              "variants": { "classic": "classic", "neural": "neural" },
              "defaultVariant": "\(ranking)"
            }
          }
        }

        """
    }

    private func makeShop() throws -> Shop {
        let shop = try Shop(manifest: Shop.manifest + Self.environments)
        try shop.write(Self.document("classic"), to: "flags.json")
        return shop
    }

    private static let author = ["TOGGLES_AUTHOR": "ada"]

    /// Publishes what `flags.json` contains, with a value.
    private func publish(_ ranking: String, _ shop: Shop, to target: String = "live.json") throws {
        try shop.write(Self.document(ranking), to: "flags.json")
        let result = try shop.run("publish", "flags.json", "--to", target, "--yes", environment: Self.author)
        #expect(result.status == 0, "\(result)")
    }

    @Test func stepsArePrinted() throws {
        let shop = try makeShop()
        let result = try shop.run("publish", "flags.json", "--to", "live.json", "--yes", environment: Self.author)
        #expect(
            result
                == .init(
                    output: """
                        read    live.json: there is no document
                        check   no errors
                        change  + search_ranking_2 (read by search_ranking): added, for none
                        history revision 1
                        write   revision 1, and read back
                        Revision 1 is published; apps use it at their next refresh: within 5 minutes, or 1 second with \
                        RefreshPolicy.development.

                        """
                )
        )
        #expect(shop.text("live.json")?.contains(#""metadata": { "revision": 1 }"#) == true)
        #expect(shop.text("live.json.history/1.json")?.contains(#""author": "ada""#) == true)
        #expect(
            try shop.run("publish", "flags.json", "--to", "live.json", "--yes").output.hasSuffix(
                "The document is unchanged; nothing was published.\n"
            )
        )
        #expect(shop.text("live.json.history/2.json") == nil)
    }

    @Test func dryRunWritesNothing() throws {
        let shop = try makeShop()
        let result = try shop.run("publish", "flags.json", "--to", "live.json", "--dry-run", "--output", "new.json")
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("live.json.history/1.json and live.json as revision 1.\n"), "\(result)")
        #expect(shop.text("live.json") == nil)
        #expect(shop.text("live.json.history/1.json") == nil)
        #expect(shop.text("new.json") == shop.text("flags.json"))
    }

    @Test func confirmationAndReasonAreNeeded() throws {
        let shop = try makeShop()
        let unconfirmed = try shop.run("publish", "flags.json", "--to", "staging")
        #expect(unconfirmed.status == 2)
        #expect(
            unconfirmed.error
                == "Nothing was changed: publishing to staging (stage/shop.json) needs confirmation. If it is intended, pass --yes.\n"
        )
        let unexplained = try shop.run("publish", "flags.json", "--to", "production", "--yes")
        #expect(unexplained.status == 2)
        #expect(unexplained.error == "Nothing was published: ‘production’ needs a reason; pass --reason 'why'.\n")
        #expect(shop.text("live/shop.json") == nil)
        #expect(try shop.run("publish", "flags.json", "--to", "production", "--yes", "--reason", "launch").status == 0)
        #expect(shop.text("live/shop.json") != nil)
    }

    @Test(arguments: [
        "live/shop.json", "./live/shop.json", "live//shop.json", "live/../live/shop.json", "linked/shop.json",
        "file:./live/shop.json", "https://flags.example.com/shop.json", "HTTPS://Flags.example.com:443/shop.json",
    ])
    func rulesOfEnvironmentApplyToItsAddress(address: String) throws {
        let web = "  web: { document: https://flags.example.com/shop.json, confirm: reason }\n"
        let shop = try Shop(manifest: Shop.manifest + Self.environments + web)
        try shop.write(Self.document("classic"), to: "flags.json")
        // The file doesn't exist before the first publication.
        try shop.createFolder("live")
        try FileManager.default.createSymbolicLink(atPath: "\(shop.path)/linked", withDestinationPath: "live")
        let result = try shop.run("publish", "flags.json", "--to", address, "--yes")
        #expect(result.status == 2)
        #expect(result.error.hasSuffix("needs a reason; pass --reason 'why'.\n"), "\(result)")
        #expect(shop.text("live/shop.json") == nil)
    }

    /// In another folder than the project's, a name would be that of a new file, and nothing published.
    @Test(arguments: [["publish", "flags.json", "--yes", "--to"], ["history"]])
    func nameWithoutManifestIsNoFile(arguments: [String]) throws {
        let shop = try Shop()
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        try shop.write(Self.document("classic"), to: "flags.json")
        let result = try BuiltCommand("toggles").run(
            arguments + ["production"],
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(
            result.error == """
                There is no environment ‘production’, because there is no toggles.yaml. For a file, write ./production.

                """
        )
        #expect(shop.text("production") == nil)
    }

    @Test func documentWithErrorsIsRefused() throws {
        let shop = try makeShop()
        try shop.write(#"{"flags": {"a": {"state": "ON"}}}"#, to: "flags.json")
        let result = try shop.run("publish", "flags.json", "--to", "live.json", "--yes")
        #expect(result.status == 1)
        #expect(result.error.hasSuffix("flags.json has errors. Nothing was published.\n"), "\(result)")
        #expect(shop.text("live.json") == nil)
    }

    @Test(arguments: [
        (["flags.json"], "The target is missing; add --to TARGET."),
        (["--to", "x.json"], "Write the document to publish, --from TARGET, or --revert REVISION."),
        (["flags.json", "--from", "y.json", "--to", "x.json"], "Write only one of a document, --from, and --revert."),
        (
            ["flags.json", "--to", "prodution", "--yes"],
            "There is no environment ‘prodution’; did you mean ‘production’?"
        ),
        (["flags.json", "--to", "", "--yes"], "The address is empty"),
        (["flags.json", "--to", "ofrep+https://host", "--yes"], "An OFREP server has values and no document"),
        (["flags.json", "--to", "https://me:secret@host/a.json", "--yes"], "contains a name or a password"),
        (["flags.json", "--to", "https://host/a.json?sig=secret", "--yes"], "A target has no query"),
        (["flags.json", "--to", "x.json", "--days", "3", "--yes"], "add --key with a private key file"),
        (["missing.json", "--to", "x.json", "--yes"], "‘missing.json’"),
        (["--revert", "7", "--to", "x.json", "--yes"], "has no revision 7"),
    ])
    func wrongUsageIsExplained(arguments: [String], expected: String) throws {
        let shop = try makeShop()
        let result = try BuiltCommand("toggles").run(
            ["publish"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(result.error.contains(expected), "\(result)")
        #expect(!result.error.contains("secret"))
        #expect(shop.text("x.json") == nil)
    }

    @Test func historyShowsRevisions() throws {
        let shop = try makeShop()
        for ranking in ["classic", "neural"] { try publish(ranking, shop) }
        let lines = try shop.run("history", "live.json").output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("REVISION  TIME"))
        #expect(lines[1].hasPrefix("2 "))
        #expect(lines[1].hasSuffix("~ search_ranking_2 (read by search_ranking): for all"))
        let json = try shop.run("history", "live.json", "--json").output
        #expect(
            json.contains(#""revision": 2"#) && json.contains(#""reason""#) == false && !json.contains(#""document""#)
        )
        #expect(try shop.run("history", "live.json", "--revision", "1", "--raw").output.contains("\"classic\"\n"))
        #expect(try shop.run("history", "live.json", "--revision", "9").status == 2)
        #expect(
            try shop.run("history", "staging").output
                == "staging (stage/shop.json) has no history; `toggles publish` begins one.\n"
        )
    }

    @Test(arguments: [1, 2, 3])
    func damagedEntryIsNamedBesideTheOthers(revision: Int) throws {
        let shop = try makeShop()
        for ranking in ["classic", "neural", "classic"] { try publish(ranking, shop) }
        try shop.write("{", to: "live.json.history/\(revision).json")
        let result = try shop.run("history", "live.json")
        #expect(result.status == 1)
        #expect(
            result.error
                == "warning: revision \(revision) is damaged: ‘live.json.history/\(revision).json’ is not an entry of a history of format 1.\n"
        )
        let numbers = result.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
        #expect(numbers == ["3", "2", "1"].filter { $0 != "\(revision)" })
        #expect(try shop.run("history", "live.json", "--json").status == 1)
        #expect(try shop.run("log", "search_ranking", "--document", "live.json").status == 0)
        // All three are from one moment, so an earlier one can't have been in force then.
        let explained = try shop.run("explain", "search_ranking", "--document", "live.json", "--at", "2999-01-01")
        #expect((explained.status == 0) == (revision < 3), "\(explained)")
        #expect(revision < 3 || explained.error.contains("revision 3 is damaged"), "\(explained)")
        try shop.write(Self.document("neural"), to: "flags.json")
        let refused = try shop.run("publish", "flags.json", "--to", "live.json", "--yes")
        #expect((refused.status == 0) == (revision < 3), "\(refused)")
    }

    @Test func olderRevisionBecomesANewOne() throws {
        let shop = try makeShop()
        for ranking in ["classic", "neural"] { try publish(ranking, shop) }
        let result = try shop.run("publish", "--revert", "1", "--to", "live.json", "--yes")
        #expect(result.status == 0, "\(result)")
        #expect(shop.text("live.json")?.contains(#""defaultVariant": "classic""#) == true)
        #expect(shop.text("live.json")?.contains(#""revision": 3"#) == true)
        #expect(shop.text("live.json.history/3.json")?.contains(#""command": "publish --revert 1""#) == true)
    }

    @Test func documentIsPromoted() throws {
        let shop = try makeShop()
        try publish("neural", shop, to: "staging")
        let result = try shop.run("publish", "--from", "staging", "--to", "production", "--yes", "--reason", "launch")
        #expect(result.status == 0, "\(result)")
        // Readers of both accept only higher revisions.
        #expect(result.output.contains("its revisions continue after 1\n"))
        #expect(
            shop.text("live/shop.json")
                == shop.text("stage/shop.json")?.replacing(#""revision": 1"#, with: #""revision": 2"#)
        )
        #expect(try shop.run("history", "production", "--json").output.contains(#""revision": 2"#))
        #expect(
            shop.text("live/shop.json.history/2.json")?.contains(#""command": "publish --from staging, revision 1""#)
                == true
        )
    }

    @Test func killIsOneCommand() throws {
        let shop = try makeShop()
        for ranking in ["classic", "neural"] { try publish(ranking, shop, to: "staging") }
        let rollout = try shop.run(
            "rollout",
            "search_ranking",
            "neural=50",
            "--allow-decrease",
            "--document",
            "staging",
            "--yes",
            "--reason",
            "half"
        )
        #expect(rollout.status == 0, "\(rollout)")
        let kill = try shop.run("kill", "search_ranking", "--to", "classic", "--document", "staging", "--yes")
        #expect(kill.status == 0, "\(kill)")
        #expect(kill.output.contains("Revision 4 is published"))
        #expect(shop.text("stage/shop.json")?.contains(#""revision": 4"#) == true)
        #expect(shop.text("stage/shop.json.history/4.json")?.contains(#""command": "kill search_ranking""#) == true)
        #expect(try shop.run("restore", "search_ranking", "--document", "stage/shop.json", "--yes").status == 0)
        let log = try shop.run("log", "search_ranking", "--document", "staging")
        #expect(log.status == 0, "\(log)")
        #expect(log.output.split(separator: "\n").count == 6, "\(log)")
        let dry = try shop.run("kill", "search_ranking", "--to", "classic", "--document", "staging", "--dry-run")
        #expect(dry.output.contains("Nothing was written."), "\(dry)")
        #expect(shop.text("stage/shop.json.history/6.json") == nil)
        let local = try shop.run("kill", "search_ranking", "--document", "flags.json", "--reason", "x")
        #expect(local.status == 2)
        #expect(local.error.contains("is a file that you edit"), "\(local)")
    }

    @Test(arguments: [
        (["promote", "new_checkout"], "new_checkout", "category: ops"),
        (["rotate", "search_ranking"], "search_ranking_3", "remote: search_ranking_3"),
    ])
    func manifestAndTargetChangeTogether(command: [String], parameter: String, line: String) throws {
        let shop = try makeShop()
        try publish("classic", shop, to: "staging")
        let manifest = shop.text("toggles.yaml")
        func run(_ options: String...) throws -> BuiltCommand.Result {
            try BuiltCommand("toggles").run(
                command + ["--document", "staging"] + options,
                environment: shop.environment,
                in: shop.path
            )
        }
        let dry = try run("--dry-run")
        #expect(dry.output.contains(line) && dry.output.contains("Nothing was written."), "\(dry)")
        let unconfirmed = try run()
        #expect(unconfirmed.status == 2)
        #expect(shop.text("toggles.yaml") == manifest)
        #expect(shop.text("stage/shop.json.history/2.json") == nil)
        let result = try run("--yes", "--reason", "launch")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("Revision 2 is published"), "\(result)")
        #expect(!result.output.contains("publish the remote document"), "\(result)")
        #expect(shop.text("stage/shop.json")?.contains("\"\(parameter)\"") == true)
        #expect(shop.text("toggles.yaml")?.contains(line) == true)
        let entry = try #require(shop.text("stage/shop.json.history/2.json"))
        #expect(entry.contains("\"command\": \"\(command.joined(separator: " "))\"") && entry.contains("launch"))
        let file = try run("--document", "flags.json", "--reason", "x")
        #expect(file.error.contains("is a file that you edit"), "\(file)")
    }

    @Test func explainShowsAnEarlierRevision() throws {
        let shop = try makeShop()
        for ranking in ["classic", "neural"] { try publish(ranking, shop) }
        func value(_ options: String...) throws -> BuiltCommand.Result {
            try BuiltCommand("toggles").run(
                ["explain", "search_ranking", "--document", "live.json"] + options,
                environment: shop.environment,
                in: shop.path
            )
        }
        #expect(try value().output.contains("neural"))
        #expect(try value("--at", "1").output.contains("classic"))
        #expect(try value("--at", "2999-01-01").output.contains("neural"))
        let early = try value("--at", "2001-01-01")
        #expect(early.status == 2)
        #expect(early.error.contains("has no revision at 2001-01-01"))
        #expect(try value("--at", "yesterday").error.contains("is not a time"))
    }

    @Test func signaturesAreContinuedAndASecondOneIsRequired() throws {
        let shop = try makeShop()
        for name in ["ada", "bob"] { #expect(try shop.run("keys", "new", name).status == 0) }
        try shop.write(
            Shop.manifest
                + """
                environments:
                  live:
                    document: live.json
                    keys: [ada.public.pem, bob.public.pem]
                    second_signature: bob.public.pem

                """,
            to: "toggles.yaml"
        )
        func publish(_ options: String...) throws -> BuiltCommand.Result {
            try BuiltCommand("toggles").run(
                ["publish", "flags.json", "--to", "live", "--yes"] + options,
                environment: shop.environment,
                in: shop.path
            )
        }
        #expect(try publish().error.contains("needs two signatures"))
        #expect(try publish("--key", "ada.private.pem").error.contains("needs the signature of a second person"))
        func sign(_ key: String, revision: String) throws {
            let result = try shop.run(
                "sign",
                "flags.json",
                "--key",
                key,
                "--environment",
                "live",
                "--revision",
                revision,
                "--output",
                "second.json"
            )
            #expect(result.status == 0, "\(result)")
        }
        let options = ["--key", "ada.private.pem", "--second-signature", "second.json"]
        try sign("bob.private.pem", revision: "2")
        #expect(try publish(options[0], options[1], options[2], options[3]).error.contains("this would be revision 1"))
        try sign("ada.private.pem", revision: "1")
        let untrusted = try publish(options[0], options[1], options[2], options[3])
        #expect(untrusted.error.contains("second signature is not trusted"), "\(untrusted)")
        try sign("bob.private.pem", revision: "1")
        for name in [[], ["--key-id", "other"]] {
            let result = try BuiltCommand("toggles").run(
                ["publish", "flags.json", "--to", "live", "--yes", "--key", "bob.private.pem"] + name + options[2...],
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.error.contains("by the same key"), "\(result)")
        }
        #expect(shop.text("live.json") == nil)
        try sign("bob.private.pem", revision: "1")
        let result = try publish(options[0], options[1], options[2], options[3])
        #expect(result.status == 0, "\(result)")
        #expect(
            try shop.run("verify", "live.json", "--key", "ada.public.pem", "--environment", "live").output.contains(
                "revision 1 for ‘live’"
            )
        )
        // The environment's rules also apply to its address.
        let unsigned = try shop.run("kill", "search_ranking", "--document", "./live.json", "--yes")
        #expect(unsigned.status == 2)
        #expect(unsigned.error.contains("needs two signatures"), "\(unsigned)")
        #expect(!(shop.text("live.json.history/1.json") ?? "").contains("PRIVATE KEY"))
    }

    @Test(arguments: [
        ("second_signature: [bob.public.pem, carol.public.pem]", "‘second_signature’"),
        ("{ keys: [carol.public.pem], second_signature: [bob.public.pem] }", "‘keys’"),
        ("keys: [carol.public.pem]", "‘keys’"),
    ])
    func onlyListedKeysSign(fields: String, field: String) throws {
        let shop = try makeShop()
        for name in ["fresh", "bob", "carol"] { #expect(try shop.run("keys", "new", name).status == 0) }
        let lines = fields.hasPrefix("{") ? String(fields.dropFirst(2).dropLast(2)) : fields
        try shop.write(
            Shop.manifest + "environments: { live: { document: live.json, \(lines) } }\n",
            to: "toggles.yaml"
        )
        let options = ["--environment", "live", "--revision", "1", "--output", "second.json"]
        let signed = try BuiltCommand("toggles").run(
            ["sign", "flags.json", "--key", "bob.private.pem"] + options,
            environment: shop.environment,
            in: shop.path
        )
        #expect(signed.status == 0, "\(signed)")
        func publish(_ key: String, _ options: String...) throws -> BuiltCommand.Result {
            let second = fields.contains("second") ? ["--second-signature", "second.json"] : []
            return try BuiltCommand("toggles").run(
                ["publish", "flags.json", "--to", "live", "--yes", "--key", "\(key).private.pem"] + second + options,
                environment: shop.environment,
                in: shop.path
            )
        }
        #expect(try shop.run("publish", "flags.json", "--to", "live", "--yes").status == 2)
        for options in [[], ["--key-id", "carol"], ["--again"]] {
            let result = try options.count == 2 ? publish("fresh", options[0], options[1]) : publish("fresh", "--again")
            #expect(result.status == 1)
            #expect(result.error.contains("accepts only signatures by the keys in \(field)"), "\(result)")
            #expect(shop.text("live.json.history/1.json") == nil)
        }
        let result = try publish("carol")
        #expect(result.status == 0, "\(result)")
    }

    @Test func signerIsChangedOnlyOnPurpose() throws {
        let shop = try makeShop()
        for name in ["ada", "eve"] { #expect(try shop.run("keys", "new", name).status == 0) }
        func publish(_ ranking: String, _ options: String...) throws -> BuiltCommand.Result {
            try shop.write(Self.document(ranking), to: "flags.json")
            return try BuiltCommand("toggles").run(
                ["publish", "flags.json", "--to", "live.json", "--yes", "--key"] + options,
                environment: shop.environment,
                in: shop.path
            )
        }
        #expect(try publish("classic", "ada.private.pem", "--environment", "live").status == 0)
        let other = try publish("neural", "eve.private.pem", "--environment", "stage")
        #expect(other.status == 2)
        #expect(other.error.contains("the environment ‘stage’ instead of ‘live’"), "\(other)")
        #expect(other.error.contains("this one would have the key ‘"))
        #expect(try publish("neural", "ada.private.pem", "--environment", "live").status == 0)
        #expect(try publish("neural", "eve.private.pem", "--environment", "live", "--again").status == 0)
    }

    @Test func dryRunSaysWhatIsMissing() throws {
        let shop = try makeShop()
        let result = try shop.run("publish", "flags.json", "--to", "production", "--dry-run")
        #expect(result.status == 0)
        #expect(result.output.contains("needs   --reason\n"), "\(result)")
    }

    @Test func folderOfAnAddressMustExist() throws {
        let shop = try makeShop()
        let result = try shop.run("publish", "flags.json", "--to", "nofolder/shop.json", "--yes")
        #expect(result.status == 2)
        #expect(result.error.contains("the folder ‘nofolder’ doesn't exist"), "\(result)")
    }

    @Test func probeOfFilesSucceeds() throws {
        let shop = try makeShop()
        #expect(
            try shop.run("publish", "--probe", "live.json")
                == .init(output: "live.json: The store honours conditional writes.\n")
        )
    }

    @Test func consolePublishesAConfirmedKill() throws {
        let shop = try makeShop()
        for ranking in ["classic", "neural"] { try publish(ranking, shop, to: "staging") }
        let result = try shop.run(
            "console",
            "--plain",
            "--document",
            "staging",
            "--reason",
            "incident",
            input: "change-document search_ranking\n4\nclassic\ny\nchange-document search_ranking\n6\n"
        )
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("This is published to staging (stage/shop.json) as revision 3."))
        #expect(result.output.contains("kill search_ranking, ‘incident’"), "\(result)")
        #expect(shop.text("stage/shop.json")?.contains(#""revision": 3"#) == true)
        // A protected target can be shown without a reason.
        try shop.createFolder("live")
        try shop.write(shop.text("stage/shop.json") ?? "", to: "live/shop.json")
        let refused = try shop.run(
            "console",
            "--plain",
            "--document",
            "production",
            input: "change-document search_ranking\n5\ny\n"
        )
        #expect(refused.status == 2)
        #expect((refused.output + refused.error).contains("needs a reason"), "\(refused)")
        #expect(shop.text("live/shop.json.history/1.json") == nil)
    }

    @Test func hintForRestoringHasTheOptions() throws {
        let shop = try makeShop()
        #expect(try shop.run("keys", "new", "ada").status == 0)
        let options = ["--key", "ada.private.pem", "--environment", "live"]
        func run(_ words: [String]) throws -> BuiltCommand.Result {
            try BuiltCommand("toggles").run(words + options + ["--yes"], environment: shop.environment, in: shop.path)
        }
        #expect(try run(["publish", "flags.json", "--to", "live.json"]).status == 0)
        let kill = try run(["kill", "search_ranking", "--document", "live.json"])
        #expect(kill.status == 0, "\(kill)")
        let hint = "toggles restore search_ranking --document live.json --key ada.private.pem --environment live"
        #expect(kill.output.contains("`\(hint)` reverts this"), "\(kill)")
        #expect(try run(["restore", "search_ranking", "--document", "live.json"]).status == 0)
    }

    @Test func messagesOfABucketNameTheEndpoint() throws {
        let shop = try makeShop()
        var environment = shop.environment
        (environment["AWS_ACCESS_KEY_ID"], environment["AWS_SECRET_ACCESS_KEY"]) = ("a", "b")
        let endpoint = "http://127.0.0.1:1"
        for words in [["fetch", "s3://flags/shop.json"], ["history", "s3://flags/shop.json"]] {
            let result = try BuiltCommand("toggles").run(
                words + ["--endpoint", endpoint],
                environment: environment,
                in: shop.path
            )
            #expect(result.status != 0)
            #expect(result.error.contains("s3://flags/shop.json at \(endpoint)"), "\(result)")
        }
        let wrong = try shop.run("fetch", "https://host.example/a.json", "--endpoint", endpoint)
        #expect(wrong.status == 2)
        #expect(wrong.error.contains("--endpoint is only for s3: addresses"), "\(wrong)")
    }

    // MARK: Update policies

    @Test func updatePoliciesHaveRevisionsAndHistory() throws {
        let shop = try makeShop()
        func policy(_ version: String, _ day: Int) -> String {
            #"{"created_at": "2026-11-0\#(day)", "details": [{"app_version": "<\#(version)"}]}"# + "\n"
        }
        func publish(_ version: String, _ day: Int) throws -> BuiltCommand.Result {
            try shop.write(policy(version, day), to: "policy.json")
            return try shop.run("publish", "policy.json", "--to", "live.json", "--yes", environment: Self.author)
        }
        for (version, day) in [("1.0.0", 1), ("2.0.0", 2)] {
            let result = try publish(version, day)
            #expect(result.status == 0, "\(result)")
        }
        #expect(shop.text("live.json")?.contains(#""metadata": { "revision": 2 }"#) == true)
        let check = try shop.run("check", "live.json")
        #expect(check.status == 0 && !(check.output + check.error).contains("metadata"), "\(check)")
        let older = try publish("3.0.0", 1)
        #expect(older.status == 2)
        #expect(older.error.contains("so apps would ignore it. Write a later ‘created_at’."), "\(older)")
        let reverted = try shop.run("publish", "--revert", "1", "--to", "live.json", "--yes")
        #expect(reverted.status == 0, "\(reverted)")
        #expect(reverted.output.contains("renew   created_at: "), "\(reverted)")
        #expect(shop.text("live.json")?.contains("<1.0.0") == true)
        #expect(shop.text("live.json")?.contains("2026-11-01") == false)
        #expect(try shop.run("history", "live.json").output.split(separator: "\n").count == 4)
        #expect(shop.text("live.json.history/1.json")?.contains("2026-11-01") == true)
    }

    // MARK: Another publisher

    @Test func interruptedPublicationIsCompleted() throws {
        let shop = try makeShop()
        for ranking in ["classic", "neural"] { try publish(ranking, shop) }
        // As if the second publisher had ended before it wrote the document.
        try publish("classic", shop, to: "other.json")
        try shop.write(try #require(shop.text("other.json")), to: "live.json")
        let history = try shop.run("history", "live.json")
        #expect(history.error == "note: revision 2 isn't in place yet; the next publication completes it\n")
        try shop.write(Self.document("classic").replacing("classic\" ", with: "classic\""), to: "flags.json")
        let result = try shop.run("publish", "flags.json", "--to", "live.json", "--yes")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("interrupted: revision 2, published by ada"), "\(result)")
        #expect(result.output.contains("complete revision 2 by ada"), "\(result)")
        #expect(shop.text("live.json")?.contains(#""revision": 3"#) == true)
    }

    /// Publishers in processes of their own compete for each revision, and some of them are killed.
    ///
    /// `PUBLISHERS` and `PUBLISHER_ROUNDS` make it longer.
    @Test func oneWinnerARevision() async throws {
        let environment = ProcessInfo.processInfo.environment
        let publishers = environment["PUBLISHERS"].flatMap { Int($0) } ?? 4
        let rounds = environment["PUBLISHER_ROUNDS"].flatMap { Int($0) } ?? 5
        let shop = try makeShop()
        let command = try BuiltCommand("toggles")
        let results = try await withThrowingTaskGroup(of: [Int32].self) { group in
            for publisher in 0..<publishers {
                group.addTask {
                    try (0..<rounds).map { round in
                        let name = "flags-\(publisher)-\(round).json"
                        try shop.write(#"{"flags": {}, "metadata": {"by": "\#(publisher)-\#(round)"}}"#, to: name)
                        return try command.run(
                            ["publish", name, "--to", "live.json", "--alone", "--yes"],
                            environment: shop.environment.merging(["TOGGLES_AUTHOR": "\(publisher)"]) { $1 },
                            in: shop.path
                        )
                        .status
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(results.count == publishers * rounds)
        #expect(Set(results).isSubset(of: [0, 3]), "\(results)")
        let wins = results.count { $0 == 0 }
        #expect(wins >= rounds)
        for revision in 1...wins {
            let entry = try #require(shop.text("live.json.history/\(revision).json"))
            #expect(entry.contains(#""revision": \#(revision),"#))
        }
        #expect(shop.text("live.json.history/\(wins + 1).json") == nil)
        #expect(shop.text("live.json")?.contains(#""revision": \#(wins)"#) == true)
    }
}
