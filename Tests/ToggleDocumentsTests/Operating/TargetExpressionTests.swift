import TestSupport
import Testing
import ToggleBase
import ToggleDocuments

@Suite struct TargetExpressionTests {
    @Test(
        arguments: [
            ("app.version >= 2.2.0", #"{"sem_ver":[{"var":"appVersion"},">=","2.2.0"]}"#),
            ("app_version == 2", #"{"sem_ver":[{"var":"appVersion"},"=","2.0.0"]}"#),
            ("appVersion != v2.1", #"{"sem_ver":[{"var":"appVersion"},"!=","2.1.0"]}"#),
            ("os.version ~ '17.1.0-rc.1'", #"{"sem_ver":[{"var":"osVersion"},"~","17.1.0-rc.1"]}"#),
            ("sdk ^ 3.0.0", #"{"sem_ver":[{"var":"sdk"},"^","3.0.0"]}"#),
            ("sdk < 3.0.0", #"{"sem_ver":[{"var":"sdk"},"<","3.0.0"]}"#),
            (#"sdk == "3.0.0""#, #"{"==":[{"var":"sdk"},"3.0.0"]}"#),
            ("age>=18", #"{">=":[{"var":"age"},18]}"#),
            ("ratio < 0.5", #"{"<":[{"var":"ratio"},0.5]}"#),
            ("age != null and age < 18", #"{"and":[{"!=":[{"var":"age"},null]},{"<":[{"var":"age"},18]}]}"#),
            ("appVersion != null", #"{"!=":[{"var":"appVersion"},null]}"#),
            ("country == 'null'", #"{"==":[{"var":"country"},"null"]}"#),
            ("country == DE", #"{"==":[{"var":"country"},"DE"]}"#),
            ("user.country == DE", #"{"==":[{"var":"user.country"},"DE"]}"#),
            ("beta==true", #"{"==":[{"var":"beta"},true]}"#),
            ("app.build == 4711", #"{"==":[{"var":"appBuild"},"4711"]}"#),
            ("app.build > 4711", #"{">":[{"var":"appBuild"},4711]}"#),
            ("targetingKey == 12", #"{"==":[{"var":"targetingKey"},"12"]}"#),
            (#"email ends_with "@example.com""#, #"{"ends_with":[{"var":"email"},"@example.com"]}"#),
            ("email starts_with 12", #"{"starts_with":[{"var":"email"},"12"]}"#),
            ("country in [DE, 'A T',3]", #"{"in":[{"var":"country"},["DE","A T",3]]}"#),
            ("country in (DE,)", #"{"in":[{"var":"country"},["DE"]]}"#),
            (#""a b" == "x\"y""#, #"{"==":[{"var":"a b"},"x\"y"]}"#),
            ("a == 1 and b == 2", #"{"and":[{"==":[{"var":"a"},1]},{"==":[{"var":"b"},2]}]}"#),
            ("straße == grün", #"{"==":[{"var":"straße"},"grün"]}"#),
        ]
    )
    func comparisonsBecomeRules(text: String, rule: String) throws {
        #expect(JSONWriter().text(try TargetExpression(text).rule) == rule)
    }

    @Test(
        arguments: [
            ("", "a comparison is missing, such as ‘app.version >= 2.2.0’", 0),
            ("a", "an operator is missing after ‘a’: == != >= <= > < ~ ^ starts_with ends_with in", 1),
            ("app.version >=", "a value is missing after ‘>=’", 14),
            (
                "app.version >= 2.x",
                "‘2.x’ is not a valid version (its parts are not all numbers); write three numbers, as in ‘2.2.0’", 15
            ),
            ("a = 1", "there is no operator ‘=’; did you mean ‘==’?", 2),
            ("a startswith b", "there is no operator ‘startswith’; did you mean ‘starts_with’?", 2),
            ("a >= b", "‘>=’ compares numbers and versions such as 2.2.0, but ‘b’ is neither", 5),
            (
                "a ~ b",
                "‘b’ is not a valid version (its parts are not all numbers); write three numbers, as in ‘2.2.0’", 4
            ),
            ("a == 1 or b == 2", "‘or’ isn't possible; run the command once for each alternative", 7),
            ("a == 1 && b == 2", "‘and’ or the end must follow here; did you mean ‘and’?", 7),
            ("a == b c", "‘and’ or the end must follow here, not ‘c’", 7),
            ("a == 1 and", "a comparison is missing, such as ‘app.version >= 2.2.0’", 10),
            ("not a == 1", "‘not’ isn't possible; write comparisons with !=, joined by ‘and’", 0),
            ("(a == 1)", "‘(’ isn't possible; write comparisons with !=, joined by ‘and’", 0),
            ("a == \"x", "the quotation mark is never closed", 5),
            ("a in DE", "a list must follow ‘in’, such as [DE, FR]", 5),
            ("a in [DE", "the list is never closed; ‘]’ is missing", 8),
            ("a in [DE FR]", "a comma or ‘]’ must follow here", 9),
            ("a in []", "a value must follow here, not ‘]’; put text in quotes", 6),
            (
                "app.version in [1.0.0]",
                "‘in’ compares text, and appVersion is a version; write a comparison with >= or ==", 16
            ),
            ("== 1", "the name of an attribute must come first, not ‘==’", 0),
        ]
    )
    func problemsHaveTheirPlace(text: String, message: String, column: Int) {
        do {
            let rule = try TargetExpression(text).rule
            Issue.record("\(rule)")
        } catch {
            #expect(error.message == message)
            #expect(error.column == column)
            #expect(error.description.hasSuffix("\n  \(String(repeating: " ", count: column))^"))
        }
    }

    @Test func questionHasNoColon() {
        #expect {
            try TargetExpression("app.version => 2.2.0")
        } throws: { error in
            "\(error)"
                == "there is no operator ‘=>’; did you mean ‘>=’?\n  app.version => 2.2.0\n              ^"
        }
    }

    @Test func randomTextIsReadOrRejected() {
        var random = SeededRandom(seed: 7)
        let parts = [
            "a", "==", "'", "\"", "\\", "[", "]", ",", " ", "and", "in", "1.2.3", "\u{301}", "é", "\n", "(", "~",
            "true",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined()
            do {
                _ = try TargetExpression(text)
            } catch {
                #expect((0...text.count).contains(error.column), "\(text)")
            }
        }
    }
}
