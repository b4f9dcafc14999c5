import FeatureToggles
import TestSupport
import Testing
import ToggleDocuments
import ToggleManifest

/// Returns the findings in a text as `line:column: severity: message`.
func findings(in text: String, registry: ToggleRegistry? = nil, as subject: DocumentCheck.Subject = .document)
    -> [String]
{
    DocumentCheck(registry: registry).run(Array(text.utf8), path: "f", as: subject).diagnostics.map {
        String($0.description.dropFirst(2))
    }
}

/// Returns a document with one flag that has the variants `on` and `off` and a rule.
func document(targeting: String, evaluators: String = "{}", defaultVariant: String = "off") -> String {
    """
    {"flags":{"f":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"\(defaultVariant)","targeting":
    \(targeting)
    }},"$evaluators":
    \(evaluators)
    }
    """
}

struct DocumentCheckTests {
    @Test func validDocumentHasNoFindings() {
        #expect(findings(in: document(targeting: #"{"if":[{"==":[{"var":"a"},1]},"on","off"]}"#)) == [])
        #expect(findings(in: #"{"flags":{}}"#) == [])
    }

    @Test(arguments: [
        ("[]", "1:1: error: a document must be an object with ‘flags’, not an array"),
        ("{}", "1:1: error: the document has no ‘flags’; without flags, write {\"flags\": {}}"),
        (
            #"{"payload":"e30=","signature":"AA=="}"#,
            "1:1: error: this is a signed document in its envelope; `toggles verify … --output FILE` extracts the document"
        ),
        (#"{"flags":7}"#, "1:10: error: ‘flags’ must be an object of flags by key, not a number"),
        (#"{"flags":{"a":7}}"#, "1:15: error: a flag must be an object, not a number"),
        (#"{"flags":{},"flag":{}}"#, "1:13: warning: ‘flag’ is not read; did you mean ‘flags’?"),
        (#"{"flags":{},"metadata":[]}"#, "1:24: error: ‘metadata’ must be an object, not an array"),
        (
            #"{"flags":{},"metadata":{"version":1}}"#,
            "1:35: error: ‘version’ of a set of flags must be a string, not a number; put it in quotes"
        ),
        (
            #"{"flags":{},"$evaluators":[]}"#,
            "1:27: error: ‘$evaluators’ must be an object of rules by name, not an array"
        ),
    ])
    func rootIsChecked(text: String, finding: String) {
        #expect(findings(in: text) == [finding])
    }

    @Test(
        arguments: [
            (#"{"flags": NaN}"#, "1:11: error: Found NaN; JSON has no such number; write a finite number, or null."),
            (#"{"flags": {"a": 1e400}}"#, "1:17: error: Found a number that is too large for a Double"),
            (#"{"flags": {"\ud800": 1}}"#, "1:13: error: Found \\uD800, half of a surrogate pair"),
            (#"{"flags": {"#, "1:12: error: The text ends within the object"),
            ("", "1:1: error: the text is empty; a document without flags is {\"flags\": {}}"),
            ("{\"flags\": {}}\n x", "2:2: error: Found 'x' after the value"),
            (
                SampleText(String(repeating: "[", count: 100_000)),
                "error: this is nested more than 200 levels deep and is not complete JSON, so nothing was checked"
            ),
        ] as [(SampleText, String)]
    )
    func invalidJSONIsReportedWithLocation(sample: SampleText, finding: String) {
        let found = findings(in: sample.text)
        #expect(found.count == 1 && found[0].contains(finding), "\(found)")
    }

    @Test func jsonPitfallsAreReported() {
        let text = """
            \u{FEFF}{"flags": {
              "a": {"state": "ENABLED", "variants": {"x": 9007199254740993, "y": 9007199254740992.0, "z": 1}},
              "a": {"state": "ENABLED", "variants": {"x": 1}},
              "b\u{202E}": {"state": "ENABLED", "state": "DISABLED", "variants": {"é": 1, "e\u{301}": 2}}
            }}
            """
        let digits =
            "readers round integers beyond 9007199254740991 (2^53 - 1) differently; write a string or a smaller number"
        let twice = "occurs twice in this object, and readers differ in which one they use; remove one"
        #expect(
            findings(in: text) == [
                "1:1: warning: the text begins with a byte order mark, which many readers reject; save it without one",
                "2:47: warning: \(digits)", "2:70: warning: \(digits)", "3:3: error: ‘a’ \(twice)",
                "4:3: warning: the key has an invisible character, U+202E; remove it",
                "4:30: error: ‘state’ \(twice)", "4:72: error: ‘e\u{301}’ \(twice)",
            ]
        )
    }

    @Test func clientLimitsAreChecked() {
        let deep = String(repeating: "{\"a\":", count: 17) + "1" + String(repeating: "}", count: 17)
        let key = String(repeating: "k", count: 257)
        let string = String(repeating: "s", count: 65_537)
        let text = """
            {"flags": {
            "\(key)": {"state": "ENABLED", "variants": {"on": "\(string)"}},
            "deep": {"state": "ENABLED", "variants": {"on": \(deep)}}
            }}
            """
        let found = findings(in: text)
        #expect(found.count == 3, "\(found)")
        #expect(found.first == "2:1: error: the key has 257 bytes, more than the 256 that clients accept")
        #expect(found.dropFirst().first?.contains("this string has 65537 bytes, more than the 65536") == true)
        #expect(found.last?.contains("3:49") == false)
        #expect(found.last?.contains("nested more than 16 levels deep") == true)

        let flags = (0...5_000).map { "\"f\($0)\":{\"state\":\"ENABLED\",\"variants\":{\"a\":1}}" }.joined(
            separator: ","
        )
        #expect(
            findings(in: "{\"flags\":{\(flags)}}")
                == ["1:2: error: the document has 5001 flags, more than the 5000 that clients accept"]
        )
        let large = findings(in: "{\"flags\":{}" + String(repeating: " ", count: 1 << 20) + "}")
        #expect(
            large == [
                """
                1:1: error: the document has more than the 1048576 bytes that clients accept, so nothing in it was \
                checked; remove flags that no toggle reads, or old entries of an update policy
                """
            ]
        )
    }

    @Test func findingsAreInFileOrder() {
        let text = """
            {
              "flags": {
                "one": {"state": "enabled", "variants": {}},
                "two": {"variants": {"on": true}, "defaultVariant": "onn", "targetting": {}},
                "three": {"state": "ENABLED", "variants": {"a": [1], "b": null, "": 1}, "metadata": {"x": {}}}
              },
              "$evaluators": {"unused": {"==": [1, 1]}}
            }
            """
        let lines = findings(in: text).map { $0.prefix { $0 != ":" } }
        #expect(lines == ["3", "3", "4", "4", "4", "5", "5", "5", "5", "7"])
        #expect(
            findings(in: text)[0]
                == "3:22: error: ‘state’ must be \"ENABLED\" or \"DISABLED\", not ‘enabled’; did you mean ‘ENABLED’?"
        )
        #expect(findings(in: text)[3] == "4:57: error: the flag has no variant ‘onn’; did you mean ‘on’?")
        #expect(findings(in: text)[4].hasPrefix("4:64: warning: a flag has no ‘targetting’; did you mean ‘targeting’?"))
        #expect(findings(in: text)[9].hasPrefix("7:19: warning: no rule refers to ‘unused’"))
    }

    @Test func hostileTextIsCheckedInTime() {
        let many = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(findings(in: "{\"flags\":{\(many)}}").count == 1_001)
        let ors = String(repeating: #"{"or":["#, count: 90) + "1" + String(repeating: "]}", count: 90)
        #expect(!findings(in: ors, as: .targeting).isEmpty)
    }

    @Test func tooDeepRuleHidesNoOtherFindings() {
        let deep = (0..<150).reduce(#""on""#) { rule, _ in #"{"if":[{"var":"x"},\#(rule),"off"]}"# }
        let variants = #""state":"ENABLED","variants":{"on":true,"off":false}"#
        let result = DocumentCheck().run(
            Array(
                """
                {"flags":{
                "a":{\(variants),"defaultVariant":"one"},
                "deep":{\(variants),"defaultVariant":"on","targeting":\(deep)},
                "z":{\(variants),"defaultVariant":"zwei"}}}
                """.utf8
            ),
            path: "f"
        )
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(result.flagCount == 3)
        #expect(errors.map(\.range.start.line).first == 2)
        #expect(errors.map(\.range.start.line).last == 4)
        #expect(errors.contains { $0.range.start.line == 3 && $0.message.hasPrefix("this is nested more than 16") })
    }

    @Test func adviceOnDepthDependsOnLocation() {
        let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
        let rule = (0..<17).reduce("true") { rule, _ in #"{"!":[\#(rule)]}"# }
        func text(variant: String = "1", metadata: String = "1", targeting: String = "{}") -> String {
            """
            {"metadata":{"a":\(metadata)},"flags":{"f":{"state":"ENABLED","variants":{"true":\(variant),"false":2},
            "targeting":\(targeting)}}}
            """
        }
        #expect(
            findings(in: text(variant: deep)).contains {
                $0.hasSuffix(
                    """
                    this is nested more than 16 levels deep, the most that clients accept, counted from the root, which \
                    leaves 12 for the value of a variant; flatten it
                    """
                )
            }
        )
        #expect(
            findings(in: text(metadata: deep)).contains {
                $0.hasSuffix("the most that clients accept, counted from the root; flatten it")
            }
        )
        #expect(
            findings(in: text(targeting: rule)).contains {
                $0.hasSuffix("flatten it, or move a part of the rule of a flag to ‘$evaluators’")
            }
        )
    }
}
