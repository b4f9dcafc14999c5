#if OVERRIDES
import FeatureToggles
import Foundation
import TestSupport
import Testing

@Suite struct LocalDefaultsReadingTests {
    private let folder: TemporaryFolder
    private let file: LocalDefaultsFile

    init() throws {
        folder = try TemporaryFolder()
        file = LocalDefaultsFile(path: folder.path("toggles.json"))
    }

    private func read(_ text: String) throws -> LocalDefaultsState {
        try folder.write(text, to: "toggles.json")
        return try file.read()
    }

    @Test func readsOverridesAndRevision() throws {
        let state = try read(
            """
            {
              "version": 1,
              "revision": 7,
              "toggles": { "new_checkout": true, "search_ranking": "neural", "limits": { "max": 3 } },
              "note": "kept"
            }
            """
        )
        #expect(state.values == ["new_checkout": true, "search_ranking": "neural", "limits": ["max": 3]])
        #expect(state.revision == 7)
        #expect(state.problems.isEmpty)
    }

    @Test func missingFileIsEmpty() throws {
        #expect(try file.read() == LocalDefaultsState())
        #expect(try LocalDefaultsFile(path: folder.path("no/such/folder/toggles.json")).read() == LocalDefaultsState())
        #expect(try folder.names().isEmpty)
    }

    @Test(
        arguments: [
            "{}", "{\"toggles\": {}}", "\u{FEFF}{ }\r\n", "{\"version\": 1, \"other\": [1]}", "{\"$schema\": \"a\"}",
        ]
    )
    func versionRevisionAndTogglesAreOptional(text: String) throws {
        #expect(try read(text) == LocalDefaultsState())
    }

