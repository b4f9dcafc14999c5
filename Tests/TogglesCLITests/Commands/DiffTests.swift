import Testing

struct DiffTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        for (name, weight) in [("old.json", 10), ("new.json", 25)] {
            try shop.write(
                """
                {"flags": {"f": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                  "targeting": {"fractional": [["on", \(weight)], ["off", \(100 - weight)]]}}}}
                """,
                to: name
            )
        }
    }

    @Test func differencesNameTogglesOfManifest() throws {
        let result = try shop.run("diff", "old.json", "new.json")
        #expect(result.output.hasPrefix("~ f (no toggle reads it): for a share"), "\(result.output)")
        #expect(try shop.run("diff", "-m", "none.yaml", "old.json", "new.json").status == 2)
    }

    @Test func reportsShareOfAffectedUsers() throws {
        let result = try shop.run("diff", "--alone", "old.json", "new.json")
        #expect(
            result.output == """
                ~ f: for a share: 15% of all targeting keys
                    false → true: 15%
                    targeting: changed
                1 different: 1 for a share

                """
        )
        #expect(result.error == "")
        #expect(result.status == 0)
    }

    @Test func keyCannotForgeLines() throws {
        let flag = #"{"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}"#
        try shop.write(#"{"flags": {}}"#, to: "old.json")
        try shop.write(#"{"flags": {"z\n::error file=x::no\n0 different": \#(flag)}}"#, to: "new.json")
        let lines = try shop.run("diff", "old.json", "new.json").output.split(separator: "\n")
        #expect(lines.first == "+ z ::error file=x::no 0 different (no toggle reads it): added, for all")
        #expect(lines.last == "1 different: 1 for all")
        #expect(!lines.contains { $0.hasPrefix("::") || $0.hasPrefix("0") })
    }

    @Test func exitCodeOptionReportsChanges() throws {
        #expect(try shop.run("diff", "--exit-code", "old.json", "new.json").status == 1)
        let same = try shop.run("diff", "--exit-code", "old.json", "old.json")
        #expect(same == BuiltCommand.Result(output: "no flag differs\n", error: "", status: 0))
    }

    @Test func acceptsPathsAndFileURLs() throws {
        #expect(try shop.run("diff", "file:old.json", "old.json").output == "no flag differs\n")
        for arguments in [
            ["diff", "https://host/f", "old.json"], ["check", "https://host/f"], ["evaluate", "https://host/f"],
        ] {
            let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
            #expect(
                result
                    == BuiltCommand.Result(
                        error: """
                            ‘https://host/f’ is not a file. Fetch it first, with `toggles fetch https://host/f --raw > FILE`.

                            """,
                        status: 2
                    )
            )
        }
        #expect(try shop.run("evaluate", "-").error.contains("because the cases come from standard input"))
    }

    @Test func printsDifferencesAsJSON() throws {
        let result = try shop.run("diff", "--json", "old.json", "new.json")
        for line in [#""flag": "f","#, #""audience": "share","#, #""share": 0.15"#, #""method": "exact","#] {
            #expect(result.output.contains(line), "\(result.output)")
        }
    }

    @Test func invalidDocumentIsWrongUsage() throws {
        try shop.write("[]", to: "new.json")
        let result = try shop.run("diff", "old.json", "new.json")
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("‘new.json’ is not a flagd document: "))
        #expect(try shop.run("diff", "-", "-").status == 2)
        #expect(try shop.run("diff", "old.json", "new.json", "--sample", "0").status == 2)
    }
}
