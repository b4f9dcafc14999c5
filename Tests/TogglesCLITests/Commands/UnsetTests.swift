import Testing

struct UnsetTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func removesOneOrSeveralOverrides() throws {
        _ = try shop.run("set", "page_size=3", "banner=Sale", "new_checkout=on")
        #expect(
            try shop.run("unset", "page_size") == BuiltCommand.Result(output: "page_size: unset\n")
        )
        #expect(
            try shop.run("unset", "page_size", "banner").output
                == "page_size: already unset\nbanner: unset\n"
        )
        #expect(try shop.run("list", "--overridden").output.split(separator: "\n").count == 2)
    }

    @Test func removesAllOverrides() throws {
        _ = try shop.run("set", "page_size=3", "banner=Sale")
        #expect(
            try shop.run("unset", "--all")
                == BuiltCommand.Result(
                    output: "banner: unset\npage_size: unset\n"
                )
        )
        #expect(try shop.run("unset", "--all") == BuiltCommand.Result(output: "All toggles are already unset.\n"))
    }

    @Test(
        arguments: [
            ([], "Error: Name at least one key, or write --all.\n"),
            (["--all", "banner"], "Error: Name keys or write --all, not both.\n"),
        ]
    )
    func keysAndAllAreExclusive(arguments: [String], error: String) throws {
        let result = try BuiltCommand("toggles").run(
            ["unset"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.hasPrefix(error))
    }

    @Test func misspelledKeyRemovesNothing() throws {
        _ = try shop.run("set", "banner", "Sale")
        #expect(
            try shop.run("unset", "banner", "bannner")
                == BuiltCommand.Result(error: "There is no toggle ‘bannner’. Did you mean ‘banner’?\n", status: 2)
        )
        #expect(try shop.run("get", "banner").output == "Sale\n")
    }

    @Test func overrideOfRemovedToggleCanBeRemoved() throws {
        try shop.write(#"{"version": 1, "toggles": {"old": true}}"#, to: "home/defaults.json")
        #expect(try shop.run("unset", "old") == BuiltCommand.Result(output: "old: unset\n"))
        #expect(
            try shop.run("list", "--overridden").error
                == "no running app of ‘shop’: values are computed, remote not loaded\n"
        )
    }

    @Test func invalidDefaultsFileIsErrorWithLocation() throws {
        try shop.write("{\n", to: "home/defaults.json")
        let result = try shop.run("unset", "banner")
        #expect(result.status == 2)
        #expect(result.error.contains("cannot be used: \(shop.defaults):2:1: "))
        #expect(shop.text("home/defaults.json") == "{\n")
    }
}
