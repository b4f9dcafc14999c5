import ToggleBase
import ToggleTool

/// The root of a project, and paths relative to it.
struct ProjectFolder: Sendable {
    /// The absolute path of the root, without symbolic links.
    let root: String

    /// Finds the root for manifests.
    ///
    /// - Parameters:
    ///   - manifests: The paths of the manifests.
    ///   - root: The root that the user names, if any.
    /// - Throws: ``ToolError`` if there is no such folder.
    init(manifests: [String], root: String?) throws {
        if let root {
            guard (try? POSIXFileSystem().status(ofTarget: root))?.kind == .folder else {
                throw ToolError.usage("There is no folder ‘\(root)’.")
            }
            self.root = PathText.resolved(root)
        } else {
            let shared = PathText.shared(by: manifests.map { PathText.folder(of: PathText.resolved($0)) })
            let folder = "/" + shared.joined(separator: "/")
            self.root = Self.nearest(from: folder) ?? folder
        }
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
