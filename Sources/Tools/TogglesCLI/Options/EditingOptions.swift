import ArgumentParser
import DocumentSyntax
import ToggleBase
import ToggleDocuments
import ToggleLint
import ToggleManifest
import ToggleTool

/// The options of commands that edit files.
struct EditingOptions: ParsableArguments {
    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Option(
        help: ArgumentHelp("The date to use as today, as YYYY-MM-DD.", visibility: .hidden),
        transform: DateArgument.read
    )
    var today: CalendarDate?

    /// The date of the option, else today.
    ///
    /// - Throws: ``ToolError`` if the clock has no date.
    func day() throws -> CalendarDate {
        guard let day = today ?? ToolFiles.today else {
            throw ToolError.usage("The clock of this machine has no valid date.")
        }
        return day
    }

    /// Makes a change, and prints the completed and the remaining steps.
    ///
    /// Other commands wait until it is done. If an editor saves one of the files in the meantime, its version stays, and
    /// the change fails.
    ///
    /// - Parameters:
    ///   - manifest: The manifest to change.
    ///   - options: The options that name the remote document to change with it, if any.
    ///   - selection: The manifests that can name it.
    ///   - make: Makes the change.
    /// - Throws: ``ToolError`` if it fails or a file can't be written; then no file is changed.
    func carryOut(
        _ manifest: ManifestFile,
        document options: DocumentOptions? = nil,
        among selection: ManifestSelection? = nil,
        _ make: (_ manifest: LifecycleChange.File, _ document: LifecycleChange.File?) throws -> LifecycleChange
    ) throws {
        let path = manifest.path
        // The manifest can name the document, so it is read once before both are locked.
        func document(_ file: LifecycleChange.File) throws -> LifecycleChange.File? {
            try options.flatMap { try Self.document($0.document, manifest: file, among: selection?.files() ?? []) }
        }
        let named = try document(Self.file(path))
        if !dryRun, named?.isNew == true {
            // Before the question, because a refused change needs no document.
            _ = try Self.convertingErrors { try make(Self.file(path), named) }
            try options?.confirmCreation(of: named)
        }
        let paths = [path] + (named.map { [$0.path] } ?? [])
        let change = try ToolFiles.editing(paths) {
            let file = try Self.file(path)
            let change = try Self.convertingErrors { try make(file, document(file)) }
            for warning in change.warnings { ToolOutput.warn("\(warning)") }
            // The document first, because a parameter without readers is harmless.
            if !dryRun { try FileWriting.replace(change.edits.reversed()) }
            return change
        }
        if dryRun {
            for edit in change.edits { ToolOutput.write(ToolOutput.printable(diff: edit.diff)) }
            return
        }
        print(change, named)
    }

    private func print(_ change: LifecycleChange, _ document: LifecycleChange.File? = nil) {
        for line in change.done { ToolOutput.print("\(line)") }
        if let named = document, change.edits.contains(where: { $0.path == named.path }) {
            ToolOutput.print("After you publish \(named.path), \(OperatingOptions.nextRefresh)")
        }
        let left = Self.mentions(of: change) + change.left
        guard !left.isEmpty else { return }
        ToolOutput.print("\nLeft to do:")
        for line in left { ToolOutput.print(lines: "  - \(line)") }
    }

    /// Makes a change of a manifest and of a document, which is a file that people edit or a target to publish to.
    ///
    /// - Parameters:
    ///   - manifest: The manifest to change.
    ///   - remote: The options for the document.
    ///   - publishing: The options for a target.
    ///   - isConfirmed: Whether to publish without asking.
    ///   - selection: The manifests, whose environments are targets.
    ///   - command: The command for the history of a target.
    ///   - make: Makes the change.
    /// - Throws: ``ToolError`` if it fails.
    func carryOut(
        _ manifest: ManifestFile,
        document remote: DocumentOptions,
        publishing: PublishingOptions,
        isConfirmed: Bool,
        among selection: ManifestSelection,
        as command: String,
        _ make: (_ manifest: LifecycleChange.File, _ document: LifecycleChange.File?) throws -> LifecycleChange
    ) throws {
        guard let target = try PublishingTarget.named(remote.document, publishing, in: selection) else {
            return try carryOut(manifest, document: remote, among: selection, make)
        }
        let publisher = try Publisher(
            to: target,
            publishing,
            check: DocumentCheck(timestamp: ToolFiles.secondsSince1970),
            isDryRun: dryRun,
            isConfirmed: isConfirmed
        )
        try carryOut(manifest, publishingWith: publisher, as: command, make)
    }

