import ArgumentParser
import FeatureToggles
import ToggleManifest

/// The command `toggles init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a commented starter toggles.yaml.",
        discussion: """
            With --from it is written for toggles that are declared in Swift already, by toggles-lint: everything that \
            the declaration, git and CODEOWNERS say is in it, and the comment at the top lists what you have to DECIDE.

            EXAMPLES
              toggles init
              toggles init --namespace ShopToggles --application shop
              toggles init --output Sources/Search/toggles.yaml
              toggles init --from Core/FeatureFlag.swift:FeatureFlag --reads isFeatureOn
              toggles init --from App/AppSettings.swift:@UserPreference
            """
    )

    @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
    var output = "toggles.yaml"

    @Option(help: "The name of the generated enum that holds the registry.")
    var namespace = "AppToggles"

    @Option(help: "The name of the application, which names its local defaults file. Default: the folder's name.")
    var application: String?

    @Option(
        help: ArgumentHelp(
            "The file, and the type in it whose cases or static properties are toggles, or the attribute that they are under (toggles-lint).",
            valueName: "file:type"
        )
    )
    var from: String?

    @Option(
        help:
            "With --from: the base name of a call that asks for a toggle. Can be given several times. Default: any mention."
    )
    var reads: [String] = []

    @Option(
        help: ArgumentHelp("With --from: the day on which it is made. Default: today.", valueName: "YYYY-MM-DD")
    )
    var date: String?

    func validate() throws {
        if from == nil, !reads.isEmpty || date != nil {
            throw ValidationError("--reads and --date belong to --from.")
        }
        if from != nil, application != nil {
            throw ValidationError(
                "With --from there is no --application: toggles of your own have no local defaults file."
            )
        }
    }

    func run() throws {
        if let from {
            // With `=`, so that no value is taken for an option.
            var arguments = ["init", "--from=\(from)", "--output=\(output)", "--namespace=\(namespace)"]
            arguments += reads.map { "--reads=\($0)" }
            if let date { arguments.append("--date=\(date)") }
            try SiblingTool.lint.run(arguments)
        }
        guard output == "-" || !Files.exists(output) else {
            throw CommandFailure.usage("‘\(output)’ exists already. `toggles add` adds a toggle to it.")
        }
        guard let today = Files.today else { throw CommandFailure.usage("The clock of this machine has no date.") }
        let name = application ?? Files.folderName.map(Self.applicationName)
        let text = Manifest.starter(namespace: namespace, application: name, today: today)
        let result = Manifest.parse(text, path: output)
        if result.manifest == nil {
            for diagnostic in result.diagnostics { Console.printError(diagnostic.message) }
            throw CommandFailure.usage("Nothing was written.")
        }
        guard output != "-" else { return Console.write(text) }
        do {
            try FileWriting.create(Array(text.utf8), path: output)
        } catch {
            throw CommandFailure.usage("\(error.description).")
        }
        Console.print(
            lines: """
                Wrote \(output) with an example of each category.

                Next:
                  1. Add the plugin to the target in Package.swift:
                       plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
                  2. Build, and read a toggle:
                       let toggles: any FeatureToggle = ToggleClient(registries: [\(namespace).registry])
                       if toggles.isEnabled(.newCheckout) { … }
                  3. Override it while the app runs:
                       toggles set new_checkout on
                """
        )
    }

    /// A folder's name with everything replaced that an application's name cannot have.
    private static func applicationName(_ folder: String) -> String {
        let name = String(
            folder.lowercased().map { character in
                character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
            }
        )
        let trimmed = name.drop { $0 == "-" }.prefix(64)
        return trimmed.isEmpty ? "app" : String(trimmed)
    }
}
