import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs the command `toggles tickets`.
extension TicketsArguments: RunnableArguments {
    package func run() throws {
        let reading = try ProjectReading(options, environment: ProcessEnvironment.current)
        let earlier = try since.map { try manifest(at: $0, reading) }
        let tickets = RemovalTickets(reading.project).tickets(since: earlier, for: occasions)
        if dryRun || github == nil && gitlab == nil {
            print(tickets)
        } else {
            try file(tickets)
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

    /// Replaces this process with `toggles-remote`, which reads the tickets from its standard input.
    private func file(_ tickets: [RemovalTicket]) throws(ToolError) {
        // The system deletes the file when the process ends.
        guard let input = tmpfile(), tickets.write(to: input),
            dup2(fileno(input), STDIN_FILENO) == STDIN_FILENO
        else {
            throw ToolError.usage("Cannot write the tickets to a temporary file: \(String(cString: strerror(errno))).")
        }
        try Companion.remote.run(Array(CommandLine.arguments.dropFirst()))
    }
}

extension [RemovalTicket] {
    /// Writes the tickets as JSON, and returns to the start of the file.
    fileprivate func write(to file: UnsafeMutablePointer<FILE>) -> Bool {
        let text = JSONWriter(.compact).text(.array(map(\.json)))
        return fputs(text, file) >= 0 && fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0
    }
}
