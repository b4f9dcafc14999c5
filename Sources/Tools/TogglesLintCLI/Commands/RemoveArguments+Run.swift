import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// Runs the command `toggles remove`.
extension RemoveArguments: RunnableArguments {
    package func run() throws {
        do {
            try run(ProcessEnvironment.current)
        } catch let error as ToolError where !error.diagnostics.isEmpty {
            throw ToolError(error.message, code: .usage)
        }
    }

    private func run(_ environment: [String: String]) throws {
        if parameter { return try removeParameter(environment) }
        // Other commands must not edit the manifests between reading and writing.
        let result =
            if write {
                try ToolFiles.editing(try ProjectManifests.paths(options)) { try report(environment) }
            } else {
                try report(environment)
            }
        print(result)
        if result.removal.verdict != .safe { throw ToolError.findings }
    }

    private func report(_ environment: [String: String]) throws -> RemovalReport {
        let manifests = try ProjectManifests(options)
        let folder = manifests.folder
        let toggle = try toggle(in: manifests)
        guard let keep else {
            throw KeptValue.missing(for: toggle, in: try ProjectReading(options, environment: environment).project)
        }
        let kept = try KeptValue.reading(keep, of: toggle)
        let repository = Self.repository(folder, environment)
        let project = try ProjectReading.project(manifests, options, environment)
        var notes: [String] = []
        let scanner = SourceScanner(
            root: folder.root,
            manifest: project.manifest,
            namespaces: manifests.files.dropFirst().map(\.manifest.namespace),
            configuration: manifests.configuration,
            ignored: ProjectReading.ignored(try? repository.get(), &notes)
        )
        for note in notes { ToolOutput.note("\(note)") }
        var remover = ToggleRemover.Options()
        remover.isDeep = deep
        let handled = manifests.files.map(\.path) + [project.document, project.localDefaults].compactMap { $0?.path }
        let found = try scanner.removal(of: toggle, keeping: kept.value, options: remover, besides: Set(handled))
        let removal = try ProjectRemoval(
            found,
            of: toggle,
            keeping: kept,
            in: project,
            folder,
            releases: try released(manifests, project, repository, environment)
        )
        try requireInside(removal.edits.map(\.path), folder)
        let isWritten = write && (partial || removal.verdict != .blocked)
        if isWritten {
            try RestorableFiles(folder: folder, repository: repository).replace(removal.edits, isForced: force)
        }
        return RemovalReport(removal: removal, isWritten: isWritten)
    }

    /// Checks that no link leads to a file outside of the project: its lines would be shown, and git couldn't restore it.
    private func requireInside(_ paths: [String], _ folder: ProjectFolder) throws {
        let linked = try ProjectManifests.paths(options).filter(FileReading.leavesProject)
            .filter { paths.contains(PathText.resolved($0)) }
        guard let path = linked.first ?? paths.first(where: { FileReading.isOutside($0, projectOf: folder.root) })
        else {
            return
        }
        throw ToolError.usage(
            """
            Nothing was removed: a link in the project leads to ‘\(path)’, a file outside of it. Remove the toggle there \
            first, or replace the link by the file.
            """
        )
    }

    /// Returns the toggles of released versions; `nil` unless it is known which of them users may run.
    private func released(
        _ manifests: ProjectManifests,
        _ project: LintProject,
        _ repository: Result<GitRepository, GitError>,
        _ environment: [String: String]
    ) throws -> ReleasedToggles? {
        guard case .success(let repository) = repository else { return nil }
        return try ProjectReleases.readIfSupported(
            manifests,
            project.manifest,
            releases,
            options,
            repository,
            environment
        )
    }

    private func print(_ report: RemovalReport) {
        if json {
            ToolOutput.print(json: report.json)
        } else if check {
            ToolOutput.print("\(report.verdict)")
        } else {
            if !write {
                for edit in report.removal.edits { ToolOutput.write(diff: report.removal.diff(of: edit)) }
                if !report.removal.edits.isEmpty { ToolOutput.print("") }
            }
            ToolOutput.print(lines: report.text)
        }
    }

    private func removeParameter(_ environment: [String: String]) throws {
        let manifests = try ProjectManifests(options)
        let repository = Self.repository(manifests.folder, environment)
        let project = try ProjectReading.project(manifests, options, environment)
        guard let path = project.document.map({ manifests.folder.absolute($0.path) }) else {
            throw ToolError.usage(
                "There is no remote document; ‘document: FILE’ in the manifest, or --document, names one."
            )
        }
        if !force, let releases = try released(manifests, project, repository, environment) {
            let evidence = ParameterEvidence(
                of: key,
                in: releases,
                toggles: project.declarations,
                document: project.outline?[key]
            )
            if case .unknown(let versions) = evidence.verdict {
                throw ToolError.usage(
                    """
                    A manifest of \(releases.text(versions)) has errors, so it's unknown whether that version reads the parameter \
                    \(key.quoted); --write --force removes it anyway.
                    """
                )
            }
            if case .readByVersions(let versions) = evidence.verdict {
                throw ToolError.usage(
                    """
                    \(releases.text(versions)), which users may run according to \(releases.support?.source ?? ""), may read the \
                    parameter \(key.quoted); without it, they use the default in their code. `toggles released \
                    \(key.quotedForShell)` shows the versions, and --write --force removes it anyway.
                    """
                )
            }
        }
        let edit = try ToolFiles.editing([path]) {
            let document = LifecycleChange.File(path: path, bytes: try ToolFiles.readProjectFile(path))
            let edit = try ParameterRemoval.edit(removing: key, from: document, toggles: project.declarations)
            if write {
                try RestorableFiles(folder: manifests.folder, repository: repository).replace([edit], isForced: force)
            }
            return edit
        }
        if write {
            ToolOutput.print("\(manifests.folder.relative(path)) no longer has the parameter \(key.quoted).")
        } else {
            ToolOutput.write(diff: edit.diff)
        }
    }

    private static func repository(
        _ folder: ProjectFolder,
        _ environment: [String: String]
    ) -> Result<GitRepository, GitError> {
        Result { () throws(GitError) in try GitRepository(at: folder.root, environment: environment) }
    }

    // MARK: - Arguments

    private func toggle(in manifests: ProjectManifests) throws -> ToggleDeclaration {
        let toggles = manifests.files.flatMap(\.manifest.toggles)
        guard let key = GivenKey.resolved(key, among: toggles.map(\.key)),
            let toggle = toggles.first(where: { $0.key == key })
        else {
            throw ToolError.unknownToggle(key, among: toggles.map(\.key))
        }
        guard KeptValue.all(of: toggle).isEmpty else { return toggle }
        throw ToolError.usage(
            """
            \(key.quoted) has values of the type \(toggle.type.name), and `toggles remove` removes only toggles that are on \
            or off, or have variants or stages. Write the value that stays, such as its default \
            \(JSONWriter().text(toggle.defaultValue).quoted), into the code that reads it, which `toggles lint` finds. Then \
            delete the toggle from \(toggle.path ?? manifests.files.first?.path ?? "the manifest").
            """
        )
    }
}
