import ArgumentParser
import FeatureTogglesOverrides
import ToggleTool

/// The command `toggles preset import`.
struct PresetImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports a preset from a file.",
        discussion: """
            You can import a file that `toggles preset export` wrote, or a local defaults file. This doesn't \
            override any toggles yet. Unknown toggles and invalid values are kept, with a warning.

            EXAMPLES
              toggles preset import demo.json
              toggles preset import /tmp/toggles.json --as colleague
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The file to import.", completion: .file(extensions: ["json"]))
    var path: String

    @Option(
        name: .customLong("as"),
        help: "The name of the preset. Default: the name in the file, or else the file's own name."
    )
    var name: String?

    @Flag(help: "Replace an existing preset with that name.")
    var force = false

    func run() throws {
        let (modules, files, _) = try options.load(isChanging: true)
        let store = PresetStore(folder: files.presets)
        let preset = try store.import(path: path, as: name, isReplacing: force)
        ToolOutput.print("\(preset.name) = \(Presets.count(preset))")
        let review = PresetReview(preset, toggles: modules.toggles, overrides: [:])
        for problem in review.omissions { ToolOutput.warn("\(problem.key): \(problem.message)") }
    }
}