    /// Makes a change of a manifest and of the document at a target, and prints the completed and the remaining steps.
    ///
    /// The document is published first, because a parameter without readers is harmless.
    ///
    /// - Parameters:
    ///   - manifest: The manifest to change.
    ///   - publisher: The publisher to the target.
    ///   - command: The command for the history.
    ///   - make: Makes the change.
    /// - Throws: ``ToolError`` if it fails. If the manifest can't be changed after the publication, the error says so.
    private func carryOut(
        _ manifest: ManifestFile,
        publishingWith publisher: Publisher,
        as command: String,
        _ make: (_ manifest: LifecycleChange.File, _ document: LifecycleChange.File?) throws -> LifecycleChange
    ) throws {
        // Before the target is read, and without it, so that a wrong key is reported at once.
        _ = try Self.convertingErrors { try make(Self.file(manifest.path), nil) }
        let state = try publisher.state()
        let bytes = state.document?.document
        let document = LifecycleChange.File(
            path: publisher.target.address.text,
            bytes: bytes ?? [],
            isNew: bytes == nil,
            isPublished: true
        )
        let change = try Self.convertingErrors { try make(Self.file(manifest.path), document) }
        for warning in change.warnings { ToolOutput.warn("\(warning)") }
        let edits = change.edits.filter { $0.path != document.path }
        if dryRun { for edit in edits { ToolOutput.write(ToolOutput.printable(diff: edit.diff)) } }
        let new = change.edits.first { $0.path == document.path }?.new
        if let new {
            try publisher.publish(
                Publisher.Request(document: new, path: document.path, command: command),
                over: state
            )
        }
        if dryRun { return }
        do {
            try ToolFiles.editing(edits.map(\.path)) { try FileWriting.replace(edits) }
        } catch {
            let subject = new == nil ? "The manifest" : "The document is published, and the manifest"
            throw ToolError.usage("\(subject) is not changed: \("\(error)".sentence)")
        }
        print(change)
    }

    /// Edits a manifest, and prints the diagnostics of one that has errors already.
    static func convertingErrors<Result>(_ edit: () throws -> Result) throws -> Result {
        do {
            return try edit()
        } catch let error as ManifestEditingError {
            // Diagnostics of other rejected edits refer to text that was never written; the message includes them.
            if error.code == .invalidManifest {
                for diagnostic in error.diagnostics { ToolOutput.printError(lines: diagnostic.description) }
            }
            throw ToolError.usage(error.message.sentence)
        }
    }

    /// Reads a file that a change may need.
    static func file(_ path: String) throws -> LifecycleChange.File {
        LifecycleChange.File(path: path, bytes: try ToolFiles.readProjectFile(path))
    }

    /// Returns the remote document of the option, which can be new, else the one that a manifest names, if it exists.
    ///
    /// All manifests of an application share the document, so another one can name it.
    static func document(
        _ path: String?,
        manifest: LifecycleChange.File,
        among manifests: @autoclosure () throws -> [ManifestFile]
    ) throws -> LifecycleChange.File? {
        if let path {
            return ToolFiles.exists(path) ? try file(path) : LifecycleChange.File(path: path, bytes: [], isNew: true)
        }
        if let document = NamedDocument(of: manifest).file { return document }
        for other in try manifests() where other.path != manifest.path {
            if let document = NamedDocument(of: try file(other.path)).file { return document }
        }
        return nil
    }

    /// Returns why the document that a manifest names can't be read, or `nil` if no manifest names one.
    static func problemWithDocument(
        manifest: LifecycleChange.File,
        among manifests: [ManifestFile]
    ) throws -> String? {
        if let problem = NamedDocument(of: manifest).problem { return problem }
        for other in manifests where other.path != manifest.path {
            if let problem = NamedDocument(of: try file(other.path)).problem { return problem }
        }
        return nil
    }

    /// Returns the lines that may read a toggle, if the change affects how code reads it.
    private static func mentions(of change: LifecycleChange) -> [String] {
        guard change.changesType, let manifest = change.edits.first?.path,
            let place = try? GitRepository(at: PathText.folder(of: manifest)),
            // Code can be outside the folder of the manifest.
            let repository = try? GitRepository(at: place.topLevel),
            let words = try? repository.mentions(of: change.before.swiftName)
        else { return [] }
        let mentions = words.filter { $0.mayRead(key: change.before.swiftName) }
        let name = "`.\(change.before.swiftName)`"
        guard !mentions.isEmpty else {
            return ["look for code that reads it: no Swift file of the repository mentions \(name)"]
        }
        let shown = mentions.prefix(20).map { "      \($0.path):\($0.line): \($0.text.prefix(100))" }
        let more = mentions.count > 20 ? ["      and \(mentions.count - 20) more"] : []
        let title = "check the lines that mention \(name); `toggles lint` shows which of them refer to the toggle:"
        return [([title] + shown + more).joined(separator: "\n")]
    }
}
