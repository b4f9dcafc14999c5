import FeatureToggles
import ToggleBase
import ToggleTool

/// The manifests that a command works on: those that the user names, or those of one application in the project.
struct ManifestSelection: Sendable {
    /// The paths that the user names; if there are none, the project is searched.
    var paths: [String] = []
    /// The application that the user names, if any.
    var application: String?
    /// Finds the toggles of running apps, which are used if the project has no manifest; `nil` for commands that need one.
    var runningApps: RunningAppSearch?
    /// What is used of a manifest that has errors.
    var usage = ManifestUsage.withoutErrors

    /// The same selection, with another use of manifests that have errors.
    func using(_ usage: ManifestUsage) -> Self {
        var selection = self
        selection.usage = usage
        return selection
    }

    /// The selection as arguments for another command.
    var words: [String] { paths.flatMap { ["--manifest", $0] } + (application.map { ["--application", $0] } ?? []) }

    /// Whether the search alone determines the manifests.
    var isDefault: Bool { paths.isEmpty && application == nil }

    // MARK: One manifest

    /// The manifest for a command that works on a single one: the one that the option names, the nearest one, or the
    /// only one of the application.
    ///
    /// - Throws: ``ToolError`` if there is none, or several that could be meant.
    func file() throws -> ManifestFile {
        if !paths.isEmpty { return try Self.only(paths.map { ManifestFile(path: $0) }) }
        let search = ManifestSearch()
        if application == nil, let nearest = search.nearest { return nearest }
        let files = try modules(of: search).modules.map(\.file)
        return try search.nearest.flatMap { files.contains($0) ? $0 : nil } ?? Self.only(files)
    }

    /// The manifest that declares a toggle.
    ///
    /// With a single manifest, that one is returned even if it doesn't declare the toggle.
    ///
    /// - Throws: ``ToolError`` if no manifest of the application declares it, or several do.
    func file(declaring key: String) throws -> ManifestFile {
        let files = try files()
        guard files.count > 1 else { return files[0] }
        let modules = try loadModules()
        let declaring = modules.modules(declaring: modules.key(key)).map(\.file)
        if declaring.isEmpty {
            throw ToolError.unknownToggle(key, among: modules.toggles.map(\.key))
        }
        return try Self.only(declaring)
    }

    /// The manifests whose history can contain a toggle: the one that declares it, or else all of the application.
    ///
    /// - Throws: ``ToolError`` if there are none, or several declare it.
    func files(declaring key: String) throws -> [ManifestFile] {
        let files = try files()
        guard files.count > 1 else { return files }
        let modules = try loadModules()
        let declaring = modules.modules(declaring: modules.key(key)).map(\.file)
        return declaring.isEmpty ? files : [try Self.only(declaring)]
    }

    /// Returns the only manifest.
    ///
    /// - Throws: ``ToolError`` that lists the manifests if there are several.
    static func only(_ files: [ManifestFile]) throws -> ManifestFile {
        guard files.count > 1 else { return files[0] }
        let names = files.prefix(10).map { "\n  --manifest \($0.path.quotedForShell)" }.joined()
        let more = files.count > 10 ? "\n  and \(files.count - 10) more" : ""
        throw ToolError.usage("Several manifests could be meant. Name one:\(names)\(more)")
    }

    // MARK: All manifests

    /// The manifests that the option names, or else those of the application, including invalid ones.
    ///
    /// - Throws: ``ToolError`` if there are none, or those of several applications.
    func files() throws -> [ManifestFile] {
        if !paths.isEmpty { return paths.map { ManifestFile(path: $0) } }
        let search = ManifestSearch()
        guard search.files.count > 1 else {
            guard let file = search.files.first else { throw ToolError.noManifest }
            return [file]
        }
        let modules = try modules(of: search, allowsInvalid: true)
        return search.files.filter { file in
            modules.modules.contains { $0.file == file } || modules.invalid.contains(file)
        }
    }

    /// Loads the modules of the application, or the toggles of a running app if ``runningApps`` allows it.
    ///
    /// - Returns: The modules, without the places of their toggles.
    /// - Throws: ``ToolError`` if there are no manifests or those of several applications, or if a named manifest or the
    ///   nearest one can't be read or has errors, which are printed.
    func loadModules() throws -> ApplicationModules {
        do {
            return try modules()
        } catch let error as InvalidManifestError {
            throw error.printed()
        }
    }

    /// Loads the modules like ``loadModules()``, without printing anything.
    ///
    /// - Throws: ``InvalidManifestError`` if a named manifest or the nearest one has errors, or ``ToolError``.
    func modules() throws -> ApplicationModules {
        guard paths.isEmpty else { return try named() }
        return try modules(of: ManifestSearch())
    }

