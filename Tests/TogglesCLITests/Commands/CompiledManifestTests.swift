import Foundation
import Testing

/// The cache of parsed manifests.
struct CompiledManifestTests {
    /// A long manifest.
    private static let manifest = Shop.manifest + "\n" + String(repeating: "# \n", count: 3_000)

    private let shop: Shop

    init() throws {
        shop = try Shop(manifest: Self.manifest)
    }

    private func run(_ arguments: String...) throws -> BuiltCommand.Result {
        let environment = shop.environment.merging(["XDG_CACHE_HOME": "\(shop.path)/cache"]) { $1 }
        return try BuiltCommand("toggles").run(arguments, environment: environment, in: shop.path)
    }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(shop.path)/cache/toggles/manifests")) ?? []
    }

    @Test func cachedManifestHasSameAnswers() throws {
        let first = try run("list", "--json")
        #expect(first.status == 0)
        #expect(files.count == 1)
        #expect(try run("list", "--json") == first)
        #expect(try run("set", "page_size", "3").status == 0)
        #expect(try run("get", "page_size").output == "3\n")
    }

    @Test func changedManifestInvalidatesCache() throws {
        _ = try run("list")
        try shop.write(Self.manifest.replacing("default: 20", with: "default: 21"), to: "toggles.yaml")
        #expect(try run("get", "page_size").output == "21\n")
        try shop.write(Self.manifest.replacing("default: 20", with: "default: x"), to: "toggles.yaml")
        #expect(try run("get", "page_size").status == 2)
        #expect(files.count == 1)
    }

    @Test func damagedCacheIsIgnored() throws {
        let first = try run("list", "--json")
        let file = try #require(files.first)
        try shop.write("TOGGLES", to: "cache/toggles/manifests/\(file)")
        #expect(try run("list", "--json") == first)
        #expect(shop.text("cache/toggles/manifests/\(file)")?.hasPrefix("TOGGLES\u{4}") == true)
    }

    @Test func manifestInIgnoredFolderIsCachedByItself() throws {
        try shop.write("Ignored\n", to: ".gitignore")
        try shop.write("", to: "Package.swift")
        try shop.createFolder("Ignored")
        try shop.write(Self.manifest, to: "Ignored/toggles.yaml")
        let environment = shop.environment.merging(["XDG_CACHE_HOME": "\(shop.path)/cache"]) { $1 }
        let results = try (0..<2).map { _ in
            try BuiltCommand("toggles").run(["list"], environment: environment, in: "\(shop.path)/Ignored")
        }
        #expect(results[0].status == 0)
        #expect(results[0] == results[1])
        #expect(files.count == 2)
    }
}
