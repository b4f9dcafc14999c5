import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import Foundation

/// A shop in the terminal that redraws itself when one of its toggles changes.
///
/// On a terminal it runs until Ctrl-C. Otherwise it prints every toggle with its value and source, follows a change of the
/// remote document and one of an override, and ends.
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
            await Window(client: client, updates: updates, guidance: connection.guidance).run()
        } else if await !demonstrate(choice, arguments: arguments) {
            exit(1)
        }
    }

    private static let usage = """
        USAGE: storefront [--serve FILE | --remote URL | --flags FILE]
                          [--enable-toggle KEY] [--disable-toggle KEY] [--toggle KEY=VALUE]

        A shop that redraws itself when a toggle changes. Its remote document comes from an HTTP server of its own on
        127.0.0.1, which announces every change of the file that it serves. Without a terminal it prints every toggle,
        and two changes being followed.

          --serve FILE           the document that its own server has; made when missing
                                 (default: flags.json beside the program)
          --remote URL           a flagd document on another server
          --flags FILE           a flagd document to follow without a server
          --enable-toggle KEY    switch a Boolean toggle on
          --disable-toggle KEY   switch a Boolean toggle off
          --toggle KEY=VALUE     give a toggle a value
        """

    /// The one place that makes the live client; everything else is handed `any FeatureToggle`.
    static func makeClient(overrides: OverrideSources, remote: RemoteConnection) -> ToggleClient {
        var overrides = overrides
        // The shop's own screen shows them.
        overrides.printsProblems = false
        return ToggleClient(
            registries: [StorefrontToggles.registry],
            overrides: overrides,
            remote: remote.configuration,
            context: device.overlaid(by: person)
        )
    }

    /// Whether this version of the shop may go on.
    static func makeUpdates(_ policy: RemoteConfiguration) -> UpdatePolicy {
        UpdatePolicy(policy, application: "storefront", context: device)
    }

    /// The shop's version, and what is known of the machine.
    private static let device = EvaluationContext.device(appVersion: "2.1.0")

    /// The person at the terminal.
    ///
    /// An app takes the account's identifier here, or an installation's own random one.
    static let person = EvaluationContext(targetingKey: "person-at-the-terminal")
}
