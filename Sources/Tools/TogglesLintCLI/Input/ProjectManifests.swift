import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// The manifests of the application to lint, with their configuration.
struct ProjectManifests {
    /// The manifests, with paths relative to the root of the project.
    let files: [LintProject.ManifestFile]
    /// The paths of the manifests of other applications, relative to the root of the project.
    let others: [String]
    /// The name of the application, which determines the local defaults file.
    let application: String
    /// The configuration for all manifests.
    let configuration: LintConfiguration
    /// The remote document that the manifests name, relative to the root of the project.
    let document: String?
    /// The root of the project.
    let folder: ProjectFolder

    /// Returns the paths of the manifests that the options select, of all applications.
    ///
    /// - Throws: ``ToolError`` if there are none.
    static func paths(_ options: ProjectOptions) throws -> [String] {
        guard options.manifest.isEmpty else { return options.manifest }
        let files = ManifestSearch().files
        guard !files.isEmpty else { throw ToolError.noManifest }
        return files.map(\.path)
    }

    /// Reads the manifests.
    ///
    /// - Parameter options: The options that select them.
    /// - Throws: ``ToolError`` if a manifest can't be read, if one has errors, which are printed, or if several
    ///   applications could be meant. The application of a manifest with errors is unknown, so it stops the run.
    init(_ options: ProjectOptions) throws {
        let search = options.manifest.isEmpty ? ManifestSearch() : nil
        var known: Set<String> = []
        let found = try Self.paths(options).filter { known.insert(PathText.resolved($0)).inserted }
        var folder = try ProjectFolder(manifests: found, root: options.root)
        var manifests: [(file: ManifestFile, manifest: Manifest)] = []
        var invalid = InvalidManifests()
        for path in found {
            let shown = folder.relative(path)
            let result = Manifest.parse(try ToolFiles.readProjectFile(path), path: shown)
            if let manifest = result.manifest {
                manifests.append((ManifestFile(path: path), manifest))
            } else {
                invalid.add(result.diagnostics, path: shown, rendering: result.rendering)
            }
        }
        try invalid.throwIfNeeded(in: folder)

        let members: [Int]
        let ofOtherApplications: [String]
        if let search {
            let groups = ManifestGroup.groups(
                of: manifests.map {
                    ManifestGroup.Names(application: $0.manifest.application, namespace: $0.manifest.namespace)
                }
            )
            let group = try ManifestGroup.chosen(
                among: groups,
                application: options.application,
                files: manifests.map(\.file),
                nearest: search.nearest
            )
            members = group?.members ?? []
            application = group?.application ?? ""
            ofOtherApplications = manifests.indices.filter { !members.contains($0) }.map { manifests[$0].file.path }
        } else {
            try ManifestGroup.requireOne(
                manifests.map { ($0.file, $0.manifest.application) },
                application: options.application
            )
            members = Array(manifests.indices)
            application =
                options.application ?? manifests.lazy.compactMap(\.manifest.application).first
                ?? manifests.first?.manifest.namespace ?? ""
            ofOtherApplications = options.root == nil ? Self.others(besides: manifests, in: folder) : []
        }
        // Other applications of the repository have other roots.
        folder = try ProjectFolder(
            manifests: members.map { manifests[$0].file.path },
            besides: ofOtherApplications,
            root: options.root
        )
        others = manifests.indices.filter { !members.contains($0) }.map { folder.relative(manifests[$0].file.path) }
        files = members.map { (folder.relative(manifests[$0].file.path), manifests[$0].manifest) }
        self.folder = folder

        var sections: [LintConfiguration.Section] = []
        for (path, manifest) in files {
            let (configuration, diagnostics) = LintConfiguration.read(manifest.lint, path: path)
            if diagnostics.isEmpty {
                sections.append((path, manifest.lint?.range.firstLine, configuration))
            } else {
                invalid.add(diagnostics, path: path, in: folder)
            }
        }
        let (configuration, conflicts) = LintConfiguration.merging(sections)
        self.configuration = configuration
        let (document, others) = Self.document(of: files, in: folder)
        self.document = document
        let conflictsByPath = Dictionary(grouping: conflicts + others, by: \.path)
        for (path, _) in files {
            invalid.add(conflictsByPath[path] ?? [], path: path, in: folder)
        }
        try invalid.throwIfNeeded(in: folder)
    }

