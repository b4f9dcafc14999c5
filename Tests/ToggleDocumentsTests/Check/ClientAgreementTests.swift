import FeatureTogglesRemote
import TestSupport
import Testing
import ToggleDocuments

/// Anything that clients reject must be an error in a check, so that it isn't published.
struct ClientAgreementTests {
    private static func flag(_ rest: String, variants: String = #"{"on":true,"off":false}"#) -> SampleText {
        #"{"flags":{"f":{"state":"ENABLED","variants":\#(variants)\#(rest)}}}"#
    }

    private static func nested(_ count: Int) -> SampleText {
        let rule = String(repeating: #"{"!":["#, count: count) + "1" + String(repeating: "]}", count: count)
        return flag(#","targeting":{"if":[\#(rule),"on","off"]}"#)
    }

    private static func deepVariant(_ count: Int) -> SampleText {
        let value = String(repeating: #"{"a":"#, count: count) + "1" + String(repeating: "}", count: count)
        return flag("", variants: #"{"on":\#(value)}"#)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"flags":[]}"#, #"{"flags":null}"#, #"{"flags":{"a":null}}"#, #"{"flags":{"a":{}}}"#,
        #"{"flags":{},"metadata":7}"#, #"{"flags":{},"metadata":{"a":[]}}"#,
        #"{"flags":{},"metadata":{"bucketing":"v4"}}"#,
        #"{"flags":{},"metadata":{"bucketing":2}}"#, #"{"flags":{},"$evaluators":7}"#,
        #"{"flags":{},"$evaluators":{"a":7}}"#,
        #"{"flags":{"a":{"state":"ENABLED","variants":{"x":1}},"a":{"state":"ENABLED","variants":{"x":1}}}}"#,
        flag("", variants: "7"), flag("", variants: "{}"), flag("", variants: #"{"a":null}"#),
        flag(#","defaultVariant":"x""#), flag(#","defaultVariant":7"#), flag(#","targeting":7"#),
        flag(#","metadata":7"#),
        flag(#","metadata":{"a":{}}"#), flag(#","state":"x""#), flag(#","targeting":{"nope":[1]}"#),
        flag(#","targeting":{"if":[{"$ref":"x"},"on"]}"#), flag(#","targeting":{"a":1,"b":2}"#),
        flag(#","targeting":{"if":[true,{"nope":1},"on"]}"#), nested(16), nested(40), deepVariant(13), deepVariant(30),
        deepVariant(70), flag(#","targeting":{"or":[{"var":"x"},\#(String(repeating: "0,", count: 400_000))0]}"#),
        flag(#","targeting":{"fractional":[["on",-1],["off",1.5]]}"#),
        #"{"flags":{"\#(String(repeating: "k", count: 257))":{"state":"ENABLED","variants":{"a":1}}}}"#,
        flag("", variants: #"{"a":"\#(String(repeating: "s", count: 65_537))"}"#),
    ])
    func documentsThatClientsRejectAreErrors(sample: SampleText) {
        let bytes = Array(sample.text.utf8)
        let document = try? FlagDocument(text: bytes)
        let problems = document.map { $0.problems.map(\.description) } ?? ["refused"]
        let result = DocumentCheck().run(bytes, path: "f")
        if !problems.isEmpty { #expect(result.hasErrors, "\(problems)") }
    }

    @Test(arguments: [
        #"{"flags":{}}"#, #"{"flags":{},"metadata":{"bucketing":"v2"}}"#, flag(""), flag(#","defaultVariant":null"#),
        nested(1),
        nested(15), deepVariant(1), deepVariant(12), flag(#","targeting":{}"#),
    ])
    func documentsThatClientsAcceptHaveNoErrors(sample: SampleText) throws {
        let bytes = Array(sample.text.utf8)
        #expect(try FlagDocument(text: bytes).problems.map(\.description) == [])
        #expect(!DocumentCheck().run(bytes, path: "f").hasErrors)
    }
}
