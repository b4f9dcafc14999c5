import Testing
import ToggleBase

@testable import FeatureTogglesOverrides

struct ConsoleMemoryTests {
    private func change(_ number: Int) -> OverrideChange {
        OverrideChange(
            [OverrideChange.Edit(key: "size", before: nil, after: .integer(number))],
            title: "size = \(number)"
        )
    }

    private func memory(pins: Set<String> = [], undo: [Int] = [], redo: [Int] = []) -> ConsoleMemory {
        var memory = ConsoleMemory()
        memory.pins = pins
        memory.undo = undo.map(change)
        memory.redo = redo.map(change)
        return memory
    }

    @Test func historyKeepsTheNewest200Steps() {
        var memory = memory(undo: Array(0..<200))
        memory.apply(.history(change(200)))
        #expect(memory.undo.count == 200)
        #expect(memory.undo.last == change(200))
        #expect(memory.undo.first == change(1))
    }

    @Test func newChangeClearsRedo() {
        var memory = memory(undo: [1, 2])
        memory.apply(.history(change(2).change(for: .undo)))
        #expect(memory.undo == [change(1)])
        #expect(memory.redo == [change(2)])
        memory.apply(.history(change(2).change(for: .redo)))
        #expect(memory.undo == [change(1), change(2)])
        #expect(memory.redo.isEmpty)
        memory.apply(.history(change(2).change(for: .undo)))
        memory.apply(.history(change(3)))
        #expect(memory.redo.isEmpty)
    }

    @Test func forcedUndoKeepsTheRecordedStep() {
        var memory = memory(undo: [1])
        let forced = change(1).change(for: .undo).rebased { _ in 7 }
        #expect(forced.edits == [OverrideChange.Edit(key: "size", before: 7, after: nil)])
        memory.apply(.history(forced))
        #expect(memory.redo == [change(1)])
        memory.apply(.history(change(1).change(for: .redo).rebased { _ in 8 }))
        #expect(memory.undo == [change(1)])
    }

    @Test func pinAndThemeChangesAreApplied() {
        var memory = memory(pins: ["a", "b"])
        memory.apply(.pin(["c"]))
        memory.apply(.unpin(["a"]))
        memory.apply(.theme("dark"))
        #expect(memory.pins == ["b", "c"])
        #expect(memory.theme == "dark")
    }

    @Test func jsonRoundTrips() throws {
        var memory = memory(pins: ["a", "ü"], undo: [1, 2], redo: [3])
        memory.theme = "dark"
        memory.undo.append(
            OverrideChange(
                [
                    OverrideChange.Edit(key: "json", before: .null, after: ["a": [.null, 1.0, 1]]),
                    OverrideChange.Edit(key: "gone", before: "x", after: nil),
                ],
                title: "preset \"demo\"\n"
            )
        )
        #expect(try ConsoleMemory(json: memory.json) == memory)
    }

    @Test func invalidStepsAreLeftOut() throws {
        let edits: JSONValue = [["key": "size", "after": 1]]
        let memory = try ConsoleMemory(
            json: [
                "version": 1, "pins": ["a"],
                "undo": [["title": "x"], ["title": "size = 1", "edits": edits], ["title": "y", "edits": []], 5],
            ]
        )
        #expect(memory.pins == ["a"])
        #expect(memory.undo == [change(1)])
    }

    @Test(arguments: ["pins", "theme", "undo", "redo"])
    func membersOfAWrongTypeAreRejected(name: String) {
        var json: JSONObject = ["version": 1]
        json[name] = ["other": true]
        let failure = #expect(throws: OverrideError.self) { try ConsoleMemory(json: .object(json)) }
        #expect(failure?.description.contains("‘\(name)’") == true)
    }
}
