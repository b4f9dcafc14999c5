import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// The project whose flags `toggles init` imports.
struct InitProject {
    /// The root of the project.
    let folder: ProjectFolder
    /// The folder with the flags to import: the root, or a module below a manifest that also describes other modules.
    private let scope: ProjectFolder
    /// Its files.
    let sources: ProjectSources
    /// Its owners of files, if it has a CODEOWNERS file.
    let owners: CodeOwners?
    /// The repository that contains it, if there is one.
    let repository: GitRepository?
    /// Its manifests that have no errors, with paths relative to the root.
    let manifests: [LintProject.ManifestFile]
    /// The date of the import.
    let today: CalendarDate

    /// Reads a project.
    ///
    /// - Parameters:
    ///   - output: The file to write, if the user names one.
    ///   - today: The date of the import.
    /// - Throws: ``ToolError`` if the project can't be read.
    init(output: String?, today: CalendarDate) throws {
        let scope = Self.scope(output: output)
        self.scope = scope
        self.today = today
        let parsed = ManifestSearch(from: scope.root).files.compactMap { file in
            let bytes = try? FileReading.bytes(path: file.realPath, limit: ManifestFile.maximumSize)
            return bytes.flatMap { Manifest.parse($0, path: file.path).manifest }.map { (file.realPath, $0) }
        }
        let folder = try Self.root(around: scope, parsed)
        self.folder = folder
        manifests = parsed.map { (folder.relative($0), $1) }
        repository = try? GitRepository(at: folder.root)
        do {
            sources = try ProjectSources(root: folder.root, ignored: (try? repository?.ignoredPaths()) ?? [])
        } catch {
            throw ToolError.usage("Cannot search ‘\(folder.root)’: \(error.reason).")
        }
        if let first = sources.outside.first {
            let others = sources.outside.count > 1 ? " and \(sources.outside.count - 1) more" : ""
            ToolOutput.note("links to files outside the project are left out: \(first)\(others)")
        }
        owners = ProjectReading.codeOwners(folder).map { CodeOwners($0) }
        if repository?.isShallow == true {
            ToolOutput.note(
                "this clone is shallow, so the age of everything in its oldest commit is unknown; `git fetch --unshallow` fetches the dates"
            )
        }
    }

    /// Returns the folder with the flags to import.
    ///
    /// - Parameter output: The file to write, if the user names one. It may be outside of any project.
    /// - Returns: The package, the Xcode project, or the repository around the file, or else around the working folder.
    static func scope(output: String?) -> ProjectFolder {
        ProjectFolder.module(of: [output.flatMap { $0 == "-" ? nil : $0 } ?? ManifestFile.name], orElse: ".")
    }

    /// Returns the project around a module, which also has the reads of the module's flags.
    private static func root(
        around scope: ProjectFolder,
        _ manifests: [LintProject.ManifestFile]
    ) throws -> ProjectFolder {
        guard ProjectFolder.isRoot(scope.root) else { return scope }
        let groups = ManifestGroup.groups(
            of: manifests.map { ManifestGroup.Names(application: $1.application, namespace: $1.namespace) }
        )
        // The manifest of the app has no other apps below it.
        let around = manifests.indices.filter { index in
            let folder = PathText.folder(of: manifests[index].path) + "/"
            let own = groups.first { $0.members.contains(index) }?.members ?? []
            return scope.root.hasPrefix(folder)
                && manifests.indices.allSatisfy { own.contains($0) || !manifests[$0].path.hasPrefix(folder) }
        }.map { manifests[$0].path }
        let others = groups.count < 2 ? [] : manifests.map(\.path).filter { !around.contains($0) }
        return try ProjectFolder(
            manifests: [PathText.joined(scope.root, ManifestFile.name)] + around,
            besides: others,
            root: nil
        )
    }

    /// Whether the working folder is that of the flags to import.
    var isInRoot: Bool { PathText.resolved(".") == scope.root }

    /// The absolute path of the folder with the flags to import.
    var scopeRoot: String { scope.root }

    /// The folder with the flags to import, relative to the root; empty for the root itself.
    var scopeFolder: String { folder.relativeFolder(scope.root) }

    /// Returns whether a file, relative to the root, is in the folder of the flags to import.
    func isInScope(_ path: String) -> Bool {
        let folder = scopeFolder
        return folder.isEmpty || path.hasPrefix(folder + "/")
    }

    /// Where to read which manifest each module needs; `nil` with fewer than two packages and Xcode projects.
    var adviceAboutModules: String? {
        let paths = sources.files.map(\.path).filter { !FlagNames.isTest($0) }
        let packages = paths.count { $0 == "Package.swift" || $0.hasSuffix("/Package.swift") }
        var folders: Set<String> = [""]
        for path in paths {
            var folder = PathText.folder(of: path)
            while folder != ".", folders.insert(folder).inserted { folder = PathText.folder(of: folder) }
        }
        guard packages + folders.count(where: hasXcodeProject) > 1 else { return nil }
        return """
            ‘An app with many modules’ (Documentation/iOSApp.md) shows where manifests go in a project like this one.
            """
    }

