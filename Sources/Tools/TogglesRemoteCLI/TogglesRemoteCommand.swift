import ArgumentParser
import Dispatch
import ToggleTool

/// The commands that use the network or cryptography, which `toggles` runs as if they were part of it.
struct TogglesRemoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        // The name that users type.
        commandName: "toggles",
        abstract: "Fetches, mirrors, signs, and verifies remote documents.",
        discussion: """
            EXAMPLES
              toggles fetch https://flags.example.com/shop.json
              toggles keys new production           # a key pair in two files
              toggles sign flags.json --key production.private.pem \\
                --environment production --revision 42 --days 30 --output signed.json
              toggles verify signed.json --key production.public.pem \\
                --environment production

            EXIT CODES
              0  success
              1  the document is invalid or not trusted
              2  wrong usage, or a file that cannot be read or written
            """,
        version: ToolVersion.current,
        subcommands: [
            FetchCommand.self, MirrorCommand.self, KeysCommand.self, RunCommand<SignArguments>.self,
            RunCommand<VerifyArguments>.self, FilingCommand.self, StoreCommand.self,
        ]
    )
}

/// The program.
///
/// An asynchronous `main` would end the first thread, for which the C library needs libgcc_s, which not every container
/// has.
@main
enum TogglesRemote {
    static func main() {
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            await TogglesRemoteCommand.launch()
            end.signal()
        }
        end.wait()
    }
}
