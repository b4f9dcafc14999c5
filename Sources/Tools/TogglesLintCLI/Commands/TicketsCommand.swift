import ArgumentParser
import FeatureTogglesHTTP
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// The command `toggles tickets`.
struct TicketsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickets",
        abstract: "Prints or files tickets for removing toggles.",
        discussion: """
            Each expired toggle gets a ticket, and so does each one that no code of the app
            reads. With --since, each toggle that was declared, or promoted from release to
            ops, since that commit gets one, too. Permanent toggles don't.

            Without --github or --gitlab, the tickets are printed. Otherwise, they're filed
            there, once for each toggle. An existing ticket, open or closed, is recognized
            by its label and by a comment in its body, <!-- toggles:ticket KEY -->.

            EXAMPLES
              toggles tickets
              toggles tickets --since HEAD~1 --json
              toggles tickets --since v2.3 --for promoted,expired --github acme/shop
              toggles tickets --gitlab acme/shop --owner payments=@alice \\
                --owner payments=team-pay

            EXIT CODES
              0  success
              1  some tickets could not be filed, or the manifest has errors
              2  wrong usage, or input that cannot be read

            ENVIRONMENT
              TOGGLES_TOKEN                  the access token; otherwise GITHUB_TOKEN
                                             or GITLAB_TOKEN
              GITHUB_API_URL, CI_API_V4_URL  the URL of the API, unless --api is given
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(help: "The commit to compare with, such as HEAD~1, a tag, or a branch.")
    var since: String?

    @Option(
        name: .customLong("for"),
        help: """
            The kinds of toggles that get a ticket, separated by commas: promoted, born (declared since the commit), \
            expired, unused.
            """,
        transform: Self.occasions
    )
    var occasions: Set<RemovalTicket.Occasion> = Set(RemovalTicket.Occasion.allCases)

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: ArgumentHelp("File the tickets on GitHub.", valueName: "owner/repository"))
    var github: String?

    @Option(help: ArgumentHelp("File the tickets on GitLab.", valueName: "group/project"))
    var gitlab: String?

    @Option(help: "The root URL of the API, for self-hosted servers.")
    var api: String?

    @Option(help: "The label that the command adds to tickets, and uses to find them.")
    var label = "toggle-removal"

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "The user or label for an owner of toggles. May be repeated.",
            valueName: "owner=@person"
        ),
        transform: Self.addressee
    )
    var owner: [(name: String, value: String)] = []

    @Flag(help: "Print the tickets, without sending any requests.")
    var dryRun = false

    func validate() throws {
        if github != nil, gitlab != nil { throw ValidationError("Write --github or --gitlab, not both.") }
        if github == nil, gitlab == nil, api != nil || !owner.isEmpty {
            throw ValidationError("\(api == nil ? "--owner" : "--api") requires --github or --gitlab.")
        }
        if label.isEmpty || label.contains(",") { throw ValidationError("--label is one label, without commas.") }
    }

    func run() async throws {
        let environment = ProcessEnvironment.current
        let reading = try ProjectReading(options, environment: environment)
        let earlier = try since.map { try manifest(at: $0, reading) }
        let tickets = RemovalTickets(reading.project).tickets(since: earlier, for: occasions)
        if dryRun || github == nil && gitlab == nil {
            print(tickets)
        } else {
            try await file(tickets, environment)
        }
    }

    /// Returns a manifest with the toggles of all manifests at a commit; a manifest that didn't exist had none.
    private func manifest(at revision: String, _ reading: ProjectReading) throws -> Manifest {
        guard let repository = reading.repository else {
            throw ToolError.usage("--since needs a git repository, and ‘\(reading.folder.root)’ is not in one.")
        }
        var result = Manifest(namespace: "None", toggles: [])
        for (path, _) in reading.project.manifestFiles {
            let bytes: [UInt8]?
            do {
                bytes = try repository.contents(of: path, at: revision)
            } catch {
                throw ToolError.usage("--since: \(error).")
            }
            guard let bytes else { continue }
            guard let manifest = Manifest.parse(bytes, path: path).manifest else {
                throw ToolError.usage("\(path) had errors in ‘\(revision)’; choose another commit.")
            }
            result.toggles += manifest.toggles
        }
        return result
    }

    private func print(_ tickets: [RemovalTicket]) {
        if json {
            ToolOutput.print(json: .array(tickets.map(\.json)))
        } else if tickets.isEmpty {
            ToolOutput.print("No toggle needs a ticket.")
        } else {
            ToolOutput.write(TerminalText(lines: tickets.map { "# \($0.title)\n\n\($0.body)" }.joined(separator: "\n")))
        }
    }

    // MARK: - Filing

    private func file(_ tickets: [RemovalTicket], _ environment: [String: String]) async throws {
        let service: TicketTracker.Service = github != nil ? .gitHub : .gitLab
        let names = ["TOGGLES_TOKEN", service == .gitHub ? "GITHUB_TOKEN" : "GITLAB_TOKEN"]
        guard let token = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
            throw ToolError.usage(
                "There is no token; set the environment variable \(names[0]) or \(names[1])."
            )
        }
        guard token.utf8.allSatisfy({ (33..<127).contains($0) }) else {
            throw ToolError.usage("The token contains invalid characters, such as a line break.")
        }
        let usual = environment[service == .gitHub ? "GITHUB_API_URL" : "CI_API_V4_URL"].flatMap {
            $0.isEmpty ? nil : $0
        }
        var addressees: [String: TicketFiling.Addressee] = [:]
        for (name, value) in owner {
            if value.hasPrefix("@") {
                addressees[name, default: .init()].assignees.append(String(value.dropFirst()))
            } else {
                addressees[name, default: .init()].labels.append(value)
            }
        }
        let tracker = try TicketTracker(service, project: github ?? gitlab ?? "", api: api ?? usual)
        let outcomes: [(RemovalTicket, TicketFiling.Outcome)]
        do {
            outcomes = try await TicketFiling(
                to: tracker,
                token: token,
                label: label,
                addressees: addressees,
                transport: URLSessionTransport.system,
                now: { Int(clamping: SystemTime.secondsSince1970) }
            )
            .file(tickets)
        } catch {
            throw ToolError("\(error)", code: .findings)
        }
        try report(outcomes)
    }

    private func report(_ outcomes: [(RemovalTicket, TicketFiling.Outcome)]) throws {
        var hasFailures = false
        var lines: [JSONValue] = []
        for (ticket, outcome) in outcomes {
            let (word, text) =
                switch outcome {
                case .filed(let address): ("filed", address)
                case .present(let address): ("present", address)
                case .failed(let reason): ("failed", reason)
                }
            if word == "failed" { hasFailures = true }
            if json {
                lines.append(["key": .string(ticket.key), "outcome": .string(word), "detail": .string(text)])
            } else if word == "failed" {
                ToolOutput.printError("\(ticket.key): not filed: \(text)")
            } else {
                ToolOutput.print("\(ticket.key): \(word == "filed" ? "filed" : "already filed"): \(text)")
            }
        }
        if json { ToolOutput.print(json: .array(lines)) }
        if outcomes.isEmpty, !json { ToolOutput.print("No toggle needs a ticket.") }
        if hasFailures { throw ToolError.findings }
    }

    // MARK: - Arguments

    private static func occasions(_ text: String) throws -> Set<RemovalTicket.Occasion> {
        try Set(
            text.split(separator: ",").map { word in
                guard let occasion = RemovalTicket.Occasion(rawValue: String(word)) else {
                    throw ValidationError(
                        "‘\(word)’ is not a kind of toggle that gets a ticket; write promoted, born, expired, or unused."
                    )
                }
                return occasion
            }
        )
    }

    private static func addressee(_ text: String) throws -> (name: String, value: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, !parts[1].contains(","), parts[1] != "@" else {
            throw ValidationError("‘\(text)’ does not assign an owner; write OWNER=@PERSON or OWNER=LABEL.")
        }
        return (parts[0], parts[1])
    }
}
