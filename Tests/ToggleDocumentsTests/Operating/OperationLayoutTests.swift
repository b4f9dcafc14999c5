import FeatureTogglesRemote
import Testing
import ToggleBase
import ToggleDocuments

@Suite struct OperationLayoutTests {
    private typealias Flag = OperatedFlag

    private static let ranking = OperatedFlag.toggle("ranking", .variants(["classic", "neural"]), "classic")

    private static let variants = #""variants":{"classic":"classic","neural":"neural"},"defaultVariant":"classic""#

    private func rolledOut(_ text: String) -> String {
        Flag.result(text, Self.ranking) { try $0.rollout(Flag.rollout(["neural": "10"])) }
    }

    @Test func minifiedDocumentStaysMinified() {
        let text =
            "{\"flags\":{\"ranking\":{\"state\":\"ENABLED\",\(Self.variants)},\"z\":{\"state\":\"ENABLED\",\"variants\":{\"a\":1}}}}"
        #expect(
            rolledOut(text)
                == text.replacing(
                    "\"classic\"},\"z\"",
                    with: "\"classic\",\"targeting\":{\"fractional\":[[\"neural\",10],[\"classic\",90]]}},\"z\""
                )
        )
    }

    @Test func membersOnLinesGetLine() {
        for (indent, lineBreak) in [("\t", "\n"), ("   ", "\r\n"), ("", "\n"), ("  ", "\n")] {
            let lines = [
                "{", "\(indent)\"flags\": {", "\(indent)\(indent)\"ranking\": {", "\(indent)\"state\": \"ENABLED\",",
                "\(indent)\"variants\": {\"classic\": \"classic\", \"neural\": \"neural\"},",
                "\(indent)\"defaultVariant\": \"classic\"", "\(indent)\(indent)}", "\(indent)}", "}", "",
            ]
            let text = lines.joined(separator: lineBreak)
            var expected = lines
            expected[5] += ","
            expected.insert(
                "\(indent)\"targeting\": { \"fractional\": [[\"neural\", 10], [\"classic\", 90]] }",
                at: 6
            )
            #expect(rolledOut(text) == expected.joined(separator: lineBreak))
        }
    }

    @Test func sharesOnLinesGetLines() throws {
        let text = """
            { "flags": { "ranking": { "state": "ENABLED", \(Self.variants), "targeting": {
              "fractional": [
                [
                  "other",
                  20
                ],
                [
                  "classic",
                  80
                ]
              ]
            } } } }
            """
            .replacing(#""neural":"neural"}"#, with: #""neural":"neural", "other": "other"}"#)
        let toggle = Flag.toggle("ranking", .variants(["classic", "neural", "other"]), "classic")
        let expected = text.replacing(
            "80\n    ]",
            with: "70\n    ],\n    [\n      \"neural\",\n      10\n    ]"
        )
        #expect(Flag.result(text, toggle) { try $0.rollout(Flag.rollout(["neural": "10"])) } == expected)
    }

    @Test(arguments: ["", "\n      "])
    func onlyShareAfterBucketingGetsNeighbor(lineBreak: String) {
        let bucketing = #"{ "cat": ["ranking", { "var": "targetingKey" }] }"#
        let text = """
            { "flags": { "ranking": { "state": "ENABLED", \(Self.variants), "targeting": {
              "fractional": [\(lineBreak)\(bucketing),\(lineBreak.isEmpty ? " " : lineBreak)["classic", 100]\(lineBreak)]
            } } } }
            """
        let share = #"["classic", 100]"#
        let separator = lineBreak.isEmpty ? ", " : ",\(lineBreak)"
        #expect(
            rolledOut(text)
                == text.replacing(share, with: #"["neural", 10]\#(separator)["classic", 90]"#)
        )
    }

    @Test func keysWithEscapesAreFound() {
        for key in [#"r\u0061nking"#, "ranking"] {
            let text =
                "{\"flags\":{\"\(key)\":{\"state\":\"ENABLED\",\(Self.variants),\"targeting\":{\"fr\\u0061ctional\":[[\"neur\\u0061l\",5],[\"classic\",95]]}}}}"
            #expect(rolledOut(text) == text.replacing("5],", with: "10],").replacing("95]", with: "90]"))
        }
        let toggle = Flag.toggle("größe", .variants(["classic", "neural"]), "classic", remote: "größe-\"2\"")
        let text = "{\"flags\":{\"größe-\\\"2\\\"\":{\"state\":\"ENABLED\",\(Self.variants)}}}"
        #expect(Flag.result(text, toggle) { try $0.rollout(Flag.rollout(["neural": "1"])) }.contains("[\"neural\",1]"))
    }

    @Test func byteOrderMarkAndUnknownMembersStay() {
        let text =
            "\u{FEFF}{\"flags\":{\"ranking\":{\"state\":\"ENABLED\",\"x\":1E+2,\(Self.variants),\"targeting\":{}}},\"y\": [ ]}"
        #expect(
            rolledOut(text)
                == text.replacing(
                    "\"targeting\":{}",
                    with: "\"targeting\":{\"fractional\":[[\"neural\",10],[\"classic\",90]]}"
                )
        )
    }

    @Test(
        arguments: [
            (
                #"{"flags":{"ranking":{"state":"ENABLED",V},"ranking":{"state":"ENABLED",V}}}"#,
                "‘ranking’ in flags.json is defined twice, so apps ignore it and use the default in their code; remove one of the definitions"
            ),
            (
                #"{"flags":{"ranking":{"state":"ENABLED","state":"DISABLED",V}}}"#,
                "‘ranking’ in flags.json has ‘state’ twice, and readers differ in which one they use; remove one"
            ),
            (
                #"{"flags":{"ranking":[]}}"#,
                "‘ranking’ in flags.json has no ‘variants’; `toggles check flags.json` shows its errors"
            ),
            (
                "{\"flags\":{\n// off for now\n}}",
                "flags.json:2: Found a comment; JSON doesn't allow comments, so remove it."
            ),
            (
                "[]",
                "flags.json is not a flagd document: it has no object ‘flags’ of flags by key, as {\"flags\": {}} has"
            ),
            (
                #"{"payload":"e30=","signature":"AA==","keyId":"a"}"#,
                "flags.json is a signed document in its envelope; change the document that was signed, or extract it with `toggles verify … --output FILE`"
            ),
            (
                #"{"error":"x"}"#,
                "flags.json is not a flagd document: it has no object ‘flags’ of flags by key, as {\"flags\": {}} has"
            ),
        ]
    )
    func unusableDocumentsAreRefused(text: String, message: String) {
        #expect(rolledOut(text.replacing("V", with: Self.variants)) == message)
    }

    /// The first flag of a document.
    private static let firstFlag = """
        {
          "flags": {
            "ranking": {
        """

    @Test(arguments: ["", " \n", "\u{FEFF}", "{}", " {\n}\n", "\u{FEFF}{}", #"{"flags":{}}"#])
    func emptyTextIsDocumentWithoutFlags(text: String) throws {
        let change = try Flag.operate(text, Self.ranking) { try $0.rollout(Flag.rollout(["neural": "10"])) }
        #expect(change.old == Array(text.utf8))
        #expect(change.lines.dropFirst().first?.contains("is missing and will be added") == true)
        let document = try FlagDocument(text: change.new)
        #expect(document.index(of: "ranking") != nil)
        if !text.contains("flags") {
            #expect(String(decoding: change.new, as: UTF8.self).hasPrefix(Self.firstFlag), "\(change.new)")
        }
    }

    @Test func missingFlagIsAdded() throws {
        let text = """
            {
              "flags": {
                "a": {
                  "state": "ENABLED", "variants": { "on": true }, "defaultVariant": "on"
                }
              }
            }

            """
        let change = try Flag.operate(text, Self.ranking) { try $0.rollout(Flag.rollout(["neural": "10"])) }
        #expect(change.concern == "it adds a parameter to the document")
        #expect(
            change.lines.prefix(2) == [
                "ranking in flags.json:",
                "  the parameter is missing and will be added, with classic as its default variant",
            ]
        )
        let new = String(decoding: change.new, as: UTF8.self)
        #expect(new.contains("    \"ranking\": {\n      \"state\": \"ENABLED\",\n"))
        #expect(
            new.contains(
                "      \"defaultVariant\": \"classic\",\n      \"targeting\": { \"fractional\": [[\"neural\", 10], [\"classic\", 90]] }\n    }\n"
            )
        )
    }

    @Test func releaseToggleIsRefused() {
        let toggle = Flag.toggle("ranking", .bool, false, category: .release)
        #expect(
            Flag.result("{}", toggle) { try $0.kill(to: nil) }
                == "‘ranking’ is a release toggle, which reads no document; run `toggles promote ranking` first"
        )
    }
}
