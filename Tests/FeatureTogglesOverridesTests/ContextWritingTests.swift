import FeatureToggles
import FeatureTogglesOverrides
import Testing
import ToggleBase

/// Attributes as people write them: in commands, the console, and the debug menu.
struct ContextWritingTests {
    @Test(
        arguments: [
            ("plan=pro", ["plan": "pro"]), ("age=41", ["age": 41]), ("share=0.5", ["share": 0.5]),
            ("beta=true", ["beta": true]), ("tags=[\"a\", 1]", ["tags": ["a", 1]]), ("name=\"41\"", ["name": "41"]),
            ("name=", ["name": ""]), ("plan=null", ["plan": .null]), ("sum=1=2", ["sum": "1=2"]),
            // Numbers that would be printed in another way.
            ("version=2.10", ["version": "2.10"]), ("id=007", ["id": "007"]), ("id=1e3", ["id": "1e3"]),
            ("id=12345678901234567890", ["id": "12345678901234567890"]), ("id=-0", ["id": "-0"]),
            ("id=+1", ["id": "+1"]),
            ("id=9007199254740993", ["id": 9_007_199_254_740_993]),
            // Attributes that the device sets are text.
            ("appVersion=2.10", ["appVersion": "2.10"]), ("appVersion=2.1", ["appVersion": "2.1"]),
            ("osVersion=17", ["osVersion": "17"]), ("appBuild=007", ["appBuild": "007"]),
            ("appBuild=7", ["appBuild": "7"]),
            ("appVersion=\"2.1\"", ["appVersion": "2.1"]), ("distribution=true", ["distribution": "true"]),
            ("locale=null", ["locale": .null]),
            // JSON.
            ("id:=42", ["id": 42]), ("appVersion:=2.10", ["appVersion": 2.1]), ("id:=\"42\"", ["id": "42"]),
            ("{\"appVersion\": 2.10, \"age\": 41}", ["appVersion": 2.1, "age": 41]), ("{}", [:]),
        ] as [(String, [String: JSONValue])]
    )
    func attributesAreRead(text: String, attributes: [String: JSONValue]) throws {
        var context = EvaluationContext()
        try context.set(text)
        #expect(context == EvaluationContext(attributes: attributes))
        for (name, value) in attributes {
            var other = EvaluationContext()
            try other.set(EvaluationContext.written(name, value))
            #expect(other[name] == value, "\(EvaluationContext.written(name, value))")
        }
    }

    @Test(
        arguments: [
            ("targetingKey=ada", "ada"), ("targetingKey=5", "5"), ("targetingKey=2.10", "2.10"),
            ("targetingKey=\"null\"", "null"), ("targetingKey={}", "{}"), ("targetingKey=null", nil),
            ("targetingKey:=\"5\"", "5"), ("{\"targetingKey\": \"5\"}", "5"), ("{\"targetingKey\": null}", nil),
        ] as [(String, String?)]
    )
    func targetingKeyIsText(text: String, key: String?) throws {
        var context = EvaluationContext(targetingKey: "before")
        try context.set(text)
        #expect(context == EvaluationContext(targetingKey: key))
    }

    @Test(arguments: [
        ("plan", "‘plan’ has no name or no value; write NAME=VALUE, such as targetingKey=ada"),
        ("=x", "write NAME=VALUE"), (":=1", "write NAME=VALUE"), ("", "write NAME=VALUE"),
        ("n:=x", "after ‘n:=’, the value is not valid: "), ("{1}", "it begins like a JSON object, but is not valid: "),
        ("targetingKey:=5", "targetingKey must be text"),
    ])
    func mistakesAreExplained(text: String, reason: String) {
        var context = EvaluationContext()
        let error = #expect(throws: InputError.self) { try context.set(text) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
}
