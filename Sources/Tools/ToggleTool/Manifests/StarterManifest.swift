import ToggleBase
import ToggleManifest

/// The first `toggles.yaml` of a project or module without flags.
package struct StarterManifest {
    /// The file to write; `-` is standard output.
    private let output: String
    private let namespace: String?
    private let application: String?
    /// The owner of the examples, if the project has a file that lists owners.
    private let owner: String?
    /// Whether the user chose the file.
    private let isChosen: Bool

    /// Creates a starter manifest.
    ///
    /// - Parameters:
    ///   - output: The file to write; `-` is standard output, and `nil` is `toggles.yaml` in the working folder.
    ///   - namespace: The namespace; `nil` for one that no other manifest has.
    ///   - application: The application; `nil` for that of the other manifests, or else one with the folder's name.
    ///   - owner: The owner of the examples; `nil` for one that shows what to write.
    package init(output: String?, namespace: String?, application: String?, owner: String? = nil) {
        self.output = output ?? ManifestFile.name
        self.namespace = namespace
        self.application = application
        self.owner = owner
        isChosen = output != nil
    }

    /// Writes the manifest, or prints it.
    ///
    /// - Parameter isDryRun: Whether to print what would be written.
    /// - Throws: An error if the file has content, if no build would read it, or if it can't be written.
    package func write(isDryRun: Bool = false) throws {
        let place = NewManifestPlace(output: output)
        let namespace = namespace ?? place.namespace()
        let old = output == "-" || !ToolFiles.exists(output) ? nil : try ToolFiles.read(output)
        if let old, !old.allSatisfy(\.isWhitespace) { throw Self.refusal(of: output, old) }
        do throws(ToolError) {
            if output != "-" { try place.requireTarget() }
        } catch {
            guard isChosen else { throw error }
            ToolOutput.note("\(error.message)")
        }
        guard let today = ToolFiles.today else { throw ToolError.usage("The clock of this machine has no valid date.") }
        let folderName = place.hasOnlyNamelessManifests ? nil : ToolFiles.folderName.map(Self.applicationName)
        let application = self.application ?? place.application ?? folderName
        let module = place.module
        func starter(hasExamples: Bool) -> String {
            Manifest.starter(
                namespace: namespace,
                application: application,
                access: module?.access ?? .internal,
                hasExamples: hasExamples,
                packagePath: place.packagePath,
                owner: owner,
                today: today
            )
        }
        var text = starter(hasExamples: true)
        let result = Manifest.parse(text, path: output)
        if result.manifest == nil {
            for diagnostic in result.diagnostics { ToolOutput.printError("\(diagnostic.message)") }
            throw ToolError.usage("Nothing was written.")
        }
        if self.application == nil { place.printApplication() }
        let examples = result.manifest?.toggles.map(\.key) ?? []
        let hasExamples = place.keys(of: application).isDisjoint(with: examples)
        if !hasExamples { text = starter(hasExamples: false) }
        guard output != "-" else { return ToolOutput.write(document: text.utf8) }
        let content = "\(output) \(hasExamples ? Self.examples : Self.noExamples)"
        if isDryRun { return ToolOutput.print(lines: "Would write \(content)\n\n\(output):\n\(text)") }
        if let old {
            try FileWriting.replace([FileEdit(path: output, old: old, new: Array(text.utf8))])
        } else {
            try FileWriting.create(Array(text.utf8), path: output)
        }
        let override = "toggles set new_checkout on"
        let overriding =
            switch place.isForSimulators {
            case true?: ("Override it while the app runs in a simulator", "\(override) --simulator")
            case false?: ("Override it while the app runs", override)
            case nil: ("Override it while the app runs", "\(override)                # in a simulator, add --simulator")
            }
        let imported = module.map { "\n       import \($0.name)" } ?? ""
        let steps =
            hasExamples
            ? [
                """
                Build, and read a toggle:
                       let toggles: any FeatureToggle = ToggleClient(registries: [\(namespace).registry])
                       if toggles.isEnabled(.newCheckout) { … }
                """,
                """
                \(overriding.0):
                       \(overriding.1)
                """,
            ]
            : [
                "Add a toggle; `toggles help add` shows how.",
                """
                Build, and add the registry to those of the client:\(imported)
                       ToggleClient(registries: [\(namespace).registry, …])
                """,
            ]
        let setup = place.missingSetup().map { file, lines in
            "Add to \(file):" + lines.map { "\n       \($0)" }.joined()
        }
        let numbered = ([setup].compactMap(\.self) + steps).enumerated().map { "  \($0 + 1). \($1)" }
        let lines = ["Wrote \(content)", "", "Next:"] + numbered
        ToolOutput.print(lines: lines.joined(separator: "\n"))
    }

    private static let examples = "with an example of each category."
    private static let noExamples = "without examples, because another manifest of this project has them."

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
    package static func applicationName(_ folder: String) -> String {
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
