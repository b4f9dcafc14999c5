import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// Reads the input of the rules: manifests, sources, document, local defaults, code owners, and history.
struct ProjectReading {
    /// The input of the rules.
    let project: LintProject
    /// The root of the project.
    let folder: ProjectFolder
    /// The repository that contains the project, if there is one.
    let repository: GitRepository?
    /// The inputs that couldn't be checked, as sentences without a full stop.
    let notes: [String]

    /// Reads a project.
    ///
    /// - Parameters:
    ///   - options: The options that select the project.
    ///   - releases: The options that select released versions; `nil` for those in the manifest.
    ///   - usage: The path of the counts of running apps, if there are any.
    ///   - environment: The environment variables by name.
    /// - Throws: ``ToolError`` if a named file can't be read, or an input has errors, which are printed.
    init(
        _ options: ProjectOptions,
        _ releases: ReleaseOptions? = nil,
        usage: String? = nil,
        environment: [String: String]
    ) throws {
        let manifests = try ProjectManifests(options)
        let folder = manifests.folder
        let configuration = manifests.configuration
        var notes: [String] = []
        var project = try Self.project(manifests, options, environment)
        // Imported flags have no document.
        if project.document == nil, configuration.sources.isEmpty {
            notes.append("there is no remote document; ‘document: FILE’ in the manifest, or --document, names one")
        }
        project.codeOwners = Self.codeOwners(folder)
        if let usage { project.usage = try Self.usage(usage, today: project.today) }
        var historyNotes: [String] = []
        repository = Self.repository(folder, environment, &historyNotes)
        let scanner = SourceScanner(
            root: folder.root,
            manifest: project.manifest,
            namespaces: manifests.files.dropFirst().map(\.manifest.namespace),
            configuration: configuration,
            cache: options.noCache ? nil : options.cache ?? Self.defaultCache(folder, environment),
            ignored: Self.ignored(repository, &notes)
        )
        project.sources = try Self.sources(scanner, in: folder)
        notes += project.sources?.unmatched ?? []
        if project.sources?.fileCount == 0 {
            // If no files are searched, nothing is known about uses.
            project.sources = nil
            notes.append("there are no sources to search below ‘\(folder.root)’")
        }

        notes += historyNotes
        if let repository {
            let isOnDevice = options.localDefaults.device != nil
            Self.readHistory(of: &project, from: repository, checksLocalDefaults: !isOnDevice, &notes)
            Self.readDays(ofConstantsIn: &project, from: repository)
            do {
                project.releases = try ProjectReleases.readIfSupported(
                    manifests,
                    project.manifest,
                    releases,
                    options,
                    repository,
                    environment
                )
            } catch let error as ToolError
                where error.code == .usage && releases?.supported == nil && releases?.policy == nil
            {
                // A checkout of a CI server often has no tags.
                notes.append("the released versions are unknown, so no rule checks them: \(error.message.dropLast())")
            }
        }
        if repository == nil, releases?.supported != nil || releases?.policy != nil {
            throw ToolError.usage("Releases are tags in git, and ‘\(folder.root)’ is not in a repository.")
        }
        self.project = project
        self.folder = folder
        self.notes = notes
    }

    // MARK: - Files

    /// Reads the manifests, the remote document, and the local defaults file of a project.
    ///
    /// - Throws: ``ToolError`` if a named file can't be read, or an input has errors, which are printed.
    static func project(
        _ manifests: ProjectManifests,
        _ options: ProjectOptions,
        _ environment: [String: String]
    ) throws -> LintProject {
        guard let today = options.date ?? SystemTime.today else {
            throw ToolError.usage("The clock of this machine has no valid date; write --date YYYY-MM-DD.")
        }
        let (folder, configuration) = (manifests.folder, manifests.configuration)
        var project = LintProject(manifestFiles: manifests.files, configuration: configuration, today: today)
        project.document = try document(options, manifests, manifestPath: project.manifestPath)
        try readLocalDefaults(of: &project, options.localDefaults, manifests.application, folder, environment)
        return project
    }

