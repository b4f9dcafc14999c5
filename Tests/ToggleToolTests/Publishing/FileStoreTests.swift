import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleTool

@Suite struct FileStoreTests {
    private let folder: TemporaryFolder
    private let address: RemoteAddress

    init() throws {
        folder = try TemporaryFolder()
        address = .file(folder.path("flags/shop.json"))
    }

    @Test func conditionsAreHonoured() async throws {
        let store = FileStore()
        #expect(try await store.read(address) == nil)
        await #expect(throws: DocumentStoreError.self) { try await store.write([1], to: address, if: .matches("x")) }
        let first = try await store.write([1], to: address, if: .absent)
        #expect(try await store.read(address) == StoredFile(bytes: [1], tag: first))
        await #expect(throws: DocumentStoreError.self) { try await store.write([2], to: address, if: .absent) }
        let second = try await store.write([2], to: address, if: .matches(first))
        await #expect(throws: DocumentStoreError.self) { try await store.write([3], to: address, if: .matches(first)) }
        #expect(try await store.read(address) == StoredFile(bytes: [2], tag: second))
        _ = try await store.write([4], to: address, if: .unconditional)
        #expect(folder.files("flags") == ["shop.json"])
    }

    @Test func entriesOfAHistoryHaveNoLockFiles() async throws {
        let entry = address.appending(".history/1.json")
        _ = try await FileStore().write([1], to: entry, if: .absent)
        await #expect(throws: DocumentStoreError.self) { try await FileStore().write([2], to: entry, if: .absent) }
        #expect(try folder.names("flags/shop.json.history") == ["1.json"])
        for name in ["flags", "flags/shop.json.history"] {
            #expect(try folder.mode(name) == Int(folder.mode("") & 0o775), "\(name)")
        }
    }

    @Test(arguments: [0o600, 0o640, 0o644])
    func historyIsAsPrivateAsDocument(mode: Int) async throws {
        _ = try await FileStore().write([1], to: address, if: .absent)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path("flags/shop.json"))
        for name in ["1", "2", "start"] {
            _ = try await FileStore().write([2], to: address.appending(".history/\(name).json"), if: .absent)
            #expect(try folder.mode("flags/shop.json.history/\(name).json") == mode)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.json"),
            withDestinationPath: "flags/shop.json"
        )
        let link = RemoteAddress.file(folder.path("link.json.history/1.json"))
        _ = try await FileStore().write([2], to: link, if: .absent)
        #expect(try folder.mode("link.json.history/1.json") == mode)
    }

    @Test(.enabled(if: getuid() == 0, "needs root"))
    func ownerOfDocumentOwnsHistoryThatRootWrites() async throws {
        try folder.createFolder("flags")
        try folder.write("{}", to: "flags/shop.json")
        for name in ["flags", "flags/shop.json"] { chown(folder.path(name), 1001, 1002) }
        _ = try await FileStore().write([1], to: address.appending(".history/1.json"), if: .absent)
        for name in ["flags/shop.json.history", "flags/shop.json.history/1.json"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            #expect(attributes[.ownerAccountID] as? Int == 1001, "\(name)")
            #expect(attributes[.groupOwnerAccountID] as? Int == 1002, "\(name)")
        }
    }

    @Test func oneOfManyWritersWins() async throws {
        let address = address
        for _ in 0..<20 {
            let entry = address.appending("-\(UInt64.random(in: .min ... .max))")
            let wins = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        (try? await FileStore().write([UInt8(number)], to: entry, if: .absent)) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wins == 1)
        }
    }

    @Test func webServerCanReadANewFile() async throws {
        _ = try await FileStore().write([1], to: address, if: .absent)
        let path = folder.path("new")
        try folder.write([1], to: "new")
        #expect(try folder.mode("flags/shop.json") == folder.mode("new"), "\(path)")
        #expect(try folder.mode("flags") & 0o700 == 0o700)
        #expect(try folder.mode("flags") == Int(folder.mode("") & 0o775))
    }

    @Test func timeMovesToTheNextSecond() async throws {
        var seconds: Set<Int> = []
        for number in 0..<3 {
            _ = try await FileStore().write([UInt8(number)], to: address, if: .unconditional)
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("flags/shop.json"))
            let date = try #require(attributes[.modificationDate] as? Date)
            seconds.insert(Int(date.timeIntervalSince1970))
        }
        #expect(seconds.count == 3)
    }

    @Test func unreadableFileIsRefused() async throws {
        try folder.createFolder("flags/shop.json")
        await #expect(throws: DocumentStoreError.self) { try await FileStore().read(address) }
        await #expect(throws: DocumentStoreError.self) {
            try await FileStore().write([1], to: address, if: .unconditional)
        }
    }
}
