import Testing

/// The evaluation context of `list`, `get` and `explain`.
struct ContextTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(
            """
            {"flags": {"search_ranking_2": {"state": "ENABLED",
              "variants": {"classic": "classic", "neural": "neural", "hybrid": "hybrid"}, "defaultVariant": "classic",
              "targeting": {"if": [
                {"sem_ver": [{"var": "appVersion"}, ">=", "3.2.0"]}, "neural",
                {"==": [{"var": "targetingKey"}, "ada"]}, "hybrid",
                {"==": [{"var": "targetingKey"}, "null"]}, "neural"]}}}}
            """,
            to: "flags.json"
        )
    }

    @Test(arguments: [
        ([], "classic"),
        (["--context", "targetingKey=ada"], "hybrid"),
        (["--context", "appVersion=3.10.0"], "neural"),
        // A version is text, as in the app.
        (["--context", "appVersion=3.10"], "neural"), (["--context", "appVersion=3.20"], "neural"),
        (["--context", "appVersion:=3.10"], "classic"),
        (["--context", "appVersion=3.1.0", "--context", "targetingKey=ada"], "hybrid"),
        (["--context", #"{"appVersion": "3.2.0", "targetingKey": "ada"}"#], "neural"),
        (["--context", "targetingKey=ada", "--context", "targetingKey=bob"], "classic"),
        (["--context", "targetingKey=null"], "classic"), (["--context", #"targetingKey="null""#], "neural"),
    ])
    func rulesUseContext(context: [String], value: String) throws {
        let result = try BuiltCommand("toggles").run(
            ["get", "search_ranking", "--remote", "flags.json"] + context,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result == BuiltCommand.Result(output: value + "\n"))
    }

    @Test func explanationNamesRule() throws {
        let result = try shop.run(
            "explain",
            "search_ranking",
            "--remote",
            "flags.json",
            "--context",
            "targetingKey=ada"
        )
        #expect(result.output.contains("→ remote           hybrid  search_ranking_2, targeting.if[3]\n"))
        #expect(result.output.contains("reason TARGETING_MATCH, variant hybrid"))
    }

    @Test(arguments: [
        ("ada", "write NAME=VALUE, such as targetingKey=ada"), ("=ada", "write NAME=VALUE"),
        ("{", "it begins like a JSON object, but is not valid: "),
        ("{1}", "it begins like a JSON object, but is not valid: "),
        (#"{"targetingKey": 5}"#, "targetingKey must be text"),
    ])
    func invalidContextIsWrongUsage(context: String, reason: String) throws {
        let result = try shop.run("get", "search_ranking", "--context", context)
        #expect(result.status == 2)
        #expect(result.error.contains("'\(context)' is invalid for '--context"))
        #expect(result.error.contains(reason))
        let fetched = try shop.run("fetch", "ofrep+http://127.0.0.1:1", "--context", context)
        #expect(fetched.status == 2)
        #expect(fetched.error.contains(reason))
    }

    @Test func documentAtURLIsFetched() throws {
        let result = try shop.run("explain", "search_ranking", "--remote", "http://127.0.0.1:1/flags.json")
        #expect(result.error.contains("connection refused"), "\(result)")
        #expect(!result.error.contains("option"))
    }

    @Test func unsupportedSchemeIsWrongUsage() throws {
        let result = try shop.run("list", "--remote", "gopher://example.com/flags.json")
        #expect(result.status == 2)
        #expect(result.error.contains("gopher"))
    }
}
