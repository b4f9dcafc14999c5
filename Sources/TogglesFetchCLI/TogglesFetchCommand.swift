import ArgumentParser
import FeatureToggles
import Foundation
import ToggleCompanions

/// The command line for what is fetched over a network, which `toggles` runs as if it were part of it.
@main
struct TogglesFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        // What people type.
        commandName: "toggles",
        abstract: "Fetches remote documents as an app would.",
        version: ToolVersion.current,
        subcommands: [FetchCommand.self]
    )

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as FetchFailure {
            if !failure.message.isEmpty { FetchOutput.note(failure.message) }
            Foundation.exit(failure.code)
        } catch {
            // Asking for help or the version also arrives here, and is no failure.
            let isSuccess = exitCode(for: error).isSuccess
            print(fullMessage(for: error), to: isSuccess ? .standardOutput : .standardError)
            Foundation.exit(isSuccess ? 0 : 2)
        }
    }

    private static func print(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data((text.printable + "\n").utf8))
    }
}

/// Why a command ends early.
struct FetchFailure: Error {
    /// What to tell the person; nothing when everything was said.
    let message: String
    /// The exit code: 1 for findings, 2 for wrong usage and what cannot be had.
    let code: Int32

    static func usage(_ message: String) -> FetchFailure { FetchFailure(message: message, code: 2) }
    static let findings = FetchFailure(message: "", code: 1)
}
