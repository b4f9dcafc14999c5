import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import Foundation

/// A shop in the terminal that redraws when one of its toggles changes.
///
/// On a terminal it runs until Ctrl-C. Otherwise it prints every toggle with its value and source, follows one change of
/// the remote document and one override, and ends.
@main
struct Storefront {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") { return print(usage) }
        let choice: RemoteConnection.Choice
        do {
            choice = try RemoteConnection.Choice(arguments: arguments)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(2)
        }
        if isatty(STDOUT_FILENO) == 1 {
            let connection = await RemoteConnection.open(choice)
            let client = makeClient(overrides: .process(), remote: connection)
            let updates = connection.policy.map(makeUpdates)
            let hints = Hints(document: connection.document)
            await Window(client: client, updates: updates, guidance: connection.guidance, hints: hints).run()
        } else if await !demonstrate(choice, arguments: arguments) {
            exit(1)
        }
    }

    private static let usage = """
        USAGE: storefront [--serve FILE | --remote URL | --flags FILE]
                          [--enable-toggle KEY] [--disable-toggle KEY] [--toggle KEY=VALUE]

        A shop that redraws when a toggle changes. It starts an HTTP server on 127.0.0.1, which serves its remote
        document from a file and announces every change of the file. Without a terminal, it prints every toggle,
        follows a change of the document and an override, and ends.

          --serve FILE           serve this document, which is created if it doesn't exist
                                 (default: flags.json next to the program)
          --remote URL           follow a flagd document on another server
          --flags FILE           follow a flagd document without a server
          --enable-toggle KEY    switch a Boolean toggle on
          --disable-toggle KEY   switch a Boolean toggle off
          --toggle KEY=VALUE     set a toggle to a value
        """

    /// Creates the client, which all other code uses as `any FeatureToggle`.
    static func makeClient(overrides: OverrideSources, remote: RemoteConnection) -> ToggleClient {
        var overrides = overrides
        // The shop's screen shows the problems.
        overrides.printsProblems = false
        return ToggleClient(
            registries: [StorefrontToggles.registry],
            overrides: overrides,
            remote: remote.configuration,
            context: device.overlaid(by: person)
        )
    }

    /// Creates the update policy, which decides whether this version of the shop can be used.
    static func makeUpdates(_ policy: RemoteConfiguration) -> UpdatePolicy {
        UpdatePolicy(policy, application: "storefront", context: device)
    }

    /// The shop's version and the attributes of the machine.
    private static let device = EvaluationContext.device(appVersion: "2.1.0")

    /// The person at the terminal.
    ///
    /// An app uses the identifier of the account, or a random identifier of the installation.
    static let person = EvaluationContext(targetingKey: "person-at-the-terminal")
}
