import Testing

struct UpdatePolicyTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(
            #"""
            {
              "created_at": "2025-01-10T10:00:00Z",
              "details": [
                { "app_version": ["3.2.0", "3.2.1"], "os_version": "*", "level": "maintenance", "title": "Back soon" },
                { "app_version": "<3.0.0", "os_version": "13.*.*", "title": "Update needed", "message": "It loses orders.",
                  "button_text": "Update", "redirect_url": "https://apps.example.com/shop", "context": {"country": "DE"},
                  "languages": { "de": { "title": "Bitte aktualisieren" } } }
              ]
            }
            """#,
            to: "policy.json"
        )
        try shop.write(
            #"""
            { "flags": { "forced_update": {
                "state": "ENABLED",
                "variants": { "none": { "level": "up_to_date" },
                              "must": { "level": "required", "title": "Update", "redirect_url": "https://a.example" } },
                "defaultVariant": "none",
                "targeting": { "if": [ { "sem_ver": [ { "var": "appVersion" }, "<", "2.0.0" ] }, "must" ] }
            } } }
            """#,
            to: "flags.json"
        )
    }

    @Test func printsAnswerForUser() throws {
        let result = try shop.run(
            "update-policy",
            "test",
            "--app",
            "2.9",
            "--os",
            "13.4",
            "--language",
            "de-AT",
            "--context",
            "country=DE",
            "policy.json"
        )
        #expect(
            result.output == """
                version 2.9, system 13.4, language de-AT: update required
                  title     Bitte aktualisieren
                  message   It loses orders.
                  button    Update
                  link      https://apps.example.com/shop
                  language  de
                  decided by details[1], line 5

                """
        )
        #expect(result.error == "")
        #expect(result.status == 0)
    }

    @Test func unaffectedUsersAreUpToDate() throws {
        let result = try shop.run("update-policy", "test", "--app", "2.9", "--os", "13.4", "policy.json")
        #expect(
            result.output == """
                version 2.9, system 13.4: up to date
                  decided by no entry matches this version

                """
        )
        #expect(result.status == 0)
    }

    @Test func readsPolicyFromFlag() throws {
        let result = try shop.run("update-policy", "test", "--app", "1.9.0", "flags.json")
        #expect(
            result.output == """
                version 1.9.0: update required
                  title     Update
                  message   none
                  button    none
                  link      https://a.example
                  language  none
                  decided by variant ‘must’ of ‘forced_update’, by targeting.if[1]

                """
        )
        #expect(result.status == 0)
    }

    @Test func matrixContainsVersionsOfFileAndNeighbors() throws {
        let result = try shop.run("update-policy", "test", "--matrix", "--context", "country=DE", "policy.json")
        #expect(
            result.output == """
                app \\ system  0.0.0            12.99.99         13.0.0           13.99.99         14.0.0           99.99.99
                0.0.0         ok               ok               required (1)     required (1)     ok               ok
                2.99.99       ok               ok               required (1)     required (1)     ok               ok
                3.0.0         ok               ok               ok               ok               ok               ok
                3.0.1         ok               ok               ok               ok               ok               ok
                3.1.99        ok               ok               ok               ok               ok               ok
                3.2.0         maintenance (0)  maintenance (0)  maintenance (0)  maintenance (0)  maintenance (0)  maintenance (0)
                3.2.1         maintenance (0)  maintenance (0)  maintenance (0)  maintenance (0)  maintenance (0)  maintenance (0)
                3.2.2         ok               ok               ok               ok               ok               ok
                99.99.99      ok               ok               ok               ok               ok               ok

                """
        )
        #expect(result.status == 0)
    }

    @Test func matrixUsesVersionsFromCommandLine() throws {
        let result = try shop.run(
            "update-policy",
            "test",
            "--matrix",
            "--app",
            "1.9",
            "--app",
            "2.0",
            "--os",
            "17.1",
            "flags.json"
        )
        #expect(
            result.output == """
                app \\ system  17.1
                1.9           required (must)
                2.0           ok (none)

                """
        )
    }

    @Test func printsAnswerAsJSON() throws {
        let result = try shop.run("update-policy", "test", "--app", "3.2.1", "--json", "policy.json")
        #expect(
            result.output == """
                {
                  "app_version": "3.2.1",
                  "os_version": null,
                  "language": null,
                  "level": "maintenance",
                  "locked": true,
                  "title": "Back soon",
                  "message": null,
                  "button_text": null,
                  "redirect_url": null,
                  "notice_language": null,
                  "decided_by": "details[0], line 4"
                }

                """
        )
        let matrix = try shop.run("update-policy", "test", "--matrix", "--app", "1.0", "--json", "flags.json")
        #expect(matrix.output.hasPrefix("[\n  {\n    \"app_version\": \"1.0\",\n    \"os_version\": \"0.0.0\","))
    }

    @Test func invalidFileExitsWith1() throws {
        try shop.write(
            #"""
            {"created_at": "soon", "details": [
              {"app_version": 3},
              {"app_versoin": "1.0"}
            ]}
            """#,
            to: "broken.json"
        )
        let result = try shop.run("update-policy", "test", "--app", "3", "broken.json")
        #expect(
            result.output == """
                broken.json:1:16: error: ‘created_at’ must be a time in ISO 8601 or seconds since 1970; ‘soon’ is neither; write \
                it as in "2026-11-21T10:00:00Z"
                broken.json:2:19: error: a version must be a string, not an integer; write "3.*" for every version that starts with it
                broken.json:3:3: error: the entry has neither ‘app_version’ nor ‘os_version’; write "app_version": "*" for \
                every version
                broken.json:3:4: error: an entry has no ‘app_versoin’, and without it this entry matches too many users; did you mean \
                ‘app_version’?

                """
        )
        #expect(result.error == "broken.json has errors; apps do not accept it.\n")
        #expect(result.status == 1)
    }

    @Test func tableHasVersionsWithFourNumbers() throws {
        try shop.write(
            #"""
            {"created_at": 0, "details": [
              {"app_version": "<1.2.3.4", "title": "T", "redirect_url": "https://a.example"}
            ]}
            """#,
            to: "four.json"
        )
        let result = try shop.run("update-policy", "test", "--matrix", "four.json")
        #expect(
            result.output == """
                app \\ system  0.0.0         99.99.99
                0.0.0         required (0)  required (0)
                1.2.3.3       required (0)  required (0)
                1.2.3.4       ok            ok
                1.2.3.5       ok            ok
                99.99.99.99   ok            ok

                """
        )
        #expect(result.status == 0)
    }

    @Test(arguments: [
        (["--app", "1", "none.json"], "Cannot read ‘none.json’: No such file or directory.\n"),
        (["policy.json"], "Error: Write --app 3.2.0, or --matrix for all versions in the file.\n"),
        (
            ["--app", "new", "policy.json"],
            "Error: --app new: that is not a valid version; write one to eight numbers, as in 3.2.0.\n"
        ),
        (
            ["--app", "1.2.3.4", "flags.json"],
            "Error: --app 1.2.3.4: ‘sem_ver’ cannot compare that; write one to three numbers, as in 3.2.0.\n"
        ),
        (
            ["--app", "1", "--app", "2", "policy.json"],
            "Error: --app was given 2 times; add --matrix for a table of them.\n"
        ),
        (
            ["--app", "1", "--flag", "a", "policy.json"],
            "--flag a: policy.json is a policy by itself and has no flags; leave --flag out.\n"
        ),
        (["--app", "1", "--flag", "forced", "flags.json"], "flags.json has no flag ‘forced’.\n"),
        (
            ["--app", "1", "--flag", "force_update", "flags.json"],
            "flags.json has no flag ‘force_update’. Did you mean ‘forced_update’?\n"
        ),
    ])
    func wrongUsageExitsWith2(arguments: [String], error: String) throws {
        let result = try BuiltCommand("toggles").run(
            ["update-policy", "test"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.output == "")
        #expect(result.error.hasPrefix(error), "\(result.error)")
        #expect(result.status == 2)
    }

    // MARK: toggles check

    @Test func checkRecognizesPolicy() throws {
        let result = try shop.run("check", "--alone", "policy.json")
        #expect(
            result
                == BuiltCommand.Result(
                    output: "policy.json: update policy, 2 entries, no errors\n",
                    error: "",
                    status: 0
                )
        )
    }

    @Test func checkRejectsPolicyThatLocksEveryVersion() throws {
        let entry = #"{"app_version": "*", "os_version": "*", "level": "maintenance", "title": "Closed"}"#
        try shop.write(#"{"created_at": "2025-01-10", "details": [\#(entry)]}"#, to: "closed.json")
        let result = try shop.run("check", "--alone", "closed.json")
        #expect(
            result.output == """
                closed.json:1:42: error: every version of the app is locked out on every version of the system, so no update helps; name the versions to lock out, or write "all": true beside ‘details’, or into each \
                entry that locks the newest version, if that is intended
                closed.json: update policy, 1 entry, 1 error

                """
        )
        #expect(result.status == 1)
        try shop.write(#"{"created_at": "2025-01-10", "all": true, "details": [\#(entry)]}"#, to: "closed.json")
        #expect(try shop.run("check", "--alone", "closed.json").status == 0)
    }

    @Test(arguments: [
        (#""defaultVariant": "none""#, false),
        (#""defaultVariant": "must""#, true),
        (#""defaultVariant": "meant""#, false),
        (
            #""defaultVariant": "none", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}, "must"]}"#,
            false
        ),
        (
            #""defaultVariant": "none", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, ">=", "0.0.0"]}, "must"]}"#,
            true
        ),
        (
            #""defaultVariant": "must", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "=", "2.5.0"]}, "none"]}"#,
            false
        ),
        (#""defaultVariant": "must", "targeting": {"if": [{"==": [{"var": "country"}, "DE"]}, "none"]}"#, false),
        (#""defaultVariant": "none", "targeting": {"fractional": [["must", 50], ["none", 50]]}"#, false),
        (#""defaultVariant": "none", "targeting": {"fractional": [["must", 50], ["must", 50]]}"#, true),
    ])
    func checkRejectsFlagThatLocksEveryVersion(rest: String, isLockout: Bool) throws {
        let must = #"{"level": "required", "title": "Update", "redirect_url": "https://a.example"}"#
        let meant = #"{"level": "maintenance", "title": "Closed", "all": true}"#
        let variants = #""none": {"level": "up_to_date"}, "must": \#(must), "meant": \#(meant)"#
        try shop.write(
            #"{"flags": {"update": {"state": "ENABLED", "variants": {\#(variants)}, \#(rest)}}}"#,
            to: "flag.json"
        )
        let result = try shop.run("check", "--alone", "flag.json")
        #expect(result.output.contains("error: ‘update’ locks every version of the app out") == isLockout)
        #expect(result.status == (isLockout ? 1 : 0))
    }

    @Test func checkReportsVariantsThatAppsReject() throws {
        let variants =
            #""a": {"level": "required", "title": "T", "redirect_url": "file:///a"}, "b": {"level": "up_to_date"}"#
        try shop.write(
            #"{"flags": {"update": {"state": "ENABLED", "variants": {\#(variants)}, "defaultVariant": "b"}}}"#,
            to: "flag.json"
        )
        let result = try shop.run("check", "--alone", "flag.json")
        #expect(result.output.contains("flag.json:1:113: error: links with the scheme ‘file’ are not allowed; "))
        #expect(result.status == 1)
    }

    @Test(arguments: [#"{"level": "maintenance"}"#, #"{"level": "required", "app_version": "*"}"#])
    func checkRecognizesLockWithoutOtherMembers(variant: String) throws {
        try shop.write(
            #"{"flags": {"closed": {"state": "ENABLED", "variants": {"on": \#(variant)}, "defaultVariant": "on"}}}"#,
            to: "bare.json"
        )
        let result = try shop.run("check", "--alone", "bare.json")
        #expect(result.output.contains("‘closed’ locks every version of the app out"), "\(result.output)")
        #expect(result.status == 1)
    }

    @Test func checkReportsMisspelledLevel() throws {
        let variant = #"{"level": "requred", "title": "T", "redirect_url": "https://example.com"}"#
        try shop.write(
            #"{"flags": {"update": {"state": "ENABLED", "variants": {"on": \#(variant)}, "defaultVariant": "on"}}}"#,
            to: "misspelt.json"
        )
        let result = try shop.run("check", "--alone", "misspelt.json")
        #expect(result.output.contains("not ‘requred’; did you mean \"required\"?"), "\(result.output)")
        #expect(result.status == 1)
    }

    @Test func checkIgnoresOtherObjectsWithLevel() throws {
        let variants = #"{"a": {"level": "required", "points": 3}, "b": {"level": "up_to_date", "points": 4}}"#
        try shop.write(
            #"{"flags": {"game": {"state": "ENABLED", "variants": \#(variants), "defaultVariant": "a"}}}"#,
            to: "game.json"
        )
        let result = try shop.run("check", "--alone", "game.json")
        #expect(result.output == "game.json: 1 flag, no errors\n")
    }

    @Test func schemeOptionReplacesStandardSchemes() throws {
        let entry = #"{"app_version": "1.*", "title": "Update", "redirect_url": "shop://update"}"#
        try shop.write(#"{"created_at": "2025-01-10", "details": [\#(entry)]}"#, to: "scheme.json")
        let variants = #"{"none": {"level": "up_to_date"}, "must": \#(entry.dropLast()), "level": "required"}}"#
        try shop.write(
            #"{"flags": {"forced": {"state": "ENABLED", "variants": \#(variants), "defaultVariant": "must"}}}"#,
            to: "scheme-flag.json"
        )
        for file in ["scheme.json", "scheme-flag.json"] {
            let refused = try shop.run("check", "--alone", file)
            #expect(refused.output.contains("links with the scheme ‘shop’ are not allowed"))
            #expect(refused.status == 1)
            #expect(try shop.run("check", "--alone", "--scheme", "https", "--scheme", "Shop", file).status == 0)
            #expect(try shop.run("update-policy", "test", "--app", "1.0", file).status == 1)
            let result = try shop.run("update-policy", "test", "--app", "1.0", "--scheme", "shop", file)
            #expect(result.output.contains("link      shop://update"), "\(result.output)")
        }
        let wrong = try shop.run("check", "--alone", "--scheme", "shop://", "scheme.json")
        #expect(
            wrong.error.hasPrefix(
                "Error: --scheme shop://: that is not a scheme; write the part before ://, as in https."
            )
        )
        #expect(wrong.status == 2)
    }
}
