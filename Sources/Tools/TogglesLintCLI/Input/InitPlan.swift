import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// The manifests that `toggles init` writes.
struct InitPlan {
    /// The options of the command.
    struct Options {
        /// The file to write, if the user names one; `-` is standard output.
        var output: String?
        var namespace: String?
        var application: String?
        /// The creation date of flags that aren't in git.
        var created: CalendarDate?
    }

    /// A manifest to write.
    struct File {
        /// The path, as users see it.
        var path: String
        /// The former content, if the file exists.
        var old: [UInt8]?
        /// The new content.
        var bytes: [UInt8]
        /// The number of added toggles.
        var addedCount: Int
    }

    /// The manifests to write; empty if there's nothing new.
    private(set) var files: [File] = []
    /// Sentences about what people have to do by hand.
    private(set) var remarks: [String] = []
    private let project: InitProject
    private var summary: DiscoverySummary
    /// The toggles of manifests that no code declares or names anymore.
    private var vanished: [String] = []
    /// The applications of the manifests, if they aren't one.
    private var applications: [String] = []
    /// The paths of all manifests with the flags, whether they change or not.
    private var paths: [String] = []
    /// The number of flags whose default values the code doesn't show.
    private var unknownDefaults = 0
    /// The flags that other manifests than the written ones declare already, with the paths of those.
    private var known: [Known] = []
    /// What the build of each new manifest's target lacks to generate keys.
    private var setups: [(file: String, lines: [String])] = []
    /// The flags that are always on or off, and that the linter reports only when they've been so for longer.
    private var youngConstants: Set<String> = []
    private typealias Known = (path: String, declaration: DiscoveredDeclaration)

    /// Plans manifests for declarations.
    ///
    /// - Throws: ``ToolError`` if an existing manifest can't be extended.
    init(
        _ declarations: [DiscoveredDeclaration],
        report: FlagDiscovery.Report,
        _ project: InitProject,
        _ options: Options
    ) throws {
        self.project = project
        let days = project.days(of: Set(declarations.flatMap { $0.flags.map(\.path) }))
        func draft(_ declarations: [DiscoveredDeclaration], _ folder: String, _ namespace: String) -> ManifestDraft {
            ManifestDraft(
                declarations,
                folder: folder,
                namespace: namespace,
                application: options.application,
                today: project.today,
                created: options.created,
                day: { days[$0]?[$1] },
                owner: { project.owners?.owner(of: $0) }
            )
        }
        summary = DiscoverySummary(report: report, imported: declarations, findings: [])
        for flag in declarations.flatMap(\.flags) {
            summary.created[flag.key] = days[flag.path]?[flag.range.start.line]
        }

        var configuration = LintConfiguration()
        configuration.sources = declarations.map(\.source)
        // The places of the reads determine the folders of the manifests.
        let first = try Self.parsed(draft(declarations, "", options.namespace ?? "AppToggles").text, ManifestFile.name)
        let lint = project.lintProject([(ManifestFile.name, first)], configuration)
        let layout = Self.layout(declarations, lint.sources?.uses ?? [], project, options)

        known = layout.known
        let places = layout.places.flatMap(\.declarations)
        summary.imported = summary.imported.compactMap { found in places.first { $0.source == found.source } }
        summary.report.declarations.removeAll { found in
            known.contains { $0.declaration.source == found.source }
                && !places.contains { $0.source == found.source }
        }
        var namespaces: Set<String> = []
        var all: [LintProject.ManifestFile] = []
        for place in layout.places {
            let path = options.output ?? project.shownPath(of: place.folder)
            let written = project.folder.relativeFolder(PathText.folder(of: path == "-" ? "./" : path))
            // Outside of the project, paths are relative to its root.
            let folder = written.hasPrefix("/") ? "" : written
            let newPlace = NewManifestPlace(output: path)
            let namespace = options.namespace ?? newPlace.namespace(besides: namespaces)
            namespaces.insert(namespace)
            var draft = draft(place.declarations, folder, namespace)
            if draft.application == nil, !ToolFiles.exists(path), let application = newPlace.application {
                draft.application = application
                if paths.isEmpty { newPlace.printApplication() }
            }
            if draft.application == nil, !ToolFiles.exists(path), layout.areSeparate || !newPlace.hasManifests {
                // Manifests of one app have one name, so that they share a local defaults file.
                let own = layout.areSeparate ? PathText.joined(project.folder.root, folder) : project.scopeRoot
                draft.application = StarterManifest.applicationName(PathText.name(of: own))
            }
            draft.isPublic =
                newPlace.module?.access == .public
                || project.isLibrary(folder) && place.declarations.contains(where: project.isPublic)
            let count = files.count
            let manifest = try add(draft, path)
            if let file = files.dropFirst(count).first, file.old == nil {
                var code = place.declarations.flatMap(\.flags).map { project.folder.absolute($0.path) }
                // With public keys in several targets, their names would be ambiguous.
                if draft.isPublic { code = Array(code.prefix(1)) }
                if let setup = newPlace.missingSetup(ofTargetsWith: code) { setups.append(setup) }
            }
            take(draft)
            if files.count == count {
                let sources = place.declarations.map(\.source)
                known += summary.imported.filter { sources.contains($0.source) }.map { (path, $0) }
            }
            paths.append(path)
            all.append(((folder.isEmpty ? "" : folder + "/") + PathText.name(of: path), manifest))
        }
        if paths.isEmpty { paths = Set(known.map(\.path)).sorted() }
        for manifest in project.manifests where !all.contains(where: { $0.path == manifest.path }) {
            all.append(manifest)
        }
        let groups = ManifestGroup.groups(
            of: all.map { ManifestGroup.Names(application: $0.manifest.application, namespace: $0.manifest.namespace) }
        )
        if groups.count > 1 {
            applications = groups.map(\.application)
        } else if files.count == all.count, files.allSatisfy({ $0.old == nil }) {
            // New manifests have the same toggles as the first draft, so their uses are known.
            var written = LintProject(manifestFiles: all, configuration: configuration, today: project.today)
            (written.sources, written.codeOwners) = (lint.sources, lint.codeOwners)
            check(written, [])
            return
        }
        for group in groups {
            let own = group.members.filter { $0 < layout.places.count }.flatMap { layout.places[$0].declarations }
            guard !own.isEmpty else { continue }
            let members = group.members.map { all[$0] }
            let shared = PathText.shared(by: members.map { PathText.folder(of: $0.path) })
            let folder = groups.count > 1 ? shared.joined(separator: "/") : ""
            check(
                project.lintProject(members, Self.configuration(of: members, adding: own), below: folder),
                project.manifests.filter { manifest in members.contains { $0.path == manifest.path } }
            )
        }
    }

