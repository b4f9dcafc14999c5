import ArgumentParser
import FeatureToggles
import ToggleDocuments
import ToggleLint
import ToggleManifest
import ToggleTool

/// The options of commands that operate one flag of a remote document.
struct OperatingOptions: ParsableArguments {
    @OptionGroup var manifest: ManifestOptions

    @Option(
        help: "The remote document to change. Default: the one under ‘lint:’ in the manifest.",
        completion: .file(extensions: ["json"])
    )
    var document: String?

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    /// Shows the effect of an operation, asks for confirmation if necessary, and changes the document.
    ///
    /// Other commands wait while the file is replaced. If the document changes while the user is asked, so that the
    /// operation would have another effect, nothing is written.
    ///
    /// - Parameters:
    ///   - name: The toggle's key or Swift name.
    ///   - operate: Computes the change.
    /// - Throws: ``ToolError`` if the operation is refused or not confirmed, or a file can't be read or written.
    func carryOut(
        _ name: String,
        _ operate: (FlagOperator) throws(FlagOperationError) -> DocumentChange
    ) throws {
        let modules = try manifest.selection.loadModules()
        modules.printProblems()
        let (toggle, document) = try target(of: name, modules)
        func change() throws -> DocumentChange {
            do {
                return try operate(
                    FlagOperator(
                        toggle,
                        in: ToolFiles.read(document),
                        path: document,
                        registry: modules.registry,
                        timestamp: ToolFiles.secondsSince1970
                    )
                )
            } catch let error as FlagOperationError {
                for finding in error.diagnostics { ToolOutput.printError(finding.description) }
                let code: ToolError.Code = error.diagnostics.isEmpty ? .usage : .findings
                let message = error.description
                throw ToolError(message.hasSuffix("?") ? message : message.sentence, code: code)
            }
        }
        let first = try change()
        for finding in first.warnings { ToolOutput.printError(finding.description) }
        for line in first.lines { ToolOutput.print(line) }
        if first.isEmpty { return }
        if dryRun {
            ToolOutput.write(EditingOptions.printable(diff: first.edit.diff))
            return
        }
        try confirm(first)
        try ToolFiles.editing([document]) {
            let change = try change()
            guard change.lines == first.lines, change.concern == first.concern else {
                throw ToolError.usage(
                    "Another program changed \(document) in the meantime. Nothing was changed here; run the command again."
                )
            }
            try FileWriting.replace([change.edit])
        }
        ToolOutput.print("\(document) was changed.")
    }

    /// Asks the user if the change needs confirmation.
    private func confirm(_ change: DocumentChange) throws {
        guard let concern = change.concern?.printableLine, !yes else { return }
        guard StandardStream.input.isTerminal, ToolOutput.isTerminal else {
            throw ToolError.usage(
                "Nothing was changed: this needs confirmation, because \(concern). If it is intended, pass --yes."
            )
        }
        ToolOutput.write(
            "Change \(change.path.printableLine)? This needs confirmation, because \(concern). [y/N] "
        )
        guard ["y", "yes"].contains((readLine() ?? "").lowercased()) else {
            throw ToolError.usage("Nothing was changed.")
        }
    }

    // MARK: - Finding the flag

    /// Returns the toggle with a key or Swift name, and the path of the document.
    private func target(
        of name: String,
        _ modules: ApplicationModules
    ) throws -> (toggle: ToggleDeclaration, document: String) {
        let key = try key(name, modules.toggles)
        let path = try manifest.selection.file(declaring: key).path
        let file = try EditingOptions.file(path)
        guard let toggle = Manifest.parse(file.bytes, path: path).manifest?.toggles.first(where: { $0.key == key })
        else { throw ToolError.unknownToggle(name, among: modules.toggles.map(\.key)) }
        guard let document = try EditingOptions.document(document, manifest: file, among: manifest.selection) else {
            throw ToolError.usage(
                "It is unknown which remote document to change. Name it with --document FILE, or with ‘lint: { document: FILE }’ in \(path)."
            )
        }
        return (toggle, document.path)
    }

    private func key(_ name: String, _ toggles: [ToggleDefinition]) throws -> String {
        if let key = GivenKey.resolved(name, among: toggles.lazy.map(\.key)) { return key }
        if let toggle = toggles.first(where: { $0.remoteParameter == name }) {
            throw ToolError.usage("There is no toggle ‘\(name)’. ‘\(toggle.key)’ reads the parameter of this name.")
        }
        if let toggle = toggles.first(where: { $0.retiredParameters.contains(name) }) {
            throw ToolError.usage(
                "There is no toggle ‘\(name)’. ‘\(toggle.key)’ no longer reads the parameter of this name, which stays as it is for released versions."
            )
        }
        throw ToolError.unknownToggle(name, among: toggles.map(\.key))
    }
}
