import FeatureToggles
import Foundation
import Testing
import ToggleDocuments

@testable import ToggleManifest
@testable import ToggleTool

final class ManifestCacheTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)").path()
    /// A manifest large enough for the cache.
    let source = Array((CompiledManifestTests.everything + "\n" + String(repeating: "# \n", count: 2_000)).utf8)

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func registry() throws -> ToggleRegistry {
        try #require(Manifest.parse(source, path: "toggles.yaml").manifest).registry
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    @Test func findsManifestByContentAndPath() throws {
        let cache = ManifestCache(folder: folder, tool: "1")
        #expect(cache.registry(of: source, path: "/a/toggles.yaml") == nil)
        cache.keep(try registry(), of: source, path: "/a/toggles.yaml")
        #expect(cache.registry(of: source, path: "/a/toggles.yaml")?.toggles.count == 10)
        #expect(cache.registry(of: source, path: "/b/toggles.yaml") == nil)
        #expect(cache.registry(of: source + source, path: "/a/toggles.yaml") == nil)
        #expect(ManifestCache(folder: folder, tool: "2").registry(of: source, path: "/a/toggles.yaml") == nil)
        #expect(names.count == 1)
    }

    @Test func damagedFileIsReplaced() throws {
        let cache = ManifestCache(folder: folder, tool: "1")
        cache.keep(try registry(), of: source, path: "/a/toggles.yaml")
        let file = try #require(names.first)
        try Data("TOGGLES".utf8).write(to: URL(filePath: "\(folder)/\(file)"))
        #expect(cache.registry(of: source, path: "/a/toggles.yaml") == nil)
        cache.keep(try registry(), of: source, path: "/a/toggles.yaml")
        #expect(cache.registry(of: source, path: "/a/toggles.yaml") != nil)
    }

    @Test(.enabled(if: isRoot, "only root can give files to another user"))
    func otherUsersFileIsIgnored() throws {
        let cache = ManifestCache(folder: folder, tool: "1")
        cache.keep(try registry(), of: source, path: "/a/toggles.yaml")
        let file = "\(folder)/\(try #require(names.first))"
        try FileManager.default.setAttributes([.ownerAccountID: 4_000], ofItemAtPath: file)
        #expect(cache.registry(of: source, path: "/a/toggles.yaml") == nil)
        try FileManager.default.setAttributes([.ownerAccountID: 0], ofItemAtPath: file)
        #expect(cache.registry(of: source, path: "/a/toggles.yaml") != nil)
    }

    private static var isRoot: Bool { NSUserName() == "root" }

    @Test func folderHasLimitedSize() throws {
        let cache = ManifestCache(folder: folder, tool: "1")
        let registry = try registry()
        for number in 0..<(ManifestCache.capacity + 20) {
            cache.keep(registry, of: source, path: "/\(number)/toggles.yaml")
            #expect(cache.registry(of: source, path: "/\(number)/toggles.yaml") != nil)
        }
        #expect(names.count <= ManifestCache.capacity)
    }

    @Test func unwritableFolderIsIgnored() throws {
        let cache = ManifestCache(folder: "/dev/null/x", tool: "1")
        cache.keep(try registry(), of: source, path: "/a/toggles.yaml")
        #expect(cache.registry(of: source, path: "/a/toggles.yaml") == nil)
    }
}
