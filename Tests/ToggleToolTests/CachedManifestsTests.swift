import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleDocuments

@testable import FeatureToggles
@testable import ToggleManifest
@testable import ToggleTool

struct CachedManifestsTests {
    private let folder: TemporaryFolder
    private let cache: ManifestCache
    /// A time long after the last change of any file in the test.
    private let later = SystemTime.millisecondsSince1970 + 60_000

    init() throws {
        folder = try TemporaryFolder()
        try folder.createFolder("project/.git")
        cache = ManifestCache(folder: folder.path("cache"), tool: "1")
    }

    private func write(_ keys: String..., to name: String) throws {
        let path = "project/\(name)"
        try folder.createFolder(PathText.folder(of: path))
        try folder.write(Self.manifest(keys), to: path)
    }

    private static func manifest(_ keys: [String]) -> String {
        "schema: 1\nnamespace: N\ntoggles:\n"
            + keys.map {
                "  \($0): { category: ops, description: d, owner: o, permanent: true, created: 2026-11-01 }\n"
            }
            .joined()
    }

    /// Gives the folders an old time, so that the next change gives them another one, however soon it is.
    private func age(_ names: String...) throws {
        for name in names {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
                ofItemAtPath: folder.path(name)
            )
        }
    }

    private func search(at time: Int64) -> ManifestSearch {
        ManifestSearch(from: folder.path("project"), home: nil, cache: cache, time: time)
    }

    /// Loads all manifests as a command does.
    ///
    /// - Returns: The keys of each manifest, and the paths of those that were parsed.
    @discardableResult
    private func load(at time: Int64) throws -> (keys: [[String]], parsed: [String]) {
        var cached = CachedManifests(search(at: time), in: cache)
        var keys: [[String]] = []
        var parsed: [String] = []
        for (index, file) in cached.files.enumerated() {
            if let manifest = cached[index] {
                keys.append(manifest.registry.toggles.map(\.key))
                continue
            }
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: file.path)))
            parsed.append(file.path.replacing(folder.path("project/"), with: ""))
            guard let registry = Manifest.parse(bytes, path: file.path).manifest?.registry else { continue }
            keys.append(cached.add(registry, of: bytes, at: index).registry.toggles.map(\.key))
        }
        cached.keep()
        return (keys, parsed)
    }

    private var cacheFiles: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("cache"))) ?? []).sorted()
    }

    private func cacheFile() throws -> String { folder.path("cache/\(try #require(cacheFiles.first))") }

    private func cacheIdentity() throws -> FileStatus.Identity {
        try POSIXFileSystem().status(ofPath: cacheFile()).identity
    }

    @Test func onlyChangedManifestIsParsed() throws {
        try write("a", to: "toggles.yaml")
        try write("b", to: "Sources/B/toggles.yaml")
        #expect(try load(at: later).parsed == ["toggles.yaml", "Sources/B/toggles.yaml"])
        let search = search(at: later)
        #expect(search.searched.map(\.path) == ["", "Sources", "Sources/B"])
        #expect(search.searched == search.project?.searched)
        let identity = try cacheIdentity()
        let second = try load(at: later)
        #expect(second.keys == [["a"], ["b"]])
        #expect(second.parsed.isEmpty)
        #expect(try cacheIdentity() == identity)
        try write("b", "c", to: "Sources/B/toggles.yaml")
        let third = try load(at: later)
        #expect(third.keys == [["a"], ["b", "c"]])
        #expect(third.parsed == ["Sources/B/toggles.yaml"])
        #expect(try load(at: later).parsed.isEmpty)
        #expect(cacheFiles.count == 1)
    }

    @Test func detailsAreReadFromProject() throws {
        try write("a", to: "toggles.yaml")
        try write("b", to: "Sources/B/toggles.yaml")
        try load(at: later)
        let cached = CachedManifests(search(at: later), in: cache)
        #expect(cached[1]?.registry.toggles.first?.details?.owner == "o")
        let bytes = try Data(contentsOf: URL(filePath: folder.path("project/Sources/B/toggles.yaml")))
        #expect(cached[1]?.content == ContentDigest([UInt8](bytes)))
    }

    /// Returns what is known about each registry that is loaded without parsing.
    private func soundness() -> [ToggleRegistry.Soundness?] {
        let cached = CachedManifests(search(at: later), in: cache)
        return cached.files.indices.map { cached[$0]?.registry.soundness }
    }

    @Test func manifestsAreSoundTogetherUnlessTheyDeclareTheSameToggle() throws {
        try write("a", to: "toggles.yaml")
        try write("b", "c", to: "Sources/B/toggles.yaml")
        try load(at: later)
        let first = soundness()
        #expect(first[0]?.isTogether == true)
        #expect(first[0] == first[1])
        // Another reading of the same content isn't the same project.
        #expect(soundness()[0] != first[0])
        // A manifest that must be parsed may declare anything.
        try write("a", to: "Sources/B/toggles.yaml")
        #expect(soundness().map { $0?.isTogether } == [true, nil])
        try load(at: later)
        #expect(soundness() == [.alone, .alone])
        try write("d", to: "Sources/B/toggles.yaml")
        try load(at: later)
        #expect(soundness().map { $0?.isTogether } == [true, true])
    }

    @Test func everyChangeOfTheProjectIsFound() throws {
        try write("a", to: "Sources/A/toggles.yaml")
        try write("b", to: "Sources/B/toggles.yaml")
        try age("project/Sources", "project")
        try load(at: later)
        try write("c", to: "Sources/C/toggles.yaml")
        #expect(try load(at: later).keys == [["a"], ["b"], ["c"]])
        try age("project/Sources")
        try load(at: later)
        try FileManager.default.removeItem(atPath: folder.path("project/Sources/A"))
        #expect(try load(at: later).keys == [["b"], ["c"]])
        try age("project")
        try load(at: later)
        try folder.write("C\n", to: "project/.gitignore")
        #expect(try load(at: later).keys == [["b"]])
        // The folder doesn't change with its file.
        try folder.write("# nothing\n", to: "project/.gitignore")
        #expect(try load(at: later).keys == [["b"], ["c"]])
        #expect(try load(at: later).parsed.isEmpty)
    }

    @Test func recentSearchDoesNotReplaceTheManifestsOfAnEarlierOne() throws {
        try write("a", to: "A/toggles.yaml")
        try write("b", to: "B/toggles.yaml")
        try folder.link("project/.gitignore", to: folder.path("ignored"))
        try load(at: later)
        let now = SystemTime.millisecondsSince1970
        try folder.write("B\n", to: "ignored")
        try write("a", "c", to: "A/toggles.yaml")
        #expect(try load(at: now).keys == [["a", "c"]])
        // The signatures are those of the first search again.
        try folder.remove("ignored")
        #expect(try load(at: later).keys == [["a", "c"], ["b"]])
    }

    @Test func searchIsRepeatedIfSomethingCouldNotBeRead() throws {
        try write("a", to: "toggles.yaml")
        try folder.createFolder("project/Sources/.gitignore")
        #expect(search(at: later).searched.isEmpty)
        try folder.remove("project/Sources/.gitignore")
        #expect(!search(at: later).searched.isEmpty)
    }

    @Test(.enabled(if: !isRoot, "root can read every folder"))
    func searchIsRepeatedIfFolderCouldNotBeRead() throws {
        try write("a", to: "toggles.yaml")
        try folder.createFolder("project/Sources")
        for (mode, isEmpty) in [(0, true), (0o700, false)] {
            try FileManager.default.setAttributes(
                [.posixPermissions: mode],
                ofItemAtPath: folder.path("project/Sources")
            )
            #expect(search(at: later).searched.isEmpty == isEmpty)
        }
    }

    @Test func contentOfRecentlyWrittenFilesIsCompared() throws {
        let now = SystemTime.millisecondsSince1970
        try write("a", to: "toggles.yaml")
        try load(at: now)
        #expect(search(at: now).project?.searched == [])
        let identity = try cacheIdentity()
        #expect(try load(at: now).parsed.isEmpty)
        // There is nothing new to write.
        #expect(try cacheIdentity() == identity)
        // A change that has the same size and perhaps the same time.
        try write("z", to: "toggles.yaml")
        #expect(try load(at: now).keys == [["z"]])
        #expect(try load(at: later).parsed.isEmpty)
        let project = try #require(search(at: later).project)
        #expect(project.entries.map { $0.signature != nil } == [true])
        #expect(project.searched.map(\.path) == [""])
    }

    @Test func touchedManifestIsNotParsed() throws {
        try write("a", to: "toggles.yaml")
        try load(at: later)
        try age("project/toggles.yaml")
        let identity = try cacheIdentity()
        #expect(try load(at: later).parsed.isEmpty)
        // The new time is kept.
        #expect(try cacheIdentity() != identity)
    }

    @Test func manifestWithErrorsIsParsedEachTime() throws {
        try write("a", to: "toggles.yaml")
        try write("B", to: "Sources/B/toggles.yaml")
        for _ in 0..<2 { try load(at: later) }
        let identity = try cacheIdentity()
        let last = try load(at: later)
        #expect(last.keys == [["a"]])
        #expect(last.parsed == ["Sources/B/toggles.yaml"])
        #expect(try cacheIdentity() == identity)
    }

    @Test func linkIsFollowed() throws {
        try folder.write(Self.manifest(["a"]), to: "other.yaml")
        try folder.createFolder("project/Sources")
        let link = folder.path("project/Sources/toggles.yaml")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("other.yaml"))
        try load(at: later)
        #expect(try load(at: later).parsed.isEmpty)
        try folder.write(Self.manifest(["a", "b"]), to: "other.yaml")
        #expect(try load(at: later).keys == [["a", "b"]])
    }

    @Test func manifestOutsideOfTheSearchIsParsedAndNotKept() throws {
        try write("a", to: "toggles.yaml")
        try write("b", to: "Ignored/toggles.yaml")
        try folder.write("Ignored\n", to: "project/.gitignore")
        for _ in 0..<2 {
            let search = ManifestSearch(from: folder.path("project/Ignored"), home: nil, cache: cache, time: later)
            var cached = CachedManifests(search, in: cache)
            #expect(cached.files.count == 2)
            #expect(cached[0] == nil)
            _ = cached.add(ToggleRegistry(namespace: "N", toggles: []), of: [], at: 0)
            cached.keep()
        }
        #expect(try load(at: later).keys == [["a"]])
    }

    @Test func singleManifestIsFoundByItsPath() throws {
        for name in ["A", "B"] { try folder.createFolder(name) }
        let files = try ["A", "B"].map {
            ManifestFile(path: try folder.write(Self.manifest([$0.lowercased()]), to: "\($0)/toggles.yaml"))
        }
        for (file, key) in zip(files, ["a", "b"]) {
            var cached = CachedManifests(file, in: cache)
            #expect(cached[0] == nil)
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: file.path)))
            let registry = try #require(Manifest.parse(bytes, path: file.path).manifest).registry
            _ = cached.add(registry, of: bytes, at: 0)
            cached.keep()
            #expect(CachedManifests(file, in: cache)[0]?.registry.toggles.map(\.key) == [key])
        }
        #expect(cacheFiles.count == 2)
        let other = ManifestCache(folder: folder.path("cache"), tool: "2")
        #expect(CachedManifests(files[0], in: other)[0] == nil)
    }

    @Test func damagedFileIsReplaced() throws {
        try write("a", to: "toggles.yaml")
        try load(at: later)
        try Data("TOGGLES".utf8).write(to: URL(filePath: try cacheFile()))
        #expect(try load(at: later).parsed == ["toggles.yaml"])
        #expect(try load(at: later).parsed.isEmpty)
    }

    @Test(.enabled(if: isRoot, "only root can give files to another user"))
    func otherUsersFileIsIgnored() throws {
        try write("a", to: "toggles.yaml")
        try load(at: later)
        try FileManager.default.setAttributes([.ownerAccountID: 4_000], ofItemAtPath: try cacheFile())
        #expect(search(at: later).project == nil)
        try FileManager.default.setAttributes([.ownerAccountID: 0], ofItemAtPath: try cacheFile())
        #expect(search(at: later).project != nil)
    }

    private static var isRoot: Bool { NSUserName() == "root" }

    @Test func folderHasLimitedSize() {
        for number in 0..<(ManifestCache.capacity + 20) {
            cache.keep("/\(number)", searched: [], manifests: [], from: nil)
            #expect(cache.project("/\(number)") != nil)
        }
        #expect(cacheFiles.count <= ManifestCache.capacity)
    }

    @Test func unwritableFolderIsIgnored() throws {
        try write("a", to: "toggles.yaml")
        let cache = ManifestCache(folder: "/dev/null/x", tool: "1")
        var cached = CachedManifests(search(at: later), in: cache)
        _ = cached.add(ToggleRegistry(namespace: "N", toggles: []), of: [], at: 0)
        cached.keep()
        #expect(cache.project(folder.path("project")) == nil)
    }
}

extension ToggleRegistry.Soundness {
    /// Whether it is known which other registries are sound together with this one.
    fileprivate var isTogether: Bool { if case .together = self { true } else { false } }
}
