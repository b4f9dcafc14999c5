#if OVERRIDES
import ToggleBase
import TestSupport
import Testing

@testable import FeatureToggles

@Suite struct StateFileTogglesTests {
    private static func file(_ toggles: String, before: String = "", after: String = "") -> [UInt8] {
        Array(#"{"version":1,\#(before)"toggles":\#(toggles)\#(after)}"#.utf8)
    }

    private static func toggle(_ key: String, _ value: String = "1", more: String = "") -> String {
        #"{"key":"\#(key)","value":\#(value),"source":"default"\#(more)}"#
    }

    private static func lines(_ toggles: String...) -> String { "[\n\(toggles.joined(separator: ",\n"))\n]" }

    /// Texts in the form that clients write.
    private static let written = [
        "[\n]", lines(toggle("a")), lines(toggle("a"), toggle("b", #""x""#)),
        lines(toggle("a"), toggle("a", "2"), toggle("b")),
        lines(toggle("a", #"{"key":"b","toggles":[1,{"x":"]}\\\"[{"}]}"#), toggle("b", #""\\\\""#)),
        lines(toggle("a", more: #","sources":[{"source":"remote","value":[[],{}]}]"#), toggle("ä€😀")),
    ]

    /// Texts in other forms.
    private static let others = [
        "[]", " [ ] ", "[7]", "null", #""none""#, "[\(toggle("a"))]", "[\(toggle("a")),\(toggle("b", #""x""#))]",
        "[ \(toggle("a")) ,\n\(toggle("b")) ]", "[\n\(toggle("a"))]", "[\(toggle("a"))\n]", lines(toggle("a"), "7"),
        lines(#"{"value":1,"key":"a","source":"default"}"#), lines(#"{ "key":"a","value":1,"source":"default"}"#),
        lines(toggle(#"a\u0062"#)), lines(toggle(#"a\"b"#)), lines(toggle("a") + " "), lines(" " + toggle("a")),
        lines(toggle("a").replacing(":1", with: ":\n1")),
    ]

    @Test(arguments: written + others)
    func togglesAreThoseOfTheWholeText(text: String) throws {
        try expectSame(Self.file(text))
    }

    /// Expects each toggle to be the same as in the whole text.
    private func expectSame(_ bytes: [UInt8]) throws {
        guard case .object(let root) = try JSONReader().value(from: bytes) else { return }
        var objects: [JSONObject] = []
        if case .array(let elements)? = root["toggles"] {
            objects = elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
        }
        let expected = objects.compactMap { StateFile.Toggle($0) }
        let state = try StateFile(bytes, path: "/state")
        #expect(state.toggles.map(\.key) == expected.map(\.key))
        #expect(state.toggles.map(\.value) == expected.map(\.value))
        #expect(state.keys == expected.map(\.key))
        for key in Set(expected.map(\.key)) {
            let values = expected.filter { $0.key == key }.map(\.value)
            #expect(state.toggles(withKey: key).map(\.value) == values)
        }
        #expect(state.toggles(withKey: "missing").isEmpty)
    }

    @Test func togglesOfRootAreFound() throws {
        let text = Self.lines(Self.toggle("a"))
        for before in [#""a":{"toggles":[{"key":"x"}]},"#, #""b":["toggles",{}],"c":-1.5e3,"#, #""e":"}]\"","#] {
            try expectSame(Self.file(text, before: before))
        }
        for more in [#""toggles":[],"#, #""toggle\u0073":[],"#, #""toggles":[true],"#] {
            try expectSame(Self.file(text, before: more))
        }
        for more in [#","d":null"#, #","f":"\\""#, #","toggles":[]"#, #","toggle\u0073":[]"#, #","toggles":1"#, "\n"] {
            try expectSame(Self.file(text, after: more))
        }
        // The toggles are those of the root.
        for text in [
            #"{"version":1,"x":\#(text)}"#, #"{"version":1,"x":\#(text),"toggles":[]}"#,
            #"{"version":1,"x":\#(text),"toggles":[true]}"#, #"{"version":1,"toggles":[true],"x":\#(text)}"#,
            #"{"version":1,"x":{"toggles":\#(text)},"toggles":[]}"#,
        ] {
            try expectSame(Array(text.utf8))
        }
    }

    @Test(arguments: [#"{"key":"a","value":1,"source":"new"}"#, #"{"key":"a"}"#, #"{"value":1}"#, "{}", "[]"])
    func incompleteToggleIsIgnored(element: String) throws {
        let bytes = Self.file(Self.lines(Self.toggle("z"), element, Self.toggle("b", "2")))
        let state = try StateFile(bytes, path: "/state")
        #expect(state.toggles(withKey: "a").isEmpty)
        #expect(state.toggles(withKey: "b").map(\.value) == [.whole(2)])
        #expect(state.toggles.map(\.key) == ["z", "b"])
    }

    @Test func bytesThatAreNotTextAreRefused() throws {
        var bytes = Self.file(Self.lines(Self.toggle("a", #""?""#), Self.toggle("b")))
        let index = try #require(bytes.firstIndex(of: UInt8(ascii: "?")))
        bytes[index] = 0xFF
        #expect(throws: StateFileError.self) { try StateFile(bytes, path: "/state") }
    }

    @Test(
        arguments: [
            "[\n{\"key\":\"a\",,}\n]", "[\n{\"key\":\"a\" \"value\":1}\n]", #"[{"key":"a","value":nope}]"#,
            #"[{"key":"a","value":"\q"}]"#, #"[{"key":"a","value":[}]"#, #"[{"key":"a","value":{]}]"#,
            #"[{"key":"a"}},{"key":"b"}]"#, #"[{"key":"a"]"#,
            #"[{"key":"a"},]"#, #"[{"key":"a"} {"key":"b"}]"#, #"[,{"key":"a"}]"#, #"[{"key":"a]"#, #"[{"key":"a\"}]"#,
            #"[{"key":"a","value":"}]"#, "[", "[\n{\"key\":\"a\"},\n]", "[\n{\"key\":\"a\"}\n{\"key\":\"b\"}\n]",
            "[\n,{\"key\":\"a\"}\n]", "[\n{\"key\":\"a\"}\n", "[\n{\"key\":\"a\",\"value\":\"\n\"}\n]", "[\n",
        ]
    )
    func unbalancedTextIsRefused(toggles: String) {
        let bytes = Self.file(toggles)
        let error = #expect(throws: StateFileError.self) { try StateFile(bytes, path: "/state") }
        #expect(error?.message.hasPrefix("The state file is not JSON: ") == true, "\(String(describing: error))")
    }

    @Test func nestingIsLimited() throws {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        try expectSame(Self.file(Self.lines(Self.toggle("a", deep))))
        let tooDeep = String(repeating: "[", count: 100_000)
        let bytes = Self.file("[\(Self.toggle("a", tooDeep))]")
        #expect(throws: StateFileError.self) { try StateFile(bytes, path: "/state") }
    }

    @Test func unchangedFileIsNotReadAgain() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("toggles.json")
        let time = ManualTime()
        let client = ToggleClient.writingState(to: path, time)
        time.advance()
        let files = FaultyFileSystem()
        let states = StateFolder(besideDefaults: path, fileSystem: files)
        let first = states.states().states
        #expect(first.count == 1)
        let readings = files.count(.read)
        #expect(readings > 0)
        let second = states.states(known: first).states
        #expect(files.count(.read) == readings)
        #expect(second.areSameFiles(as: first))
        client.context["size"] = 1
        time.advance(.seconds(1))
        let third = states.states(known: second).states
        #expect(files.count(.read) > readings)
        #expect(!third.areSameFiles(as: second))
        #expect(third.first?.context.map(\.name) == ["size"])
    }

    @Test func folderThatCannotBeReadIsAProblem() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("toggles.json")
        #expect(StateFolder(besideDefaults: path).states().problems.isEmpty)
        let time = ManualTime()
        let client = ToggleClient.writingState(to: path, time)
        time.advance()
        for call in [FaultyFileSystem.Call.names, .openForReading] {
            let files = FaultyFileSystem()
            files.fail(call, with: SystemError.ioError.code)
            let states = StateFolder(besideDefaults: path, fileSystem: files).states()
            #expect(states.states.isEmpty)
            #expect(states.problems.count == 1)
        }
        withExtendedLifetime(client) {}
    }
}
#endif
