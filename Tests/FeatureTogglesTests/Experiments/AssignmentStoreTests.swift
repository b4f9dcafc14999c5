import Testing

@testable import FeatureToggles

struct AssignmentStoreTests {
    private let folder: TemporaryFolder
    private let fileSystem = FaultyFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeStore() -> FileAssignmentStore {
        FileAssignmentStore(path: folder.path("assignments.json"), fileSystem: fileSystem, now: { 1_793_715_901 })
    }

    @Test func theFirstVariantStays() {
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

    @Test func aFileOutlivesItsStoreAndNamesNobody() throws {
        let store = makeStore()
        store.keep("blue", of: "button", for: "ada@example.com")
        store.flush()
        #expect(store.problem == nil)
        #expect(makeStore().variant(of: "button", for: "ada@example.com") == "blue")
        #expect(try !folder.text("assignments.json").contains("ada"))
    }

    @Test func ofTwoProcessesTheFirstDecides() {
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

    @Test(arguments: ["", "broken", "{\"version\": 2, \"assignments\": {}}", "[]", "{\"version\": 1}"])
    func aFileThatCannotBeReadIsKeptAside(text: String) throws {
        try folder.write(text, to: "assignments.json")
        let store = makeStore()
        #expect(store.problem != nil)
        store.keep("blue", of: "button", for: "ada")
        store.flush()
        #expect(store.problem == nil)
        #expect(makeStore().variant(of: "button", for: "ada") == "blue")
        #expect(try folder.text("assignments.json.corrupt-20261103T142501Z-1") == text)
    }

    @Test func whatCannotBeWrittenIsWrittenWithTheNext() {
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
