import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesOverrides
@testable import ToggleConsole

/// Tests the saved state while other consoles and commands change it.
struct MemoryKeepingTests {
    let folder: TemporaryFolder
    let store: MemoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = MemoryStore(path: folder.path("toggles.console.json"))
    }

    private func change(_ key: String, _ before: JSONValue?, _ after: JSONValue?) -> OverrideChange {
        OverrideChange([OverrideChange.Edit(key: key, before: before, after: after)], title: key)
    }

    private func client() -> ToggleClient {
        let toggle = ToggleDefinition(key: "page_size", category: .ops, type: .int, defaultValue: 20)
        return ToggleClient(
            registries: [ToggleRegistry(namespace: "N", application: "shop", toggles: [toggle])],
            overrides: OverrideSources(localDefaultsPath: folder.path("toggles.json")),
            context: EvaluationContext()
        )
    }

    @Test func externalUndoSurvivesALaterEdit() throws {
        var keeper = MemoryKeeper(path: folder.path("toggles.console.json"))
        #expect(keeper.note(.history(change("a", nil, 1))) == nil)
        try store.update { $0.apply(.history(change("a", nil, 1).change(for: .undo))) }
        #expect(keeper.note(.history(change("b", nil, 2))) == nil)
        #expect(keeper.memory.undo == [change("b", nil, 2)])
        #expect(keeper.memory.redo.isEmpty)
        #expect(store.read().memory == keeper.memory)
    }

    @Test func storedStepsHaveTheirTime() throws {
        let path = folder.path("toggles.console.json")
        let early = MemoryStore(path: path, trust: .person, now: { 1_000 })
        let late = MemoryStore(path: path, trust: .person, now: { 2_000 })
        _ = try early.apply([.history(change("a", nil, 1))])
        let memory = try late.apply([.history(change("b", nil, 2))]).memory
        #expect(memory.undo.map(\.time) == [1_000, 2_000])
        #expect(store.read().memory.undo.map(\.time) == [1_000, 2_000])
        // An undone step keeps the time of its change.
        let undone = try late.apply([.history(change("a", nil, 1).change(for: .undo))]).memory
        #expect(undone.redo.map(\.time) == [1_000])
        #expect(store.read().memory.redo.map(\.time) == [1_000])
    }

    @Test func unsavedChangesApplyAndAreReportedOnce() throws {
        try folder.write("", to: "toggles.console.json/x")
        var keeper = MemoryKeeper(path: folder.path("toggles.console.json"))
        #expect(keeper.note(.pin(["a"])) != nil)
        #expect(keeper.note(.history(change("a", nil, 1))) == nil)
        #expect(keeper.memory.pins == ["a"])
        #expect(keeper.memory.undo.count == 1)
        try folder.remove("toggles.console.json")
        #expect(keeper.note(.pin(["b"])) == nil)
        #expect(store.read().memory == keeper.memory)
        #expect(keeper.memory.pins == ["a", "b"])
    }

    @Test func changesApplyWithoutAFile() {
        var keeper = MemoryKeeper(path: nil)
        #expect(keeper.note(.pin(["a"])) == nil)
        #expect(keeper.read() == nil)
        #expect(keeper.memory.pins == ["a"])
    }

    @Test func externalChangesAreSent() async throws {
        let backend = ConsoleBackend(client())
        defer { backend.finish() }
        let (events, continuation) = AsyncStream<ConsoleEvent>.makeStream()
        _ = backend.start { continuation.yield($0) }
        try store.update { $0.apply(.pin(["page_size"])) }
        for await event in events {
            if case .report(.memory(let memory)) = event, memory.pins == ["page_size"] { break }
        }
    }

    @Test func failedWriteCannotBeUndone() async throws {
        let backend = ConsoleBackend(client())
        let (events, continuation) = AsyncStream<ConsoleEvent>.makeStream()
        _ = backend.start { continuation.yield($0) }
        // Another program has already written the same value.
        try OverrideWriter(path: folder.path("toggles.json")).write(change("page_size", nil, 7))
        _ = backend.perform(.request(.write(change("page_size", nil, 7))))
        _ = backend.perform(.request(.write(change("page_size", nil, 7).change(for: .undo))))
        backend.finish()
        continuation.finish()
        var failures = 0
        for await event in events {
            if case .report(.written(_, let failure, _)) = event, failure != nil { failures += 1 }
        }
        #expect(failures == 2)
        #expect(try OverrideWriter(path: folder.path("toggles.json")).overrides() == ["page_size": 7])
        #expect(store.read().memory.undo.isEmpty)
    }

    @Test func quittingAfterUndoKeepsTheHistory() throws {
        let history = OverrideHistory(ConsoleFiles(defaultsPath: folder.path("toggles.json")))
        _ = try history.perform("page_size") { _ in change("page_size", nil, 5).edits }
        let backend = ConsoleBackend(client())
        let start = backend.start { _ in }
        let step = try #require(start.memory.undo.last)
        _ = backend.perform(.request(.write(step.change(for: .undo))))
        backend.finish()
        #expect(try history.steps(.undo).isEmpty)
        #expect(try history.steps(.redo).first == step)
        #expect(try history.perform(step, .redo).warnings == [])
        #expect(try history.steps(.undo).first == step)
    }
}