    @Test func misplacedTogglesAreReported() throws {
        let state = try read("{\"$schema\": \"a\", \"revision\": 2,\n \"new_checkout\": true, \"banner\": \"Sale\"}")
        #expect(state.values.isEmpty)
        #expect(
            state.problems.map(\.description) == [
                """
                line 2, column 18: Nothing is overridden, because there are no "toggles"; write \
                { "version": 1, "toggles": { "new_checkout": … } }.
                """
            ]
        )
    }

    private static let broken: [(String, Int, Int, String)] = [
        ("", 1, 1, "empty"),
        ("{\n  \"toggles\": {\n    \"a\": true,\n  }\n}", 3, 14, "remove the comma"),
        ("{\n  \"toggles\": {\n    \"a\": tr", 3, 10, "Found tr"),
        ("{\"toggles\": {}}\0\0\0\0", 1, 16, "U+0000"),
        ("{ \"a\": 1 }\n{", 2, 1, "one value"),
        ("[]", 1, 1, "write an object"),
        ("\n true", 2, 2, "a Boolean"),
        ("{ \"toggles\": [] }", 1, 14, "an array as \"toggles\""),
        ("{ \"toggles\": null }", 1, 14, "null as \"toggles\""),
        ("{ \"toggles\": { 'a': 1 } }", 1, 16, "double quotes"),
        ("{ \"toggles\": { \"a\": 1e400 } }", 1, 21, "too large"),
    ]

    @Test(arguments: broken)
    func reportsLocationOfFormatError(text: String, line: Int, column: Int, sentence: String) throws {
        let error = try #require(throws: LocalDefaultsError.self) { try read(text) }
        #expect(error.code == .malformed)
        #expect(error.description.hasPrefix("\(file.path):\(line):\(column): "), "\(error)")
        #expect(error.message.contains(sentence), "\(error)")
        #expect(try folder.text("toggles.json") == text, "reading must not change the file")
    }

    private static let unusual: [(String, [String: JSONValue], Int, [Int], String)] = [
        ("{\"toggles\": {\"a\": 1,\n\"a\": 2}}", ["a": 2], 0, [2], "\"a\" more than once"),
        ("{\"toggles\": {\"a\": 1},\n\n\"toggles\": {\"b\": 2}}", ["b": 2], 0, [3], "\"toggles\" more than once"),
        ("{\"revision\": -1}", [:], 0, [1], "counts as 0"),
        ("{\"revision\": 9223372036854775807}", [:], 0, [1], "counts as 0"),
        ("{\"revision\": \"7\"}", [:], 0, [1], "counts as 0"),
        ("{\"version\": 2,\n\"toggles\": {\"a\": true}}", ["a": true], 0, [1], "version 2"),
        ("{\"version\": 2,\n\"toggles\": [\"a\"]}", [:], 0, [2, 1], "an array as \"toggles\""),
        ("{\"version\": \"1\", \"toggles\": {\"a\": true}}", ["a": true], 0, [1], "write \"version\": 1"),
    ]

    @Test(arguments: unusual)
    func reportsProblemsAndReadsRest(
        text: String,
        values: [String: JSONValue],
        revision: Int,
        lines: [Int],
        sentence: String
    ) throws {
        let state = try read(text)
        #expect(state.values == values)
        #expect(state.revision == revision)
        #expect(state.problems.map { $0.location?.line } == lines)
        #expect(state.problems.first?.message.contains(sentence) == true, "\(state.problems)")
    }

    @Test func limitsReportedDuplicates() throws {
        let members = repeatElement("\"a\": 1", count: 5_000).joined(separator: ",\n")
        let state = try read("{\"toggles\": {\(members)}}")
        #expect(state.problems.count == 21)
        #expect(state.problems.last?.message == "4979 more names occur more than once.")
    }

    @Test func rejectsFoldersPipesAndLoops() throws {
        let error = try #require(throws: LocalDefaultsError.self) { try LocalDefaultsFile(path: folder.path).read() }
        #expect(error.code == .unreadable)
        #expect(error.message.contains("folder"))

        try folder.write("", to: "plain")
        let below = try #require(throws: LocalDefaultsError.self) {
            try LocalDefaultsFile(path: folder.path("plain/toggles.json")).read()
        }
        #expect(below.code == .unreadable)
        #expect(below.message.contains("errno \(ENOTDIR)"))

        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let pipe = try #require(throws: LocalDefaultsError.self) {
            try LocalDefaultsFile(path: folder.path("pipe")).read()
        }
        #expect(pipe.message.contains("neither a file"))

        try folder.link("loop", to: "loop")
        let loop = try #require(throws: LocalDefaultsError.self) {
            try LocalDefaultsFile(path: folder.path("loop")).read()
        }
        #expect(loop.message.contains("errno \(ELOOP)"))
    }

    @Test(arguments: ["", "a\0b", "/", "///"])
    func rejectsInvalidPaths(path: String) throws {
        let error = try #require(throws: LocalDefaultsError.self) { try LocalDefaultsFile(path: path).read() }
        #expect(error.code == .invalidPath)
        let updating = try #require(throws: LocalDefaultsError.self) {
            try LocalDefaultsFile(path: path).update([.set("a", 1)])
        }
        #expect(updating.code == .invalidPath)
    }

    @Test func rejectsTooLongPaths() throws {
        let long = LocalDefaultsFile(path: folder.path(String(repeating: "x", count: 300)))
        let error = try #require(throws: LocalDefaultsError.self) { try long.read() }
        #expect(error.message.contains("errno \(ENAMETOOLONG)"))
        #expect(error.message.contains("shorter path"))
        #expect(throws: LocalDefaultsError.self) { try long.update([.set("a", 1)]) }
        #expect(throws: LocalDefaultsError.self) {
            try LocalDefaultsFile(path: folder.path(String(repeating: "x/", count: 5_000) + "f")).update([.set("a", 1)])
        }
    }

    @Test func relativePathIsResolvedAgainstWorkingFolder() {
        let file = LocalDefaultsFile(path: "some/toggles.json")
        #expect(file.path == FileManager.default.currentDirectoryPath + "/some/toggles.json")
    }
}
#endif
