import ToggleBase

/// The manifests of a project, found from one of its folders.
///
/// A project is a git repository. Without git, it is the outermost folder at or above the starting folder with a
/// `Package.swift`, an Xcode project, or a workspace. Elsewhere, only the nearest manifest is found.
///
/// The search skips hidden folders, build products, fetched dependencies, asset catalogs and other bundles, nested
/// repositories, links to folders, and everything that a `.gitignore` excludes.
package struct ManifestSearch: Sendable {
    /// The maximum number of folders to visit.
    package static let maximumFolders = 50_000
    /// The maximum depth of a folder below the root.
    private static let maximumDepth = 64
    /// Folders of build products or fetched dependencies.
    private static let skippedFolders: Set<String> = [
        "build", "DerivedData", "Pods", "Carthage", "node_modules", "SourcePackages",
    ]
    /// The endings of folders that are documents, which contain no modules.
    private static let bundleEndings: Set<Substring> = [
        "app", "bundle", "docc", "framework", "lproj", "playground", "xcassets", "xcdatamodeld", "xcframework",
        "xcodeproj", "xcworkspace",
    ]

    /// The manifest of the starting folder, or of the nearest folder above it that has one.
    package let nearest: ManifestFile?
    /// The root of the project, without symbolic links; `nil` outside of a project.
    package let root: String?
    /// All manifests, with the one of the root first; the paths of the others are sorted.
    package private(set) var files: [ManifestFile] = []
    /// Whether the whole project was searched.
    package private(set) var isComplete = true
    /// Whether the project has Swift code besides descriptions of packages.
    package private(set) var hasCode = false

    /// A manifest below the root: its path from there, as components, and whether it is a symbolic link.
    private typealias Found = (path: [String], isLink: Bool)

    /// Searches for manifests.
    ///
    /// - Parameters:
    ///   - folder: The starting folder.
    ///   - home: The user's home folder, which is not a project by itself.
    ///   - maximumFolders: The maximum number of folders to visit.
    /// - Complexity: O(*n*) in the number of folders of the project.
    package init(
        from folder: String = ".",
        home: String? = UserFolders.home(ProcessEnvironment.current),
        maximumFolders: Int = maximumFolders
    ) {
        let start = PathText.resolved(folder)
        let above = Self.above(start, home: home.map(PathText.resolved))
        root = above.root
        let shown = FolderNames(start: start, name: folder)
        nearest = above.manifest.map { ManifestFile(path: shown.path(to: $0)) }
        guard let root else {
            files = nearest.map { [$0] } ?? []
            return
        }
        // A link to another manifest of the project is not one more module.
        var known: Set<String> = []
        for manifest in search(below: root, maximumFolders) {
            let path = PathText.joined(root, manifest.path.joined(separator: "/"))
            // Neither the root nor the folders below it are links.
            let real = manifest.isLink ? PathText.resolved(path) : path
            guard known.insert(real).inserted else { continue }
            files.append(ManifestFile(path: shown.path(to: path), realPath: real))
        }
        // The user is in this folder, so it counts even if the search skips it.
        if let nearest, !files.contains(nearest) {
            files.insert(nearest, at: 0)
        }
    }

    /// Returns the root of the project that contains a folder, which is an absolute path without symbolic links; `nil`
    /// outside of a project.
    package static func root(around folder: String) -> String? {
        above(folder, home: UserFolders.home(ProcessEnvironment.current).map(PathText.resolved)).root
    }

    /// Returns the nearest manifest and the root of the project.
    private static func above(_ start: String, home: String?) -> (manifest: String?, root: String?) {
        func exists(_ name: String, in folder: String) -> Bool {
            (try? POSIXFileSystem().status(ofPath: PathText.joined(folder, name))) != nil
        }
        var folders = [start]
        // No real path is deeper.
        while let folder = folders.last, folder != "/", folders.count < 256 {
            folders.append(PathText.folder(of: folder))
        }
        let repository = folders.firstIndex { exists(".git", in: $0) }
        // Files above the repository belong to other projects.
        if let repository { folders.removeLast(folders.count - repository - 1) }
        let manifest = folders.first { exists(ManifestFile.name, in: $0) }.map {
            PathText.joined($0, ManifestFile.name)
        }
        if let repository, folders[repository] != home { return (manifest, folders[repository]) }
        let root = folders.last { folder in
            guard folder != home, folder != "/" else { return false }
            return ((try? POSIXFileSystem().names(inFolder: folder)) ?? []).contains(where: isProject)
        }
        return (manifest, root)
    }

    private static func isProject(_ name: String) -> Bool {
        name == "Package.swift" || name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace")
    }

    /// A folder below the root, and what is ignored there.
    private struct Folder: Sendable {
        /// The path from the root, as components.
        var path: [String] = []
        var ignored = GitIgnore()
    }

    /// The manifests and folders in a folder.
    private struct Content: Sendable {
        var manifests: [Found] = []
        var folders: [Folder] = []
        var hasCode = false
    }

    /// Returns the manifests below the root, with links to others of them.
    private mutating func search(below root: String, _ maximumFolders: Int) -> [Found] {
        var manifests: [Found] = []
        var folders = [Folder()]
        var rest = maximumFolders
        while !folders.isEmpty {
            if folders.count > rest {
                isComplete = false
                folders.removeLast(folders.count - rest)
            }
            rest -= folders.count
            let contents = folders.mappedByTwoThreads { Self.content(of: $0, below: root) }
            manifests += contents.flatMap(\.manifests)
            folders = contents.flatMap(\.folders)
            hasCode = hasCode || contents.contains(where: \.hasCode)
        }
        return manifests.sorted { $0.path.dropLast().lexicographicallyPrecedes($1.path.dropLast()) }
    }

    /// Reads a folder.
    private static func content(of folder: Folder, below root: String) -> Content {
        var content = Content()
        let name = folder.path.joined(separator: "/")
        let path = name.isEmpty ? root : PathText.joined(root, name)
        // Folders that can't be read contain nothing that the user works on.
        guard let entries = try? POSIXFileSystem().entries(inFolder: path) else { return content }
        // A repository in a repository, such as a submodule, is a project of its own.
        if !folder.path.isEmpty, entries.contains(where: { $0.name == ".git" }) { return content }
        content.hasCode = entries.contains { $0.name.hasSuffix(".swift") && $0.name != "Package.swift" }
        var ignored = folder.ignored
        if entries.contains(where: { $0.name == ".gitignore" }),
            let bytes = try? FileReading.bytes(path: PathText.joined(path, ".gitignore"), limit: 1 << 20)
        {
            ignored.add(String(decoding: bytes, as: UTF8.self), in: folder.path)
        }
        for (name, kind) in entries where name == ManifestFile.name || !name.hasPrefix(".") && kind != .file {
            let child = folder.path + [name]
            let kind = kind ?? Self.kind(PathText.joined(path, name))
            switch kind {
            // Anything with the name of a manifest counts, so that commands can say that it isn't a file.
            case _ where name == ManifestFile.name:
                guard !ignored.ignores(child, isFolder: kind == .folder) else { continue }
                content.manifests.append((child, kind == .link))
            case .folder:
                guard child.count <= maximumDepth, !isSkipped(name, isAtRoot: folder.path.isEmpty),
                    !ignored.ignores(child, isFolder: true)
                else { continue }
                content.folders.append(Folder(path: child, ignored: ignored))
            case .file, .link, .other: break
            }
        }
        return content
    }

    private static func isSkipped(_ name: String, isAtRoot: Bool) -> Bool {
        // A feature may also be called `build`; build products are at the root.
        if skippedFolders.contains(name), name != "build" || isAtRoot { return true }
        guard let dot = name.lastIndex(of: ".") else { return false }
        return bundleEndings.contains(name[name.index(after: dot)...])
    }

    private static func kind(_ path: String) -> FileStatus.Kind {
        (try? POSIXFileSystem().status(ofPath: path))?.kind ?? .other
    }
}

/// Shortens paths for people: relative to the folder in which they are.
private struct FolderNames {
    /// The folder's absolute path, without symbolic links.
    private let start: String
    /// The name that the user gave the folder.
    private let name: String

    /// Creates names.
    ///
    /// - Parameters:
    ///   - start: The absolute path of the folder, without symbolic links.
    ///   - name: The name that the user gave the folder.
    init(start: String, name: String) {
        self.start = start == "/" ? start : start + "/"
        self.name = name
    }

    /// Returns a path that leads from the working folder to a file.
    func path(to path: String) -> String {
        if path.utf8.starts(with: start.utf8) { return named(String(path.utf8.dropFirst(start.utf8.count)) ?? path) }
        let from = PathText.components(start)
        let to = PathText.components(path)
        let common = zip(from, to).prefix { $0 == $1 }.count
        let up = from.count - common
        // A long way up is harder to read than the whole path.
        guard up <= 4 else { return path }
        return named((Array(repeating: "..", count: up) + to[common...]).joined(separator: "/"))
    }

    private func named(_ relative: String) -> String {
        name == "." ? relative : PathText.joined(name, relative)
    }
}
