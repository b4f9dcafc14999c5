import ToggleBase

extension ManifestGroup {
    /// Returns the group that the user means.
    ///
    /// - Parameters:
    ///   - groups: The groups of a project.
    ///   - application: The application that the user names, if any.
    ///   - files: The manifests that the groups refer to.
    ///   - nearest: The manifest of the folder in which the user is, which otherwise decides.
    /// - Returns: The group, or `nil` if there are no groups.
    /// - Throws: ``ToolError`` if there is no such application, or if several could be meant.
    package static func chosen(
        among groups: [ManifestGroup],
        application: String?,
        files: [ManifestFile],
        nearest: ManifestFile?
    ) throws -> ManifestGroup? {
        if let application {
            guard let group = groups.first(where: { $0.application == application }) else {
                let names = groups.map(\.application)
                let hint =
                    Suggestion.closest(to: application, in: names).map { "Did you mean ‘\($0)’?" }
                    ?? "It has \(names.prefix(10).map { "‘\($0)’" }.joined(separator: ", "))."
                throw ToolError.usage("This project has no application ‘\(application)’. \(hint)")
            }
            return group
        }
        if let index = nearest.flatMap(files.firstIndex) { return groups.first { $0.members.contains(index) } }
        guard groups.count > 1 else { return groups.first }
        let shown = groups.prefix(10)
        let width = shown.map(\.application.quotedForShell.count).max() ?? 0
        let lines = shown.map { group in
            let first = group.members.first.map { files[$0].path } ?? ""
            let place = group.members.count == 1 ? first : "\(first) and \(group.members.count - 1) more"
            let name = group.application.quotedForShell
            return "\n  --application \(name)\(String(repeating: " ", count: width - name.count))  \(place)"
        }
        let more = groups.count > 10 ? "\n  and \(groups.count - 10) more" : ""
        throw ToolError.usage(
            "This project contains several applications. Choose one:\(lines.joined())\(more)"
        )
    }

    /// Checks that the manifests that a user names belong to one application.
    ///
    /// - Parameters:
    ///   - manifests: The manifests, with the applications that they name.
    ///   - application: The application that the user names, if any.
    /// - Throws: ``ToolError`` if they don't.
    package static func requireOne(_ manifests: [(file: ManifestFile, application: String?)], application: String?)
        throws
    {
        let named = manifests.compactMap { manifest in manifest.application.map { (manifest.file, $0) } }
        for (file, own) in named {
            guard own != application ?? named[0].1 else { continue }
            let other = application == nil ? "\(named[0].0.path) to ‘\(named[0].1)’" : "not to ‘\(application ?? "")’"
            throw ToolError.usage(
                """
                \(file.path) belongs to the application ‘\(own)’, \(application == nil ? "and " : "")\(other). Each \
                application has its own local defaults file, so name only manifests of one application.
                """
            )
        }
    }
}
