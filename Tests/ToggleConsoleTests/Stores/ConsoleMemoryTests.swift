import FeatureToggles
import Testing

@testable import ToggleConsole

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

    @Test func pinsOfTwoConsolesAreKept() {
        let base = memory(pins: ["a", "b"])
        let file = memory(pins: ["a", "b", "theirs"])
        #expect(memory(pins: ["a", "ours"]).merged(with: file, since: base).pins == ["a", "theirs", "ours"])
    }

    @Test func aPinThatTheOtherTookAwayStaysAway() {
        let base = memory(pins: ["a", "b"])
        #expect(memory(pins: ["a", "b"]).merged(with: memory(pins: ["b"]), since: base).pins == ["b"])
    }

    @Test(
        arguments: [
            // base, file, own, result
            ([1], [1], [1, 2], [1, 2]),
            ([1], [1, 9], [1, 2], [1, 9, 2]),
            ([1, 2], [1, 2, 9], [1], [1, 9]),
            ([1, 2], [1, 2, 9], [1, 3], [1, 9, 3]),
            ([], [9], [1], [9, 1]),
            ([1, 2], [], [1, 2, 3], [3]),
        ] as [([Int], [Int], [Int], [Int])]
    )
    func historiesOfTwoConsolesAreOne(base: [Int], file: [Int], own: [Int], result: [Int]) {
        let merged = memory(undo: own).merged(with: memory(undo: file), since: memory(undo: base))
        #expect(merged.undo == result.map(change))
        let other = memory(redo: own).merged(with: memory(redo: file), since: memory(redo: base))
        #expect(other.redo == result.map(change))
    }

    @Test func onlyTheNewest200StepsAreKept() {
        var memory = memory(undo: Array(0..<200))
        memory.record(change(200))
        #expect(memory.undo.count == 200)
        #expect(memory.undo.last == change(200))
        #expect(memory.undo.first == change(1))
    }

    @Test func undoneStepsCanBeDoneAgainUntilSomethingElseIsDone() {
        var memory = memory(undo: [1, 2])
        memory.move(change(2), by: .undo)
        #expect(memory.undo == [change(1)])
        #expect(memory.redo == [change(2)])
        memory.move(change(2), by: .redo)
        #expect(memory.undo == [change(1), change(2)])
        #expect(memory.redo.isEmpty)
        memory.move(change(2), by: .undo)
        memory.record(change(3))
        #expect(memory.redo.isEmpty)
    }

    @Test func everythingReadsBackTheSame() throws {
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

    @Test func stepsThatCannotBeUnderstoodAreLeftOut() throws {
        let memory = try ConsoleMemory(
            json: [
                "version": 1, "pins": ["a", 7], "undo": [["title": "x"], ["title": "y", "edits": []], 5], "redo": 3,
            ]
        )
        #expect(memory.pins == ["a"])
        #expect(memory.undo == [OverrideChange([], title: "y")])
    }
}
