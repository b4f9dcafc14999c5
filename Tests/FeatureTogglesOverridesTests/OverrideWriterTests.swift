import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesOverrides

struct OverrideWriterTests {
    let folder: TemporaryFolder
    let writer: OverrideWriter

    init() throws {
        folder = try TemporaryFolder()
        writer = OverrideWriter(path: folder.path("toggles.json"))
    }

    private func change(_ edits: (String, JSONValue?, JSONValue?)...) -> OverrideChange {
        OverrideChange(edits.map { OverrideChange.Edit(key: $0.0, before: $0.1, after: $0.2) }, title: "x")
    }

    @Test func allEditsAreWritten() throws {
        try writer.write(change(("a", nil, true), ("b", nil, 3)))
        try writer.write(change(("a", true, nil), ("b", 3, 4)))
        #expect(try writer.overrides() == ["b": 4])
    }

    @Test func conflictPreventsTheWrite() throws {
        try writer.write(change(("a", nil, true), ("b", nil, 3)))
        let failure = #expect(throws: OverrideError.self) {
            try writer.write(change(("a", true, false), ("b", 2, 4)))
        }
        #expect(
            failure?.description
                == "Nothing was written, because another program changed an override: b is 3 now, but was 2."
        )
        #expect(try writer.overrides() == ["a": true, "b": 3])
    }

    @Test(arguments: [true, false])
    func unreadableFileIsNotChanged(hasPrevious: Bool) throws {
        if hasPrevious {
            try writer.write(change(("a", nil, true)))
            try writer.write(change(("b", nil, true)))
        }
        let text = #"{ "toggles": { "a": true, "b": true, } }"#
        try folder.write(text, to: "toggles.json")
        let names = folder.files()
        let failure = #expect(throws: OverrideError.self) { try writer.write(change(("c", nil, 1))) }
        #expect(
            failure?.description.hasPrefix("Nothing was changed, since the local defaults file cannot be used: ")
                == true
        )
        #expect(failure?.description.contains("`toggles set --restore`") == true)
        #expect(failure?.description.contains("toggles.json:1:36: ") == true, "\(failure?.description ?? "")")
        #expect(try folder.text("toggles.json") == text)
        #expect(folder.files() == names)
    }

    @Test func severalConflictsAreCounted() throws {
        let failure = #expect(throws: OverrideError.self) {
            try writer.write(change(("a", true, false), ("b", 2, 4), ("c", 1, nil)))
        }
        #expect(
            failure?.description == """
                Nothing was written, because another program changed an override: a is unset now, but was on; 2 \
                more changed too.
                """
        )
    }

    @Test func inverseRevertsAChange() throws {
        let step = change(("a", nil, true), ("b", nil, 3))
        try writer.write(step)
        try writer.write(step.inverse)
        #expect(try writer.overrides() == [:])
    }

    @Test func writeFailsWithoutAFile() {
        #expect(throws: OverrideError.self) { try OverrideWriter(path: nil).write(change(("a", nil, true))) }
    }

    @Test func concurrentWritesAreKept() async throws {
        await withTaskGroup { group in
            for number in 0..<16 {
                group.addTask { [writer] in
                    let change = OverrideChange(
                        [OverrideChange.Edit(key: "key\(number)", before: nil, after: .integer(number))],
                        title: "x"
                    )
                    _ = try? writer.write(change)
                }
            }
        }
        #expect(try writer.overrides().count == 16)
    }

    @Test func commandLineChangesCanBeUndone() throws {
        let history = OverrideHistory(ConsoleFiles(defaultsPath: folder.path("toggles.json")))
        #expect(try history.steps(.undo).isEmpty)
        let (change, _, warnings) = try history.perform("a = 1") { overrides in
            [OverrideChange.Edit(key: "a", before: overrides["a"], after: 1)]
        }
        #expect(warnings == [])
        _ = try history.perform("nothing") { [OverrideChange.Edit(key: "a", before: $0["a"], after: 1)] }
        #expect(try history.steps(.undo).first == change)
        _ = try history.perform(change, .undo)
        #expect(try writer.overrides() == [:])
        #expect(try history.steps(.undo).isEmpty)
        #expect(try history.steps(.redo).first == change)
        _ = try history.perform(change, .redo)
        #expect(try writer.overrides() == ["a": 1])
        #expect(folder.files() == ["toggles.console.json", "toggles.json", "toggles.json.previous"])
    }

    @Test func undoFailsAfterAnExternalChange() throws {
        let history = OverrideHistory(ConsoleFiles(defaultsPath: folder.path("toggles.json")))
        let change = try history.perform("a = 1") { _ in
            [OverrideChange.Edit(key: "a", before: nil, after: 1)]
        }.change
        try writer.write(self.change(("a", 1, 2)))
        #expect(throws: OverrideError.self) { try history.perform(change, .undo) }
        #expect(try history.steps(.undo).first == change)
        #expect(try writer.overrides() == ["a": 2])
    }

    @Test func forcedUndoOverwritesAnExternalChange() throws {
        let history = OverrideHistory(ConsoleFiles(defaultsPath: folder.path("toggles.json")))
        let change = try history.perform("a = 1") { _ in
            [OverrideChange.Edit(key: "a", before: nil, after: 1)]
        }.change
        try writer.write(self.change(("a", 1, 2)))
        let undone = try history.perform(change, .undo, isForced: true)
        #expect(undone.change.edits == [OverrideChange.Edit(key: "a", before: 2, after: nil)])
        #expect(try writer.overrides() == [:])
        // Redo applies the recorded change, not the value that the other program wrote.
        #expect(try history.steps(.redo).first == change)
        _ = try history.perform(change, .redo)
        #expect(try writer.overrides() == ["a": 1])
    }
}