    /// Adds what a draft decides about the flags to the summary.
    private mutating func take(_ draft: ManifestDraft) {
        let undecided = Dictionary(grouping: draft.undecided.map(\.flag)) { $0.path }
        var keys = Set(draft.undecided.map(\.flag.key))
        unknownDefaults += draft.declarations.flatMap(\.flags).count { flag in
            keys.insert(flag.key).inserted && flag.defaultValue == nil
        }
        summary.joined += draft.joined.map { "\($0.flag.name) (\($0.types.listed(3)))" }
        for index in summary.imported.indices {
            let left = summary.imported[index].flags.filter { flag in
                undecided[flag.path, default: []].contains { $0.range == flag.range }
            }
            summary.imported[index].flags.removeAll { left.contains($0) }
            summary.imported[index].others += left.map(\.name)
        }
    }

    /// Adds what the linter finds, and the imported toggles of former manifests that are no longer in the code.
    private mutating func check(_ lint: LintProject, _ former: [LintProject.ManifestFile]) {
        var options = Linter.Options()
        options.only = DiscoverySummary.rules
        let findings = Linter(lint, options: options).run().findings
        summary.findings += findings
        let constants = findings.filter { $0.rule == DiscoverySummary.constantRule }
        if !constants.isEmpty, let repository = project.repository {
            var dated = lint
            ProjectReading.readDays(ofConstantsIn: &dated, from: repository)
            options.only = [DiscoverySummary.constantRule]
            let current = Linter(dated, options: options).run().findings
            youngConstants.formUnion(Self.flags(of: constants).subtracting(Self.flags(of: current)))
        }
        summary.constants.merge((lint.sources?.constants ?? [:]).mapValues(\.value)) { $1 }
        let named = Set(lint.sources?.uses.map(\.target) ?? [])
        let declared = Set(lint.sources?.declared.map(\.key) ?? [])
        for (path, manifest) in former where !path.hasPrefix("/") {
            let sources = LintConfiguration.read(manifest.lint, path: path).0.sources
            // Release toggles aren't imported.
            let absent = manifest.toggles.filter { toggle in
                toggle.category != .release && !declared.contains(toggle.key) && !named.contains(.toggle(toggle.key))
            }
            guard !sources.isEmpty, !absent.isEmpty else { continue }
            // Toggles that people added were never in the files with the declarations.
            var files = Set(lint.sources?.declared.map(\.path) ?? [])
            files.formUnion(sources.compactMap { $0.file.map { PathText.joined(PathText.folder(of: path), $0) } })
            let words = try? project.repository?.words(everIn: files.filter { !$0.contains("*") }.sorted())
            vanished += absent.filter { toggle in
                guard let words, !words.isEmpty else { return true }
                return words.contains(toggle.swiftName) || words.contains(toggle.key)
                    || toggle.remote.map(words.contains) ?? false
            }.map(\.key).sorted()
        }
    }

