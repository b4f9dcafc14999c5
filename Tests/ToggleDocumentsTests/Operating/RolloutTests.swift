import DocumentSyntax
import Testing
import ToggleDocuments
import ToggleManifest

@Suite struct RolloutTests {
    private typealias Flag = OperatedFlag

    /// Returns the targeting of the changed flag, or the reason why the change is refused.
    private func targeting(
        _ rule: String,
        _ rollout: FlagOperator.Rollout
    ) -> String {
        let text = Flag.result(Flag.document(rule.isEmpty ? "" : ", \"targeting\": \(rule)")) {
            try $0.rollout(rollout)
        }
        guard let start = text.firstRange(of: #""targeting": "#)?.upperBound,
            let end = text.firstRange(of: " },\n    \"after\"")
        else {
            return text
        }
        return String(text[start..<end.lowerBound])
    }

    @Test func growthTakesFromDefaultVariant() {
        let table: [(String, FlagOperator.Rollout, String)] = [
            ("", Flag.rollout(["neural": "10"]), #"{ "fractional": [["neural", 10], ["classic", 90]] }"#),
            ("{}", Flag.rollout(["neural": "0.5"]), #"{ "fractional": [["neural", 5], ["classic", 995]] }"#),
            ("", Flag.rollout(["neural": "100"]), #"{ "fractional": [["neural", 100]] }"#),
            (
                "", Flag.rollout(["neural": "10", "popular": "20"]),
                #"{ "fractional": [["neural", 10], ["classic", 70], ["popular", 20]] }"#
            ),
            (
                #"{ "fractional": [["neural", 0], ["classic", 100]] }"#, Flag.rollout(["neural": "10"]),
                #"{ "fractional": [["neural", 10], ["classic", 90]] }"#
            ),
            // The growing share is last, and extends to the left.
            (
                #"{ "fractional": [["classic", 90], ["neural", 10]] }"#, Flag.rollout(["neural": "25"]),
                #"{ "fractional": [["classic", 75], ["neural", 25]] }"#
            ),
            // ‘popular’ is between the growing share and the default, so its range must not move.
            (
                #"{"fractional":[["neural",10],["popular",20],["classic",70]]}"#, Flag.rollout(["neural": "30"]),
                #"{"fractional":[["neural",10],["popular",20],["classic",50],["neural", 20]]}"#
                    .replacing(#"["neural", 20]"#, with: #"["neural",20]"#)
            ),
            // Pieces that exist are extended.
            (
                #"{"fractional":[["neural",10],["popular",20],["classic",50],["neural",20]]}"#,
                Flag.rollout(["neural": "40"]),
                #"{"fractional":[["neural",10],["popular",20],["classic",40],["neural",30]]}"#
            ),
            // Without a weight, a share counts as 1.
            (
                #"{"fractional": [["neural"], ["classic"]]}"#, Flag.rollout(["neural": "75"]),
                #"{"fractional": [["neural", 15], ["classic", 5]]}"#
            ),
            (
                #"{"fractional": [["neural", 1], ["classic", 2]]}"#, Flag.rollout(["neural": "50"]),
                #"{"fractional": [["neural", 15], ["classic", 15]]}"#
            ),
            // Another bucketing value stays.
            (
                #"{"fractional": [{"var": "email"}, ["neural", 1], ["classic", 99]]}"#, Flag.rollout(["neural": "2"]),
                #"{"fractional": [{"var": "email"}, ["neural", 2], ["classic", 98]]}"#
            ),
            // All named.
            (
                #"{"fractional": [["neural", 10], ["classic", 90]]}"#, Flag.rollout(["neural": "20", "classic": "80"]),
                #"{"fractional": [["neural", 20], ["classic", 80]]}"#
            ),
            // The users who meet a condition aren't affected.
            (
                #"{"if": [{"==": [{"var": "a"}, 1]}, "neural"]}"#, Flag.rollout(["neural": "10"]),
                #"{"if": [{"==": [{"var": "a"}, 1]}, "neural", { "fractional": [["neural", 10], ["classic", 90]] }]}"#
            ),
            (
                #"{"if": [{"==": [{"var": "a"}, 1]}, "neural", "popular"]}"#,
                Flag.rollout(["neural": "10", "popular": "90"], allowsDecrease: true),
                #"{"if": [{"==": [{"var": "a"}, 1]}, "neural", { "fractional": [["neural", 10], ["popular", 90]] }]}"#
            ),
            (
                #"{"if": [{"var": "a"}, "neural", {"if": [{"var": "b"}, "popular", {"fractional": [["neural", 1], ["classic", 9]]}]}]}"#,
                Flag.rollout(["neural": "20"]),
                #"{"if": [{"var": "a"}, "neural", {"if": [{"var": "b"}, "popular", {"fractional": [["neural", 2], ["classic", 8]]}]}]}"#
            ),
        ]
        for (rule, rollout, expected) in table { #expect(targeting(rule, rollout) == expected, "\(rule)") }
    }

    @Test func onlyNamedAndDefaultVariantsLoseUsers() throws {
        let text = Flag.document(#", "targeting": {"fractional": [["neural", 10], ["popular", 20], ["classic", 70]]}"#)
        let change = try Flag.operate(text) { try $0.rollout(Flag.rollout(["neural": "30"])) }
        #expect(
            change.lines == [
                "ranking in flags.json:",
                "  neural   10% → 30%, no users lose it",
                "  popular  20%, no users lose it",
                "  classic  70% → 50%, 20% of users switch to ‘neural’",
            ]
        )
        #expect(change.concern == nil)
    }

    @Test func decreaseNeedsPermission() throws {
        let rule = #"{"fractional": [["neural", 30], ["popular", 20], ["classic", 50]]}"#
        #expect(
            targeting(rule, Flag.rollout(["neural": "10"])) == """
                ‘neural’ would shrink from 30% to 10%, and users who have it would lose it; if that is intended, pass \
                --allow-decrease
                """
        )
        let text = Flag.document(", \"targeting\": \(rule)")
        let change = try Flag.operate(text) { try $0.rollout(Flag.rollout(["neural": "10"], allowsDecrease: true)) }
        #expect(change.concern == "users lose neural")
        #expect(
            change.lines.dropFirst() == [
                "  neural   30% → 10%, 20% of users switch to ‘classic’",
                "  popular  20%, no users lose it",
                "  classic  50% → 70%, no users lose it",
            ]
        )
    }

    @Test func defaultVariantGrowsOnlyWithPermission() {
        let rule = #"{"fractional": [["neural", 30], ["classic", 70]]}"#
        #expect(targeting(rule, Flag.rollout(["classic": "100"])).hasPrefix("‘neural’ would shrink from 30% to 0%"))
        #expect(
            targeting(rule, Flag.rollout(["classic": "100"], allowsDecrease: true))
                == #"{"fractional": [["neural", 0], ["classic", 100]]}"#
        )
    }

    @Test func saltReplacesBucketingValueOnlyOnRequest() throws {
        let rule = #"{"fractional": [["neural", 10], ["classic", 90]]}"#
        let salted =
            #"{"fractional": [{ "cat": ["s\"1", { "var": "targetingKey" }] }, ["neural", 20], ["classic", 80]]}"#
        #expect(targeting(rule, Flag.rollout(["neural": "20"], salt: "s\"1")).contains("pass --redistribute"))
        #expect(targeting(rule, Flag.rollout(["neural": "20"], salt: "s\"1", redistributes: true)) == salted)
        // The salt stays.
        #expect(
            targeting(salted, Flag.rollout(["neural": "30"]))
                == salted.replacing("20", with: "30").replacing("80", with: "70")
        )
        #expect(targeting(salted, Flag.rollout(["neural": "20"], salt: "s\"1")) == salted)
        // Nobody has a share of a new rule.
        #expect(
            targeting("", Flag.rollout(["neural": "20"], salt: "x"))
                == #"{ "fractional": [{ "cat": ["x", { "var": "targetingKey" }] }, ["neural", 20], ["classic", 80]] }"#
        )
        let change = try Flag.operate(Flag.document(", \"targeting\": \(rule)")) {
            try $0.rollout(Flag.rollout(["neural": "20"], salt: "x", redistributes: true))
        }
        #expect(change.concern == "users lose the variant they have")
        #expect(
            change.lines.dropFirst().prefix(2) == [
                "  neural   10% → 20%, about 8% of users switch to ‘classic’",
                "  classic  90% → 80%, about 18% of users switch to ‘neural’",
            ]
        )
    }

