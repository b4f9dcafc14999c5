import Testing

struct SetTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func aPair() throws {
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

    @Test func severalAtOnce() throws {
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
                        new_checkout = true

                        """
                )
        )
        #expect(try shop.run("get", "banner").output == "a=b\n")
    }

    @Test func textMayBeEmptyOrBeginWithAnEqualsSign() throws {
        #expect(try shop.run("set", "banner", "").output == "banner = \"\"\n")
        #expect(try shop.run("set", "banner", "=x").output == "banner = =x\n")
        #expect(try shop.run("get", "banner").output == "=x\n")
    }

    @Test func everyMistakeIsNamedAndNothingIsWritten() throws {
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
                        ‘maybe’ is not a value of ‘new_checkout’, which takes true or false.
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
    func halfAPair(arguments: [String], error: String) throws {
        let result = try BuiltCommand("toggles").run(
            ["set"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result == BuiltCommand.Result(error: error, status: 2))
        #expect(shop.text("home/defaults.json") == nil)
    }

    @Test func withoutArgumentsItIsWrongUsage() throws {
        let result = try shop.run("set")
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("Error: Missing expected argument '<key=value> ...'\n"))
    }

    @Test func aStrongerOverrideIsAWarning() throws {
        #expect(
            try shop.run("set", "page_size", "3", environment: ["TOGGLE_PAGE_SIZE": "5"])
                == BuiltCommand.Result(
                    output: "page_size = 3\n",
                    error: "warning: TOGGLE_PAGE_SIZE=5 wins over the local defaults file where it is set\n"
                )
        )
    }

    @Test func aBrokenDefaultsFileIsKeptAsideAndSaidSo() throws {
        try shop.write("{", to: "home/defaults.json")
        let result = try shop.run("set", "page_size", "3")
        #expect(result.status == 0)
        #expect(result.output == "page_size = 3\n")
        #expect(result.error.contains("The file could not be used and is kept as \(shop.defaults).corrupt-"))
        #expect(try shop.run("get", "page_size").output == "3\n")
    }

    @Test func aDefaultsFileThatIsAFolderIsAnError() throws {
        #expect(
            try shop.run("set", "page_size", "3", "--defaults", "\(shop.path)/home")
                == BuiltCommand.Result(error: "\(shop.path)/home: The path is a folder; name a file.\n", status: 2)
        )
    }
}
