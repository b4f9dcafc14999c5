import TestSupport
import Testing
import ToggleTool

struct ManifestSearchTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ paths: [String]) throws {
        for path in paths {
            let parts = path.split(separator: "/").dropLast()
            if !parts.isEmpty { try folder.createFolder(parts.joined(separator: "/")) }
            try folder.write("", to: path)
        }
    }

    private func found(from start: String = "", maximumFolders: Int = 50_000) -> (nearest: String?, files: [String]) {
        let search = ManifestSearch(from: folder.path(start), home: nil, maximumFolders: maximumFolders)
        func shown(_ file: ManifestFile) -> String {
            let prefix = folder.path("")
            return file.path.replacing(prefix, with: "")
        }
        return (search.nearest.map(shown), search.files.map(shown))
    }

    @Test func findsAllManifestsOfAPackage() throws {
        try write([
            "Package.swift", "toggles.yaml", "Sources/App/toggles.yaml", "Modules/Pay/Sources/Pay/toggles.yaml",
            "Sources/App/other.yaml", ".build/checkouts/x/toggles.yaml", "build/toggles.yaml", "Pods/X/toggles.yaml",
            "App.xcodeproj/toggles.yaml", "Sources/Assets.xcassets/toggles.yaml", "Sub/.git/HEAD", "Sub/toggles.yaml",
            "Sources/build/toggles.yaml",
        ])
        let all = [
            "toggles.yaml", "Modules/Pay/Sources/Pay/toggles.yaml", "Sources/App/toggles.yaml",
            "Sources/build/toggles.yaml",
        ]
        #expect(found().files == all)
        #expect(found().nearest == "toggles.yaml")
    }

    @Test func everyFolderOfProjectFindsTheSameManifests() throws {
        try write([
            "Package.swift", "Sources/App/toggles.yaml", "Sources/App/Views/A.swift", "Sources/Pay/toggles.yaml",
        ])
        for start in ["", "Sources", "Sources/App", "Sources/App/Views", "Sources/Pay"] {
            let search = ManifestSearch(from: folder.path(start), home: nil)
            #expect(search.files.count == 2, "\(start)")
            #expect(search.root == folder.path)
        }
        #expect(found(from: "Sources").nearest == nil)
        #expect(ManifestSearch(from: folder.path("Sources/App/Views"), home: nil).nearest != nil)
    }

    @Test func ignoredFoldersAreNotSearched() throws {
        try write([
            ".git/HEAD", ".gitignore", "Generated/toggles.yaml", "Sources/App/toggles.yaml", "Sources/.gitignore",
            "Sources/Old/toggles.yaml",
        ])
        try folder.write("/Generated/\n", to: ".gitignore")
        try folder.write("Old\n", to: "Sources/.gitignore")
        #expect(found().files == ["Sources/App/toggles.yaml"])
        // The user is in this folder, so its manifest counts.
        let search = ManifestSearch(from: folder.path("Generated"), home: nil)
        #expect(search.files.count == 2)
    }

    @Test func outsideOfProjectOnlyNearestManifestCounts() throws {
        try write(["toggles.yaml", "Other/toggles.yaml", "Sources/x.txt"])
        let search = ManifestSearch(from: folder.path("Sources"), home: nil)
        #expect(search.root == nil)
        #expect(search.files.count == 1)
        #expect(search.files.first == search.nearest)
    }

    @Test func homeFolderIsNotAProject() throws {
        try write([".git/HEAD", "Other/toggles.yaml", "Project/toggles.yaml"])
        let search = ManifestSearch(from: folder.path("Project"), home: folder.path)
        #expect(search.files.count == 1)
    }

    @Test func searchIsBounded() throws {
        try write(["Package.swift", "A/toggles.yaml", "B/toggles.yaml", "C/toggles.yaml"])
        let search = ManifestSearch(from: folder.path, home: nil, maximumFolders: 2)
        #expect(!search.isComplete)
        #expect(search.files.count < 3)
    }

    @Test func manyFoldersAreAllSearched() throws {
        let modules = (10..<60).map { "Sources/Module\($0)/toggles.yaml" }
        try write(["Package.swift", ".gitignore"] + modules)
        try folder.write("Module13\n", to: ".gitignore")
        #expect(found().files == modules.filter { !$0.contains("13") })
        let bounded = ManifestSearch(from: folder.path, home: nil, maximumFolders: 40)
        #expect(!bounded.isComplete)
        // The root and its only folder count, too; the ignored folder doesn't.
        #expect(bounded.files.count == 38)
    }

    @Test func linksToFoldersAreNotFollowed() throws {
        try write(["Package.swift", "A/toggles.yaml"])
        try folder.link("A/loop", to: "..")
        try folder.link("B", to: "A")
        #expect(found().files == ["A/toggles.yaml"])
    }

    @Test func realPathsAreKnown() throws {
        try write(["Package.swift", "Sources/App/toggles.yaml", "Shared/manifest.yaml", "Sources/Pay/A.swift"])
        try folder.link("Sources/Pay/toggles.yaml", to: folder.path("Shared/manifest.yaml"))
        let search = ManifestSearch(from: folder.path("Sources"), home: nil)
        #expect(search.files.count == 2)
        #expect(search.files.map(\.realPath) == search.files.map { ManifestFile(path: $0.path).realPath })
        #expect(search.files.last?.realPath.hasSuffix("Shared/manifest.yaml") == true)
    }
}
