import Testing

struct CheckTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(
            #"""
            {"flags": {
              "search_ranking": {"state": "ENABLED", "variants": {"a": "neural"}, "defaultVariant": "b"},
              "serch": {"state": "ENABLED", "variants": {"a": 1}}
            }}
            """#,
            to: "flags.json"
        )
        try shop.write(#"{"flags": {}}"#, to: "empty.json")
        try shop.write(#"{"var": 7}"#, to: "rule.json")
    }

    @Test func problemsArePrintedAndExitCodeIs1() throws {
        let result = try shop.run("check", "flags.json", "--alone")
        #expect(
            result.output == """
                flags.json:2:89: error: the flag has no variant ‘b’
                flags.json: 2 flags, 1 error

                """
        )
        #expect(result.status == 1)
        #expect(result.error == "")
    }

    @Test func nearestManifestIsUsed() throws {
        let result = try shop.run("check", "flags.json")
        #expect(result.output.contains("flags.json:3:3: warning: no toggle reads ‘serch’"))
        #expect(result.output.hasSuffix("flags.json: 2 flags, 1 error, 2 warnings\n"))
    }

    @Test func validDocumentExitsWith0() throws {
        let result = try shop.run("check", "empty.json", "--alone")
        #expect(result == BuiltCommand.Result(output: "empty.json: 0 flags, no errors\n", error: "", status: 0))
        #expect(try shop.run("check", "rule.json", "--targeting").output == "rule.json: no errors\n")
    }

    @Test func strictTreatsWarningsAsErrors() throws {
        try shop.write(#"{"flags": {}, "flag": 1}"#, to: "warned.json")
        #expect(try shop.run("check", "warned.json", "--alone").status == 0)
        #expect(try shop.run("check", "warned.json", "--alone", "--strict").status == 1)
    }

    @Test func printsFindingsAsJSON() throws {
        try shop.write(#"{"flags": 7}"#, to: "seven.json")
        let result = try shop.run("check", "seven.json", "--alone", "--json")
        #expect(
            result.output == """
                [
                  {
                    "path": "seven.json",
                    "line": 1,
                    "column": 11,
                    "endLine": 1,
                    "endColumn": 12,
                    "severity": "error",
                    "message": "‘flags’ must be an object of flags by key, not a number"
                  }
                ]

                """
        )
        #expect(result.status == 1)
        #expect(try shop.run("check", "empty.json", "--alone", "--json").output == "[]\n")
    }

    /// Runs a command of the shell in which `$0` is `toggles`.
    private func shell(_ command: String) throws -> BuiltCommand.Result {
        let path = try BuiltCommand("toggles").path
        return try #require(BuiltCommand(installed: "sh")).run(
            ["-c", command, path],
            environment: shop.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 },
            in: shop.path
        )
    }

    @Test(arguments: [
        ("check - --alone", "<standard input>:1:1: error: the document has more than the 1048576 bytes", 1),
        ("update-policy test - --app 1", "<standard input>:1:1: error: the document has more than the 1048576", 1),
        ("diff - empty.json", "", 2),
    ])
    func endlessInputIsRefused(arguments: String, output: String, status: Int32) throws {
        let result = try shell("yes | \"$0\" \(arguments)")
        #expect(result.output.hasPrefix(output))
        #expect(result.status == status)
        if status == 2 { #expect(result.error == "Standard input is larger than 1048576 bytes.\n") }
    }

    @Test func endlessCaseIsRefused() throws {
        let result = try shell("yes | tr -d '\\n' | \"$0\" evaluate empty.json")
        #expect(result.error == "Line 1 has more than 16777216 bytes, so it is not a case.\n")
        #expect(result.status == 2)
    }

    @Test func missingFileIsWrongUsage() throws {
        let result = try shop.run("check", "missing.json")
        #expect(result.status == 2)
        #expect(result.error == "Cannot read ‘missing.json’: No such file or directory.\n")
    }
}