    private static func usage(_ path: String, today: CalendarDate) throws -> FieldUsage {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: path, limit: 1 << 28)
        } catch {
            throw ToolError.usage(
                "Cannot read the counts ‘\(path)’: \(error.reason). `toggles usage merge` writes them."
            )
        }
        do throws(LifecycleError) {
            return try FieldUsage(bytes, today: today)
        } catch {
            throw ToolError.usage("‘\(path)’ has no counts of running apps: \(error).")
        }
    }

    private static func document(
        _ options: ProjectOptions,
        _ manifests: ProjectManifests,
        manifestPath: String
    ) throws -> LintProject.File? {
        let folder = manifests.folder
        guard let path = options.document ?? manifests.document.map(folder.absolute) else { return nil }
        guard options.document != nil || ToolFiles.exists(path) else {
            throw ToolError.usage(
                """
                The remote document \(folder.relative(path).quoted), which ‘document’ in a manifest names, doesn't exist. Correct \
                the path, or create the document with `{"flags": {}}`, which `toggles promote` and `toggles rollout` also offer.
                """
            )
        }
        let bytes = try ToolFiles.readProjectFile(path)
        // A finding shows no line of a file outside of the project, which a link leads to.
        let shown = FileReading.leavesProject(path) ? folder.written(path) : folder.relative(path)
        let file = LintProject.File(path: shown, bytes: bytes)
        if let problem = Self.problem(with: file) {
            let start = problem.range.start
            ToolOutput.printError("\(file.path):\(start.line):\(start.column): error: \(problem.message)")
            throw ToolError(
                "\(file.path): 1 error",
                code: .findings,
                diagnostics: [problem],
                manifestPath: manifestPath,
                root: folder.root
            )
        }
        return file
    }

    /// Returns the problem of an invalid document; `nil` if it is valid.
    private static func problem(with file: LintProject.File) -> Diagnostic? {
        guard DocumentOutline(file.bytes) == nil else { return nil }
        let value: JSONValue
        do {
            value = try JSONReader().value(from: file.bytes)
        } catch {
            let place = error.location
            let start = SourceLocation(line: place.line, column: place.column, offset: place.offset)
            return Diagnostic(
                .error,
                path: file.path,
                range: SourceRange(start: start, end: start),
                message: error.message
            )
        }
        let start = SourceLocation(line: 1, column: 1, offset: 0)
        let found =
            switch value {
            case .object(let object): object["flags"] == nil ? "it has no ‘flags’" : "its ‘flags’ are not an object"
            default: "it is not an object"
            }
        return Diagnostic(
            .error,
            path: file.path,
            range: SourceRange(start: start, end: start),
            message: "this is not a flagd document: \(found); write ‘{ \"flags\": { … } }’"
        )
    }

    /// Returns the project's CODEOWNERS file, or that of the repository that contains the project.
    static func codeOwners(_ folder: ProjectFolder) -> LintProject.File? {
        var folders = [folder.root]
        while let last = folders.last, last != "/", !FileReading.exists(PathText.joined(last, ".git")) {
            folders.append(PathText.folder(of: last))
        }
        if folders.last == "/" { folders = [folder.root] }
        for (depth, root) in folders.enumerated() {
            for path in [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"] {
                let file = PathText.joined(root, path)
                // Findings quote it.
                if !FileReading.leavesProject(file), let bytes = try? FileReading.bytes(path: file, limit: 1 << 24) {
                    let prefix = depth == 0 ? "" : PathText.relative(folder.root, to: root) + "/"
                    let shown = String(repeating: "../", count: depth) + path
                    return LintProject.File(path: shown, bytes: bytes, prefix: prefix)
                }
            }
        }
        return nil
    }

    // MARK: - Sources

    private static func sources(_ scanner: SourceScanner, in folder: ProjectFolder) throws -> SourceFacts {
        do {
            var facts = try scanner.scan()
            // Logs and tickets are often public.
            let paths = Set(facts.uses.map(\.path)).filter { FileReading.leavesProject(folder.absolute($0)) }
            if !paths.isEmpty {
                for index in facts.uses.indices where paths.contains(facts.uses[index].path) {
                    facts.uses[index].removeCode()
                }
            }
            return facts
        } catch {
            throw ToolError.usage("Cannot search ‘\(folder.root)’: \(error.reason).")
        }
    }

    /// Returns the paths that git ignores; empty, with a note, if git fails.
    static func ignored(_ repository: GitRepository?, _ notes: inout [String]) -> Set<String> {
        guard let repository else { return [] }
        do {
            return try repository.ignoredPaths()
        } catch {
            notes.append("files in .gitignore are searched, too: \(error)")
            return []
        }
    }

    /// Returns the project's file in the user's folder for caches; `nil` without a home folder.
    static func defaultCache(_ folder: ProjectFolder, _ environment: [String: String]) -> String? {
        guard let caches = UserFolders.caches(environment) else { return nil }
        let hash = ContentDigest(Array(folder.root.utf8))
        let digits = [hash.first, hash.second].map { String($0, radix: 16) }.joined(separator: "-")
        return PathText.joined(caches, "toggles/sources/\(digits)")
    }

    // MARK: - History

    private static func repository(
        _ folder: ProjectFolder,
        _ environment: [String: String],
        _ notes: inout [String]
    ) -> GitRepository? {
        do {
            let repository = try GitRepository(at: folder.root, environment: environment)
            if repository.isShallow {
                notes.append(
                    """
                    the clone is shallow, so older commits aren't checked, and the ages of toggles are unknown; \
                    `git fetch --unshallow` fetches them
                    """
                )
            }
            return repository
        } catch {
            notes.append("the git history is unknown, so toggles may be older than they seem: \(error)")
            return nil
        }
    }

    /// Reads from git on which day each flag became the same in every build.
    static func readDays(ofConstantsIn project: inout LintProject, from repository: GitRepository) {
        let constants = project.sources?.constants ?? [:]
        guard !constants.isEmpty, !repository.isShallow else { return }
        for (path, keys) in Dictionary(grouping: constants.keys, by: { constants[$0]?.path ?? "" }) {
            guard let days = try? repository.blameDays(of: path) else { continue }
            for key in keys {
                guard let line = constants[key]?.range.start.line else { continue }
                project.sources?.constants[key]?.since = days[line]
            }
        }
    }

    private static func readHistory(
        of project: inout LintProject,
        from repository: GitRepository,
        checksLocalDefaults: Bool,
        _ notes: inout [String]
    ) {
        do {
            if checksLocalDefaults, let file = project.localDefaults, !file.path.hasPrefix("/") {
                project.tracksLocalDefaults = try repository.isTracked(file.path)
            }
            let document = project.document.flatMap { $0.path.hasPrefix("/") ? nil : $0.path }
            project.history = try ProjectHistory.read(
                repository,
                manifestPaths: project.manifestFiles.map(\.path).filter { !$0.hasPrefix("/") },
                documentPath: document,
                until: project.today
            )
        } catch {
            notes.append("the git history is unknown, so toggles may be older than they seem: \(error)")
        }
    }
}
