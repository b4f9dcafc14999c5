import ArgumentParser
import DocumentSyntax
import FeatureTogglesRemote
import ToggleBase
import ToggleDocuments
import ToggleLint
import ToggleManifest
import ToggleTool

/// The options of commands that operate one flag of a remote document.
struct OperatingOptions: ParsableArguments {
    @OptionGroup var manifest: ManifestOptions

    @OptionGroup var remote: DocumentOptions

    @OptionGroup var publishing: PublishingOptions

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
        try carryOut(flag(of: name, in: modules()), operate)
    }

    /// The manifests, whose errors elsewhere don't stop an operation on a toggle.
    private var selection: ManifestSelection { manifest.selection.using(.inEmergencies) }

    /// Reads the manifests, and prints their problems.
    func modules() throws -> ApplicationModules {
        let modules = try selection.loadModules()
        modules.printProblems()
        return modules
    }

    /// Finds the flag of a toggle, see ``OperatedDocument/flag(of:hasStages:)``.
    func flag(
        of name: String,
        hasStages: Bool = false,
        in modules: ApplicationModules
    ) throws -> OperatedDocument.Flag {
        let target = try PublishingTarget.named(remote.document, publishing, in: selection)
        let published = try target.map { target in
            let publisher = try Publisher(
                to: target,
                publishing,
                check: DocumentCheck(registry: modules.registry, timestamp: ToolFiles.secondsSince1970),
                isDryRun: dryRun,
                isConfirmed: yes
            )
            return OperatedDocument.Published(publisher: publisher, state: try publisher.state())
        }
        let flag = try Self.convertingErrors {
            try OperatedDocument(modules: modules, document: remote.document, published: published)
                .flag(of: name, hasStages: hasStages)
        }
        if !dryRun { try remote.confirmCreation(of: flag.document) }
        return flag
    }

    /// Shows the effect of an operation, asks for confirmation if necessary, and changes the document.
    ///
    /// - Parameters:
    ///   - flag: The flag.
    ///   - concern: A reason for a confirmation, in addition to those of the change.
    ///   - operate: Computes the change.
    /// - Throws: ``ToolError`` as in ``carryOut(_:_:)``.
    func carryOut(
        _ flag: OperatedDocument.Flag,
        concern: String? = nil,
        _ operate: (FlagOperator) throws(FlagOperationError) -> DocumentChange
    ) throws {
        try Self.convertingErrors {
            let first = try flag.change(operate)
            for finding in first.warnings { ToolOutput.printError(lines: finding.description) }
            for line in first.lines { ToolOutput.print("\(line)") }
            if first.isEmpty, flag.published?.state.interrupted == nil { return }
            if let published = flag.published {
                let request = Publisher.Request(
                    document: first.new,
                    path: flag.path,
                    command: "\(Self.commandName) \(flag.toggle.key)",
                    isChecked: true,
                    concern: concern ?? first.concern
                )
                return try published.publisher.publish(request, over: published.state)
            }
            if dryRun {
                ToolOutput.write(ToolOutput.printable(diff: first.edit.diff))
                return
            }
            try confirm(first, concern)
            try flag.write(first, isConfirmed: { $0.lines == first.lines && $0.concern == first.concern }, operate)
            ToolOutput.print(
                "\(flag.path) was \(first.old == nil ? "created" : "changed"). After you publish it, \(Self.nextRefresh)"
            )
        }
    }

    /// When apps use a published document, for the policies that the package has.
    static var nextRefresh: String {
        func text(_ duration: Duration?) -> String {
            let seconds = Int((duration ?? .zero).components.seconds)
            return seconds % 60 == 0 && seconds > 0 ? (seconds / 60).counted("minute") : seconds.counted("second")
        }
        return """
            apps use it at their next refresh: within \(text(RefreshPolicy().pollInterval)), or \
            \(text(RefreshPolicy.development.pollInterval)) with RefreshPolicy.development.
            """
    }

    /// The name of the command that runs, such as `kill`.
    static var commandName: String {
        CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } ?? "change"
    }

    /// Calls a closure, and converts the reason why an operation is refused.
    ///
    /// - Throws: ``ToolError`` if the operation is refused, or any other error of the closure.
    static func convertingErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FlagOperationError {
            for finding in error.diagnostics { ToolOutput.printError(lines: finding.description) }
            let code: ToolError.Code = error.diagnostics.isEmpty ? .usage : .findings
            let message = error.description
            throw ToolError(message.hasSuffix("?") ? message : message.sentence, code: code)
        }
    }

    /// Asks the user if the change needs confirmation.
    private func confirm(_ change: DocumentChange, _ concern: String?) throws {
        // `--create` was passed for a document with the parameter.
        guard let concern = concern ?? (change.old == nil && remote.create ? nil : change.concern), !yes else { return }
        try ToolOutput.confirm(
            "Change \(change.path)? This needs confirmation, because \(concern).",
            otherwise: "this needs confirmation, because \(concern). If it is intended, pass --yes."
        )
    }
}
