import FeatureTogglesOverrides
import Testing
import ToggleBase

@testable import ToggleConsole

@Suite struct OverrideEditsTests {
    private let on = OverrideChange([.init(key: "a", before: nil, after: true)], title: "a = on")
    private var edits = OverrideEdits(ConsoleMemory())

    @Test mutating func writeIsVisibleBeforeItsResult() {
        let effects = edits.write(on)
        #expect(effects == [.write(on)])
        #expect(edits.currentOverride(of: "a", in: [:]) == true)
        #expect(edits.overrides(after: ["b": 1]) == ["a": true, "b": 1])
        #expect(edits.memory.undo == [on] && edits.remembered.undo.isEmpty)
        #expect(edits.writesInFlight == 1)
        let nothing = edits.write(OverrideChange([], title: "nothing"))
        #expect(nothing.isEmpty && edits.writesInFlight == 1)
    }

    @Test mutating func failedWriteIsRevertedEverywhere() {
        _ = edits.write(on)
        edits.finish(on, isWritten: false, memory: nil, overrides: [:])
        #expect(edits.currentOverride(of: "a", in: [:]) == nil)
        #expect(edits.memory == ConsoleMemory())
        #expect(edits.writesInFlight == 0 && edits.pendingChanges.isEmpty)
    }

    @Test mutating func modelConfirmationEndsExpectation() {
        _ = edits.write(on)
        edits.compare(with: [:])
        #expect(edits.expected["a"]?.contradictions == 0, "the write is not finished yet")
        edits.finish(on, isWritten: true, memory: nil, overrides: [:])
        #expect(edits.expected["a"]?.isWritten == true)
        edits.compare(with: ["a": true])
        #expect(edits.expected.isEmpty)
        #expect(edits.remembered.undo == [on])
    }

    @Test mutating func secondContradictionEndsExpectation() {
        _ = edits.write(on)
        edits.finish(on, isWritten: true, memory: nil, overrides: [:])
        edits.compare(with: ["a": false])
        #expect(edits.currentOverride(of: "a", in: ["a": false]) == true)
        edits.compare(with: ["a": false])
        #expect(edits.currentOverride(of: "a", in: ["a": false]) == false)
    }

    @Test mutating func pendingChangesApplyToExternalState() {
        let effects = edits.remember(.pin(["a"]))
        #expect(effects == [.remember(.pin(["a"]))])
        var others = ConsoleMemory()
        others.pins = ["b"]
        edits.adopt(others)
        #expect(edits.memory.pins == ["a", "b"] && edits.remembered.pins == ["b"])
        others.pins = ["a", "b"]
        edits.adopt(others, answering: .pin(["a"]))
        #expect(edits.pendingChanges.isEmpty && edits.memory == others)
    }

    @Test mutating func undoSkipsExternallyUndoneSteps() throws {
        let second = OverrideChange([.init(key: "b", before: nil, after: 2)], title: "b = 2")
        for change in [on, second] {
            _ = edits.write(change)
            edits.finish(change, isWritten: true, memory: nil, overrides: ["a": true, "b": 2])
        }
        let (next, effects) = edits.nextStep(.undo, overrides: ["a": true])
        let step = try #require(next)
        #expect(step.change.edits == [.init(key: "a", before: true, after: nil)])
        #expect(step.conflicts.isEmpty)
        #expect(effects.count == 1 && edits.memory.undo == [on])
        #expect(edits.skippedText(.undo) == "‘b = 2’ was already undone")
        let requests = try edits.confirm(.write(step.change))
        #expect(requests == [.write(step.change)])
        let again = Result { () throws(OverrideError) in try edits.confirm(.write(step.change)) }
        #expect(throws: OverrideError.self) { try again.get() }
    }

    @Test mutating func undoReportsConflicts() throws {
        _ = edits.write(on)
        edits.finish(on, isWritten: true, memory: nil, overrides: ["a": true])
        let next = edits.nextStep(.undo, overrides: ["a": "other"]).step
        let step = try #require(next)
        #expect(step.conflicts.map { $0.recorded.before } == [true])
        #expect(step.conflicts.map { $0.current.before } == ["other"])
        let redo = edits.nextStep(.redo, overrides: [:]).step
        #expect(redo?.change == nil)
        #expect(edits.skippedText(.redo) == nil)
    }
}
