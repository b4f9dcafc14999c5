import ArgumentParser
import FeatureToggles
import FeatureTogglesSigning
import ToggleCompanions

/// The command line for keys and signatures, which `toggles` runs as if it were part of it.
@main
struct TogglesSignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        // What people type.
        commandName: "toggles",
        abstract: "Makes keys, signs remote documents and verifies them.",
        discussion: """
            EXAMPLES
              toggles keys new production           a key pair in two files
              toggles sign flags.json --key production.private.pem \\
                --environment production --revision 42 --days 30 --output signed.json
              toggles verify signed.json --key production.public.pem \\
                --environment production

            EXIT CODES
              0  fine
              1  the document cannot be trusted
              2  wrong usage, or input that cannot be read or written
            """,
        version: ToolVersion.current,
        subcommands: [KeysCommand.self, SignCommand.self, VerifyCommand.self]
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as SignFailure {
            Terminal.printError(failure.message)
            Terminal.exit(failure.code)
        } catch let error as SigningError {
            Terminal.printError("\(error.message).")
            Terminal.exit(2)
        } catch {
            // Asking for help or the version also arrives here, and is no failure.
            let text = fullMessage(for: error)
            if exitCode(for: error).isSuccess {
                Terminal.print(text)
                Terminal.exit(0)
            }
            Terminal.printError(text)
            Terminal.exit(2)
        }
    }
}

/// Why a command ends early.
struct SignFailure: Error {
    /// What to tell the person.
    let message: String
    /// The exit code: 1 for findings, 2 for wrong usage.
    let code: Int32

    static func usage(_ message: String) -> SignFailure { SignFailure(message: message, code: 2) }
}
