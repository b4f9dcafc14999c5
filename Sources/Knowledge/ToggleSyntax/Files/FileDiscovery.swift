import ToggleBase
import ToggleLint
import ToggleManifest

/// Finds the files of a project.
struct FileDiscovery {
    /// The root of the project.
    let root: String
    private let included: [Glob]
    private let excluded: [Glob]
    /// The names of folders in `included`; these are searched even if their names look like build folders.
    private let includedNames: Set<Substring>
    private let places: FilePlaces
    /// The files of Nimbus that declare flags.
    private let features: [Glob]
    /// The paths that git ignores.
    private let ignored: Set<String>
    /// The paths that the configuration names, which are searched even if git ignores them.
    private let named: Set<String>
    /// The folders that contain the named paths.
    private let foldersOfNamed: Set<String>
    /// Whether texts of any kind are searched, and what the configuration excludes, too.
    private let takesTexts: Bool

    /// Folders of build products or fetched dependencies.
    static let builtFolders: Set<String> = [
        "build", "DerivedData", "Pods", "Carthage", "node_modules", "SourcePackages",
    ]

    /// A folder that can't be read.
    struct UnreadableFolder {
        var path: String
        var reason: String
    }

    /// The endings of files that contain no text.
    private static let otherEndings: Set<Substring> = [
        "a", "aac", "bin", "caf", "dylib", "gif", "gz", "heic", "ico", "icns", "jar", "jpeg", "jpg", "m4a", "mov",
        "mp3",
        "mp4", "o", "otf", "pdf", "png", "psd", "so", "sqlite", "tiff", "ttf", "wav", "webp", "woff", "woff2",
        "xcuserstate", "zip",
    ]

    init(root: String, _ configuration: LintConfiguration, ignored: Set<String> = [], takesTexts: Bool = false) {
        self.root = root
        self.takesTexts = takesTexts
        included = configuration.included.map(Glob.init)
        excluded = configuration.excluded.map(Glob.init)
        includedNames = Set(configuration.included.flatMap { $0.split(separator: "/") })
        places = FilePlaces(configuration)
        features = configuration.sources.filter { $0.kind == .nimbusFeatures }
            .flatMap { $0.file.map { [$0] } ?? NimbusFeatures.globs }.map(Glob.init)
        self.ignored = ignored
        named = Self.named(configuration)
        foldersOfNamed = Set(
            named.flatMap { path in path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) } }
        )
    }

    /// Returns the paths that the configuration names without wildcards; they are searched even if git ignores them, or
    /// a folder that contains them.
    private static func named(_ configuration: LintConfiguration) -> Set<String> {
        Set(
            (configuration.included + configuration.sources.compactMap(\.file))
                .filter { !$0.contains { "*?".contains($0) } }
                .map { $0.split(separator: "/").filter { $0 != "." }.joined(separator: "/") }
        )
    }

    /// Returns whether to search a file, according to its path.
    func takes(_ path: String) -> Bool {
        if takesTexts {
            let dot = path.lastIndex(of: ".") ?? path.startIndex
            return !Self.otherEndings.contains(path[dot...].dropFirst())
        }
        let isFeature = path.hasSuffix(".yaml") && features.contains { $0.matches(path) }
        guard path.hasSuffix(".swift") || FilePlaces.isOtherCode(path) || places.isScript(path) || isFeature else {
            return false
        }
        return (included.isEmpty || included.contains { $0.matches(path) }) && !excluded.contains { $0.matches(path) }
    }

    /// Returns every file to search, relative to the root and sorted.
    ///
    /// Links to folders are not followed, so there are no loops. A file to which several paths lead is listed once, with
    /// its own path if that is searched.
    func files() -> (paths: [String], failures: [UnreadableFolder]) {
        var paths: [String] = []
        var links: [String] = []
        var failures: [UnreadableFolder] = []
        // In an ignored folder, only named paths are searched.
        var folders = [(path: "", isIgnored: false)]
        while let (folder, isIgnored) = folders.popLast() {
            let path = folder.isEmpty ? root : "\(root)/\(folder)"
            let entries: [(name: String, kind: FileStatus.Kind?)]
            do throws(SystemError) {
                entries = try POSIXFileSystem().entries(inFolder: path)
            } catch {
                failures.append(UnreadableFolder(path: folder, reason: error.message))
                continue
            }
            for (name, kind) in entries where !name.hasPrefix(".") {
                let child = folder.isEmpty ? name : "\(folder)/\(name)"
                let isChildIgnored = (isIgnored || ignored.contains(child)) && !named.contains(child)
                if isChildIgnored, !foldersOfNamed.contains(child) { continue }
                switch kind ?? Self.kind("\(root)/\(child)") {
                case .folder:
                    // A feature may also be called `build`; build products are at the root.
                    let isBuilt =
                        Self.builtFolders.contains(name) && (name != "build" || folder.isEmpty)
                        && !includedNames.contains(name[...])
                    if isBuilt || !takesTexts && excluded.contains(where: { $0.matches(child) }) { continue }
                    folders.append((child, isChildIgnored))
                case .file: if !isChildIgnored, takes(child) { paths.append(child) }
                case .link: if !isChildIgnored, takes(child) { links.append(child) }
                case .other: break
                }
            }
        }
        return ((paths + targets(of: links, besides: paths)).sorted(), failures.sorted { $0.path < $1.path })
    }

    /// Returns the links that lead to files which no other path leads to.
    private func targets(of links: [String], besides paths: [String]) -> [String] {
        guard !links.isEmpty else { return [] }
        // No folder on the way to a found file is a link.
        let root = PathText.resolved(root)
        var known = Set(paths.map { PathText.joined(root, $0) })
        return links.sorted().filter { link in
            let path = PathText.joined(root, link)
            guard (try? POSIXFileSystem().status(ofTarget: path))?.kind == .file else { return false }
            return known.insert(PathText.resolved(path)).inserted
        }
    }

    private static func kind(_ path: String) -> FileStatus.Kind {
        (try? POSIXFileSystem().status(ofPath: path))?.kind ?? .other
    }
}
