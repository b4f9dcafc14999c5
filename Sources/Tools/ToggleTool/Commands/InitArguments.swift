package import ArgumentParser
package import ToggleBase

/// The arguments of `toggles init`.
package struct InitArguments: CompanionArguments {
    package static let companion = Companion.lint
    package static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a toggles.yaml, for the flags that the code has already, or else a starter with comments.",
        discussion: """
            The command reads the code of the project, and finds the flags that it declares: in enums, static \
            properties, properties of objects, attributes, getters, and reads of UserDefaults. It writes a toggles.yaml \
            for them, with their defaults from the code, their dates from git, and their owners from CODEOWNERS, and \
            shows which of them are never read. The comment at the top, marked DECIDE, lists what's left to decide. \
            Your code doesn't change.

            If there is a toggles.yaml already, new flags are added to it, and everything else stays. Without flags, \
            the command writes a starter with an example of each category, unless it found declarations that people \
            have to decide about first; with --output, it writes the starter anyway.

            Finding flags needs toggles-lint, either next to toggles or in PATH.

            EXAMPLES
              toggles init
              toggles init --dry-run
              toggles init --namespace ShopToggles --application shop
              toggles init --output Sources/Search/toggles.yaml
              toggles init --from Core/FeatureFlag.swift:FeatureFlag --reads isFeatureOn
              toggles init --from App/AppSettings.swift:@UserPreference
            """
    )

    @Option(
        name: .shortAndLong,
        help: """
            The file to write; - is standard output. Default: toggles.yaml in the folder of the app or package that \
            declares the flags.
            """,
        completion: .file()
    )
    package var output: String?

    @Option(
        help: """
            The name of the generated enum that holds the registry. Default: AppToggles, or if another manifest of the \
            project has that namespace, a name made from the folder's name.
            """
    )
    package var namespace: String?

    @Option(
        help: """
            The name of the application, which determines where its local defaults file is stored. Default: the \
            application of the project's other manifests; for the first one, the namespace, or in a starter, the \
            folder's name.
            """
    )
    package var application: String?

    @Flag(help: "Also import declarations that look like settings of users.")
    package var all = false

    @Flag(help: "Print what would be written, and change nothing.")
    package var dryRun = false

    @Option(
        help: ArgumentHelp(
            """
            A Swift file, and either the type or the attribute that declares flags in it. Default: all that are found.
            """,
            valueName: "file:type"
        )
    )
    package var from: String?

    @Option(
        help: """
            With --from: the base name of a function that reads a toggle. May be repeated. Default: the functions that \
            are found.
            """
    )
    package var reads: [String] = []

    @Option(
        help: """
            The date to use as today, and as the creation date of flags that aren't in git, as YYYY-MM-DD. Default:
            today, and no creation date.
            """,
        transform: DateArgument.read
    )
    package var date: CalendarDate?

    package init() {}

    package func validate() throws {
        if from == nil, !reads.isEmpty {
            throw ValidationError("--reads needs --from FILE:TYPE, the declaration whose flags the functions read.")
        }
        if from != nil, all { throw ValidationError("--from imports one declaration whole; leave out --all.") }
    }
}
