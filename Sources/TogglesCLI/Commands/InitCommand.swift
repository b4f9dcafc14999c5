import ArgumentParser
import FeatureToggles
import ToggleGenerator
import ToggleManifest

/// The command `toggles init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a commented starter toggles.yaml.",
        discussion: """
            EXAMPLES
              toggles init
              toggles init --namespace ShopToggles --application shop
              toggles init --output Sources/Search/toggles.yaml
            """
    )

    @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
    var output = "toggles.yaml"

    @Option(help: "The name of the generated enum that holds the registry.")
    var namespace = "AppToggles"

    @Option(help: "The name of the application, which names its local defaults file. Default: the folder's name.")
    var application: String?

    func run() throws {
        guard !Files.exists(output) else {
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
        do {
            try GeneratorFiles.write(text, to: output)
        } catch {
            throw CommandFailure.usage("\(error)")
        }
        Console.print(
            """
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
