import ArgumentParser
import FeatureToggles
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// The command `toggles log`.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Uses git to show when a toggle was added, promoted, extended, or changed remotely.",
        discussion: """
            If a change was made on a branch, the date is that of the merge. You can also
            see the history of a removed toggle.

            If --document names a target of `toggles publish`, the command shows which of
            its revisions changed the toggle's flag instead.

            EXAMPLES
              toggles log new_checkout
              toggles log search_ranking --document production
              toggles log search_ranking --document Config/flags.json --json
            """
    )

    @OptionGroup var manifest: ManifestOptions

    @Argument(help: "The toggle's key.", completion: .toggleKeys)
    var key: String

    @Option(
        help: """
            The remote document, or a target with a history, such as an environment in toggles.yaml. Default: the file \
            that the manifest names.
            """,
        completion: .targets
    )
    var document: String?

    @Option(help: ArgumentHelp("The endpoint of an object storage that is compatible with S3.", valueName: "url"))
    var endpoint: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        if let document, try PublishingTarget.isTarget(document, in: manifest.selection) {
            return try showRevisions(of: PublishingTarget(document, in: manifest.selection, endpoint: endpoint))
        }
        let files = try manifest.selection.files(declaring: key)
        var known: Set<String> = []
        // A removed toggle has a history in one of the manifests, but which one is unknown.
        for file in files where try show(file.path, &known) { return }
        let question = Suggestion.question(for: key, in: known.sorted())
        let place = files.count == 1 ? files[0].path : "any of the \(files.count) manifests"
        throw ToolError.usage(
            "There is no toggle ‘\(key)’ in \(place), and there never was one\(question.isEmpty ? "." : question)"
        )
    }

    /// Shows the revisions of a target that changed the toggle's flag.
    private func showRevisions(of target: PublishingTarget) throws {
        let modules = try manifest.selection.loadModules()
        let toggles = modules.toggles
        let resolved = GivenKey.resolved(key, among: toggles.lazy.map(\.key))
        // A removed toggle, or a flag that no toggle reads.
        let flag = toggles.first { $0.key == resolved }?.remoteParameter ?? key
        let history = TargetHistory(target)
        if json {
            let result = try history.read { entry -> JSONValue? in
                guard let changes = entry.lines(of: flag) else { return nil }
                var object = entry.json
                object["changes"] = .array(changes.map { .string($0) })
                object["difference"] = nil
                return .object(object)
            }
            result.warn()
            return ToolOutput.print(json: .array(result.rows))
        }
        let result = try history.read { entry in
            entry.lines(of: flag).map { changes in
                [entry.time, changes.joined(separator: "; "), entry.author, "\(entry.revision)", entry.reason ?? ""]
            }
        }
        result.warn()
        guard !result.rows.isEmpty else {
            if resolved == nil { throw ToolError.unknownToggle(key, among: toggles.map(\.key)) }
            return ToolOutput.print("No revision of \(target.title) changed \(flag).")
        }
        let style = TextStyle()
        var table = Table(header: ["TIME", "CHANGE", "AUTHOR", "REVISION", "REASON"])
        for row in result.rows {
            var cells = row.map { Table.Cell(text: $0) }
            cells[3].style = style.faint
            table.add(cells)
        }
        ToolOutput.print(table, flexible: 1, optional: [4])
    }

    /// Shows the toggle's history in a manifest.
    ///
    /// - Parameters:
    ///   - path: The manifest.
    ///   - known: Receives the keys that the manifest declares or declared earlier, if the toggle isn't one of them.
    /// - Returns: Whether the manifest declares the toggle or did so earlier.
    /// - Throws: ``ToolError`` if the manifest or the history can't be read.
    private func show(_ path: String, _ known: inout Set<String>) throws -> Bool {
        let file = try EditingOptions.file(path)
        let result = Manifest.parse(file.bytes, path: path)
        guard let manifest = result.manifest else { throw InvalidManifestError(path, result.diagnostics).printed() }
        let history = try ProjectHistory.read(
            GitRepository(at: PathText.folder(of: PathText.resolved(path))),
            manifestPaths: [PathText.name(of: path)],
            documentPath: documentPath(file, manifest)
        )
        let toggle = GivenKey.resolved(key, among: manifest.toggles.lazy.map(\.key)).flatMap { key in
            manifest.toggles.first { $0.key == key }
        }
        let key = toggle?.key ?? key
        let life = ToggleLife(of: key, toggle: toggle, in: history)
        if life.events.isEmpty, toggle == nil {
            known.formUnion(manifest.toggles.map(\.key) + history.toggles.map(\.toggle))
            return false
        }
        if json {
            ToolOutput.print(json: life.json)
        } else {
            print(life, of: key, isShallow: history.isShallow)
        }
        if history.isShallow {
            ToolOutput.note("this clone is shallow; `git fetch --unshallow` fetches the earlier history")
        }
        return true
    }

    /// Returns the remote document of the option, else the one that any manifest of the application names.
    ///
    /// The one in this manifest counts even if it no longer exists, because it can have a history.
    private func documentPath(_ file: LifecycleChange.File, _ manifest: Manifest) throws -> String? {
        if let document { return PathText.absolute(document) }
        let found = try EditingOptions.document(nil, manifest: file, among: self.manifest.selection.files())
        return found.flatMap { $0.isNew ? nil : $0 }.map { PathText.absolute($0.path) } ?? manifest.document?.path
    }

    private func print(_ life: ToggleLife, of key: String, isShallow: Bool) {
        guard !life.events.isEmpty else {
            // Events before the first commit of a shallow clone are unknown.
            ToolOutput.print(isShallow ? "This clone has no history of \(key)." : "\(key) is not committed yet.")
            return
        }
        let style = TextStyle()
        var table = Table(header: ["DATE", "CHANGE", "AUTHOR", "COMMIT", "SUBJECT"])
        for event in life.events {
            table.add([
                Table.Cell(text: event.commit.day.description),
                Table.Cell(text: event.text),
                Table.Cell(text: event.commit.author),
                Table.Cell(text: String(event.commit.identifier.prefix(8)), style: style.faint),
                Table.Cell(text: event.commit.subject),
            ])
        }
        ToolOutput.print(table, flexible: 4)
    }
}
