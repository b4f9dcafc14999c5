/// Which files belong to the project.
extension FileReading {
    /// Returns whether a path leads through a symbolic link to a file outside of the project.
    ///
    /// The project is the repository, or else the folder, that contains the working folder; for a path that isn't below
    /// it, the repository or the folder that contains the path as it is written.
    ///
    /// - Parameter path: The path of a file.
    /// - Returns: `false` also if there is no file.
    package static func leavesProject(_ path: String) -> Bool {
        guard let real = POSIXFileSystem.realPath(path) else { return false }
        var parts: [String] = []
        // Without following links, as the path is written.
        for part in PathText.components(PathText.absolute(path)) {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let written = "/" + parts.joined(separator: "/")
        let start = PathText.workingFolder.map(repository) ?? "/"
        let project = isBelow(written, start) ? start : repository(PathText.folder(of: written))
        return !isBelow(real, PathText.resolved(project))
    }

    /// Returns whether a file is outside of the project: the repository, or else the folder, that contains a folder.
    package static func isOutside(_ path: String, projectOf folder: String) -> Bool {
        !isBelow(PathText.resolved(path), PathText.resolved(repository(folder)))
    }

    private static func isBelow(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// Returns the repository that contains a folder, or the folder itself.
    private static func repository(_ folder: String) -> String {
        var current = folder
        while !exists(PathText.joined(current, ".git")) {
            guard current.utf8.count > 1, current != "." else { return folder }
            current = PathText.folder(of: current)
        }
        return current
    }
}
