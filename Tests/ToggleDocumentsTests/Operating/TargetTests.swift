import Testing
import ToggleDocuments

@Suite struct TargetTests {
    private typealias Flag = OperatedFlag

    private func targeting(_ rule: String, _ condition: String, _ variant: String = "neural") -> String {
        let text = Flag.result(Flag.document(rule.isEmpty ? "" : ", \"targeting\": \(rule)")) {
            try $0.target(try TargetExpression(condition), variant: variant)
        }
        guard let start = text.firstRange(of: #""targeting": "#)?.upperBound,
            let end = text.firstRange(of: " },\n    \"after\"")
        else {
            return text
        }
        return String(text[start..<end.lowerBound])
    }

    private static let version = #"{ "sem_ver": [{ "var": "appVersion" }, ">=", "2.2.0"] }"#

    @Test func conditionPrecedesTheRule() {
        let table = [
            ("", #"{ "if": [\#(Self.version), "neural"] }"#),
            ("{}", #"{ "if": [\#(Self.version), "neural"] }"#),
            (
                #"{"fractional":[["neural",1],["classic",9]]}"#,
                #"{ "if": [\#(Self.version), "neural", {"fractional":[["neural",1],["classic",9]]}] }"#
            ),
            (
                "{\"if\": [\n  {\"var\": \"a\"}, \"popular\",\n  {\"var\": \"b\"}, \"neural\"\n]}",
                "{\"if\": [\n  \(Self.version), \"neural\",\n  {\"var\": \"a\"}, \"popular\",\n  {\"var\": \"b\"}, \"neural\"\n]}"
            ),
            (
                #"{"if": [{"var": "a"}, "popular", {"var": "b"}]}"#,
                #"{"if": [\#(Self.version), "neural", {"var": "a"}, "popular", {"var": "b"}]}"#
            ),
            (
                #"{"var": "ranking"}"#, #"{ "if": [\#(Self.version), "neural", {"var": "ranking"}] }"#
            ),
            (
                #"{"if": [false, "popular", {"var": "b"}]}"#,
                #"{ "if": [\#(Self.version), "neural", {"if": [false, "popular", {"var": "b"}]}] }"#
            ),
        ]
        for (rule, expected) in table { #expect(targeting(rule, "app.version >= 2.2") == expected, "\(rule)") }
    }

    @Test func effectIsDescribed() throws {
        let text = Flag.document(#", "targeting": {"fractional": [["popular", 10], ["classic", 90]]}"#)
        let change = try Flag.operate(text) { try $0.target(TargetExpression("country in [DE]"), variant: "neural") }
        #expect(
            change.lines == [
                "ranking in flags.json:",
                "  users with country in [DE]: popular 10%, classic 90% → neural",
                "  all other users keep what they have",
            ]
        )
        #expect(change.concern == "users lose popular")
        let harmless = try Flag.operate(Flag.document("")) {
            try $0.target(TargetExpression("beta == true"), variant: "neural")
        }
        #expect(harmless.concern == nil)
    }

    @Test(arguments: [
        ("age < 18", "age < 18 (or without age)", "age != null"),
        ("age <= -1 and country != DE", "age <= -1 and country != DE (or without country)", "country != null"),
        ("a > -1 and b != 1", "a > -1 (or without a) and b != 1 (or without b)", "a != null and b != null"),
        ("age < 18 and age > 0", "age < 18 and age > 0", nil), ("app.version != 2.0.0", "appVersion != 2.0.0", nil),
    ])
    func effectNamesUsersWithoutAttributes(condition: String, users: String, addition: String?) throws {
        let change = try Flag.operate(Flag.document("")) {
            try $0.target(TargetExpression(condition), variant: "neural")
        }
        #expect(change.lines[1] == "  users with \(users): classic → neural")
        #expect(change.lines.last?.contains("add ‘and \(addition ?? "")’") == (addition != nil))
    }

    @Test func repeatedConditionIsNotAddedTwice() throws {
        let once = Flag.result(Flag.document("")) { try $0.target(TargetExpression("beta == true"), variant: "neural") }
        let again = try Flag.operate(once) { try $0.target(TargetExpression("beta == true"), variant: "neural") }
        #expect(again.isEmpty)
        #expect(
            Flag.result(once) { try $0.target(TargetExpression("beta == true"), variant: "popular") }
                == "flags.json:3: the rule of ‘ranking’ already has this condition; change what follows from it by hand: \"neural\""
        )
    }

    @Test func killedFlagIsRefused() {
        #expect(targeting(#"{"if": [true, "classic"]}"#, "a == 1").contains("was killed"))
        #expect(targeting("", "a == 1", "nural").contains("did you mean ‘neural’?"))
    }
}
