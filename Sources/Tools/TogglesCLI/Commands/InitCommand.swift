import ArgumentParser
import ToggleTool

/// The command `toggles init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a toggles.yaml, for the flags that the code has already, or else a starter with comments.",
        discussion: """
            The command reads the code of the project, and finds the flags that it declares: in enums, static \
            properties, properties of objects, attributes, and getters. It writes a toggles.yaml for them, with their \
            defaults from the code, their dates from git, and their owners from CODEOWNERS, and shows which of them are \
            never read. The comment at the top, marked DECIDE, lists what's left to decide. Your code doesn't change.

            If there is a toggles.yaml already, new flags are added to it, and everything else stays. Without flags, \
            the command writes a starter with an example of each category.

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
    var output: String?

    @Option(
        help: """
            The name of the generated enum that holds the registry. Default: AppToggles, or if another manifest of the \
            project has that namespace, a name made from the folder's name.
            """
    )
    var namespace: String?

    @Option(
        help: """
            The name of the application, which determines where its local defaults file is stored. Default: the \
            application of the project's other manifests; for the first one, the namespace, or in a starter, the \
            folder's name.
            """
    )
    var application: String?

    @Flag(help: "Also import declarations that look like settings of users.")
    var all = false

    @Flag(help: "Print what would be written, and change nothing.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            """
            A Swift file, and either the type or the attribute that declares flags in it. Default: all that are found.
            """,
            valueName: "file:type"
        )
    )
    var from: String?

    @Option(
        help: """
            With --from: the base name of a function that reads a toggle. May be repeated. Default: the functions that \
            are found.
            """
    )
    var reads: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            The date to use as today, and as the creation date of flags that aren't in git. Default: today, and no creation \
            date.
            """,
            valueName: "YYYY-MM-DD"
        )
    )
    var date: String?

    func run() throws {
        // With `=`, so that a value can't be taken for an option.
        let options = [
            ("output", output), ("namespace", namespace), ("application", application), ("from", from), ("date", date),
        ]
        var arguments = options.compactMap { name, value in value.map { "--\(name)=\($0)" } }
        arguments += reads.map { "--reads=\($0)" }
        if all { arguments.append("--all") }
        if dryRun { arguments.append("--dry-run") }
        let isForFlags = from != nil || !reads.isEmpty || all || dryRun || date != nil
        if isForFlags || (try? Companion.lint.path()) != nil {
            try Companion.lint.run(["init"] + arguments)
        }
        try StarterManifest(output: output, namespace: namespace, application: application).write()
    }
}
