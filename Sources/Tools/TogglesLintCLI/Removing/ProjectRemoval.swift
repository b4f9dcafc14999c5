import FeatureToggles
import ToggleBase
import ToggleDocuments
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// The removal of a toggle from the code and the manifests of a project.
struct ProjectRemoval {
    /// The toggle, as its first manifest declares it.
    let toggle: ToggleDeclaration
    /// The value that it keeps.
    let kept: KeptValue
    /// The root of the project.
    let folder: ProjectFolder
    /// The places to look at.
    let remarks: [RemovalPlan.Remark]
    /// How much of the removal is done.
    let verdict: RemovalPlan.Verdict
    /// The changes, in the order in which they are written.
    private(set) var edits: [FileEdit]
    /// What is left to do elsewhere, as sentences without a full stop.
    private(set) var next: [String] = []

    /// Combines the changes of code with those of the manifests.
    ///
    /// If a place in the code keeps the toggle alive, its entry stays in the manifest.
    ///
    /// - Parameters:
    ///   - removal: The changes of code.
    ///   - toggle: The toggle.
    ///   - kept: The value that it keeps.
    ///   - project: The manifests, and the remote document and the local defaults file, if there are any.
    ///   - folder: The root of the project.
    ///   - releases: The toggles of released versions; `nil` unless it is known which of them users may run.
    /// - Throws: ``ToolError`` if a manifest can't be read or edited.
    init(
        _ removal: SourceScanner.Removal,
        of toggle: ToggleDeclaration,
        keeping kept: KeptValue,
        in project: LintProject,
        _ folder: ProjectFolder,
        releases: ReleasedToggles? = nil
    ) throws {
        self.toggle = toggle
        self.kept = kept
        self.folder = folder
        let switched = Self.remark(about: toggle, keeping: kept, in: project)
        remarks = removal.plan.remarks + [switched].compactMap(\.self)
        verdict = removal.plan.verdict == .safe && switched != nil ? .caution : removal.plan.verdict
        let files = removal.plan.files.filter { $0.old != $0.new }.map {
            FileEdit(path: folder.absolute($0.path), old: $0.old, new: $0.new)
        }
        edits = files.filter { $0.new != nil } + files.filter { $0.new == nil }
        guard verdict != .blocked else { return }
        // The manifests come last, so that an interrupted run can be repeated.
        for (path, manifest) in project.manifestFiles {
            let declares = manifest.toggles.contains { $0.key == toggle.key }
            let sources = removal.emptiedSources.map { project.configuration.sourcePlaces[$0] }
            let places = Set(sources.filter { $0.path == path }.map(\.range.start.offset))
            edits += try Self.edit(
                of: folder.absolute(path),
                removing: toggle.key,
                isDeclared: declares,
                sources: places
            )
        }
        next = Self.steps(after: toggle, removal, project, releases)
    }

    /// Returns the difference that `git apply` and `patch -p1` accept in the root of the repository or project.
    func diff(of edit: FileEdit) -> [UInt8] { edit.diff(elsewhere: folder.relative(edit.path)) }

    /// Returns the place of a parameter that gives some users another value than the one that all of them get by the
    /// removal.
    private static func remark(
        about toggle: ToggleDeclaration,
        keeping kept: KeptValue,
        in project: LintProject
    ) -> RemovalPlan.Remark? {
        guard let document = project.document, let name = toggle.remoteParameter,
            let parameter = project.outline?[name], parameter.valueForAllUsers != kept.json,
            !parameter.leavesCodeDefault || toggle.defaultValue != kept.json,
            let summary = FlagSummaries(document.bytes)?[name]
        else { return nil }
        return RemovalPlan.Remark(
            kind: .read,
            path: document.path,
            range: parameter.keyRange,
            reason: """
                gives \(summary.audience.joined(separator: "; ")); without the toggle, all users have ‘\(kept.name)’
                """
        )
    }

    // MARK: - Manifests

