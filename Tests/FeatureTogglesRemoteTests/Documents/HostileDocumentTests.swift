import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Documents that were constructed to cost more than their size suggests.
///
/// They are read, and unaffected flags can be evaluated.
struct HostileDocumentTests {
    private static let neighbor =
        #""neighbor": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}"#

    private static func flag(_ rule: String) -> String {
        #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off", "targeting": \#(rule)}"#
    }

    private static func document(_ rule: String, more: String = "") throws -> FlagDocument {
        try FlagDocument(#"{"flags": {"f": \#(flag(rule)), \#(neighbor)}\#(more)}"#)
    }

    private static func list(_ element: String, _ count: Int) -> String {
        Array(repeating: element, count: count).joined(separator: ",")
    }

    private static func nested(_ count: Int) -> String {
        String(repeating: #"{"!": ["#, count: count) + "1" + String(repeating: "]}", count: count)
    }

    @Test(arguments: [17, 30, 31, 40, 100, 10_000])
    func tooDeepRuleInvalidatesOnlyItsFlag(levels: Int) throws {
        let document = try Self.document(Self.nested(levels))
        let answer = try #require(document.evaluation(of: "f"))
        #expect(answer.value == nil)
        #expect(answer.error?.code == .parseError)
        #expect(answer.error?.message.contains("more than 16 levels") == true)
        #expect(document.problems.count == 1)
        #expect(document.problems.first?.key == "f")
        #expect(document.evaluation(of: "neighbor")?.value == true)
    }

    @Test func sixteenLevelsAreAccepted() throws {
        #expect(try Self.document(#"{"if": [\#(Self.nested(15)), "on", "off"]}"#).problems.isEmpty)
    }

    @Test(arguments: [17, 40, 1_000])
    func tooDeepSharedRuleInvalidatesOnlyItsUsers(levels: Int) throws {
        let document = try FlagDocument(
            """
            {"flags": {"f": \(Self.flag(#"{"if": [{"$ref": "deep"}, "on", "off"]}"#)),
            "other": \(Self.flag(#"{"if": [{"$ref": "fine"}, "on", "off"]}"#)), \(Self.neighbor)},
            "$evaluators": {"deep": \(Self.nested(levels)), "fine": {"==": [{"var": "x"}, null]}}}
            """
        )
        #expect(document.evaluation(of: "f")?.error?.code == .parseError)
        #expect(document.evaluation(of: "other")?.variant == "on")
        #expect(document.evaluation(of: "neighbor")?.value == true)
        #expect(document.problems.map(\.key) == ["f", nil])
    }

    @Test(arguments: ["variants", "metadata", "extras"], [20, 70, 10_000])
    func tooDeepValuesDoNotAffectOtherFlags(name: String, levels: Int) throws {
        let value = String(repeating: #"{"a":["#, count: levels) + String(repeating: "]}", count: levels)
        var members = ["state": #""ENABLED""#, "variants": #"{"on": true}"#, "defaultVariant": #""on""#]
        members[name] = value
        let text = members.map { "\"\($0)\": \($1)" }.joined(separator: ",")
        let document = try FlagDocument(#"{"flags": {"f": {\#(text)}, \#(Self.neighbor)}, "\#(name)": \#(value)}"#)
        #expect((document.evaluation(of: "f")?.error?.code == .parseError) == (name == "variants"))
        #expect(document.evaluation(of: "neighbor")?.value == true)
        #expect(document.problems.contains { $0.key == "f" })
        #expect(document.problems.contains { $0.key == nil })
    }

    @Test(arguments: [
        "[[[[[}]]]]", #"[[[{"a" 1}]]]"#, "[[[[1 2]]]]", "[[[[1,]]]]", #"[[[{"a":1,}]]]"#, "[[[[nul]]]]", "[[[[",
        #"[[[["a"#,
    ])
    func skippedValuesMustBeValidJSON(text: String) {
        let bytes = Array(text.utf8)
        #expect((try? JSONReader(maximumDepth: 64).value(from: bytes)) == nil)
        bytes.withUnsafeBufferPointer { input in
            var reader = FlatReader(into: FlatArena(), maximumDepth: 2, skipsDeeper: true)
            #expect(throws: JSONSyntaxError.self) { try reader.value(from: input) }
        }
    }

    @Test(arguments: ["[[[[]]]]", #" [ [ [ { "a" : [ ] , "b" : { } } , "\n" ] , 1 ] , 2 ] "#, "[[[0,[1],{}],3],[[]]]"])
    func validJSONCanBeSkipped(text: String) {
        let bytes = Array(text.utf8)
        #expect((try? JSONReader(maximumDepth: 64).value(from: bytes)) != nil)
        bytes.withUnsafeBufferPointer { input in
            let arena = FlatArena()
            var reader = FlatReader(into: arena, maximumDepth: 2, skipsDeeper: true)
            #expect((try? reader.value(from: input))?.height == .max)
        }
    }

    @Test func ruleWithTooManyPartsIsAnError() throws {
        let document = try Self.document(#"{"or": [{"var": "x"}, \#(Self.list("0", 400_000))]}"#)
        let answer = try #require(document.evaluation(of: "f"))
        #expect(answer.error?.code == .general)
        #expect(answer.error?.message.contains("more than 262144 parts") == true)
        #expect(document.evaluation(of: "neighbor")?.value == true)
        #expect(document.storage.program.nodes.count < 10)
    }

    @Test func unknownReferencesAreReported() throws {
        let references = (0..<20_000).map { "{\"$ref\": \"n\($0)\"}" }.joined(separator: ",")
        let known = (0..<10_000).map { "\"m\($0)\": {\"==\": [{\"var\": \"x\"}, 1]}" }.joined(separator: ",")
        let document = try Self.document(#"{"or": [\#(references)]}"#, more: #", "$evaluators": {\#(known)}"#)
        // One more problem contains the number of those left out.
        #expect(document.problems.count == 1_001)
        #expect(document.problems.last?.message == "19000 more problems are not listed; fix these first")
        #expect(document.problems.filter { $0.message.contains("did you mean") }.count <= 32)
        #expect(document.evaluation(of: "f")?.error?.code == .parseError)
        #expect(document.evaluation(of: "neighbor")?.value == true)
    }

    @Test func referenceUsesLastDuplicateRule() throws {
        let document = try Self.document(
            #"{"if": [{"$ref": "a"}, "on", "off"]}"#,
            more: #", "$evaluators": {"a": {"!": [1]}, "b": {"!": [1]}, "a": {"!": [0]}}"#
        )
        #expect(document.evaluation(of: "f")?.variant == "on")
        let misspelled = try Self.document(
            #"{"if": [{"$ref": "is_adlut"}, "on", "off"]}"#,
            more: #", "$evaluators": {"is_adult": {"!": [1]}}"#
        )
        #expect(misspelled.problems.first?.message == "‘$evaluators’ has no rule ‘is_adlut’; did you mean ‘is_adult’?")
    }

    @Test func referenceMustBeToAnObject() throws {
        let more = #", "$evaluators": {"list": ["on"], "text": "on", "rule": {"if": [true, "on"]}}"#
        for name in ["list", "text"] {
            let answer = try Self.document(#"{"$ref": "\#(name)"}"#, more: more).evaluation(of: "f")
            #expect(answer?.error?.code == .parseError)
        }
        #expect(try Self.document(#"{"$ref": "rule"}"#, more: more).evaluation(of: "f")?.variant == "on")
    }

    @Test func metadataIsMergedOnlyWhenRead() throws {
        let members = (0..<55_000).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
        let document = try FlagDocument(
            """
            {"flags": {"f": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on",
            "metadata": {"k1": "flag", "own": 1, "own": 2}}}, "metadata": {\(members)}}
            """
        )
        let index = try #require(document.index(of: "f"))
        // Merging unused metadata at each evaluation would take seconds.
        for _ in 0..<1_000 {
            #expect(document.evaluate(index, context: EvaluationContext(), timestamp: 0).value == true)
        }
        let metadata = document.flag(at: index).metadata
        #expect(metadata.members.count == 55_001)
        #expect(metadata.members[1] == JSONObject.Member(name: "k1", value: "flag"))
        #expect(metadata.members.last == JSONObject.Member(name: "own", value: 2))
    }

    @Test func numberOfReportedProblemsIsLimited() throws {
        let document = try FlagDocument(
            #"{"flags": {\#(Self.neighbor)}, "metadata": {\#(Self.list(#""a":[]"#, 100_000)), "kept": 1}}"#
        )
        #expect(document.problems.count == 1_001)
        #expect(document.metadata.members.map(\.name) == ["kept"])
    }

    @Test func excerptsExamineOnlyBeginningOfValue() throws {
        let long = Self.list("0", 300_000)
        let document = try FlagDocument(
            #"{"flags": {"f": {"state": [\#(long)], "variants": {"a": 1}}, \#(Self.neighbor)}}"#
        )
        let start = "[" + String(repeating: "0,", count: 19) + "…"
        #expect(document.evaluation(of: "f")?.error?.message.contains("\"DISABLED\", not \(start)") == true)
        for text in [#"[1,{"a":"é"},null]"#, #""\#(String(repeating: "é", count: 100))""#, "[]", "{}", "7"] {
            let json = try JSONReader().value(from: text)
            let arena = FlatArena()
            #expect(FlatValue(json, in: arena, depth: 8).excerpt == json.excerpt)
        }
    }

    @Test func longPathsAreNotCompiled() throws {
        let points = String(repeating: ".", count: 60_000)
        let variables = Self.list(#"{"var": "\#(points)"}"#, 10)
        #expect(try Self.document(#"{"or": [\#(variables)]}"#).storage.program.path.count < 100)
        let deep = String(repeating: "a.", count: 40) + "a"
        #expect(try Self.document(#"{"if": [{"var": "\#(deep)"}, "on", "off"]}"#).evaluation(of: "f")?.variant == "off")
    }

    @Test func nodesAreSmall() {
        #expect(MemoryLayout<RuleNode>.stride == 32)
    }

    @Test func namesWithEqualHashesAreFoundQuickly() {
        let arena = FlatArena()
        var names: [FlatString] = []
        var number = 0
        while names.count < 120 {
            let name = arena.name("k\(number)")
            if name.hash & 255 == 7 { names.append(name) }
            number += 1
        }
        var index = FlagIndex(capacity: 120)
        for (position, name) in names.enumerated() {
            #expect(index.insert(name, at: position, keyAt: { names[$0] }) == nil)
        }
        var comparisons = 0
        for (position, name) in names.enumerated() {
            let found = index.position(of: name) {
                comparisons += 1
                return names[$0]
            }
            #expect(found == position)
            #expect(index.insert(name, at: 999, keyAt: { names[$0] }) == position)
        }
        #expect(comparisons < 1_000)
    }
}
