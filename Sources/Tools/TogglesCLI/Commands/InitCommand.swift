import ArgumentParser
import ToggleBase
import ToggleManifest
import ToggleTool

/// The command `toggles init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a starter toggles.yaml with comments.",
        discussion: """
            With --from, the command writes a manifest for toggles that you already declare in Swift. It's filled in \
            from the declaration, git, and CODEOWNERS, and the comment at the top, marked DECIDE, lists what's left to \
            decide. This needs toggles-lint, either next to toggles or in PATH.

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
            application of the project's other manifests; for the first one, the folder's name, or with --from, the \
            namespace.
            """
    )
    var application: String?

    @Option(
        help: ArgumentHelp(
            """
            A Swift file, and either the type whose cases or static properties are toggles, or the attribute that \
            marks toggles.
            """,
            valueName: "file:type"
        )
    )
    var from: String?

    @Option(
        help: """
            With --from: the base name of a function that reads a toggle. May be repeated. Default: any mention of the \
            toggle counts.
            """
    )
    var reads: [String] = []

    @Option(
        help: ArgumentHelp("With --from: the creation date. Default: today.", valueName: "YYYY-MM-DD")
    )
    var date: String?

    func validate() throws {
        if from == nil, !reads.isEmpty || date != nil {
            throw ValidationError("--reads and --date need --from.")
        }
    }

    func run() throws {
        let place = NewManifestPlace(output: output)
        let namespace = namespace ?? place.namespace
        if let from {
            // If the file exists, the other command refuses to write it.
            if !ToolFiles.exists(output) { printSharedApplication(place) }
            // With `=`, so that a value can't be taken for an option.
            var arguments = ["init", "--from=\(from)", "--output=\(output)", "--namespace=\(namespace)"]
            arguments += reads.map { "--reads=\($0)" }
            if let application = application ?? place.application {
                arguments.append("--application=\(application)")
            }
            if let date { arguments.append("--date=\(date)") }
            try Companion.lint.run(arguments)
        }
        let old = output == "-" || !ToolFiles.exists(output) ? nil : try ToolFiles.read(output)
        if let old, !old.allSatisfy(\.isWhitespace) { throw Self.refusal(of: output, old) }
        guard let today = ToolFiles.today else { throw ToolError.usage("The clock of this machine has no valid date.") }
        let folderName = place.hasOnlyNamelessManifests ? nil : ToolFiles.folderName.map(Self.applicationName)
        let application = application ?? place.application ?? folderName
        func starter(hasExamples: Bool) -> String {
            Manifest.starter(
                namespace: namespace,
                application: application,
                hasExamples: hasExamples,
                packagePath: place.packagePath,
                today: today
            )
        }
        var text = starter(hasExamples: true)
        let result = Manifest.parse(text, path: output)
        if result.manifest == nil {
            for diagnostic in result.diagnostics { ToolOutput.printError("\(diagnostic.message)") }
            throw ToolError.usage("Nothing was written.")
        }
        printSharedApplication(place)
        let examples = result.manifest?.toggles.map(\.key) ?? []
        let hasExamples = place.keys(of: application).isDisjoint(with: examples)
        if !hasExamples { text = starter(hasExamples: false) }
        guard output != "-" else { return ToolOutput.write(document: text.utf8) }
        if let old {
            try FileWriting.replace([FileEdit(path: output, old: old, new: Array(text.utf8))])
        } else {
            try FileWriting.create(Array(text.utf8), path: output)
        }
        let plugin = """
            Next:
              1. Add the plugin to the target in Package.swift:
                   plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
            """
        guard hasExamples else {
            return ToolOutput.print(
                lines: """
                    Wrote \(output) without examples, because another manifest of this project has them.

                    \(plugin)
                      2. Add a toggle; `toggles help add` shows how.
                      3. Build, and add the registry to those of the client:
                           ToggleClient(registries: [\(namespace).registry, …])
                    """
            )
        }
        ToolOutput.print(
            lines: """
                Wrote \(output) with an example of each category.

                \(plugin)
                  2. Build, and read a toggle:
                       let toggles: any FeatureToggle = ToggleClient(registries: [\(namespace).registry])
                       if toggles.isEnabled(.newCheckout) { … }
                  3. Override it while the app runs:
                       toggles set new_checkout on
                """
        )
    }

    /// Says which application the manifest belongs to if the project's other manifests determine it.
    private func printSharedApplication(_ place: NewManifestPlace) {
        guard application == nil, let shared = place.application else { return }
        ToolOutput.printError("The application is ‘\(shared)’, as in the other manifests of this project.")
    }

    /// Returns the error for a file that already has content.
    private static func refusal(of output: String, _ old: [UInt8]) -> ToolError {
        let lines = old.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let hasFields = lines.contains { line in
            line.first { !$0.isWhitespace }.map { $0 != UInt8(ascii: "#") } ?? false
        }
        guard hasFields else {
            return .usage("‘\(output)’ already exists, and has nothing but comments. Remove it, and try again.")
        }
        return .usage("‘\(output)’ already exists. `toggles add` adds a toggle to it.")
    }

    /// Returns a folder's name with all characters replaced that are invalid in an application's name.
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

extension UInt8 {
    fileprivate var isWhitespace: Bool { " \t\r\n".utf8.contains(self) }
}