    private static func edit(
        of path: String,
        removing key: String,
        isDeclared: Bool,
        sources: Set<Int>
    ) throws -> [FileEdit] {
        let bytes = try ToolFiles.readProjectFile(path)
        do throws(ManifestEditingError) {
            var editor = try ManifestEditor(bytes, path: path)
            try editor.removeLintEntries(of: LintField.sources.rawValue) { sources.contains($0.range.start.offset) }
            try editor.removeLintEntries(of: LintField.allow.rawValue) { entry in
                entry[AllowanceField.toggle.rawValue]?.scalar?.text == key
            }
            if isDeclared { try editor.remove(toggle: key) }
            return editor.bytes == bytes ? [] : [FileEdit(path: path, old: bytes, new: editor.bytes)]
        } catch {
            throw ToolError.usage(error.message.sentence)
        }
    }

    // MARK: - Next steps

    private static func steps(
        after toggle: ToggleDeclaration,
        _ removal: SourceScanner.Removal,
        _ project: LintProject,
        _ releases: ReleasedToggles?
    ) -> [String] {
        var steps: [String] = []
        if !removal.generated.isEmpty {
            let files = removal.generated.map { "‘\($0)’" }.joined(separator: ", ")
            steps.append("run `toggles generate`, because the toggle is also in \(files)")
        }
        if let parameter = toggle.remoteParameter {
            let place = project.document.map { "from \($0.path)" } ?? "from the remote document"
            for name in [parameter] + toggle.retired where project.outline.map({ $0[name] != nil }) ?? true {
                steps.append(
                    """
                    \(Self.condition(for: name, after: toggle, project, releases)) the parameter \(name.quoted), remove it \
                    \(place) with `toggles remove \(name.quotedForShell) --parameter --write`
                    """
                )
            }
        }
        let presets = project.localDefaultsPath.map { Self.presets(beside: $0, withOverrideOf: toggle.key) } ?? []
        if !presets.isEmpty {
            let files = presets.map { "‘\($0)’" }.joined(separator: ", ")
            steps.append("remove the toggle from the presets that override it: \(files)")
        }
        guard let file = project.localDefaults, let root = try? JSONReader().value(from: file.bytes) else {
            return steps
        }
        let options = project.localDefaultsOptions.map { " \($0.quotedForShell)" }.joined()
        if root[member: "toggles"]?[member: toggle.key] != nil {
            steps.append("remove the override in \(file.path) with `toggles unset \(toggle.key)\(options)`")
        }
        return steps
    }

    /// Returns when a parameter may leave the document, as the beginning of a clause.
    private static func condition(
        for parameter: String,
        after toggle: ToggleDeclaration,
        _ project: LintProject,
        _ releases: ReleasedToggles?
    ) -> String {
        guard let releases else { return "once no supported version of the app reads" }
        let evidence = ParameterEvidence(
            of: parameter,
            in: releases,
            toggles: project.declarations.filter { $0.key != toggle.key },
            document: project.outline?[parameter]
        )
        if case .readByVersions(let versions) = evidence.verdict {
            return "once users no longer run \(releases.text(versions)), which may read"
        }
        if case .unknown(let versions) = evidence.verdict {
            return "once it's known whether \(releases.text(versions)), whose manifest has errors, reads"
        }
        return "as no version that users may run reads"
    }

    /// Returns the paths of the presets that override a toggle.
    private static func presets(beside defaults: String, withOverrideOf key: String) -> [String] {
        let folder = PresetFolder.path(besideDefaults: defaults)
        let names = ((try? POSIXFileSystem().names(inFolder: folder)) ?? []).filter { $0.hasSuffix(".json") }
        return names.sorted().map { PathText.joined(folder, $0) }.filter { path in
            let bytes = try? FileReading.bytes(path: path, limit: 4 << 20)
            let preset = bytes.flatMap { try? JSONReader().value(from: $0) }
            return preset?[member: "toggles"]?[member: key] != nil
        }
    }
}
