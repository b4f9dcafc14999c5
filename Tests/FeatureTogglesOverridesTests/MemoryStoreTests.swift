import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesOverrides

struct MemoryStoreTests {
    let folder: TemporaryFolder
    let store: MemoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = MemoryStore(path: folder.path("toggles.console.json"))
    }

    @Test func missingFileHasEmptyState() {
        let (memory, problem) = store.read()
        #expect(memory == ConsoleMemory())
        #expect(problem == nil)
        #expect(folder.files() == [])
    }

    @Test func updatesAreReadBack() throws {
        try store.update { $0.pins = ["a"] }
        try store.update { $0.theme = "dark" }
        let memory = store.read().memory
        #expect(memory.pins == ["a"])
        #expect(memory.theme == "dark")
    }

    @Test(arguments: ["", "{", "[]", #"{"version": "1"}"#, #"{"version": 1, "pins": ["a", 7]}"#, "\u{0}"])
    func brokenFileIsSetAside(text: String) throws {
        try folder.write(text, to: "toggles.console.json")
        let (memory, problem) = store.read()
        #expect(memory == ConsoleMemory())
        #expect(problem?.hasPrefix("Pins and history cannot be read: \(folder.path)/toggles.console.json: ") == true)
        // Reading alone doesn't move the file.
        #expect(try folder.text("toggles.console.json") == text)
        let notice = try store.update { $0.pins = ["a"] }
        #expect(notice?.contains("toggles.console.json.corrupt-") == true)
        #expect(store.read().memory.pins == ["a"])
        #expect(folder.files().contains { $0.hasPrefix("toggles.console.json.corrupt-") })
    }

    @Test func newerVersionIsNotOverwritten() throws {
        let text = #"{"version": 2, "pins": {"a": 1}}"#
        try folder.write(text, to: "toggles.console.json")
        #expect(store.read().problem?.contains("has version 2, but only version 1 is supported here") == true)
        let failure = #expect(throws: OverrideError.self) { try store.update { $0.pins = ["a"] } }
        #expect(failure?.description.contains("has a newer version") == true)
        #expect(try folder.text("toggles.console.json") == text)
        #expect(folder.files() == ["toggles.console.json"])
    }

    @Test func folderInPlaceOfFileIsReported() throws {
        try folder.write("", to: "toggles.console.json/x")
        #expect(store.read().problem != nil)
        #expect(throws: OverrideError.self) { try store.update { $0.pins = ["a"] } }
    }

    @Test func oversizedHistoryLosesItsOldestSteps() throws {
        let text = JSONValue.string(String(repeating: "x", count: 200_000))
        try store.update { memory in
            for number in 0..<100 {
                let edit = OverrideChange.Edit(key: "banner", before: nil, after: text)
                memory.apply(.history(OverrideChange([edit], title: "\(number)")))
            }
        }
        let undo = store.read().memory.undo
        #expect(undo.count > 10)
        #expect(undo.last?.title == "99")
    }

    @Test func folderOfAnotherUserIsNotUsed() throws {
        try store.update { $0.pins = ["a"] }
        let foreign = MemoryStore(
            path: folder.path("toggles.console.json"),
            trust: .currentUser,
            fileSystem: OwnedFileSystem(foreign: folder.path)
        )
        #expect(foreign.read().memory.pins == [])
        #expect(foreign.read().problem?.contains("It belongs to another user (4000000000)") == true)
        let failure = #expect(throws: OverrideError.self) { try foreign.update { $0.pins = ["b"] } }
        let start = "Pins and history cannot be saved: \(folder.path): It belongs to another"
        #expect(failure?.description.hasPrefix(start) == true)
        #expect(store.read().memory.pins == ["a"])
    }
}
