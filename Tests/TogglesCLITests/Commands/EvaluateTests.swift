import Testing

struct EvaluateTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(Self.document, to: "flags.json")
    }

    private static let document = """
        {"metadata": {"set": "shop"}, "flags": {
          "greeting": {"state": "ENABLED", "variants": {"de": "Grüß \\"Gott\\"", "en": "Hello"}, "defaultVariant": "en",
            "targeting": {"if": [{"==": [{"var": "country"}, "DE"]}, "de"]}, "metadata": {"owner": "a"}},
          "share": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"fractional": [["on", 1], ["off", 1]]}},
          "late": {"state": "ENABLED", "variants": {"true": 1, "false": 0}, "targeting": {">": [{"var": "$flagd.timestamp"}, 100]}},
          "off": {"state": "DISABLED", "variants": {"a": 1}},
          "bad": 5
        }}
        """

    private func evaluate(_ cases: String, _ arguments: String...) throws -> BuiltCommand.Result {
        try shop.write(cases, to: "cases.jsonl")
        // Through a shell, because these commands have no input.
        return try #require(BuiltCommand(installed: "sh")).run(
            ["-c", #"program=$0; "$program" evaluate "$@" < cases.jsonl"#, BuiltCommand("toggles").path] + arguments,
            environment: shop.environment,
            in: shop.path
        )
    }

    private static let warning = """
        warning: flags.json: line 8, column 3: ‘bad’: a flag must be an object, not an integer

        """

    @Test func everyCaseHasAnswerOnItsLine() throws {
        let result = try evaluate(
            """
            {"flag": "greeting", "type": "String", "default": "", "context": {"country": "DE"}}
            {"flag":"greeting","type":"String","default":"","context":{"country":"FR"}}

            {"flag": "greeting", "type": "Boolean", "default": true}
            {"flag": "off", "type": "Integer", "default": {"a": [1, 2.5, null, "ä\\n"]}}
            {"flag": "off", "type": "Integer"}
            {"flag": "bad", "type": "Float", "default": 0.5}
            {"flag": "none", "type": "Object", "default": {}}
            {"flag": "late", "type": "Float", "default": 0, "extra": true}
            """,
            "flags.json",
            "--now",
            "101"
        )
        #expect(
            result.output == """
                {"value":"Grüß \\"Gott\\"","variant":"de","reason":"TARGETING_MATCH","metadata":{"set":"shop","owner":"a"}}
                {"value":"Hello","variant":"en","reason":"DEFAULT","metadata":{"set":"shop","owner":"a"}}
                {"value":true,"reason":"ERROR","errorCode":"TYPE_MISMATCH"}
                {"value":{"a":[1,2.5,null,"ä\\n"]},"reason":"DISABLED","metadata":{"set":"shop"}}
                {"reason":"DISABLED","metadata":{"set":"shop"}}
                {"value":0.5,"reason":"ERROR","errorCode":"PARSE_ERROR"}
                {"value":{},"reason":"ERROR","errorCode":"FLAG_NOT_FOUND"}
                {"value":1.0,"variant":"true","reason":"TARGETING_MATCH","metadata":{"set":"shop"}}

                """
        )
        #expect(result.error == Self.warning)
        #expect(result.status == 0)
    }

    @Test func invalidCasesAreExplained() throws {
        let result = try evaluate(
            """
            {"flag": "late", "type": "Integer", "default": 7}
            {"flag":
            5
            {"type": "Integer", "default": 7}
            {"flag": "late", "type": "Number", "default": 7}
            {"flag": "late", "type": "Integer", "default": 7, "targetingKey": 5}
            {"flag": "late", "type": "Integer", "default": 7, "context": []}

            """,
            "flags.json",
            "--now",
            "0"
        )
        #expect(
            result.output == """
                {"value":0,"variant":"false","reason":"TARGETING_MATCH","metadata":{"set":"shop"}}
                {"reason":"ERROR","errorCode":"PARSE_ERROR"}
                {"reason":"ERROR","errorCode":"PARSE_ERROR"}
                {"value":7,"reason":"ERROR","errorCode":"PARSE_ERROR"}
                {"value":7,"reason":"ERROR","errorCode":"PARSE_ERROR"}
                {"value":7,"reason":"ERROR","errorCode":"INVALID_CONTEXT"}
                {"value":7,"reason":"ERROR","errorCode":"INVALID_CONTEXT"}

                """
        )
        #expect(
            result.error == Self.warning + """
                line 2: column 9: The text ends within the object that begins at line 1, column 1; close it with }, or \
                restore what was cut off.
                line 3: a case must be an object with ‘flag’ and ‘type’
                line 4: ‘flag’ is missing or not text; write the key of a flag
                line 5: ‘type’ is missing or unknown; write Boolean, String, Integer, Float or Object
                line 6: ‘targetingKey’ is not text
                line 7: ‘context’ must be an object

                """
        )
        #expect(result.status == 1)
    }

    @Test func severalThreadsKeepOrderOfLines() throws {
        let cases = (0..<20_000).map { #"{"flag":"off","type":"Integer","default":\#($0)}"# }.joined(separator: "\n")
        for threads in ["1", "3"] {
            let result = try evaluate(cases, "flags.json", "--threads", threads)
            let expected = (0..<20_000).map {
                #"{"value":\#($0),"reason":"DISABLED","metadata":{"set":"shop"}}"# + "\n"
            }
            #expect(result.output == expected.joined())
        }
    }

    @Test func lineLongerThanBufferIsAnswered() throws {
        let long = String(repeating: "x", count: 9 << 20)
        let cases = [
            #"{"flag":"off","type":"Integer","default":1}"#,
            #"{"flag":"off","type":"Integer","default":2,"targetingKey":"\#(long)"}"#,
            #"{"flag":"off","type":"Integer","default":3,"targetingKey":"\#(long)"#,
            #"{"flag":"off","type":"Integer","default":4}"#,
        ]
        let result = try evaluate(cases.joined(separator: "\n"), "flags.json", "--threads", "2")
        let answers = result.output.split(separator: "\n")
        #expect(answers.count == 4)
        for (number, answer) in zip(1..., answers) where number != 3 {
            #expect(answer.hasPrefix("{\"value\":\(number),"))
        }
        #expect(answers.dropFirst(2).first?.contains("PARSE_ERROR") == true)
        #expect(result.status == 1)
    }

    @Test func bucketingIsSelectable() throws {
        let cases = (0..<64).map { #"{"flag":"share","type":"Boolean","targetingKey":"\#($0)"}"# }.joined(
            separator: "\n"
        )
        let standard = try evaluate(cases, "flags.json")
        #expect(try evaluate(cases, "flags.json", "--bucketing", "v3") == standard)
        #expect(try evaluate(cases, "flags.json", "--bucketing", "v2").output != standard.output)
        #expect(try evaluate(cases, "flags.json", "--bucketing", "v1").status == 2)
    }

    @Test func invalidDocumentIsExplained() throws {
        try shop.write("[]", to: "list.json")
        #expect(
            try evaluate("{}", "list.json")
                == BuiltCommand.Result(
                    error: "list.json: a flagd document must be an object with ‘flags’, not an array\n",
                    status: 2
                )
        )
        #expect(try evaluate("{}", "missing.json").status == 2)
        #expect(try evaluate("{}", "flags.json", "--threads", "0").status == 2)
    }

    @Test func onlyTheFirstProblemsArePrinted() throws {
        let flags = (0..<30).map { #""f\#($0)": 5"# }.joined(separator: ", ")
        try shop.write(#"{"flags": {\#(flags)}}"#, to: "flags.json")
        let result = try evaluate(String(repeating: "x\n", count: 50), "flags.json")
        let lines = result.error.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("warning: flags.json: line ") } == 20)
        #expect(lines.contains("warning: flags.json: and 10 more problems; `toggles check` lists them"))
        #expect(lines.count { $0.hasPrefix("line ") } == 20)
        #expect(lines.last == "and 30 more lines that cannot be answered")
        #expect(result.output.split(separator: "\n").count == 50)
        #expect(result.status == 1)
    }

    @Test func escapedNamesAreRecognized() throws {
        try shop.write(
            #"""
            {"flags": {"\u0066": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on",
              "targeting": {"\u0069ff": [true, "on"]}}},
             "$evaluators": {"e": {"f\u006fo": 1}}}
            """#,
            to: "flags.json"
        )
        #expect(
            try evaluate("", "flags.json").error == """
                warning: flags.json: line 2, column 17: ‘f’: there is no operator ‘iff’; did you mean ‘if’?
                warning: flags.json: line 3, column 24: there is no operator ‘foo’

                """
        )
    }
}
