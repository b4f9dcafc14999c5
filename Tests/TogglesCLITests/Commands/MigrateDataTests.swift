import Testing

struct MigrateDataTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(
            """
            { "steps": [
              { "version": "2.0.0", "name": "Tabs have names", "ifNothingToMove": "leave",
                "moves": [ { "rename": "tab", "to": "tab.selected" }, { "change": "launches", "to": "integer" } ] },
              { "version": "3.0.0", "name": "Sessions are secret", "ifNothingToMove": "leave",
                "moves": [ { "moveToSecrets": "token" } ] }
            ] }
            """,
            to: "steps.json"
        )
    }

    @Test func planShowsChangesAndWritesNothing() throws {
        let text = #"{ "values": { "tab": "home", "launches": "12", "token": "t" } }"#
        try shop.write(text, to: "settings.json")
        let result = try shop.run("migrate-data", "--plan", "steps.json", "settings.json", "--app", "2.4.0")
        #expect(
            result.output == """
                From no version to 2.4.0: 1 step.

                2.0.0  Tabs have names
                  rename tab to tab.selected
                  change launches to integer
                    - launches = "12"
                    + launches = 12
                    - tab = "home"
                    + tab.selected = "home"

                All together:
                    - launches = "12"
                    + launches = 12
                    - tab = "home"
                    + tab.selected = "home"

                """
        )
        #expect(result.error == "")
        #expect(result.status == 0)
        #expect(shop.text("settings.json") == text)
        let hidden = try shop.run(
            "migrate-data",
            "--plan",
            "steps.json",
            "settings.json",
            "--app",
            "3.0.0",
            "--hide-values"
        )
        #expect(hidden.output.contains("    - token = (becomes a secret)\n    + secret token\n"))
        #expect(!hidden.output.contains("home"))
    }

    @Test func planShowsFirstThousandChanges() throws {
        let values = (1...600).map { "\"p.\($0)\": \($0)" }.joined(separator: ",")
        try shop.write("{ \"values\": { \(values) } }", to: "settings.json")
        let steps = """
            { "steps": [ { "version": "1", "name": "Strip", "ifNothingToMove": "leave", "moves": [{ "stripPrefix": "p." }] } ] }
            """
        try shop.write(steps, to: "steps.json")
        let result = try plan("settings.json")
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count { $0 == "    … and 200 more" } == 2)
        #expect(result.output.split(separator: "\n").count { $0.contains(" = ") } == 2_000)
    }

    @Test func failingStepIsFinding() throws {
        try shop.write(#"{ "values": { "launches": "many" } }"#, to: "settings.json")
        let result = try shop.run("migrate-data", "--plan", "steps.json", "settings.json", "--app", "2.4.0")
        #expect(result.status == 1)
        #expect(result.output.contains("would fail: The value of “launches” cannot be converted"))
        #expect(result.output.hasSuffix("The data would stay unchanged.\n"))
    }

    @Test func planNamesRemovedSecrets() throws {
        try shop.write(#"{ "values": { "launches": "many" } }"#, to: "settings.json")
        try shop.write(#"{ "version": 1, "secrets": { "token": "dA==", "pin": "cA==" } }"#, to: "secrets.json")
        try shop.write(
            """
            { "steps": [
              { "version": "1", "name": "a", "ifNothingToMove": "leave", "moves": [ { "deleteSecret": "pin" } ] },
              { "version": "2", "name": "b", "ifNothingToMove": "leave", "onFailure": "startCleanWithSecrets",
                "moves": [ { "change": "launches", "to": "integer" } ] }
            ] }
            """,
            to: "steps.json"
        )
        let result = try plan("settings.json", ["--secrets", "secrets.json"])
        #expect(result.status == 1)
        #expect(result.output.contains("  delete the secret pin\n    - secret pin\n"))
        #expect(
            result.output.hasSuffix(
                """
                The data would be kept as a backup, the store would be empty, and all secrets removed.
                    - secret pin
                    - secret token

                """
            )
        )
    }

    @Test func adoptedVersionSkipsEarlierSteps() throws {
        try shop.write(#"{ "values": { "tab": "home", "token": "t", "migrated": "2.0.0" } }"#, to: "settings.json")
        let result = try plan("settings.json", ["--version-key", "migrated"])
        #expect(result.status == 0)
        #expect(result.output == "From 2.0.0 to 2.4.0 there are no steps.\n")
        let wrong = try plan("settings.json", ["--version-key", "tab"])
        #expect(wrong.status == 2)
        #expect(wrong.error.contains("“tab”, from which the version of the data is adopted"), "\(wrong.error)")
    }

    @Test func missingVersionKeyIsReported() throws {
        let text = #"{ "values": { "tab": "home", "lastMigrated": "2.0.0", "flutter.schema": "2.0.0" } }"#
        try shop.write(text, to: "settings.json")
        for (key, meant) in [("lastMigratd", "lastMigrated"), ("schema", "flutter.schema")] {
            let wrong = try plan("settings.json", ["--version-key", key])
            #expect(wrong.status == 2)
            #expect(
                wrong.error == """
                    ‘settings.json’ has no setting ‘\(key)’. Did you mean --version-key \(meant)? To plan all steps, leave \
                    out --version-key.

                    """
            )
            #expect(wrong.output == "")
        }
        let missing = try plan("settings.json", ["--version-key", "version"])
        #expect(missing.status == 0)
        #expect(
            missing.error == """
                warning: ‘settings.json’ has no setting ‘version’, so all steps up to 2.4.0 are planned, as if no version \
                had migrated the data.

                """
        )
        #expect(missing.output.hasPrefix("From no version to 2.4.0: 1 step.\n"))
        // The migrator's own version counts, so the key isn't needed.
        try shop.write(#"{ "migration": { "version": "2.0.0" }, "values": { "tab": "home" } }"#, to: "settings.json")
        let recorded = try plan("settings.json", ["--version-key", "tap"])
        #expect(recorded.status == 0)
        #expect(recorded.error == "")
    }

    @Test func misspelledMoveIsSuggested() throws {
        try shop.write(#"{ "values": {} }"#, to: "settings.json")
        try shop.write(
            #"{ "steps": [ { "version": "1", "name": "a", "ifNothingToMove": "leave", "moves": [ { "renmae": "b" } ] } ] }"#,
            to: "steps.json"
        )
        let result = try plan("settings.json")
        #expect(result.status == 2)
        #expect(result.error.contains("Did you mean “rename”?"), "\(result.error)")
    }

    @Test func newerDataIsFinding() throws {
        try shop.write(#"{ "migration": { "version": "3.1" }, "values": {} }"#, to: "settings.json")
        let result = try shop.run("migrate-data", "--plan", "steps.json", "settings.json", "--app", "3.0.0")
        #expect(result.output == "The data was migrated by 3.1, which is newer than 3.0.0. Nothing would run.\n")
        #expect(result.status == 1)
    }

    @Test func invalidInputIsWrongUsage() throws {
        try shop.write(#"{ "values": {} }"#, to: "settings.json")
        try shop.write(#"{ "steps": [{}] }"#, to: "bad.json")
        let wrong: [([String], String)] = [
            (["steps.json", "settings.json", "--app", "3"], "Add --plan"),
            (
                ["--plan", "bad.json", "settings.json", "--app", "3"],
                "bad.json:1:13: Step 1: “version” must be a non-empty string."
            ),
            (["--plan", "steps.json", "none.json", "--app", "3"], "Cannot read ‘none.json’: the file does not exist."),
            (["--plan", "steps.json", "settings.json", "--app", "three"], "The version of the app is “three”"),
            (["--plan", "steps.json", "steps.json", "--app", "3", "--member", "steps"], "Found an array as “steps”"),
        ]
        for (arguments, message) in wrong {
            let result = try BuiltCommand("toggles")
                .run(["migrate-data"] + arguments, environment: shop.environment, in: shop.path)
            #expect(result.status == 2)
            #expect(result.error.contains(message), "\(result.error)")
            #expect(result.output == "")
        }
    }

    @Test(
        arguments: [
            (
                #"{ "toggles": {} }"#, nil,
                """
                ‘store’ has no member ‘values’; it has ‘toggles’. If that member holds the values, pass --member toggles. \
                If the store doesn't contain any values yet, pass --member values.
                """
            ),
            (
                #"{ "value": {}, "session": {} }"#, nil,
                "‘store’ has no member ‘values’; it has ‘value’ and ‘session’. Did you mean --member value?"
            ),
            (
                #"{ "toggles": {}, "session": {}, "n": 1 }"#, "togles",
                "‘store’ has no member ‘togles’; it has ‘toggles’ and ‘session’. Did you mean --member toggles?"
            ),
            (
                #"{ "a": {}, "b": {} }"#, nil,
                """
                ‘store’ has no member ‘values’; it has ‘a’ and ‘b’. If one of these members holds the values, name it with \
                --member. If the store doesn't contain any values yet, pass --member values.
                """
            ),
            (
                #"{ "tab": "home" }"#, nil,
                "‘store’ has no member ‘values’, nor any other that could hold values. Write the values as { \"values\": { … } },"
            ),
            (#"{ "migration": {} }"#, "migration", "The member “migration” of "),
        ] as [(String, String?, String)]
    )
    func missingValuesMemberIsError(text: String, member: String?, message: String) throws {
        try shop.write(text, to: "store")
        let result = try plan("store", member.map { ["--member", $0] } ?? [])
        #expect(result.status == 2)
        #expect(result.error.hasPrefix(message), "\(result.error)")
        #expect(result.output == "")
    }

    /// The file of an app that stores something else in it, and has no settings yet.
    @Test(
        arguments: [
            (#"{ "session": {} }"#, "values", "; it has ‘session’. "),
            (#"{ "session": {}, "cache": {} }"#, "settings", "; it has ‘session’ and ‘cache’. "),
            (#"{ "count": 1 }"#, "values", ". "),
        ]
    )
    func missingNamedMemberIsEmptyStore(text: String, member: String, others: String) throws {
        try shop.write(text, to: "store")
        let result = try plan("store", ["--member", member])
        #expect(result.status == 0)
        let warning = "warning: ‘store’ has no member ‘\(member)’\(others)The file is treated as an empty store.\n"
        #expect(result.error == warning)
        #expect(result.output.contains("nothing to move"))
    }

    @Test(arguments: ["{}", #"{ "version": 1, "revision": 4, "migration": { "version": "1" } }"#])
    func fileWithoutValuesIsEmptyStore(text: String) throws {
        try shop.write(text, to: "store")
        let result = try plan("store", ["--member", "toggles"])
        #expect(result.status == 0)
        #expect(result.output.contains("nothing to move"))
    }

    private static let plist = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">"

    /// Invalid files: the name, the text, and the error.
    @Test(arguments: [
        ("a.json", "", "a.json:1:1: The file is empty;"),
        ("a.json", "{ \"values\": {\n", "a.json:2:1: The text ends in"),
        ("a.json", "[]", "a.json:1:1: Found an array;"),
        ("a.json", "{ \"values\": [] }", "a.json:1:13: Found an array as"),
        ("a.json", "{ \"version\": 2 }", "a.json has version 2, but only version 1 is supported here"),
        (
            "a.json", "{ \"migration\": { \"version\": \"x\" } }",
            "a.json has an invalid version in the migrator's record;"
        ),
        ("a.plist", "", "a.plist is empty,"),
        ("a.plist", "{ \"values\": {} }", "‘a.plist’ is JSON and not a property list;"),
        ("a.plist", plist + "\n<dict>", "a.plist:3: The XML of the property list ends before </plist>;"),
        ("a.plist", plist + "<array/></plist>", "a.plist is a property list with an array as its root;"),
        ("a.plist", "bplist00", "a.plist is a binary property list that is damaged"),
    ])
    func invalidStoreIsExplained(name: String, text: String, message: String) throws {
        try shop.write(text, to: name)
        let result = try plan(name)
        #expect(result.status == 2)
        #expect(result.error.contains(message), "\(result.error)")
        #expect(!result.error.contains("unexpected_") && !result.error.contains("empty_input"))
        #expect(result.output == "")
        #expect(shop.text(name) == text)
    }

    @Test func propertyListIsRecognizedByFirstBytes() throws {
        let text = Self.plist + "<dict><key>tab</key><string>home</string></dict></plist>"
        for name in ["a.plist", "settings.json", "com.example.shop"] {
            try shop.write(text, to: name)
            #expect(try plan(name).output.contains("+ tab.selected = \"home\""))
        }
        #expect(try plan("a.plist", ["--member", "values"]).error.contains("has no members; leave out --member"))
    }

    @Test func handlesByteOrderMarkAndInvalidUTF8() throws {
        try shop.write("\u{FEFF}{ \"values\": { \"tab\": \"home\" } }", to: "a.json")
        #expect(try plan("a.json").status == 0)
        try shop.write([0x7B, 0xFF], to: "a.json")
        #expect(try plan("a.json").error.contains("a.json:1:2: The text contains bytes that are not UTF-8;"))
    }

    @Test func folderIsNotStore() throws {
        try shop.createFolder("a.json")
        #expect(try plan("a.json").error == "Cannot read ‘a.json’: it is not a file.\n")
    }

    @Test func repeatedNameIsWarning() throws {
        try shop.write(#"{ "values": { "tab": "a", "tab": "b" } }"#, to: "a.json")
        let result = try plan("a.json")
        #expect(result.status == 0)
        #expect(
            result.error.hasPrefix("warning: ") && result.error.contains("a.json:1:27: “tab” occurs more than once;")
        )
        #expect(result.output.contains("+ tab.selected = \"b\""))
    }

    @Test func invalidSecretsFileIsWrongUsage() throws {
        try shop.write(#"{ "values": {} }"#, to: "a.json")
        #expect(
            try plan("a.json", ["--secrets", "s"]).error.contains("Cannot read ‘s’: the file does not exist. Leave out")
        )
        try shop.write("{", to: "s")
        let result = try plan("a.json", ["--secrets", "s"])
        #expect(result.status == 2)
        #expect(result.error.contains("cannot be used: it is not valid JSON, at line 1, column 2."))
    }

    private func plan(_ store: String, _ options: [String] = []) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            ["migrate-data", "--plan", "steps.json", store, "--app", "2.4.0"] + options,
            environment: shop.environment,
            in: shop.path
        )
    }
}
