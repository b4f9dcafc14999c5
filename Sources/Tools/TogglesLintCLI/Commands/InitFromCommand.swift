import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// The command `toggles init --from`.
struct InitFromCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a toggles.yaml for toggles that are already declared in Swift.",
        discussion: """
            Your code doesn't change, because `toggles lint` checks the toggles where they're declared. The comment at \
            the top, marked DECIDE, lists what's left to decide.

            EXAMPLES
              toggles init --from Core/FeatureFlag.swift:FeatureFlag --reads isFeatureOn
              toggles init --from App/AppSettings.swift:@UserPreference
              toggles init --from Shared/BuildFlags.swift:BuildFlags
            """
    )

    @Option(
        help: ArgumentHelp(
            """
            A Swift file, and either the type in it whose cases or static properties are toggles, or the attribute \
            that marks toggles.
            """,
            valueName: "file:type"
        )
    )
    var from: String

    @Option(
        help: """
            The base name of a function that reads a toggle. May be repeated. Default: any mention of the toggle counts.
            """
    )
    var reads: [String] = []

    @Option(name: .shortAndLong, help: "The file to write; - is standard output.", completion: .file())
    var output = "toggles.yaml"

    @Option(help: "The name of the generated enum that holds the registry.")
    var namespace = "AppToggles"

    @Option(
        help: """
            The name of the application, which determines where its local defaults file is stored. Default: the \
            namespace.
            """
    )
    var application: String?

    @Option(help: "The creation date, as YYYY-MM-DD. Default: today.")
    var date: DateArgument?

    func run() throws {
        guard let colon = from.lastIndex(of: ":"), colon != from.startIndex, from.index(after: colon) != from.endIndex
        else {
            throw ToolError.usage(
                "‘\(from)’ does not name a type. Write --from FILE:TYPE, such as Core/FeatureFlag.swift:FeatureFlag."
            )
        }
        let path = String(from[..<colon])
        let bytes = try ToolFiles.read(path, limit: SourceScanner.maximumSize)
        // Unreadable files and broken links aren't replaced, either.
        guard output == "-" || (try? POSIXFileSystem().status(ofPath: output)) == nil else {
            throw ToolError.usage("‘\(output)’ already exists. Write --output with another name.")
        }
        guard let today = date?.date ?? SystemTime.today else {
            throw ToolError.usage("The clock of this machine has no valid date; write --date YYYY-MM-DD.")
        }
        let environment = ProcessEnvironment.current
        let folder = try ProjectFolder(manifests: [output], root: nil)
        let relative = folder.relative(path)
        let type = String(from[from.index(after: colon)...])
        guard
            let (source, flags) = DeclarationReader.inferred(type: type, path: relative, bytes: bytes, reads: reads)
        else {
            throw ToolError.usage(
                "‘\(path)’ declares no toggles of ‘\(type)’: no cases, no static properties, and no properties with that attribute."
            )
        }
        if let flag = flags.first(where: { $0.name.isEmpty }) {
            let place = flag.range.start
            throw ToolError.usage(
                """
                ‘\(path)’ can't be parsed: a toggle of ‘\(type)’ at line \(place.line), column \(place.column), has no \
                name. Correct the file so that it compiles.
                """
            )
        }
        let repository = try? GitRepository(at: folder.root, environment: environment)
        let days = (try? repository?.blameDays(of: relative)) ?? [:]
        if repository?.isShallow == true {
            ToolOutput.note(
                "this clone is shallow, so everything in its oldest commit counts as new; `git fetch --unshallow` fetches the dates"
            )
        }
        let owner = ProjectReading.codeOwners(folder).flatMap { CodeOwners($0).owner(of: relative) }
        let draft = ManifestDraft(
            source: source,
            flags: flags,
            namespace: namespace,
            application: application,
            today: today,
            day: { $0 == relative ? days[$1] : nil },
            owner: { $0 == relative ? owner : nil }
        )
        let text = draft.text
        let result = Manifest.parse(text, path: output)
        guard let manifest = result.manifest else {
            for diagnostic in result.diagnostics { ToolOutput.printError(lines: result.rendering(of: diagnostic)) }
            throw ToolError.usage("Nothing was written.")
        }
        guard !manifest.toggles.isEmpty else {
            let names = flags.prefix(5).map { "‘\($0.name)’" } + (flags.count > 5 ? ["…"] : [])
            throw ToolError.usage(
                """
                No name in ‘\(type)’ of ‘\(path)’ can be turned into a key: \(names.joined(separator: ", ")). Keywords of \
                Swift and members of every key can't be names of toggles, so rename them.
                """
            )
        }
        guard output != "-" else { return ToolOutput.write(document: text.utf8) }
        try FileWriting.create(Array(text.utf8), path: output)
        ToolOutput.write(
            """
            Wrote \(output) with \(manifest.toggles.count.counted("toggle")) of \(type).

            Next:
              1. Decide what the comment at the top lists as DECIDE.
              2. toggles lint

            """
        )
    }
}
