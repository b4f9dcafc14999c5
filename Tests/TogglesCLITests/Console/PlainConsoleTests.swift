import Testing

/// `toggles console --plain`, which reads commands and prints answers line by line.
struct PlainConsoleTests {
    @Test func showsValuesOfRunningApp() throws {
        let shop = try Shop()
        let document = """
            {"flags": {"page_size": {"state": "ENABLED", "variants": {"a": 4740}, "defaultVariant": "a"}}}
            """
        let app = try RunningShop(in: shop, remote: document)
        let toggles = try BuiltCommand("toggles")
        func plain(_ options: String...) throws -> BuiltCommand.Result {
            try toggles.run(
                ["console", "--plain"] + options,
                environment: shop.environment,
                in: shop.path,
                input: "get page_size\n"
            )
        }
        #expect(try plain().output.contains("4740"))
        #expect(try !plain("--no-app").output.contains("4740"))
        #expect(try plain("--app", "1").status == 2)
        #expect(try plain("--app", "\(app.process)").output.contains("4740"))
    }

    @Test func evaluatesDocumentOfRunningApp() throws {
        let shop = try Shop()
        let document = #"""
            {"flags": {"page_size": {
              "state": "ENABLED", "variants": {"a": 4740, "b": 4750}, "defaultVariant": "a",
              "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, ">=", "3.0.0"]}, "b", "a"]}
            }}}
            """#
        let app = try RunningShop(in: shop, remote: document)
        let result = try shop.run(
            "console",
            "--plain",
            input: "get pageSize\nshow page_size\nwhat-if appVersion=3.1.0\nget page_size\n"
        )
        let lines = result.output.split(separator: "\n")
        let start = "8 toggles, 0 overridden, shop 2.1.0, pid \(app.process), remote READY rev 12"
        #expect(lines.first?.hasPrefix(start) == true, "\(result)")
        #expect(lines.dropFirst(3).first == "4740")
        #expect(lines.contains("Who gets what") && lines.contains("Definition"), "\(result)")
        #expect(lines.last == "4750")
        #expect(!result.output.contains("can't be evaluated here"))
    }

    @Test func whatIfKnowsThatAppHasNoRemoteSource() throws {
        let shop = try Shop()
        let app = try RunningShop(in: shop)
        let result = try shop.run("console", "--plain", input: "what-if targetingKey=bob\nwhy page_size\n")
        withExtendedLifetime(app) {}
        #expect(result.output.contains("there is no remote source"), "\(result)")
        #expect(!result.output.contains("isn't loaded here"), "\(result)")
    }

    @Test func saysThatNoAppIsRunning() throws {
        let result = try Shop().run("console", "--plain", input: "")
        let start = "8 toggles, 0 overridden, environment shop, no running app, remote not loaded\n"
        #expect(result.output.hasPrefix(start), "\(result)")
    }

    @Test func warnsOfDocumentThatRunningAppDoesNotUse() throws {
        let shop = try Shop()
        try shop.write(Self.document, to: "flags.json")
        let app = try RunningShop(in: shop, remote: #"{"flags": {}}"#)
        let result = try shop.run(
            "console",
            "--plain",
            "--document",
            "flags.json",
            input: "change-document search_ranking\n1\nneural=10\nn\n"
        )
        withExtendedLifetime(app) {}
        #expect(result.output.contains("The running app uses a document with another content"), "\(result)")
    }

    @Test func readsCommandsUntilEndOfInput() throws {
        let shop = try Shop()
        let result = try shop.run("console", "--plain", input: "set page_size 10\nset search_ranking neural")
        #expect(result.status == 0)
        #expect(result.error == "")
        let defaults = try #require(shop.text("home/defaults.json"))
        #expect(defaults.contains(#""page_size": 10"#) && defaults.contains(#""search_ranking": "neural""#))
        #expect(
            try shop.run("console", "--plain", input: "list\n").output.contains(
                "page_size = 10 (local defaults, overridden"
            )
        )
    }

    @Test func changeCanBeUndoneImmediately() throws {
        let shop = try Shop()
        #expect(try shop.run("console", "--plain", input: "set page_size 10\nundo\n").status == 0)
        #expect(shop.text("home/defaults.json")?.contains("page_size") != true)
    }

    private static let document = """
        {
          "flags": {
            "search_ranking_2": {
              "state": "ENABLED",
              "variants": { "classic": "classic", "neural": "neural" },
              "defaultVariant": "classic"
            }
          }
        }

        """

    @Test func changesTheDocumentAfterAsking() throws {
        let shop = try Shop()
        try shop.write(Self.document, to: "flags.json")
        func change(_ answer: String) throws -> BuiltCommand.Result {
            try shop.run(
                "console",
                "--plain",
                "--document",
                "flags.json",
                input: "change-document search_ranking\n1\nneural=10\n\(answer)\n"
            )
        }
        let refused = try change("n")
        #expect(refused.output.contains("neural   0% → 10%, no users lose it"), "\(refused)")
        #expect(refused.output.contains("Change flags.json?"))
        #expect(shop.text("flags.json") == Self.document)
        let result = try change("y")
        #expect(result.output.hasSuffix("flags.json was changed\n"), "\(result)")
        #expect(result.status == 0)
        #expect(shop.text("flags.json")?.contains(#"["neural", 10]"#) == true)
    }

    @Test func refusedChangeOfTheDocumentExplainsWhy() throws {
        let shop = try Shop()
        try shop.write(Self.document, to: "flags.json")
        let result = try shop.run(
            "console",
            "--plain",
            "--document",
            "flags.json",
            input: "change-document search_ranking\n1\nneurl=10\n.\nchange-document search_ranking\n5\n"
        )
        #expect(result.output.contains("has no variant ‘neurl’"), "\(result)")
        #expect(result.status == 2)
        #expect(shop.text("flags.json") == Self.document)
    }

    @Test func documentMustBeKnownToChangeIt() throws {
        let shop = try Shop()
        let reason = "pass --document, or set ‘document:’"
        let result = try shop.run("console", "--plain", input: "change-document search_ranking\n")
        #expect(result.output.hasSuffix("warning: change the document: \(reason)\n"), "\(result)")
        #expect(result.status == 2)

        try shop.write(Shop.manifest + "document: flags.json\n", to: "toggles.yaml")
        try shop.write(Self.document, to: "flags.json")
        let named = try shop.run("console", "--plain", input: "change-document search_ranking\n.\n")
        #expect(named.output.contains("Change search_ranking in the document:\n"), "\(named)")
        #expect(named.status == 0)
    }

    @Test func showsDefinitionOfTheRemoteDocument() throws {
        let shop = try Shop()
        try shop.write(Self.document, to: "flags.json")
        let result = try shop.run("console", "--plain", "--remote", "flags.json", input: "show search_ranking\n")
        #expect(result.output.contains("Who gets what\n  classic for all users"), "\(result)")
    }

    @Test func documentToChangeIsEvaluatedWithoutApp() throws {
        let shop = try Shop()
        let document = Self.document.replacing(
            #""defaultVariant": "classic""#,
            with: #""defaultVariant": "neural""#
        )
        try shop.write(document, to: "flags.json")
        func plain(_ input: String, _ options: String...) throws -> String {
            try BuiltCommand("toggles").run(
                ["console", "--plain", "--document", "flags.json"] + options,
                environment: shop.environment,
                in: shop.path,
                input: input
            )
            .output
        }
        let alone = try plain("show search_ranking\nget search_ranking\n")
        #expect(alone.contains(", no running app, remote READY from flags.json\n"), "\(alone)")
        #expect(alone.contains("Who gets what\n  neural for all users"), "\(alone)")
        #expect(alone.hasSuffix("\nneural\n"), "\(alone)")
        #expect(try plain("get search_ranking\n", "--no-app").hasSuffix("\nneural\n"))

        // Another remote document counts instead.
        try shop.write(Self.document, to: "remote.json")
        #expect(try plain("get search_ranking\n", "--remote", "remote.json").hasSuffix("\nclassic\n"))

        // A running app counts instead, even without a remote document.
        let app = try RunningShop(in: shop)
        let attached = try plain("get search_ranking\nwhat-if targetingKey=bob\nget search_ranking\n")
        withExtendedLifetime(app) {}
        #expect(attached.contains("\nclassic\n") && attached.hasSuffix("\nclassic\n"), "\(attached)")
    }

    @Test func scriptIsNotStopped() throws {
        let shop = try Shop()
        let result = try shop.run("console", "--plain", input: "suspend\nset page_size 10\n")
        #expect(result.output.contains("error: suspending needs a terminal"))
        #expect(result.output.hasSuffix("page_size = 10\n"))
        #expect(result.status == 2)
    }

    @Test func savesAndAppliesPreset() throws {
        let shop = try Shop()
        let result = try shop.run(
            "console",
            "--plain",
            input:
                "set page_size 10\nsave-preset small\nunset page_size\npresets small\ny\nimport-preset no.json\nlist\n"
        )
        #expect(result.output.contains("Apply ‘small’? n: No, y: Apply; an empty line means No\npreset small\n"))
        #expect(!result.output.contains("there is none yet"))
        #expect(
            result.output.contains("no.json") && result.output.contains("page_size = 10 (local defaults, overridden")
        )
        #expect(result.status == 2)
    }

    @Test func invalidLineIsExplainedAndChangesNothing() throws {
        let shop = try Shop()
        let result = try shop.run(
            "console",
            "--plain",
            input: "set page_size ten\nset pagesize 3\nfrobnicate\nquit\nlist\n"
        )
        #expect(result.status == 2, "a script can detect it")
        #expect(result.output.contains("error: "))
        #expect(result.output.contains("did you mean ‘page_size’?"))
        #expect(result.output.contains("‘frobnicate’ is not a command"))
        // Nothing is read after the end.
        #expect(!result.output.contains("banner = "))
        #expect(shop.text("home/defaults.json") == nil)
    }

    @Test func tooLongLineIsNotRun() throws {
        let shop = try Shop()
        let line = String(repeating: "x", count: 1_114_112) + " flip new_checkout\nset page_size 11\n"
        let result = try shop.run("console", "--plain", input: line)
        #expect(result.output.contains("the line is longer than"))
        #expect(result.output.hasSuffix("page_size = 11\n"))
        #expect(!result.output.contains("is not a command"))
    }

    @Test func printsNoControlCharacters() throws {
        let shop = try Shop()
        #expect(try shop.run("set", "banner=\u{1B}[31mred\u{1B}]0;title\u{7}\u{202E}").status == 0)
        let result = try shop.run("console", "--plain", input: "edit banner\n\nshow banner\nlist\nfl\u{1B}[2Jip\n")
        #expect(result.status == 2, "a script can detect it")
        #expect(result.output.contains("[31mred"))
        #expect(result.output.contains(#"‘fl\u{1b}[2Jip’ is not a command"#))
        let commands = result.output.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
        #expect(commands.isEmpty && !result.output.unicodeScalars.contains("\u{202E}"))
    }

    @Test func whyShowsAgreementOfMigrationStores() throws {
        let shop = try Shop()
        #expect(try !shop.run("console", "--plain", input: "why order_store\n").output.contains("Migration"))
        try shop.write(
            #"""
            {"version": 1, "migrations": {"order_store": {
              "since": 1795252500, "stage": "shadow", "reads": 12431, "writes": 310, "checked": 12431, "agreed": 12429
            }}}
            """#,
            to: "home/defaults.migrations.json"
        )
        #expect(
            try shop.run("console", "--plain", input: "why order_store\n").output.hasSuffix(
                """
                Migration
                agreement 99.98% of 12,431
                12,431 reads, 310 writes since 2026-11-21, most recently in shadow

                """
            )
        )
    }

    @Test func readOnlyConsoleChangesNothing() throws {
        let shop = try Shop()
        let result = try shop.run("console", "--plain", "--readonly", input: "set page_size 10\n")
        #expect(result.output.contains("the console is read-only"))
        #expect(shop.text("home/defaults.json") == nil)
    }
}