    @Test func rulesThatAreNotUnderstoodStay() {
        let table = [
            #"{"fractional": [["neural", {"var": "x"}], ["classic", 90]]}"#,
            #"{"fractional": [[{"var": "x"}, 10], ["classic", 90]]}"#,
            #"{"fractional": [["neural", 10.0], ["classic", 90]]}"#,
            #"{"fractional": []}"#, #"{"var": "x"}"#, #"{"$ref": "shared"}"#,
            #"{"if": [{"var": "x"}, "neural", {"var": "y"}]}"#,
            #"{"if": [false, "neural", "classic"]}"#, #"{"if": [{"var": "x"}]}"#,
            #"{"if": [{"var": "x"}, {"fractional": [["neural", 1], ["classic", 1]]}]}"#,
        ]
        for rule in table {
            let found = targeting(rule, Flag.rollout(["neural": "10"]))
            #expect(found.hasPrefix("flags.json:3: the rule of ‘ranking’ "), "\(rule): \(found)")
            #expect(found.contains("by hand: {"), "\(found)")
        }
    }

    @Test(
        arguments: [
            (["nural": "10"], "‘ranking’ has no variant ‘nural’; did you mean ‘neural’?"),
            (["xyz": "10"], "‘ranking’ has no variant ‘xyz’; it has ‘classic’, ‘popular’ and ‘neural’"),
            (["neural": "80", "popular": "30"], "the shares add up to more than 100%: neural=80%, popular=30%"),
            (["neural": "10", "neural": "20"], "‘neural’ is named twice; name each variant once"),
        ] as [(KeyValuePairs<String, String>, String)]
    )
    func impossibleSharesAreRefused(shares: KeyValuePairs<String, String>, message: String) {
        #expect(targeting("", Flag.rollout(shares)) == message)
    }

