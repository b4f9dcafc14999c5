import DocumentSyntax
import Testing
import ToggleBase

@testable import ToggleDocuments

@Suite struct FlagSummaryTests {
    private func summaries(_ flag: String) throws -> FlagSummaries {
        try #require(FlagSummaries(Array(#"{"flags": {"a": \#(flag)}}"#.utf8)))
    }

    private func flag(_ rest: String) -> String {
        #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"\#(rest)}"#
    }

    @Test(arguments: [
        ("", ["off for all users"]),
        (#", "targeting": {}"#, ["off for all users"]),
        (#", "targeting": {"fractional": [["on", 10], ["off", 90]]}"#, ["on 10% · off 90% of all targeting keys"]),
        (
            #", "targeting": {"fractional": [{"cat": ["salt", {"var": "targetingKey"}]}, ["on", 1], ["off", 3]]}"#,
            ["on 25% · off 75% of all targeting keys"]
        ),
        (
            #", "targeting": {"fractional": [{"var": "email"}, ["on", 1], ["off", 1]]}"#,
            ["on 50% · off 50% of all users, by email"]
        ),
        (
            #", "targeting": {"if": [true, "off", {"if": [{"var": "beta"}, "on"]}]}"#,
            [
                "switched off: off for all users, until `toggles restore` brings the rule back"
            ]
        ),
        (#", "targeting": {"merge": [1]}"#, ["depends on {\"merge\":[1]}"]),
        (
            #", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, ">=", "2.2.0"]}, "on"]}"#,
            ["on for users with appVersion >= 2.2.0", "off for all other users"]
        ),
    ])
    func audienceNamesGroupsAndShares(rest: String, lines: [String]) throws {
        #expect(try summaries(flag(rest))["a"]?.audience == lines)
    }

    @Test(arguments: [
        ("", []),
        (#", "targeting": {"fractional": [["on", 10], ["off", 90]]}"#, ["targetingKey"]),
        (#", "targeting": {"fractional": [{"var": "company"}, ["on", 10], ["off", 90]]}"#, ["company"]),
        (
            #", "targeting": {"fractional": [{"cat": ["salt", {"var": "targetingKey"}]}, ["on", 1], ["off", 3]]}"#,
            ["targetingKey"]
        ),
        (
            #", "targeting": {"if": [{"var": "beta"}, {"fractional": [["on", 1], ["off", 1]]}]}"#,
            ["beta", "targetingKey"]
        ),
        (#", "targeting": {"if": [{"==": [{"var": "user.plan"}, "pro"]}, "on"]}"#, ["user"]),
        (#", "targeting": {"if": [{"in": [{"var": "targetingKey"}, ["ada"]]}, "on"]}"#, ["targetingKey"]),
        (#", "targeting": {"if": [{"and": [{"var": ["beta"]}, {"$ref": "new"}]}, "on"]}"#, ["appVersion", "beta"]),
    ])
    func attributesIncludeThoseOfSharedRules(rest: String, names: [String]) throws {
        let text = #"""
            {"$evaluators": {"new": {"sem_ver": [{"var": "appVersion"}, ">=", "2.2.0"]}}, "flags": {"a": \#(flag(rest))}}
            """#
        let summaries = try #require(FlagSummaries(Array(text.utf8)))
        #expect(summaries.attributes(of: ["a", "b"]) == Set(names))
        #expect(summaries.attributes(of: ["b"]) == [])
    }

    @Test func disabledFlagLeavesTheDefault() throws {
        let text = #"{"state": "DISABLED", "variants": {"on": true}, "defaultVariant": "on"}"#
        #expect(try summaries(text)["a"]?.audience == ["disabled: all users get the default in the code"])
    }

    @Test func disabledFlagReadsNoAttributes() throws {
        let text = #"{"state": "DISABLED", "variants": {"on": true}, "targeting": {"if": [{"var": "beta"}, "on"]}}"#
        #expect(try summaries(text).attributes(of: ["a"]) == [])
    }

    @Test func definitionLosesTheIndentationOfItsPlace() throws {
        let text = """
            {
              "flags": {
                "a": {
                  "state": "ENABLED",
                  "variants": { "on": true }
                }
              }
            }
            """
        let summary = try #require(FlagSummaries(Array(text.utf8))?["a"])
        #expect(summary.definition == ["{", "  \"state\": \"ENABLED\",", "  \"variants\": { \"on\": true }", "}"])
    }

    @Test func changesIncludeFormerShares() throws {
        let old = try summaries(flag(#", "targeting": {"fractional": [["on", 10], ["off", 90]]}"#))
        let new = try summaries(flag(#", "targeting": {"fractional": [["on", 20], ["off", 80]]}"#))
        #expect(
            new.changes(of: "a", since: old) == [
                "targeting: changed", "before: on 10% · off 90% of all targeting keys",
            ]
        )
        #expect(new.changes(of: "a", since: new).isEmpty)
        #expect(new.changes(of: "b", since: old).isEmpty)
    }

    @Test func addedAndRemovedFlagsAreChanges() throws {
        let with = try summaries(flag(""))
        let without = try #require(FlagSummaries(Array(#"{"flags": {}}"#.utf8)))
        #expect(with.changes(of: "a", since: without) == ["the flag was added"])
        #expect(without.changes(of: "a", since: with) == ["the flag was removed"])
        #expect(without["a"] == nil)
    }

    @Test(arguments: ["", "[]", #"{"flags": []}"#])
    func invalidDocumentHasNoSummaries(text: String) {
        #expect(FlagSummaries(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        (#"{"==": [{"var": "country"}, "DE"]}"#, "country == DE"),
        (#"{"!==": [{"var": ["plan", "pro plan"]}, "pro plan"]}"#, #"plan != "pro plan""#),
        (#"{"!==": [{"var": ["plan", "free"]}, "pro plan"]}"#, #"plan != "pro plan" (or without plan)"#),
        (#"{"<": [{"var": "age"}, 18]}"#, "age < 18 (or without age)"),
        (#"{"<": [-1, {"var": "age"}]}"#, "-1 < age (or without age)"),
        (#"{"<": [{"var": ["age", 18]}, 18]}"#, "age < 18"),
        (#"{"<": [{"var": "a"}, {"var": "b"}]}"#, "a < b (or perhaps without a or b)"),
        (
            #"{"<": [{"var": "start"}, {"var": "$flagd.timestamp"}]}"#,
            "start < $flagd.timestamp (or perhaps without start)"
        ),
        (#"{"and": [{"<": [{"var": "age"}, 18]}, {"!=": [{"var": "age"}, null]}]}"#, "age < 18 and age != null"),
        (
            #"{"or": [{"<": [{"var": "age"}, 18]}, {"!": {"<": [{"var": "x"}, 1]}}]}"#,
            "age < 18 (or without age) or not (x < 1 (or without x))"
        ),
        (#"{"==": [{"%": [{"var": "n"}, 2]}, 0]}"#, #"{"%":[{"var":"n"},2]} == 0 (or without n)"#),
        (
            #"{"none": [{"var": "tags"}, {"==": [{"var": ""}, "x"]}]}"#,
            #"{"none":[{"var":"tags"},{"==":[{"var":""},"x"]}]} (or without tags)"#
        ),
        (#"{"==": [{"var": "build"}, "7"]}"#, #"build == "7""#),
        (#"{"sem_ver": [{"var": "appVersion"}, "=", "2.0.0"]}"#, "appVersion == 2.0.0"),
        (#"{"in": [{"var": "country"}, ["DE", "FR"]]}"#, "country in [DE, FR]"),
        (#"{"and": [{"var": "beta"}, {"or": [{"var": "a"}, {"!": {"var": "b"}}]}]}"#, "beta and (a or not b)"),
        (#"{"!": [{"==": [1, 2]}]}"#, "not (1 == 2)"),
        (
            #"{"and": [{"!": {"<": [{"var": "age"}, 18]}}, {"!": {"<": [{"var": "age"}, 20]}}]}"#,
            "not (age < 18 (or without age)) and not (age < 20 (or without age))"
        ),
        (#"{"$ref": "staff"}"#, "the shared rule staff"),
        (#"{"var": ""}"#, #"{"var":""}"#),
        (#"{"custom": [1]}"#, #"{"custom":[1]}"#),
        ("true", "true"),
    ])
    func conditionsReadLikeText(rule: String, text: String) throws {
        #expect(RuleText(condition: try LocatedReader.read(Array(rule.utf8))).description == text)
    }

    @Test func longConditionIsCutOff() throws {
        let text = RuleText(try LocatedReader.read(Array(#""\#(String(repeating: "x", count: 500))""#.utf8)))
            .description
        #expect(text.count == 160)
        #expect(text.hasSuffix("…"))
    }
}
