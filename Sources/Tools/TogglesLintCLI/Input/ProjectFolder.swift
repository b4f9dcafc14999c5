import ToggleBase
import ToggleTool

/// The root of a project, and paths relative to it.
struct ProjectFolder: Sendable {
    /// The absolute path of the root, without symbolic links.
    let root: String

    /// Finds the root for manifests.
    ///
    /// It's the whole project that contains them, such as a repository: the app reads the toggles of its packages. If
    /// that also contains manifests of other applications, it's the outermost folder around the manifests without those,
    /// but at least the nearest package or Xcode project.
    ///
    /// - Parameters:
    ///   - manifests: The paths of the manifests.
    ///   - others: The paths of the manifests of other applications.
    ///   - root: The root that the user names, if any.
    /// - Throws: ``ToolError`` if there is no such folder.
    init(manifests: [String], besides others: [String] = [], root: String?) throws {
        if let root {
            guard (try? POSIXFileSystem().status(ofTarget: root))?.kind == .folder else {
                throw ToolError.usage("There is no folder ‘\(root)’.")
            }
            self.root = PathText.resolved(root)
        } else {
            self.root = Self.widest(around: Self.module(of: manifests).root, besides: others.map(PathText.resolved))
        }
    }

    private init(root: String) { self.root = root }

    /// Returns the nearest package, Xcode project, or repository that contains manifests, or else a folder.
    ///
    /// - Parameters:
    ///   - manifests: The paths of the manifests.
    ///   - other: The folder outside of projects; `nil` for that of the manifests.
    /// - Returns: The folder as a project.
    static func module(of manifests: [String], orElse other: String? = nil) -> ProjectFolder {
        let shared = PathText.shared(by: manifests.map { PathText.folder(of: PathText.resolved($0)) })
        let folder = "/" + shared.joined(separator: "/")
        let fallback = other.map { nearest(from: PathText.resolved($0)) ?? PathText.resolved($0) }
        return ProjectFolder(root: nearest(from: folder) ?? fallback ?? folder)
    }

    /// Returns the outermost folder of the project around a folder that contains none of some files.
    private static func widest(around folder: String, besides others: [String]) -> String {
        guard let outermost = ManifestSearch.root(around: folder), folder.hasPrefix(outermost + "/") else {
            return folder
        }
        var parts = PathText.components(PathText.relative(folder, to: outermost))
        var candidate = outermost
        while !parts.isEmpty, others.contains(where: { $0.hasPrefix(candidate + "/") }) {
            candidate = PathText.joined(candidate, parts.removeFirst())
        }
        return candidate
    }

    /// Returns the nearest folder at or above another one that looks like the root of a project.
    private static func nearest(from folder: String) -> String? {
        var folder = folder
        // No real path is deeper.
        for _ in 0..<256 {
            if Self.isRoot(folder) { return folder }
            guard folder != "/" else { return nil }
            folder = PathText.folder(of: folder)
        }
        return nil
    }

    /// Returns whether a folder looks like the root of a project.
    static func isRoot(_ folder: String) -> Bool {
        for name in ["Package.swift", ".git"] where FileReading.exists(PathText.joined(folder, name)) { return true }
        return isXcodeProject(folder)
    }

    /// Returns whether a folder contains an Xcode project or workspace.
    static func isXcodeProject(_ folder: String) -> Bool {
        let names = (try? POSIXFileSystem().names(inFolder: folder)) ?? []
        return names.contains { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }
    }

    /// Returns a path relative to the root; an absolute one if it is outside of it.
    func relative(_ path: String) -> String {
        let resolved = PathText.resolved(path)
        let prefix = root == "/" ? "/" : root + "/"
        return resolved.hasPrefix(prefix) ? String(resolved.dropFirst(prefix.count)) : resolved
    }

    /// Returns a path relative to the root, without following links; an absolute one if it is outside of it.
    func written(_ path: String) -> String {
        let path = PathText.absolute(path)
        return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
    }

    /// Returns a folder relative to the root, which is empty for the root itself.
    func relativeFolder(_ path: String) -> String {
        let path = relative(path)
        return path == root ? "" : path
    }

    /// Returns the path to open for a path relative to the root.
    func absolute(_ path: String) -> String { PathText.joined(root, path) }
}