    /// Returns the paths of the manifests in a project that belong to other applications than some of them.
    private static func others(
        besides manifests: [(file: ManifestFile, manifest: Manifest)],
        in folder: ProjectFolder
    ) -> [String] {
        let known = Set(manifests.map { PathText.resolved($0.file.path) })
        let found = ManifestSearch(from: folder.root).files.filter { !known.contains($0.realPath) }.compactMap { file in
            let bytes = try? FileReading.bytes(path: file.realPath, limit: ManifestFile.maximumSize)
            return bytes.flatMap { Manifest.parse($0, path: file.path).manifest }.map { (file, $0) }
        }
        let names = (manifests + found).map { _, manifest in
            ManifestGroup.Names(application: manifest.application, namespace: manifest.namespace)
        }
        return ManifestGroup.groups(of: names).filter { $0.members.allSatisfy { $0 >= manifests.count } }
            .flatMap(\.members).map { found[$0 - manifests.count].0.realPath }
    }

    /// Returns the document that manifests name, relative to the root of the project, and a diagnostic for each that names
    /// another one.
    private static func document(
        of files: [LintProject.ManifestFile],
        in folder: ProjectFolder
    ) -> (String?, [Diagnostic]) {
        let named = files.compactMap { file in
            file.manifest.document.map { (file.path, $0.range, document($0.path, of: file.path, in: folder)) }
        }
        guard let (path, _, document) = named.first else { return (nil, []) }
        let conflicts = named.filter { $0.2 != document }.map { other in
            Diagnostic(
                .error,
                path: other.0,
                range: other.1,
                message: """
                    ‘document’ is \(other.2.quoted) here and \(document.quoted) in \(path); all manifests of the \
                    application share one document, so name it in one of them
                    """
            )
        }
        return (document, conflicts)
    }

    /// Returns the path of a document relative to the root of the project: the first file with this path below the
    /// folder of the manifest, or one above it.
    private static func document(_ name: String, of manifest: String, in folder: ProjectFolder) -> String {
        var parts = PathText.components(PathText.folder(of: manifest))
        while !manifest.hasPrefix("/"), !parts.isEmpty {
            let path = (parts + [name]).joined(separator: "/")
            if ToolFiles.exists(folder.absolute(path)) { return path }
            parts.removeLast()
        }
        return name
    }
}

/// The errors in manifests, which are printed as they are found.
private struct InvalidManifests {
    private var diagnostics: [Diagnostic] = []
    private var counts: [(path: String, count: Int)] = []

    mutating func add(_ found: [Diagnostic], path: String, rendering: (Diagnostic) -> String) {
        guard !found.isEmpty else { return }
        for diagnostic in found { ToolOutput.printError(lines: rendering(diagnostic)) }
        diagnostics += found
        counts.append((path, found.count))
    }

    /// Adds errors in a manifest that has been parsed.
    mutating func add(_ found: [Diagnostic], path: String, in folder: ProjectFolder) {
        guard !found.isEmpty else { return }
        let bytes = (try? FileReading.bytes(path: folder.absolute(path), limit: ManifestFile.maximumSize)) ?? []
        let result = Manifest.parse(bytes, path: path)
        add(found, path: path, rendering: result.rendering)
    }

    /// Throws an error if there are any; their paths are relative to the root of a project.
    func throwIfNeeded(in folder: ProjectFolder) throws {
        guard let first = counts.first else { return }
        throw ToolError(
            counts.map { "\($0.path): \($0.count.counted("error"))" }.joined(separator: "\n"),
            code: .findings,
            diagnostics: diagnostics,
            manifestPath: first.path,
            root: folder.root
        )
    }
}