    /// Returns whether a folder, relative to the root, contains an Xcode project.
    private func hasXcodeProject(_ folder: String) -> Bool {
        let names = (try? POSIXFileSystem().names(inFolder: self.folder.absolute(folder))) ?? []
        return names.contains { $0.hasSuffix(".xcodeproj") }
    }

    /// Returns the path of the manifest in a folder, as users see it.
    func shownPath(of folder: String) -> String {
        let path = PathText.joined(PathText.joined(self.folder.root, folder), ManifestFile.name)
        return PathText.relative(path, to: PathText.resolved("."))
    }

    /// Returns whether a folder, relative to the root, is a package that other packages and apps use.
    func isLibrary(_ folder: String) -> Bool {
        let path = (folder.isEmpty ? "" : folder + "/") + "Package.swift"
        let bytes = sources.files.first { $0.path == path }?.bytes ?? []
        return String(decoding: bytes, as: UTF8.self).contains(".library(")
    }

    /// Returns whether other modules can name the flags of a declaration.
    func isPublic(_ declaration: DiscoveredDeclaration) -> Bool {
        let type = declaration.source.type.split(separator: ".").last.map(String.init) ?? ""
        let paths = Set(declaration.flags.map(\.path))
        let keywords = ["enum", "struct", "class", "actor", "protocol", "extension"]
        return sources.files.contains { path, bytes in
            guard paths.contains(path) else { return false }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                guard let index = words.firstIndex(where: { $0 == type }), index > 0,
                    keywords.contains(String(words[index - 1]))
                else { return false }
                return words[..<index].contains("public") || words[..<index].contains("open")
            }
        }
    }

    /// Returns what declares flags.
    func report() -> FlagDiscovery.Report {
        var report = FlagDiscovery().report(on: sources.files)
        guard scope.root != folder.root else { return report }
        report.declarations = report.declarations.compactMap { declaration in
            var own = declaration
            own.flags.removeAll { !isInScope($0.path) }
            own.settings.removeAll { !isInScope($0.path) }
            return own.flags.isEmpty && own.settings.isEmpty ? nil : own
        }
        return report
    }

    /// Returns the declaration that a user names.
    ///
    /// - Parameters:
    ///   - type: The type or attribute.
    ///   - path: The file with the declaration.
    ///   - bytes: The content of the file.
    ///   - reads: The base names of calls that read a flag; empty to find them.
    /// - Returns: The declaration.
    /// - Throws: ``ToolError`` if the file declares no such flags.
    func declaration(
        type: String,
        path: String,
        bytes: [UInt8],
        reads: [String]
    ) throws -> DiscoveredDeclaration {
        let relative = folder.relative(path)
        let name = type.hasPrefix("@") ? String(type.dropFirst()) : type
        let candidates = report().declarations.filter { declaration in
            declaration.source.type == name && declaration.flags.contains { $0.path == relative }
        }
        var named = candidates.max { $0.flags.count < $1.flags.count }?.takingSettings
        if !reads.isEmpty { named?.source.reads = reads }
        let inferred = DeclarationReader.inferred(type: type, path: relative, bytes: bytes, reads: reads)
        guard let found = named ?? inferred.map({ DiscoveredDeclaration(source: $0.source, flags: $0.flags) }) else {
            throw ToolError.usage(
                "‘\(path)’ declares no toggles of ‘\(type)’: no cases, no static properties, and no properties with that attribute."
            )
        }
        if let flag = found.flags.first(where: { $0.name.isEmpty }) {
            let place = flag.range.start
            throw ToolError.usage(
                """
                ‘\(path)’ can't be parsed: a toggle of ‘\(type)’ at line \(place.line), column \(place.column), has no \
                name. Correct the file so that it compiles.
                """
            )
        }
        return found
    }

    /// Returns the days on which the lines of files were last changed.
    func days(of paths: Set<String>) -> [String: [Int: CalendarDate]] {
        guard let repository else { return [:] }
        var result: [String: [Int: CalendarDate]] = [:]
        for path in paths.sorted() { result[path] = try? repository.blameDays(of: path) }
        return result
    }

    /// Returns the facts about the flags of manifests.
    ///
    /// - Parameters:
    ///   - files: The manifests.
    ///   - configuration: Their settings, with the declarations.
    ///   - folder: The only folder to search, relative to the root; empty for everything.
    /// - Returns: The input of the linter's rules.
    func lintProject(
        _ files: [LintProject.ManifestFile],
        _ configuration: LintConfiguration,
        below folder: String = ""
    ) -> LintProject {
        var project = LintProject(manifestFiles: files, configuration: configuration, today: today)
        // An owner from there was not decided by anyone.
        project.codeOwners = ProjectReading.codeOwners(self.folder)
        let scanner = SourceScanner(
            root: self.folder.root,
            manifest: project.manifest,
            namespaces: files.dropFirst().map(\.manifest.namespace),
            configuration: configuration
        )
        let searched = sources.files.filter { folder.isEmpty || $0.path.hasPrefix(folder + "/") }
        project.sources = scanner.facts(of: searched)
        return project
    }
}