    /// Loads the modules of all applications in the project, or of the one that the user selects.
    ///
    /// Without a manifest, these are all running applications if ``runningApps`` allows it.
    ///
    /// - Parameter sharesFile: Whether all applications use one local defaults file, so that those of the project can't be
    ///   told apart.
    /// - Returns: The modules of each application.
    /// - Throws: ``ToolError`` as ``loadModules()`` does. A manifest that has errors is left out as long as there
    ///   are others.
    func loadApplications(sharesFile: Bool) throws -> [ApplicationModules] {
        guard paths.isEmpty, !sharesFile || runningApps != nil else { return [try loadModules()] }
        let search = ManifestSearch()
        if search.files.isEmpty, let runningApps { return try runningApps.applications(application: application) }
        guard !sharesFile, isDefault, search.files.count > 1 else { return [try loadModules()] }
        let (loaded, invalid) = try declarations(of: search) { _ in false }
        let groups = Self.groups(of: loaded)
        guard !groups.isEmpty else { return [try loadModules()] }
        return groups.enumerated().map { index, group in
            ApplicationModules(
                group.members.map { loaded[$0] },
                application: group.application,
                // Once is enough.
                invalid: index == 0 ? invalid : [],
                isSearchComplete: index > 0 || search.isComplete
            )
        }
    }

    private static func groups(of manifests: [ManifestDeclarations]) -> [ManifestGroup] {
        ManifestGroup.groups(
            of: manifests.map {
                ManifestGroup.Names(application: $0.registry.application, namespace: $0.registry.namespace)
            }
        )
    }

    /// Returns what the manifests of a project declare, and the manifests that have errors.
    private func declarations(
        of search: ManifestSearch,
        isRequired: (ManifestFile) -> Bool
    ) throws -> (loaded: [ManifestDeclarations], invalid: [ManifestFile]) {
        var loaded: [ManifestDeclarations] = []
        var invalid: [ManifestFile] = []
        let results = search.files.mappedByTwoThreads { file in
            Result { try file.declarations(using: usage) }
        }
        for (file, result) in zip(search.files, results) {
            do {
                loaded.append(try result.get())
            } catch {
                if isRequired(file) { throw error }
                invalid.append(file)
            }
        }
        return (loaded, invalid)
    }

    private func named() throws -> ApplicationModules {
        var known: Set<String> = []
        let files = paths.map { ManifestFile(path: $0) }.filter { known.insert(PathText.resolved($0.path)).inserted }
        let modules = try files.map { try $0.declarations(using: usage) }
        try ManifestGroup.requireOne(
            modules.map { ($0.file, $0.registry.application) },
            application: application
        )
        return ApplicationModules(modules, application: application)
    }

    /// Checks that a manifest with errors doesn't hide the name of the application.
    ///
    /// Manifests that name no application belong to that of the others. Without the one that names it, their overrides
    /// would be read from another file, and written there.
    private func requireKnownApplication(
        of group: ManifestGroup,
        _ loaded: [ManifestDeclarations],
        broken: ManifestFile
    ) throws {
        guard application == nil, !group.members.contains(where: { loaded[$0].registry.application != nil }),
            let member = group.members.first
        else { return }
        throw ToolError.usage(
            """
            \(broken.path) has errors, so the application of \(loaded[member].file.path), which names none, is unknown. \
            Correct the errors that `toggles validate --manifest \(broken.path.quotedForShell)` shows, or name the \
            application with --application \(group.application.quotedForShell).
            """
        )
    }

    private func modules(
        of search: ManifestSearch,
        allowsInvalid: Bool = false
    ) throws -> ApplicationModules {
        if search.files.isEmpty {
            guard let runningApps, !allowsInvalid else { throw ToolError.noManifest }
            return try runningApps.modules(application: application)
        }
        let (loaded, invalid) = try declarations(of: search) { file in
            // The manifest of another module must not stop the work on this one.
            !allowsInvalid
                && (search.files.count == 1 || file == search.nearest && application == nil && usage != .inEmergencies)
        }
        let group = try ManifestGroup.chosen(
            among: Self.groups(of: loaded),
            application: application,
            files: loaded.map(\.file),
            nearest: search.nearest
        )
        if let group, let first = invalid.first, !allowsInvalid, usage != .inEmergencies {
            try requireKnownApplication(of: group, loaded, broken: first)
        }
        guard let group else {
            if allowsInvalid { return ApplicationModules([], invalid: invalid) }
            throw ToolError.usage(
                "All \(invalid.count) manifests of this project have errors; `toggles validate` shows them."
            )
        }
        return ApplicationModules(
            group.members.map { loaded[$0] },
            application: group.application,
            invalid: invalid,
            isSearchComplete: search.isComplete
        )
    }
}
