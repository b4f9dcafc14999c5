import Testing

struct RuleCheckTests {
    @Test(arguments: [
        (#"{"=<":[1,2]}"#, "2:2: error: there is no operator ‘=<’"),
        (#"{"starts_wit":["a","b"]}"#, "2:2: error: there is no operator ‘starts_wit’; did you mean ‘starts_with’?"),
        (#"{"if":[{"==":[1]},"on","off"]}"#, "2:14: error: ‘==’ takes 2 arguments, but this has 1"),
        (#"{"if":[{"==":1},"on","off"]}"#, "2:14: error: ‘==’ takes an array of 2 arguments, not a number"),
        (#"{"if":[{"<":[1,2,3,4]},"on","off"]}"#, "2:13: error: ‘<’ takes 2 or 3 arguments, but this has 4"),
        (#"{"if":[{"!":[1,2]},"on","off"]}"#, "2:13: error: ‘!’ takes 1 argument, but this has 2"),
        (#"{"if":[{"reduce":[1,2]},"on","off"]}"#, "2:18: error: ‘reduce’ takes 3 arguments, but this has 2"),
        (#"{"if":[{"and":true},"on","off"]}"#, "2:15: warning: other readers require an array after ‘and’; write […]"),
        (
            #"{"if":[{"a":1,"b":2},"on","off"]}"#,
            "2:15: error: a rule must be an object with one operator, but this has ‘a’ and ‘b’"
        ),
        (
            #"{"if":[{},"on","off"]}"#,
            "2:8: error: an empty object is allowed only as the whole of ‘targeting’; write null"
        ),
        (#"{"if":[{"var":"$flagd.flagkey"},"on","off"]}"#, "did you mean ‘$flagd.flagKey’?"),
        (#"{"if":[{"var":["$flagd.x"]},"on","off"]}"#, "there are ‘$flagd.timestamp’ and ‘$flagd.flagKey’"),
        (#"{"if":[{"missing_some":[1]},"on","off"]}"#, "‘missing_some’ takes a number and an array of names"),
        (
            #"{"if":[{"missing":{"merge":["a"]}},"on","off"]}"#,
            "warning: other readers require an array of names after ‘missing’"
        ),
        (#"{"if":[{"ends_with":["a"]},"on","off"]}"#, "error: ‘ends_with’ takes an array of 2 strings, but this has 1"),
        (
            #"{"if":[false,"on","off"]}"#,
            "2:8: warning: this condition is never true; remove it and what follows from it"
        ),
        (#"{"if":[1,"on","off"]}"#, "2:8: warning: this condition is always true; what follows is never used"),
    ])
    func operatorsAndArgumentsAreChecked(rule: String, finding: String) {
        let found = findings(in: document(targeting: rule))
        #expect(found.contains { $0.contains(finding) }, "\(found)")
    }

    @Test(arguments: [
        (#"{"<":[{"var":"appVersion"},"2.0.0"]}"#, #"{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}"#),
        (#"{">=":["9.0",{"var":"osVersion"}]}"#, #"{"sem_ver": [{"var": "osVersion"}, "<=", "9.0"]}"#),
        (#"{">":[{"var":"sdk"},"1.2.3"]}"#, #"{"sem_ver": [{"var": "sdk"}, ">", "1.2.3"]}"#),
    ])
    func versionsComparedAsTextAreReported(condition: String, instead: String) {
        let found = findings(in: document(targeting: #"{"if":[\#(condition),"on","off"]}"#))
        #expect(found.count == 1 && found[0].contains("compares texts"), "\(found)")
        #expect(found.first?.contains("write \(instead)") == true, "\(found)")
    }

    @Test(arguments: [
        #"{"<":[{"var":"rating"},"4.5"]}"#, #"{"<":[{"var":"day"},"2026-11-21"]}"#, #"{"<":[{"var":"appVersion"},7]}"#,
        #"{"==":[{"var":"appVersion"},"2.0.0"]}"#, #"{"<":[{"var":"a"},{"var":"b"}]}"#,
    ])
    func otherComparisonsHaveNoFindings(condition: String) {
        #expect(findings(in: document(targeting: #"{"if":[\#(condition),"on","off"]}"#)) == [])
    }

    @Test(arguments: [
        ("app_version", "appVersion"), ("appversion", "appVersion"), ("os-name", "osName"), ("Locale", "locale"),
    ])
    func misspelledStandardAttributesAreNoted(name: String, attribute: String) {
        let found = findings(in: document(targeting: #"{"if":[{"==":[{"var":"\#(name)"},"x"]},"on","off"]}"#))
        #expect(found.count == 1 && found[0].contains("note: ") && found[0].contains("‘\(attribute)’"), "\(found)")
    }

    @Test(arguments: [
        ("\"==\"", "error: ‘sem_ver’ has no operator ‘==’; did you mean ‘=’?"),
        ("\"=>\"", "error: ‘sem_ver’ has no operator ‘=>’; did you mean ‘>=’?"),
        ("7", "error: the operator of ‘sem_ver’ must be a string, not a number"),
    ])
    func versionOperatorsAreChecked(comparison: String, finding: String) {
        let found = findings(
            in: document(targeting: #"{"if":[{"sem_ver":[{"var":"v"},\#(comparison),"1.2.3"]},"on","off"]}"#)
        )
        #expect(found.count == 1 && found[0].contains(finding), "\(found)")
    }

    @Test(arguments: [
        ("\"1.2.3\"", nil), ("\"1.2.3-rc.1+build.007\"", nil), ("{\"var\":\"minimum\"}", nil),
        ("\"1.2\"", "warning: other readers require a complete version; write ‘1.2.0’ for ‘1.2’"),
        ("\"v1.2.3\"", "warning: other readers require a complete version; write ‘1.2.3’ for ‘v1.2.3’"),
        ("\"1-rc\"", "write ‘1.0.0-rc’ for ‘1-rc’"),
        ("\"1.2.3.4\"", "error: ‘1.2.3.4’ is not a valid version (it has 4 numbers)"),
        ("\"01.2.3\"", "(a number has a leading zero)"), ("\"1.x\"", "(its parts are not all numbers)"),
        ("\"\"", "(it has no number)"), ("\"1.2.3-\"", "(the part after the numbers is malformed)"),
        ("\"1.2.3-01\"", "(the part after the numbers is malformed)"),
        ("1.10", "warning: a version must be a string: as a number 1.10 is 1.1"),
        ("null", "error: a version must be a string, not null"),
    ])
    func versionsAreChecked(version: String, finding: String?) {
        let found = findings(
            in: document(targeting: #"{"if":[{"sem_ver":[{"var":"v"},">=",\#(version)]},"on","off"]}"#)
        )
        #expect(found.count == (finding == nil ? 0 : 1), "\(found)")
        if let finding { #expect(found.first?.contains(finding) == true, "\(found)") }
    }

    @Test(arguments: [
        (
            #"[["on",0],["off",0]]"#,
            ["error: the weights sum to 0, so there are no shares, and every user gets ‘defaultVariant’"]
        ),
        (#"[["on",-1],["off",1]]"#, ["error: a weight cannot be negative, but this is -1, which would count as 0"]),
        (
            #"[["on",0.5],["off",1]]"#,
            ["error: a weight must be an integer from 0, not 0.5; multiply all weights by 10"]
        ),
        (#"[["on",50.0],["off",50]]"#, ["warning: some readers require an integer without a fraction; write 50"]),
        (
            #"[["on","10"],["off",90]]"#,
            ["error: a weight must be a number, not the string ‘10’; write it without quotes"]
        ),
        (
            #"[["on",10],["off",89]]"#,
            ["warning: the weights sum to 99; if they are meant as percentages, one of them is wrong"]
        ),
        (#"[["on",2147483647],["off",1]]"#, ["error: the weights sum to 2147483648, more than 2147483647"]),
        (#"[["on",9223372036854775807],["off",9223372036854775807]]"#, ["2^53", "2^53"]),
        (
            #"[["on",0],["off",100]]"#,
            ["note: weight 0: this share is never used", "note: every targeting key"]
        ),
        (#"[["om",10],["off",90]]"#, ["error: the flag has no variant ‘om’", "‘on’ is never used"]),
        (
            #"[["on",10,1],["off",90]]"#,
            ["error: a share must be a variant and its weight, as in [\"on\", 10], not an array of 3"]
        ),
        (
            #"["on",["off",90]]"#,
            ["error: the bucketing value must be a rule", "every targeting key", "‘on’ is never used"]
        ),
        (#"[{"var":"email"}]"#, ["error: ‘fractional’ has no share", "‘on’ is never used"]),
        (#"[]"#, ["error: ‘fractional’ takes an array of shares", "‘on’ is never used"]),
        (#"[["on",{"var":"$flagd.timestamp"}],["off",1]]"#, []),
        (#"[{"var":"email"},["on"],["off"]]"#, []),
    ])
    func sharesAreChecked(shares: String, expected: [String]) {
        let found = findings(in: document(targeting: #"{"fractional":\#(shares)}"#))
        #expect(found.count == expected.count, "\(found)")
        for sentence in expected { #expect(found.contains { $0.contains(sentence) }, "\(found)") }
    }

    @Test(arguments: [
        (#"{"if":[{"var":"a"},"onn",null]}"#, "error: the flag has no variant ‘onn’; did you mean ‘on’?"),
        (#"{"if":[{"var":"a"},true,"on"]}"#, "error: the flag has no variant ‘true’"),
        (#"{"if":[{"var":"a"},7,"on"]}"#, "error: a rule must return the name of a variant, not a number"),
        (
            #"{"==":[{"var":"a"},1]}"#,
            "error: ‘==’ returns true or false, but the flag has no variant ‘true’ or ‘false’"
        ),
        (
            #"{"if":[{"var":"a"},"off"]}"#,
            "1:46: warning: ‘on’ is never used: neither the rule nor ‘defaultVariant’ names it"
        ),
    ])
    func resultsMustBeVariants(rule: String, finding: String) {
        let found = findings(in: document(targeting: rule))
        #expect(found.contains { $0.contains(finding) }, "\(found)")
    }

    @Test func computedResultsMayBeAnyVariant() {
        for rule in [#"{"var":"variant"}"#, #"{"cat":["o","n"]}"#, #"{"if":[{"var":"a"},{"var":"b"},null]}"#] {
            #expect(findings(in: document(targeting: rule)) == [])
        }
    }

    @Test(arguments: [
        (
            #"{"if":[{"$ref":"staf"},"on","off"]}"#, #"{"staff":{"in":["a",[]]}}"#,
            "error: ‘$evaluators’ has no rule ‘staf’; did you mean"
        ),
        (#"{"if":[{"$ref":7},"on","off"]}"#, "{}", "error: ‘$ref’ must be the name of a shared rule, not a number"),
        (
            #"{"if":[{"$ref":"a"},"on","off"]}"#, #"{"a":{"!":{"$ref":"a"}}}"#,
            "4:19: error: a shared rule cannot refer to another one; write its rule here"
        ),
        (
            #"{"$ref":"a"}"#, #"{"a":{"if":[{"var":"x"},"onn"]}}"#,
            "2:9: error: the flag has no variant ‘onn’; did you mean ‘on’? (in ‘a’)"
        ),
        (#"{}"#, #"{"a":7}"#, "4:6: error: a shared rule must be an object, not a number"),
    ])
    func sharedRulesAreChecked(rule: String, evaluators: String, finding: String) {
        let found = findings(in: document(targeting: rule, evaluators: evaluators))
        #expect(found.contains { $0.contains(finding) }, "\(found)")
    }
}
