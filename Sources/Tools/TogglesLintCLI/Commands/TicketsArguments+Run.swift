import ArgumentParser
import FeatureTogglesHTTP
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// Runs the command `toggles tickets`.
extension TicketsArguments: RunnableArguments {
    package func run() async throws {
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
}
