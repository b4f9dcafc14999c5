#if OVERRIDES
import FeatureToggles
import Foundation
import TestSupport
import Testing

@Suite struct LocalDefaultsEditingTests {
    private let folder: TemporaryFolder
    private let file: LocalDefaultsFile

    init() throws {
        folder = try TemporaryFolder()
        file = LocalDefaultsFile(path: folder.path("toggles.json"))
    }

    @Test func createsFoldersAndReadableFile() throws {
        let file = LocalDefaultsFile(path: folder.path("config/shop/toggles.json"))
        let update = try file.update([.set("b", ["max": 3]), .set("a", true), .unset("c")])
        #expect(update.isWritten)
        #expect(update.recovery == nil)
        #expect(update.state == LocalDefaultsState(values: ["a": true, "b": ["max": 3]], revision: 1))
        #expect(try file.read() == update.state)
        #expect(
            try folder.text("config/shop/toggles.json") == """
                {
                  "version": 1,
                  "revision": 1,
                  "toggles": {
                    "b": {
                      "max": 3
                    },
                    "a": true
                  }
                }

                """
        )
        #expect(try folder.mode("config") == 0o700)
        #expect(try folder.mode("config/shop") == 0o700)
        #expect(try folder.mode("config/shop/toggles.json") == 0o600)
        #expect(try folder.names("config/shop") == [".toggles.json.lock", "toggles.json"])
    }

    private static let edits: [(String, [LocalDefaultsEdit], String)] = [
        (
            "{\n  \"version\": 1,\n  \"revision\": 7,\n  \"toggles\": {\n    \"a\": true,\n    \"b\" :  2\n  }\n}\n",
            [.set("a", false)],
            "{\n  \"version\": 1,\n  \"revision\": 8,\n  \"toggles\": {\n    \"a\": false,\n    \"b\" :  2\n  }\n}\n"
        ),
        (
            "{\n  \"version\": 1,\n  \"revision\": 7,\n  \"toggles\": {\n    \"a\": true,\n    \"b\" :  2\n  }\n}\n",
            [.set("c", "x"), .set("d", ["max": 3, "list": []])],
            """
            {
              "version": 1,
              "revision": 8,
              "toggles": {
                "a": true,
                "b" :  2,
                "c": "x",
                "d": { "max": 3, "list": [] }
              }
            }

            """
        ),
        (
            "{\n  \"version\": 1,\n  \"revision\": 7,\n  \"toggles\": {\n    \"a\": true,\n    \"b\" :  2\n  }\n}\n",
            [.unset("a")],
            "{\n  \"version\": 1,\n  \"revision\": 8,\n  \"toggles\": {\n    \"b\" :  2\n  }\n}\n"
        ),
        (
            "{\n  \"version\": 1,\n  \"revision\": 7,\n  \"toggles\": {\n    \"a\": true,\n    \"b\" :  2\n  }\n}\n",
            [.unset("b")],
            "{\n  \"version\": 1,\n  \"revision\": 8,\n  \"toggles\": {\n    \"a\": true\n  }\n}\n"
        ),
        (
            "{\n  \"version\": 1,\n  \"revision\": 7,\n  \"toggles\": {\n    \"a\": true,\n    \"b\" :  2\n  }\n}\n",
            [.set("a", 9), .unsetAll],
            "{\n  \"version\": 1,\n  \"revision\": 8,\n  \"toggles\": {}\n}\n"
        ),
        (
            "{\n  \"version\": 1,\n  \"revision\": 7,\n  \"toggles\": {}\n}\n",
            [.set("a", true), .set("b", 1.0)],
            """
            {
              "version": 1,
              "revision": 8,
              "toggles": {
                "a": true,
                "b": 1.0
              }
            }

            """
        ),
        (
            "{\r\n\t\"toggles\": {},\r\n\t\"revision\": 1,\r\n\t\"version\": 1\r\n}",
            [.set("a", true)],
            "{\r\n\t\"toggles\": {\r\n\t\t\"a\": true\r\n\t},\r\n\t\"revision\": 2,\r\n\t\"version\": 1\r\n}"
        ),
        (
            #"{"version":1,"revision":1,"toggles":{"a":1,"b":2}}"#, [.set("c", 3)],
            #"{"version":1,"revision":2,"toggles":{"a":1,"b":2,"c": 3}}"#
        ),
        (
            #"{"version":1,"revision":1,"toggles":{ "a": 1 }}"#, [.set("c", 3)],
            #"{"version":1,"revision":2,"toggles":{ "a": 1, "c": 3 }}"#
        ),
        (
            #"{"version":1,"revision":1,"toggles":{"a":1}}"#, [.unset("a"), .set("c", 3)],
            #"{"version":1,"revision":2,"toggles":{"c": 3}}"#
        ),
        (
            #"{"version":1,"revision":1,"toggles":{}}"#, [.set("c", 3)],
            #"{"version":1,"revision":2,"toggles":{ "c": 3 }}"#
        ),
        (#"{"toggles":{"a":1}}"#, [.unset("a")], #"{"toggles":{}, "version": 1, "revision": 1}"#),
        ("{}", [.set("a", 1)], #"{"version": 1, "revision": 1, "toggles": { "a": 1 }}"#),
        (
            "\u{FEFF} {\n \"note\": [ 1,2 ],\n \"toggles\": {\"x y\":   {\"k\":1 ,\"j\":2}, \"é\\u0041\": \"\\/\"  , \"a\": 1 }\n}  \n\n",
            [.set("a", 2)],
            "\u{FEFF} {\n \"note\": [ 1,2 ],\n \"toggles\": {\"x y\":   {\"k\":1 ,\"j\":2}, \"é\\u0041\": \"\\/\"  , \"a\": 2 },\n \"version\": 1,\n \"revision\": 1\n}  \n\n"
        ),
        (
            #"{"version":1,"revision":"x","toggles":{"a":1},"toggles":{"b":1,"a":2,"b":3,"b":4}}"#,
            [.set("b", 5), .set("a", 2)],
            #"{"version":1,"revision":1,"toggles":{"a":1},"toggles":{"b":1,"a":2,"b":3,"b":5}}"#
        ),
        (
            #"{"version":1,"revision":3,"toggles":{"b":1,"a":2,"b":3,"b":4}}"#,
            [.unset("b")],
            #"{"version":1,"revision":4,"toggles":{"a":2}}"#
        ),
        (
            #"{"version":1,"revision":3,"toggles":{"a":1}}"#,
            [.set("\"\\\n", .null), .set("", false), .set("__proto__", "\u{0}")],
            #"{"version":1,"revision":4,"toggles":{"a":1, "\"\\\n": null, "": false, "__proto__": "\u0000"}}"#
        ),
    ]

    @Test(arguments: edits)
    func leavesOtherTextUnchanged(text: String, edits: [LocalDefaultsEdit], expected: String) throws {
        try folder.write(text, to: "toggles.json")
        let update = try file.update(edits)
        #expect(try folder.text("toggles.json") == expected)
        #expect(update.isWritten)
        #expect(try file.read() == update.state)
        #expect(try folder.text("toggles.json.previous") == text)
    }

    private static let idle: [(String, [LocalDefaultsEdit])] = [
        ("{\"toggles\": {\"a\": 1}}", []),
        ("{\"toggles\": {\"a\": 1}}", [.set("a", 1)]),
        ("{\"toggles\": {\"a\": 1}}", [.unset("b")]),
        ("{\"toggles\": {\"a\": 1}}", [.set("b", 2), .unset("b")]),
        ("{\"toggles\": {\"a\": {\"x\": 1, \"y\": 2}}}", [.unsetAll, .set("a", ["y": 2, "x": 1])]),
        ("{}", [.unsetAll]),
    ]

    @Test(arguments: idle)
    func editsWithoutEffectWriteNothing(text: String, edits: [LocalDefaultsEdit]) throws {
        try folder.write(text, to: "toggles.json")
        let update = try file.update(edits)
        #expect(!update.isWritten)
        #expect(try folder.text("toggles.json") == text)
        #expect(try folder.names() == [".toggles.json.lock", "toggles.json"])
    }

    @Test func unsettingWithoutFileCreatesNothing() throws {
        let file = LocalDefaultsFile(path: folder.path("new/toggles.json"))
        #expect(try !file.update([.unsetAll, .unset("a")]).isWritten)
        #expect(try folder.names().isEmpty)
    }

    @Test func wholeDoubleDiffersFromInteger() throws {
        try file.update([.set("a", 1)])
        #expect(try file.update([.set("a", 1.0)]).isWritten)
        #expect(try file.read().values == ["a": 1.0])
    }

    @Test func editsCanDependOnState() throws {
        for _ in 0..<3 {
            try file.update { state in
                guard case .integer(let count)? = state.values["count"] else { return [.set("count", 1)] }
                return [.set("count", .integer(count + 1))]
            }
        }
        #expect(try file.read() == LocalDefaultsState(values: ["count": 3], revision: 3))
    }

    @Test(arguments: ["{\"version\": 2, \"toggles\": {\"a\": true}}", "{\"version\": \"1\"}", "{\"version\": 0}"])
    func neverWritesFileOfOtherVersion(text: String) throws {
        try folder.write(text, to: "toggles.json")
        let error = try #require(throws: LocalDefaultsError.self) { try file.update([.set("b", 1)]) }
        #expect(error.code == .unsupportedVersion)
        #expect(error.location?.line == 1)
        #expect(try folder.text("toggles.json") == text)
        #expect(try folder.names() == [".toggles.json.lock", "toggles.json"])
    }

    @Test(
        arguments: [
            ("{\n  \"name\": \"shop\", \"private\": true\n}", "name", 2),
            ("{\"version\": 1,\n\"object\": {\"pins\": []}}", "object", 2),
            ("{\"$schema\": \"https://flagd.dev/schema/v0/flags.json\", \"flags\": {}}", "flags", 1),
        ]
    )
    func neverWritesOtherJSON(text: String, member: String, line: Int) throws {
        try folder.write(text, to: "toggles.json")
        for edits: [LocalDefaultsEdit] in [[.set("b", 1)], [.unset("b")]] {
            let error = try #require(throws: LocalDefaultsError.self) { try file.update(edits) }
            #expect(error.code == .foreign)
            #expect(error.location?.line == line)
            #expect(error.message.contains("it contains \"\(member)\" but no \"toggles\""), "\(error)")
        }
        #expect(try folder.text("toggles.json") == text)
        #expect(try folder.names() == [".toggles.json.lock", "toggles.json"])
    }

    @Test(arguments: ["{}", "{\"version\": 1}", "{\"$schema\": \"toggles.json\", \"revision\": 3}"])
    func writesFileWithoutToggles(text: String) throws {
        try folder.write(text, to: "toggles.json")
        try file.update([.set("a", 1)])
        #expect(try file.read().values == ["a": 1])
    }

    @Test func rejectsValuesThatWouldNotReadBack() throws {
        try file.update([.set("a", 1)])
        var deep: JSONValue = 1
        for _ in 0..<126 { deep = [deep] }
        try file.update([.set("deep", deep)])
        let before = try folder.text("toggles.json")
        for value: JSONValue in [.number(.nan), [.number(.infinity)], ["x": .number(-.infinity)], [deep]] {
            let error = try #require(throws: LocalDefaultsError.self) { try file.update([.set("b", value)]) }
            #expect(error.code == .invalidValue)
            #expect(error.message.contains("\"b\""))
        }
        #expect(try folder.text("toggles.json") == before)
        #expect(try file.read().values == ["a": 1, "deep": deep])
    }

    @Test func revisionRestartsAfterMaximum() throws {
        try folder.write("{\"version\": 1, \"revision\": 9007199254740991}", to: "toggles.json")
        #expect(try file.update([.set("a", 1)]).state.revision == 1)
    }
}
#endif
