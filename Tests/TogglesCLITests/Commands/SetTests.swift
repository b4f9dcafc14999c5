import Testing

struct SetTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func setsOnePair() throws {
        #expect(
            try shop.run("set", "search_ranking", "neural") == BuiltCommand.Result(output: "search_ranking = neural\n")
        )
        #expect(
            shop.text("home/defaults.json") == """
                {
                  "version": 1,
                  "revision": 1,
                  "toggles": {
                    "search_ranking": "neural"
                  }
                }

                """
        )
    }

    @Test func onlyFirstUnknownKeysGetSuggestions() throws {
        let pairs = (0..<25).map { "banner\($0)=x" }
        let result = try BuiltCommand("toggles").run(["set"] + pairs, environment: shop.environment, in: shop.path)
        let lines = result.error.split(separator: "\n")
        #expect(lines.count == 25)
        #expect(lines.prefix(20).allSatisfy { $0.hasSuffix("Did you mean ‘banner’?") })
        #expect(lines.dropFirst(20).allSatisfy { $0.hasSuffix("`toggles list` shows all of them.") })
        #expect(result.status == 2)
    }

    @Test func strongerOverridesOfSeveralKeysAreNamed() throws {
        let result = try shop.run(
            "set",
            "banner=Sale",
            "page_size=3",
            "search_ranking=neural",
            environment: ["TOGGLE_PAGE_SIZE": "7", "TOGGLE_BANNER": "Other"]
        )
        #expect(result.output == "banner = Sale\npage_size = 3\nsearch_ranking = neural\n")
        #expect(
            result.error == """
                warning: TOGGLE_BANNER=Other takes precedence over the local defaults file where it is set
                warning: TOGGLE_PAGE_SIZE=7 takes precedence over the local defaults file where it is set

                """
        )
    }

    @Test func repeatedToggleInDefaultsFileIsWarning() throws {
        try shop.write(#"{"toggles": {"page_size": 1, "page_size": 2}}"#, to: "home/defaults.json")
        let result = try shop.run("set", "banner", "Sale")
        #expect(result.output == "banner = Sale\n")
        #expect(
            result.error == """
                warning: \(shop.defaults): line 1, column 30: Found "page_size" more than once; the last one counts, so \
                remove the others.

                """
        )
        #expect(result.status == 0)
    }

    @Test func fileWithOtherContentIsLeftUnchanged() throws {
        let text = #"{"name": "shop", "private": true}"#
        try shop.write(text, to: "package.json")
        let result = try shop.run("set", "banner=Sale", "--defaults", "\(shop.path)/package.json")
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        \(shop.path)/package.json:1:10: This is not a local defaults file, so it is not written: it contains \
                        "name" but no "toggles". Use another file, or add "toggles": {} to this one.

                        """,
                    status: 2
                )
        )
        #expect(shop.text("package.json") == text)
        #expect(shop.text("package.console.json") == nil)
    }

    @Test func numbersKeepTheirDigits() throws {
        let exact = #"delivery={"days": 3, "id": 9223372036854775807, "fee": 0.1, "tax": 1.10}"#
        #expect(
            try shop.run("set", exact).output
                == #"delivery = {"days":3,"id":9223372036854775807,"fee":0.1,"tax":1.1}"# + "\n"
        )
        #expect(
            try shop.run("set", #"delivery={"days": 3, "id": 12345678901234567890}"#)
                == BuiltCommand.Result(
                    error: """
                        the value of ‘delivery’ is not JSON: line 1, column 19: Found a whole number that is too large to keep \
                        all its digits; write a smaller one, or a string.

                        """,
                    status: 2
                )
        )
        #expect(try shop.run("get", "delivery").output.contains("9223372036854775807"))
    }

    @Test func setsSeveralPairs() throws {
        let result = try shop.run(
            "set",
            "page_size=30",
            "banner=a=b",
            #"delivery={"days": 1, "countries": []}"#,
            "new_checkout=YES"
        )
        #expect(
            result
                == BuiltCommand.Result(
                    output: """
                        page_size = 30
                        banner = a=b
                        delivery = {"days":1,"countries":[]}
                        new_checkout = on

                        """
                )
        )
        #expect(try shop.run("get", "banner").output == "a=b\n")
    }

    @Test func acceptsNegativeNumbers() throws {
        for arguments in [
            ["page_size", "-5"], ["--defaults", shop.defaults, "pageSize", "-5"], ["page_size=-5"],
            ["--", "page_size", "-5"],
        ] {
            let result = try BuiltCommand("toggles").run(
                ["set"] + arguments,
                environment: shop.environment,
                in: shop.path
            )
            #expect(result == BuiltCommand.Result(output: "page_size = -5\n"))
        }
        #expect(try shop.run("scheme", "page_size", "-5").output.contains("  --toggle page_size=-5\n"))
        #expect(try shop.run("set", "page_size", "-x").error.hasPrefix("Error: Unknown option '-x'"))
    }

    @Test(arguments: ["set", "scheme"])
    func severalValuesOfOneToggleAreRejected(command: String) throws {
        #expect(
            try shop.run(command, "page_size=1", "banner=Sale", "pageSize=2")
                == BuiltCommand.Result(
                    error: "‘page_size’ has two values, ‘1’ and ‘2’. Write only one of them.\n",
                    status: 2
                )
        )
        #expect(shop.text("home/defaults.json") == nil)
    }

    @Test func acceptsEmptyTextAndLeadingEqualsSign() throws {
        #expect(try shop.run("set", "banner", "").output == "banner = \"\"\n")
        #expect(try shop.run("set", "banner", "=x").output == "banner = =x\n")
        #expect(try shop.run("get", "banner").output == "=x\n")
    }

    @Test func invalidValuesAreReportedAndNothingWritten() throws {
        let result = try shop.run(
            "set",
            "banner=Sale",
            "page_sze=3",
            "page_size=many",
            "search_ranking=neurla",
            "new_checkout=maybe",
            "delivery={days}"
        )
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        There is no toggle ‘page_sze’. Did you mean ‘page_size’?
                        ‘many’ is not a value of ‘page_size’, which takes a whole number.
                        ‘neurla’ is not a value of ‘search_ranking’, which takes one of classic, neural, hybrid.
                        ‘maybe’ is not a value of ‘new_checkout’, which takes on or off.
                        the value of ‘delivery’ is not JSON: line 1, column 2: Found a name without quotes; write "days" in \
                        double quotes.

                        """,
                    status: 2
                )
        )
        #expect(shop.text("home/defaults.json") == nil)
    }

    @Test(
        arguments: [
            (
                ["page_size"],
                "‘page_size’ has no value. Write `toggles set page_size VALUE` or `toggles set page_size=VALUE`.\n"
            ),
            (["=3"], "‘=3’ has no key. Write `toggles set KEY=3`.\n"),
            (["page_size", ""], "‘’ is not a value of ‘page_size’, which takes a whole number.\n"),
        ]
    )
    func incompletePairIsExplained(arguments: [String], error: String) throws {
        let result = try BuiltCommand("toggles").run(
            ["set"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result == BuiltCommand.Result(error: error, status: 2))
        #expect(shop.text("home/defaults.json") == nil)
    }

    @Test func missingArgumentsAreWrongUsage() throws {
        let result = try shop.run("set")
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("Error: Missing expected argument '<key=value> ...'\n"))
    }

    @Test func overrideWithHigherPriorityIsWarning() throws {
        #expect(
            try shop.run("set", "page_size", "3", environment: ["TOGGLE_PAGE_SIZE": "5"])
                == BuiltCommand.Result(
                    output: "page_size = 3\n",
                    error: "warning: TOGGLE_PAGE_SIZE=5 takes precedence over the local defaults file where it is set\n"
                )
        )
    }

    /// Every command that changes overrides keeps such a file, and explains what to do.
    @Test(
        arguments: [
            ["set", "page_size", "3"], ["unset", "page_size"], ["unset", "--all"], ["preset", "apply", "demo"],
            ["undo"],
        ]
    )
    func unusableDefaultsFileIsRejected(arguments: [String]) throws {
        _ = try shop.run("set", "page_size", "7")
        _ = try shop.run("preset", "save", "demo")
        _ = try shop.run("set", "new_checkout", "on")
        _ = try shop.run("unset", "new_checkout")
        try shop.write("{ \"toggles\": { \"page_size\": 7, } }", to: "home/defaults.json")
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(
            result.error == """
                Nothing was changed, since the local defaults file cannot be used: \(shop.defaults):1:30: Found a comma \
                before }; remove the comma. Correct it by hand, or run `toggles set --restore`, which goes back to the file \
                before its last change and keeps this one under another name.

                """
        )
        #expect(shop.text("home/defaults.json") == "{ \"toggles\": { \"page_size\": 7, } }")
    }

    @Test func restoreUsesFileBeforeLastChange() throws {
        _ = try shop.run("set", "page_size", "7")
        _ = try shop.run("set", "new_checkout", "on")
        try shop.write("{", to: "home/defaults.json")
        let result = try shop.run("set", "--restore")
        #expect(result.status == 0)
        #expect(
            result.output.hasPrefix(
                """
                \(shop.defaults) is restored. line 1, column 2: The file could not be used and is kept as \
                \(shop.defaults).corrupt-
                """
            )
        )
        #expect(result.error == "")
        #expect(try shop.run("get", "page_size").output == "7\n")
        #expect(try shop.run("get", "new_checkout").output == "false\n")
        #expect(
            try shop.run("set", "--restore").output
                == "Nothing was restored: the local defaults file is not damaged.\n"
        )
    }

    @Test func restoreAlsoSets() throws {
        try shop.write("{", to: "home/defaults.json")
        let result = try shop.run("set", "page_size=3", "--restore")
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("\npage_size = 3\n"))
        #expect(result.output.contains("The file could not be used and is kept as \(shop.defaults).corrupt-"))
        #expect(result.output.contains("It was replaced by a new file."))
        #expect(try shop.run("get", "page_size").output == "3\n")
    }

    /// What an override becomes depends neither on a remote document nor on a context.
    @Test(arguments: [["set", "page_size", "3"], ["unset", "page_size"]])
    func sourcesOfOtherCommandsAreWrongUsage(arguments: [String]) throws {
        for option in ["--remote", "--context"] {
            let result = try BuiltCommand("toggles").run(
                arguments + [option, "missing.json"],
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.status == 2)
            #expect(result.error.contains("Unknown option '\(option)'"), "\(result)")
            #expect(shop.text("home/defaults.json") == nil)
        }
    }

    @Test func folderAsDefaultsFileIsError() throws {
        #expect(
            try shop.run("set", "page_size", "3", "--defaults", "\(shop.path)/home")
                == BuiltCommand.Result(error: "\(shop.path)/home: The path is a folder; name a file.\n", status: 2)
        )
    }
}