    private static func flags(of findings: [Finding]) -> Set<String> {
        Set(findings.flatMap { $0.joined + [$0.toggle].compactMap(\.self) })
    }

    // MARK: - Manifests

    private static func parsed(_ text: String, _ path: String) throws -> Manifest {
        let result = Manifest.parse(text, path: path)
        if let manifest = result.manifest { return manifest }
        for diagnostic in result.diagnostics { ToolOutput.printError(lines: result.rendering(of: diagnostic)) }
        throw ToolError.usage("Nothing was written.")
    }

    /// Assigns declarations to manifests: to the one that names them, to the file that the user names, or to new ones.
    private static func layout(
        _ declarations: [DiscoveredDeclaration],
        _ uses: [ToggleUse],
        _ project: InitProject,
        _ options: Options
    ) -> (places: [ManifestLayout.Place], areSeparate: Bool, known: [Known]) {
        var rest = declarations
        var places: [ManifestLayout.Place] = []
        if let output = options.output {
            let known = output == "-" ? [] : takeKnown(from: &rest, project, besides: project.folder.relative(output))
            if !rest.isEmpty { places.append(ManifestLayout.Place(folder: "", declarations: rest)) }
            return (places, false, known)
        }
        for (path, manifest) in project.manifests where !path.hasPrefix("/") {
            let known = LintConfiguration.read(manifest.lint, path: path).0.sources
            let folder = PathText.folder(of: path) == "." ? "" : PathText.folder(of: path)
            // Two apps can have files with the same name.
            let own = rest.filter { declaration in
                known.contains { declaration.source.isCovered(by: $0, in: folder) }
            }
            guard !own.isEmpty else { continue }
            rest.removeAll { declaration in own.contains { $0.source == declaration.source } }
            places.append(ManifestLayout.Place(folder: folder, declarations: own))
        }
        let layout = ManifestLayout(
            rest,
            uses: uses.filter { project.isInScope($0.path) },
            isProject: { ProjectFolder.isRoot(project.folder.absolute($0)) },
            isApp: { ProjectFolder.isXcodeProject(project.folder.absolute($0)) }
        )
        for var place in layout.places {
            // The linter finds the reads in the rest of the repository from there, too.
            let path = place.folder.isEmpty ? ManifestFile.name : "\(place.folder)/\(ManifestFile.name)"
            let isKnown = project.manifests.contains { $0.path == path }
            if !project.isInScope(place.folder + "/"), !isKnown { place.folder = project.scopeFolder }
            if let index = places.firstIndex(where: { $0.folder == place.folder }) {
                places[index].declarations += place.declarations
            } else {
                places.append(place)
            }
        }
        return (places, layout.areSeparate && places.count > 1, [])
    }

    /// Removes the flags that other manifests of the project declare already, and returns them.
    private static func takeKnown(
        from declarations: inout [DiscoveredDeclaration],
        _ project: InitProject,
        besides output: String
    ) -> [Known] {
        var known: [Known] = []
        for (path, manifest) in project.manifests where path != output && !path.hasPrefix("/") {
            let sources = LintConfiguration.read(manifest.lint, path: path).0.sources
            let folder = PathText.folder(of: path) == "." ? "" : PathText.folder(of: path)
            let names = Set(manifest.toggles.flatMap { [$0.key, $0.swiftName] })
            for index in declarations.indices {
                let source = declarations[index].source
                guard let entry = sources.first(where: { source.isCovered(by: $0, in: folder) }) else { continue }
                var declared = declarations[index]
                declared.flags.removeAll { !names.contains($0.key) && !names.contains($0.name) }
                declarations[index].flags.removeAll { flag in
                    declared.flags.contains(flag) || entry.except.contains(flag.name)
                }
                known.append((project.shownPath(of: folder), declared))
            }
        }
        declarations.removeAll(where: \.flags.isEmpty)
        return known
    }

