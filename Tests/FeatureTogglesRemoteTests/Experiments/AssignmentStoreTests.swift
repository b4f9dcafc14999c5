import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

struct AssignmentStoreTests {
    private let folder: TemporaryFolder
    private let fileSystem = FaultyFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeStore() -> FileAssignmentStore {
        FileAssignmentStore(path: folder.path("assignments.json"), fileSystem: fileSystem, now: { 1_793_715_901 })
    }

    @Test func firstVariantIsKept() {
        for store in [InMemoryAssignmentStore(), makeStore()] as [any AssignmentStore] {
            #expect(store.variant(of: "button", for: "ada") == nil)
            store.keep("blue", of: "button", for: "ada")
            store.keep("green", of: "button", for: "ada")
            store.keep("green", of: "button", for: "bob")
            #expect(store.variant(of: "button", for: "ada") == "blue")
            #expect(store.variant(of: "button", for: "bob") == "green")
            #expect(store.variant(of: "ranking", for: "ada") == nil)
        }
    }

    @Test func fileKeepsAssignmentsWithoutUserNames() throws {
        let store = makeStore()
        store.keep("blue", of: "button", for: "ada@example.com")
        store.flush()
        #expect(store.problem == nil)
        #expect(makeStore().variant(of: "button", for: "ada@example.com") == "blue")
        #expect(try !folder.text("assignments.json").contains("ada"))
    }

    @Test func firstProcessDecidesVariant() {
        let (first, second) = (makeStore(), makeStore())
        first.keep("blue", of: "button", for: "ada")
        first.flush()
        second.keep("green", of: "button", for: "ada")
        second.keep("green", of: "button", for: "bob")
        second.flush()
        #expect(second.variant(of: "button", for: "ada") == "blue")
        let third = makeStore()
        #expect(third.variant(of: "button", for: "ada") == "blue")
        #expect(third.variant(of: "button", for: "bob") == "green")
    }

    @Test(arguments: ["", "broken", "{\"assignments\": {}}", "[]", "{\"version\": 1}"])
    func unreadableFileIsSetAside(text: String) throws {
        try folder.write(text, to: "assignments.json")
        let store = makeStore()
        #expect(store.problem != nil)
        store.keep("blue", of: "button", for: "ada")
        store.flush()
        #expect(store.problem == nil)
        #expect(makeStore().variant(of: "button", for: "ada") == "blue")
        #expect(try folder.text("assignments.json.corrupt-20261103T142501Z-1") == text)
    }

    @Test func fileOfNewerVersionIsNotOverwritten() throws {
        let text = "{\"version\": 2, \"assignments\": {}}"
        try folder.write(text, to: "assignments.json")
        let store = makeStore()
        store.keep("blue", of: "button", for: "ada")
        store.flush()
        #expect(store.problem == "the assignments file has version 2, but only version 1 is supported here")
        #expect(store.variant(of: "button", for: "ada") == "blue")
        #expect(try folder.text("assignments.json") == text)
    }

    @Test func fullTableDropsOldestOfLargestExperiment() {
        var table = AssignmentTable(limit: 3)
        for person in ["ada", "bob"] { table.keep("blue", of: "old", for: person) }
        table.keep("green", of: "new", for: "ada")
        table.keep("green", of: "new", for: "bob")
        #expect(table.count == 3)
        #expect(table.variant(of: "old", for: "ada") == nil)
        #expect(table.variant(of: "old", for: "bob") == "blue")
        #expect(table.variant(of: "new", for: "ada") == "green")
        #expect(table.variant(of: "new", for: "bob") == "green")
    }

    @Test func newestAssignmentsAreKeptBeyondLimit() {
        let store = makeStore()
        for number in 0..<FileAssignmentStore.limit + 2 { store.keep("blue", of: "button", for: "\(number)") }
        store.flush()
        for store in [store, makeStore()] {
            #expect(store.variant(of: "button", for: "1") == nil)
            #expect(store.variant(of: "button", for: "2") == "blue")
            #expect(store.variant(of: "button", for: "\(FileAssignmentStore.limit + 1)") == "blue")
        }
        let another = makeStore()
        another.keep("green", of: "button", for: "new")
        another.flush()
        #expect(makeStore().variant(of: "button", for: "2") == nil, "the order is stored in the file")
        #expect(makeStore().variant(of: "button", for: "3") == "blue")
    }

    @Test func failedWriteIsRepeatedWithNextOne() {
        let store = makeStore()
        fileSystem.fail(.write, with: 28)
        store.keep("blue", of: "button", for: "ada")
        store.flush()
        #expect(store.problem != nil)
        #expect(store.variant(of: "button", for: "ada") == "blue")
        fileSystem.heal()
        store.keep("green", of: "button", for: "bob")
        store.flush()
        #expect(store.problem == nil)
        let again = makeStore()
        #expect(again.variant(of: "button", for: "ada") == "blue")
        #expect(again.variant(of: "button", for: "bob") == "green")
    }
}
