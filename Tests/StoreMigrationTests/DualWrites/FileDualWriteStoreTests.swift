import TestSupport
import Testing

@testable import StoreMigration

struct FileDualWriteStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var store: FileDualWriteStore { FileDualWriteStore(path: folder.path("sub/dual-writes.json")) }

    @Test func statesArePersistent() async throws {
        let noon = MigrationTime(millisecondsSince1970: 1_795_252_500_123)
        #expect(try await store.state(of: "ada") == .initial)
        #expect(try folder.names().isEmpty, "reading a state writes nothing")
        try await store.update("ada") { _ in DualWriteState(old: .beginning, new: noon) }
        try await store.update("grace") { _ in DualWriteState(old: nil, new: nil) }
        #expect(try await store.state(of: "ada") == DualWriteState(old: .beginning, new: noon))
        #expect(try await store.state(of: "grace") == DualWriteState(old: nil, new: nil))
        let text = try folder.text("sub/dual-writes.json")
        #expect(!text.contains("ada") && text.contains("1795252500123"))
    }

    @Test func concurrentChangesAreAllStored() async throws {
        let store = store
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    _ = try? await store.update("ada") { state in
                        let before = state.new?.millisecondsSince1970 ?? 0
                        return DualWriteState(
                            old: .beginning,
                            new: MigrationTime(millisecondsSince1970: before + 1)
                        )
                    }
                    _ = try? await store.update("user \(number)") { _ in DualWriteState(old: nil, new: nil) }
                }
            }
        }
        #expect(try await store.state(of: "ada").new?.millisecondsSince1970 == 20)
        for number in 0..<20 { #expect(try await store.state(of: "user \(number)").old == nil) }
    }

    @Test(arguments: ["[", "7", #"{"version": 2, "users": {}}"#, #"{"version": 1}"#])
    func invalidFileIsLeftUnchanged(text: String) async throws {
        try folder.createFolder("sub")
        try folder.write(text, to: "sub/dual-writes.json")
        await #expect(throws: MigrationFileError.self) { try await store.state(of: "ada") }
        await #expect(throws: MigrationFileError.self) {
            try await store.update("ada") { _ in DualWriteState(old: nil, new: nil) }
        }
        #expect(try folder.text("sub/dual-writes.json") == text)
    }

    @Test(arguments: ["7", "{}", #"{"old": 1}"#, #"{"old": 1, "new": "noon"}"#, #"{"old": 1, "new": 1.5}"#])
    func invalidStateIsReported(state: String) async throws {
        try await store.update("ada") { _ in DualWriteState(old: nil, new: nil) }
        let text = try folder.text("sub/dual-writes.json")
        let broken = text.replacing(/\{\s*"old": null,\s*"new": null\s*\}/, with: state)
        #expect(broken != text)
        try folder.write(broken, to: "sub/dual-writes.json")
        await #expect {
            try await store.state(of: "ada")
        } throws: { "\($0)".contains("milliseconds since 1970") }
        #expect(try await store.state(of: "grace") == .initial, "other users are not affected")
    }
}
