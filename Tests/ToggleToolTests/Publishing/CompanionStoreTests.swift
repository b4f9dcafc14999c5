import TestSupport
import Testing
import ToggleTool

#if os(macOS) || os(Linux)
@Suite struct CompanionStoreTests {
    private let folder: TemporaryFolder
    private let address = RemoteAddress.etcd(endpoints: ["http://a:2379", "http://b:2379"], key: "shop.json")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A store whose program is a script.
    private func store(_ script: String, endpoint: String? = nil) throws -> CompanionStore {
        CompanionStore(
            endpoint: endpoint,
            command: ["/bin/sh", try folder.write("\(script)\n", to: "toggles-remote")]
        )
    }

    @Test func fileFollowsItsTag() async throws {
        let store = try store(#"echo "$@" > "$0.arguments"; printf '{"tag": "\\"7\\""}\na\nb'"#, endpoint: "https://e")
        #expect(try await store.read(address) == StoredFile(bytes: Array("a\nb".utf8), tag: "\"7\""))
        #expect(
            try folder.text("toggles-remote.arguments")
                == "store read etcd+http://a:2379,b:2379/shop.json --endpoint https://e\n"
        )
    }

    @Test func missingFileHasNoTag() async throws {
        #expect(try await store(#"echo '{"tag": null}'"#).read(address) == nil)
    }

    @Test(arguments: [
        (WriteCondition.absent, "--if-absent"), (.matches("7"), "--if-tag 7"), (.unconditional, "--unconditional"),
    ])
    func conditionsAreOptions(condition: WriteCondition, option: String) async throws {
        let store = try store(#"echo "$@" > "$0.arguments"; cat > "$0.input"; echo '{"tag": "8"}'"#)
        #expect(try await store.write(Array("new".utf8), to: address, if: condition) == "8")
        #expect(try folder.text("toggles-remote.input") == "new")
        #expect(
            try folder.text("toggles-remote.arguments")
                == "store write etcd+http://a:2379,b:2379/shop.json \(option)\n"
        )
    }

    @Test(arguments: [
        ("echo no >&2; exit 2", DocumentStoreError.refused("no"), DocumentStoreError.refused("no")),
        ("echo no >&2; exit 3", .conflict("no"), .conflict("no")),
        ("echo no >&2; exit 4", .unavailable("no"), .unavailable("no")),
        ("echo no >&2; exit 5", .unavailable("no"), .unknown("no")),
        ("kill -9 $$", .unavailable("The store gave no answer."), .unknown("The store gave no answer.")),
        (
            "echo what", .unavailable("toggles-remote gave an answer that can't be read."),
            .unknown("toggles-remote gave an answer that can't be read.")
        ),
    ])
    func exitCodesAreErrors(script: String, reading: DocumentStoreError, writing: DocumentStoreError) async throws {
        let store = try store(script)
        await #expect(throws: reading) { try await store.read(address) }
        await #expect(throws: writing) { try await store.write([1], to: address, if: .absent) }
    }
}
#endif
