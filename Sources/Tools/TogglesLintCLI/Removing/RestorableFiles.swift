import ToggleBase
import ToggleManifest
import ToggleTool

/// Changes of files that git can undo.
struct RestorableFiles {
    /// The root of the project.
    let folder: ProjectFolder
    /// The repository of the project, or why it can't be read.
    let repository: Result<GitRepository, GitError>

    /// Writes all changes or none.
    ///
    /// - Parameters:
    ///   - edits: The changes.
    ///   - isForced: Whether files are changed that git couldn't restore.
    /// - Throws: ``ToolError`` if git couldn't restore a file, or ``FileFailure`` if one can't be written.
    func replace(_ edits: [FileEdit], isForced: Bool) throws {
        if !isForced { try requireRestorable(edits.map { folder.relative($0.path) }) }
        try FileWriting.replace(edits)
    }

    private func requireRestorable(_ paths: [String]) throws {
        let changed: [String]
        switch repository {
        case .success(let repository): changed = try repository.unrestorable(among: paths)
        case .failure(let error):
            throw ToolError.usage(
                "Nothing was written: \(error), so you could not undo the change. Pass --force to write anyway."
            )
        }
        guard !changed.isEmpty else { return }
        let lines = changed.prefix(20) + (changed.count > 20 ? ["and \(changed.count - 20) more"] : [])
        throw ToolError.usage(
            """
            Nothing was written, because git could not restore these files as they are now. Commit them, or pass --force \
            to change them anyway:
            \(lines.map { "  \($0)" }.joined(separator: "\n"))
            """
        )
    }
}