    /// Adds the manifest with the flags of a draft: a new one, or an existing one with what it lacks.
    ///
    /// - Returns: The manifest as it will be.
    private mutating func add(_ draft: ManifestDraft, _ path: String) throws -> Manifest {
        let old = path == "-" || !ToolFiles.exists(path) ? nil : try ToolFiles.readProjectFile(path)
        guard let old, old.contains(where: { !" \t\r\n".utf8.contains($0) }) else {
            let text = draft.text
            let manifest = try Self.parsed(text, path)
            if manifest.toggles.isEmpty { throw Self.nameless(draft) }
            files.append(File(path: path, old: old, bytes: Array(text.utf8), addedCount: manifest.toggles.count))
            return manifest
        }
        let merge: ManifestMerge
        do {
            merge = try ManifestMerge(draft, into: old, path: path)
        } catch {
            for diagnostic in error.diagnostics { ToolOutput.printError(lines: diagnostic.description) }
            throw ToolError.usage("\(error.message).")
        }
        remarks += merge.remarks
        // What the manifest excepts is decided.
        let sources = LintConfiguration.read(Manifest.parse(old, path: path).manifest?.lint, path: path).0.sources
        let excepted = Set(sources.flatMap(\.except))
        remarks += draft.undecided.filter { !excepted.contains($0.flag.name) }
            .map { "‘\($0.flag.name)’ \($0.reason)" }
        if merge.bytes != old {
            files.append(File(path: path, old: old, bytes: merge.bytes, addedCount: merge.added.count))
        }
        return try Self.parsed(String(decoding: merge.bytes, as: UTF8.self), path)
    }

    private static func nameless(_ draft: ManifestDraft) -> ToolError {
        let flags = draft.undecided.map(\.flag)
        let names = flags.prefix(5).map { "‘\($0.name)’" } + (flags.count > 5 ? ["…"] : [])
        let type = draft.declarations.first?.source.type ?? ""
        return .usage(
            """
            No name in ‘\(type)’ of ‘\(flags.first?.path ?? "")’ can be turned into a key: \(names.joined(separator: ", ")). \
            Words that YAML reads as values, and members of every key, can't be names of toggles, so rename them.
            """
        )
    }

    /// Returns the settings of manifests, with declarations that they may not have.
    private static func configuration(
        of files: [LintProject.ManifestFile],
        adding declarations: [DiscoveredDeclaration]
    ) -> LintConfiguration {
        let sections = files.map { path, manifest in
            (path, manifest.lint?.range.firstLine, LintConfiguration.read(manifest.lint, path: path).0)
        }
        var (configuration, _) = LintConfiguration.merging(sections)
        configuration.sources.removeAll { source in declarations.contains { source.isCovered(by: $0.source) } }
        configuration.sources += declarations.map(\.source)
        configuration.sourcePlaces = []
        return configuration
    }

    /// Writes the manifests: all of them or none.
    func write() throws {
        try ToolFiles.editing(files.map(\.path)) {
            let edits = files.compactMap { file in file.old.map { FileEdit(path: file.path, old: $0, new: file.bytes) }
            }
            var created: [String] = []
            do {
                for file in files where file.old == nil {
                    try FileWriting.create(file.bytes, path: file.path)
                    created.append(file.path)
                }
                try FileWriting.replace(edits)
            } catch {
                for path in created { FileWriting.remove(path) }
                throw error
            }
        }
    }

    // MARK: - Texts

    /// Returns what other manifests declare of the flags in a folder.
    ///
    /// - Parameter folder: The folder, relative to the root of the project.
    /// - Returns: A sentence for each manifest.
    func knownLines(in folder: String) -> [String] {
        Set(known.map(\.path)).sorted().compactMap { path in
            let declarations = known.filter { $0.path == path }.map(\.declaration).filter { declaration in
                declaration.flags.contains { folder.isEmpty || $0.path.hasPrefix(folder + "/") }
            }
            let count = declarations.reduce(0) { $0 + $1.flags.count }
            let types = declarations.map(\.source.type).listed(3)
            if count == 0 { return nil }
            return "\(count.counted("flag")) of \(types) \(count == 1 ? "is" : "are") in \(path) already."
        }
    }

