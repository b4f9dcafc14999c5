import Testing

/// The table of `toggles update-policy test --matrix`, including ones too large to print as a whole.
struct UpdatePolicyMatrixTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
    }

    private func matrix(_ entries: String, _ arguments: String...) throws -> BuiltCommand.Result {
        try shop.write(#"{"created_at": "2025-01-10", "all": true, "details": [\#(entries)]}"#, to: "policy.json")
        return try BuiltCommand("toggles").run(
            ["update-policy", "test", "--matrix"] + arguments + ["policy.json"],
            environment: shop.environment,
            in: shop.path
        )
    }

    private static let texts = #""title": "T", "redirect_url": "https://a.example""#

    @Test func namedPrereleasesHaveRows() throws {
        let entry = #"{"app_version": ">=4.0.0-beta.1 <4.0.0", "os_version": ["18.*", "19.0-beta"], \#(Self.texts)}"#
        let result = try matrix(entry)
        #expect(
            result.output == """
                app \\ system  0.0.0  17.99.99  18.0.0        18.99.99      19.0.0-beta   19.0.0-beta.1  19.0.0  99.99.99
                0.0.0         ok     ok        ok            ok            ok            ok             ok      ok
                3.99.99       ok     ok        ok            ok            ok            ok             ok      ok
                4.0.0-beta.1  ok     ok        required (0)  required (0)  required (0)  ok             ok      ok
                4.0.0-beta.2  ok     ok        required (0)  required (0)  required (0)  ok             ok      ok
                4.0.0         ok     ok        ok            ok            ok            ok             ok      ok
                4.0.1         ok     ok        ok            ok            ok            ok             ok      ok
                99.99.99      ok     ok        ok            ok            ok            ok             ok      ok

                """
        )
        // The same as the answer for one user, and as the result of the check.
        let one = try shop.run("update-policy", "test", "--app", "4.0.0-beta.5", "--os", "18.1", "policy.json")
        #expect(one.output.hasPrefix("version 4.0.0-beta.5, system 18.1: update required\n"))
        #expect(
            try shop.run("check", "--alone", "policy.json").output == "policy.json: update policy, 1 entry, no errors\n"
        )
    }

    @Test func largeTableMergesEqualNeighbors() throws {
        let versions = (1...400).map { #""<\#($0).0.0""# }.joined(separator: ",")
        let entry = #"{"app_version": [\#(versions)], "os_version": ["<15", "16.*"], \#(Self.texts)}"#
        let result = try matrix(entry)
        #expect(
            result.output == """
                app \\ system            0.0.0 to 14.99.99  15.0.0 to 15.99.99  16.0.0 to 16.99.99  17.0.0 to 99.99.99
                0.0.0 to 399.401.401    required (0)       ok                  required (0)        ok
                400.0.0 to 401.401.401  ok                 ok                  ok                  ok
                1202 versions of the app and 9 of the system; neighbors with the same answers are one row, or one column.

                """
        )
        #expect(result.status == 0)
    }

    @Test func veryLargeTableListsParts() throws {
        let entries = (0..<500).map { #"{"app_version": "\#($0).0.0", "os_version": "\#($0).*", \#(Self.texts)}"# }
        let result = try matrix(entries.joined(separator: ","))
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 502)
        #expect(
            lines.prefix(3).map { $0.split(separator: " ").joined(separator: " ") } == [
                "app system answer", "0.0.0 0.0.0 to 0.500.500 required (0)", "1.0.0 1.0.0 to 1.500.500 required (1)",
            ]
        )
        #expect(lines.last == "1500 versions of the app and 1002 of the system; all other combinations are up to date.")
    }

    @Test func versionsWithEqualAnswersAreListedOnce() throws {
        let versions = (0..<500).map { "\"\($0).0.0\"" }.joined(separator: ",")
        let result = try matrix(#"{"app_version": [\#(versions)], "os_version": [\#(versions)], \#(Self.texts)}"#)
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.count == 3)
        let same = "0.0.0, 1.0.0, 2.0.0, 3.0.0 and 496 more"
        #expect(lines.dropFirst().first == "\(same) \(same) required (0)")
    }

    @Test func versionsOnCommandLineAreLimited() throws {
        let apps = (0..<100).flatMap { ["--app", "\($0).0"] }
        let systems = (0..<100).flatMap { ["--os", "\($0).0"] }
        try shop.write(
            #"{"created_at": "2025-01-10", "details": [{"app_version": "<50", \#(Self.texts)}]}"#,
            to: "policy.json"
        )
        let result = try BuiltCommand("toggles").run(
            ["update-policy", "test", "--matrix"] + apps + systems + ["policy.json"],
            environment: shop.environment,
            in: shop.path
        )
        #expect(
            result.output == """
                app \\ system  *
                0.0 to 49.0   required (0)
                50.0 to 99.0  ok
                100 versions of the app and 100 of the system; neighbors with the same answers are one row, or one column.

                """
        )
    }

    @Test func tooManyAnswersAreRejected() throws {
        let versions = (0..<500).map { "\"\($0).0.0\"" }.joined(separator: ",")
        let entry = #"{"app_version": [\#(versions)], "os_version": [\#(versions)], \#(Self.texts)}"#
        let result = try matrix(entry, "--json")
        #expect(result.output == "")
        #expect(
            result.error == """
                --matrix --json would print 2250000 answers, more than 50000; name versions with --app and --os, or leave \
                --json out for a summary.

                """
        )
        #expect(result.status == 2)
    }

    @Test func fileWithTooManyVersionsIsRejected() throws {
        let entries = (0..<21).map { entry in
            let versions = (0..<500).map { "\"\(entry).\($0).0\"" }.joined(separator: ",")
            return #"{"app_version": [\#(versions)], \#(Self.texts)}"#
        }
        let result = try matrix(entries.joined(separator: ","))
        #expect(result.output == "")
        #expect(
            result.error
                == "The file names 10500 versions of the app, which are too many for a table; name some with --app.\n"
        )
        #expect(result.status == 2)
        #expect(try matrix(entries.joined(separator: ","), "--app", "3.7.0").output.contains("required (3)"))
    }

    @Test func flagWithTooManyVersionsIsRejected() throws {
        func rule(_ name: String) -> String {
            let rules = (0..<150).map { #"{"sem_ver": [{"var": "\#(name)"}, "=", "\#($0).0.0"]}"# }
            return #"{"or": [\#(rules.joined(separator: ","))]}"#
        }
        try shop.write(
            #"""
            {"flags": {"update": {"state": "ENABLED", "defaultVariant": "none",
                "variants": {"none": {"level": "up_to_date"}, "must": {"level": "required", \#(Self.texts)}},
                "targeting": {"if": [{"and": [\#(rule("appVersion")), \#(rule("osVersion"))]}, "must"]}}}}
            """#,
            to: "flags.json"
        )
        let result = try shop.run("update-policy", "test", "--matrix", "flags.json")
        #expect(result.output == "")
        #expect(
            result.error == """
                The table would have 450 versions of the app and 450 of the system, which are too many to evaluate; \
                name some with --app and --os.

                """,
            "\(result.error)"
        )
        #expect(result.status == 2)
    }

    @Test func matrixContainsBoundariesOfRuleAndVariants() throws {
        try shop.write(
            #"""
            {"flags": {"update": {"state": "ENABLED", "defaultVariant": "many",
                "variants": {"must": {"level": "required", \#(Self.texts)},
                             "many": {"details": [{"app_version": "5.0.0-rc.1", "level": "recommended", "title": "T"}]}},
                "targeting": {"if": [{"or": [{"sem_ver": [{"var": "appVersion"}, "~", "2.1.0"]},
                                             {"in": [{"var": "appVersion"}, ["3.0.0"]]}]}, "must"]}}}}
            """#,
            to: "flags.json"
        )
        let result = try shop.run("update-policy", "test", "--matrix", "--os", "18.0", "flags.json")
        #expect(
            result.output == """
                app \\ system  18.0
                0.0.0         ok (many)
                2.0.99        ok (many)
                2.1.0         required (must)
                2.1.99        required (must)
                2.2.0         ok (many)
                2.99.99       ok (many)
                3.0.0         required (must)
                3.0.1         ok (many)
                4.99.99       ok (many)
                5.0.0-rc.1    recommended (many)
                5.0.0-rc.2    ok (many)
                5.0.0         ok (many)
                99.99.99      ok (many)

                """
        )
    }
}
