import ArgumentParser
import ToggleBase
import ToggleHTTP
import ToggleLint
import ToggleTool

/// The second half of `toggles tickets`, which files the tickets that `toggles-lint` found.
///
/// The first half passes its own arguments on, and the tickets as JSON in the standard input.
struct FilingCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        var configuration = TicketsArguments.configuration
        configuration.shouldDisplay = false
        return configuration
    }

    @OptionGroup var arguments: TicketsArguments

    func run() async throws {
        let environment = ProcessEnvironment.current
        let tickets = try Self.tickets()
        let service: TicketTracker.Service = arguments.github != nil ? .gitHub : .gitLab
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
        for (name, value) in arguments.owner {
            if value.hasPrefix("@") {
                addressees[name, default: .init()].assignees.append(String(value.dropFirst()))
            } else {
                addressees[name, default: .init()].labels.append(value)
            }
        }
        let project = arguments.github ?? arguments.gitlab ?? ""
        let tracker = try TicketTracker(service, project: project, api: arguments.api ?? usual)
        let outcomes: [(RemovalTicket, TicketFiling.Outcome)]
        do {
            outcomes = try await TicketFiling(
                to: tracker,
                token: token,
                label: arguments.label,
                addressees: addressees,
                transport: try RemoteAddress.httpTransport(environment),
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
            if arguments.json {
                lines.append(["key": .string(ticket.key), "outcome": .string(word), "detail": .string(text)])
            } else if word == "failed" {
                ToolOutput.printError("\(ticket.key): not filed: \(text)")
            } else {
                ToolOutput.print("\(ticket.key): \(word == "filed" ? "filed" : "already filed"): \(text)")
            }
        }
        if arguments.json { ToolOutput.print(json: .array(lines)) }
        if outcomes.isEmpty, !arguments.json { ToolOutput.print("No toggle needs a ticket.") }
        if hasFailures { throw ToolError.findings }
    }

    /// Reads the tickets.
    private static func tickets() throws -> [RemovalTicket] {
        let text = try ToolFiles.readStandardInput(limit: ToolFiles.maximumSize)
        guard case .array(let values)? = try? JSONReader().value(from: text) else { throw unreadable }
        return try values.map { value in
            guard let ticket = RemovalTicket(json: value) else { throw unreadable }
            return ticket
        }
    }

    private static var unreadable: ToolError {
        ToolError.usage("toggles-remote reads tickets from toggles-lint; run `toggles tickets` instead.")
    }
}