    /// Returns what the command prints about flags of a type that the user named.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - isWritten: Whether the manifests are written.
    /// - Returns: The sentences.
    func importedText(of type: String, isWritten: Bool) -> String {
        guard let file = files.first else {
            return "Every flag of \(type) is in \(paths.listed(paths.count)) already."
        }
        let verb =
            file.old == nil
            ? "\(isWritten ? "Wrote" : "Would write") \(file.path) with"
            : "\(isWritten ? "Added" : "Would add") to \(file.path):"
        let result = "\(verb) \(file.addedCount.counted("toggle")) of \(type)."
        guard isWritten else { return result }
        return """
            \(result)

            Next:
              1. Decide what the comment at the top lists as DECIDE.
              2. toggles lint
            """
    }

    /// Returns what the command prints about flags that it found.
    ///
    /// - Parameter isWritten: Whether the manifests are written.
    /// - Returns: The lines of the summary.
    func summaryText(isWritten: Bool) -> String {
        var lines = summary.lines + [""]
        lines += files.map { file in
            file.old == nil
                ? "\(isWritten ? "Wrote" : "Would write") \(file.path)."
                : "\(isWritten ? "Added" : "Would add") \(file.addedCount.counted("flag")) to \(file.path)."
        }
        if files.isEmpty { lines.append("Every flag is in \(paths.listed(paths.count)) already.") }
        if !vanished.isEmpty {
            let more = vanished.count > 10 ? " and \(vanished.count - 10) more" : ""
            lines.append(
                "No longer in the code: \(vanished.prefix(10).joined(separator: ", "))\(more). Remove them from the manifest."
            )
        }
        if files.contains(where: { $0.old == nil }) {
            let ownerless = Set(summary.imported.flatMap(\.flags).map(\.path)).filter {
                project.owners?.owner(of: $0) == nil
            }
            let isListed = project.owners != nil
            let owners = isListed ? "owners that CODEOWNERS doesn't name" : "owners (there is no CODEOWNERS file)"
            let dates = project.repository == nil ? "creation dates (there is no git history)" : nil
            let defaults =
                unknownDefaults > 0 ? "\(unknownDefaults.counted("default value")) that the code doesn't show" : nil
            let open = [ownerless.isEmpty ? nil : owners, dates, defaults, "expiry dates"].compactMap { $0 }
            let list = open.count == 1 ? open[0] : "\(open.dropLast().joined(separator: ", ")) and \(open.last ?? "")"
            lines.append("To decide later: \(list).")
        }
        guard isWritten else { return lines.joined(separator: "\n") }
        // The command finds the manifest of the working folder by itself.
        let applications = paths == [ManifestFile.name] ? [] : applications
        let option = applications.first.map { " --application \($0.quotedForShell)" } ?? ""
        let others = applications.dropFirst()
        let more = others.isEmpty ? "" : " The others are \(others.joined(separator: ", "))."
        var next = summary.findings.isEmpty ? [] : lintLines("`toggles lint\(option)`")
        if let last = next.last { next[next.count - 1] = "\(last).\(more)" }
        next += [
            "‘Adopt the package with existing flags or services’ (Documentation/Adopting.md) lists four ways",
            "to go on: lint, generate keys, use remote config, remove.",
        ]
        next += [project.adviceAboutModules].compactMap(\.self)
        for (file, lines) in setups { next += ["To generate keys, add to \(file):"] + lines.map { "  \($0)" } }
        lines += zip(["Next: "] + Array(repeating: "      ", count: next.count), next).map { $0 + $1 }
        return lines.joined(separator: "\n")
    }

    /// The days during which the linter doesn't report a flag that is always on or off.
    private var constantDays: Int {
        let rule = Rules.all.first { $0.description.identifier == DiscoverySummary.constantRule }
        return rule?.description.options.first?.standard ?? 0
    }

    /// Returns what the linter says about the flags that are never read, or always on or off, without the full stop.
    private func lintLines(_ command: String) -> [String] {
        let days = "once they've been so for \(constantDays) days"
        if Self.flags(of: summary.findings).isSubset(of: youngConstants) {
            return ["\(command) reports flags that are always on or off \(days)"]
        }
        let line = "\(command) shows where each flag has to be removed"
        return youngConstants.isEmpty ? [line] : ["\(line); flags that are always on or off,", days]
    }
}
