import ArgumentParser
import ToggleBase
import ToggleManifest
import ToggleTool

/// The command `toggles history`.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Shows what was published to a target: when, by whom, why, and what changed.",
        discussion: """
            `toggles publish` writes the history next to the document. With --revision, the
            command shows one revision with its difference, and with --raw its document,
            without the envelope of a signature.

            EXAMPLES
              toggles history production
              toggles history /srv/flags/shop.json --limit 100 --json
              toggles history production --revision 41
              toggles history production --revision 41 --raw > flags.json

            EXIT CODES
              0  success
              1  entries of the history are damaged; the others are listed
              2  wrong usage, or there is no such revision
              4  the store can't be reached
            """
    )

    @Argument(
        help: "The target: an address, or the name of an environment in toggles.yaml.",
        completion: .targets
    )
    var target: String

    @OptionGroup var manifests: ManifestOptions

    @Option(help: ArgumentHelp("The endpoint of an object storage that is compatible with S3.", valueName: "url"))
    var endpoint: String?

    @Option(help: "The number of revisions, the newest first.")
    var limit = 20

    @Option(help: "Show only this revision.")
    var revision: Int?

    @Flag(help: "Print the document of a revision.")
    var raw = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be at least 1.") }
        if let revision, revision < 1 { throw ValidationError("--revision must be at least 1.") }
        if raw, revision == nil { throw ValidationError("--raw needs --revision.") }
        if raw, json { throw ValidationError("Write --raw or --json.") }
    }

    func run() throws {
        let history = TargetHistory(try PublishingTarget(target, in: manifests.selection, endpoint: endpoint))
        if let revision { return try show(history.require(revision)) }
        let isDamaged = try json ? list(history) : show(history)
        if isDamaged { throw ToolError.findings }
    }

    /// Prints the entries as JSON, and returns whether some are damaged.
    private func list(_ history: TargetHistory) throws -> Bool {
        let result = try history.read(limit: limit) { JSONValue.object($0.json) }
        result.warn()
        ToolOutput.print(json: .array(result.rows))
        return !result.damaged.isEmpty
    }

    /// Prints a table of the entries, and returns whether some are damaged.
    private func show(_ history: TargetHistory) throws -> Bool {
        let result = try history.read(limit: limit) { entry in
            // Details of a flag are indented.
            let changes = entry.lines.filter { !$0.hasPrefix(" ") }.joined(separator: "; ")
            return ["\(entry.revision)", entry.time, entry.author, entry.command, entry.reason ?? "", changes]
        }
        result.warn()
        guard !result.rows.isEmpty else {
            if result.damaged.isEmpty {
                ToolOutput.print("\(history.target.title) has no history; `toggles publish` begins one.")
            }
            return !result.damaged.isEmpty
        }
        let style = TextStyle()
        var table = Table(header: ["REVISION", "TIME", "AUTHOR", "COMMAND", "REASON", "CHANGE"])
        for row in result.rows {
            var cells = row.map { Table.Cell(text: $0) }
            cells[0].style = style.bold
            table.add(cells)
        }
        ToolOutput.print(table, flexible: 5, optional: [4, 3])
        if let entry = result.state?.interrupted {
            ToolOutput.note("revision \(entry.revision) isn't in place yet; the next publication completes it")
        } else if result.state?.isForeign == true {
            ToolOutput.note("something other than toggles publish has changed the document since")
        }
        return !result.damaged.isEmpty
    }

    private func show(_ entry: HistoryEntry) {
        if raw { return ToolOutput.write(document: PublishedDocument(entry.document).document) }
        if json { return ToolOutput.print(json: .object(entry.json)) }
        ToolOutput.print("revision \(entry.revision), published at \(entry.time) by \(entry.author)")
        ToolOutput.print("command: \(entry.command)")
        if let reason = entry.reason { ToolOutput.print("reason:  \(reason)") }
        if let commit = entry.commit { ToolOutput.print("commit:  \(commit)") }
        for line in entry.lines { ToolOutput.print("\(line)") }
    }
}