    @Test func unclearDonorIsNamed() {
        let rule = #"{"fractional": [["neural", 10], ["popular", 80], ["classic", 10]]}"#
        #expect(
            targeting(rule, Flag.rollout(["neural": "30"])) == """
                it is unclear which variant gives up 20% of the users: the others have popular 80%, classic 10%; pass a \
                new share for every variant that changes
                """
        )
    }

    @Test func fullShareTakesAllOthers() throws {
        let rule = #"{"fractional": [["neural", 50], ["popular", 30], ["classic", 20]]}"#
        let change = try Flag.operate(Flag.document(", \"targeting\": \(rule)")) {
            try $0.rollout(Flag.rollout(["neural": "100"], allowsDecrease: true))
        }
        #expect(
            change.lines.dropFirst().prefix(3) == [
                "  neural   50% → 100%, no users lose it",
                "  popular  30% → 0%, 30% of users switch to ‘neural’",
                "  classic  20% → 0%, 20% of users switch to ‘neural’",
            ]
        )
    }

    @Test func disabledAndKilledFlagsAreRefused() {
        let disabled = Flag.document("").replacing(
            #""ranking": { "state": "ENABLED""#,
            with: #""ranking": { "state": "DISABLED""#
        )
        #expect(Flag.result(disabled) { try $0.rollout(Flag.rollout(["neural": "10"])) }.contains("is disabled"))
        #expect(targeting(#"{"if": [true, "classic"]}"#, Flag.rollout(["neural": "10"])).contains("was killed"))
        #expect(
            Flag.result(Flag.document("", defaultVariant: nil)) { try $0.rollout(Flag.rollout(["neural": "10"])) }
                .contains("names no default variant")
        )
    }

    @Test func sharesOfUsersWithoutConditionAreTitled() throws {
        for (count, title) in [(1, "who don't meet the condition"), (2, "who meet none of the 2 conditions")] {
            let conditions = (0..<count).map { #"{"var": "a\#($0)"}, "neural""# }.joined(separator: ", ")
            let text = Flag.document(#", "targeting": {"if": [\#(conditions), "classic"]}"#)
            let change = try Flag.operate(text) { try $0.rollout(Flag.rollout(["popular": "10"])) }
            #expect(change.lines[1] == "  of the users \(title) of the rule:")
        }
    }

    @Test func sameSharesChangeNothing() throws {
        let text = Flag.document(#", "targeting": {"fractional": [["neural", 1], ["classic", 9]]}"#)
        let change = try Flag.operate(text) { try $0.rollout(Flag.rollout(["neural": "10"])) }
        #expect(change.isEmpty)
        #expect(change.lines == ["ranking in flags.json:", "  nothing to change: neural 10%, classic 90%"])
    }

    @Test func fullShareSaysWhoIsLeftOut() throws {
        let change = try Flag.operate(Flag.document("")) { try $0.rollout(Flag.rollout(["neural": "100"])) }
        #expect(change.lines.last == "  users without a targeting key get classic")
    }

    @Test(
        arguments: [
            ("", "plan", "users without a targeting key"),
            (
                #"{"fractional": [{"var": "email"}, ["neural", 1], ["classic", 9]]}"#, "targetingKey",
                "users with an empty context"
            ),
            (
                #"{"if": [{"$ref": "pro"}, "popular", {"fractional": [["neural", 1], ["classic", 9]]}]}"#,
                "targetingKey",
                "users with an empty context"
            ),
        ]
    )
    func attributesOfOtherFlagsDoNotChangeWhoIsLeftOut(rule: String, other: String, whom: String) throws {
        let text = Flag.document(rule.isEmpty ? "" : ", \"targeting\": \(rule)")
            .replacing(#""metadata": {"x":1e2}"#, with: #""targeting": {"if": [{"var": "\#(other)"}, "on"]}"#)
            .replacing("\n} }", with: "\n}, \"$evaluators\": {\"pro\": {\"==\": [{\"var\": \"plan\"}, \"pro\"]}} }")
        let change = try Flag.operate(text) { try $0.rollout(Flag.rollout(["neural": "100"])) }
        #expect(change.lines.last == "  \(whom) get classic")
    }

    @Test func errorsOfTheDocumentPreventTheChange() throws {
        let text = Flag.document("").replacing(#""after": {"state":"ENABLED""#, with: #""after": {"state":"ON""#)
        do {
            _ = try Flag.operate(text) { try $0.rollout(Flag.rollout(["neural": "10"])) }
            Issue.record("not refused")
        } catch let error as FlagOperationError {
            #expect(error.diagnostics.map(\.range.start.line) == [4])
            #expect(error.description.hasPrefix("The document already has 1 error"))
        }
    }

    @Test func earlierErrorsAreReportedAtTheirPlacesInTheFile() throws {
        // The rule that the rollout adds is on the same line, before the error.
        let text = Flag.document("").replacing(#""after": {"state":"ENABLED""#, with: #""after": {"state":"ON""#)
            .replacing("},\n    \"after\"", with: "}, \"after\"")
        let findings = DocumentCheck(registry: nil, timestamp: 0).run(Array(text.utf8), path: "flags.json").diagnostics
        do {
            _ = try Flag.operate(text) { try $0.rollout(Flag.rollout(["neural": "10"])) }
            Issue.record("not refused")
        } catch let error as FlagOperationError {
            #expect(error.diagnostics.map(\.range.start.line) == [3])
            #expect(error.diagnostics == findings.filter { $0.severity == .error })
        }
    }

    @Test(arguments: [#""neural""#, "true", "5", "[]"])
    func targetingThatIsNoObjectIsRefused(targeting: String) throws {
        let text = Flag.document(", \"targeting\": \(targeting)")
        #expect(Flag.result(text) { try $0.rollout(Flag.rollout(["neural": "10"])) }.contains("is not an object"))
    }

    @Test(arguments: ["", "-1", "101", "1e1", "10.", ".5", "10.00001", "ten", "%", "100.0001", "1000"])
    func invalidPercentagesAreRejected(text: String) {
        #expect(ShareAmount(text) == nil)
    }

    @Test func percentagesAreExact() {
        #expect(ShareAmount("12.50%")?.description == "12.5%")
        #expect(ShareAmount("0.0001")?.description == "0.0001%")
        #expect(ShareAmount("100")?.description == "100%")
        #expect(ShareAmount("007")?.description == "7%")
    }

    @Test func sharesThatDifferLookDifferent() throws {
        let text = Flag.document("")
        let most = try Flag.operate(text) { try $0.rollout(Flag.rollout(["neural": "99.9999"])) }
        #expect(most.lines[1] == "  neural   0% → 99.9999%, no users lose it")
        #expect(most.lines[2] == "  classic  100% → 0.0001%, 99.9999% of users switch to ‘neural’")
    }
}
