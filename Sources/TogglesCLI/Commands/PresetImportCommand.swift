import ArgumentParser
import FeatureToggles
import ToggleConsole

/// The command `toggles preset import`.
struct PresetImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Keeps a preset from a file.",
        discussion: """
            The file is what `toggles preset export` writes, or a local defaults file. Nothing is overridden yet. Values of \
            toggles that are not in the manifest, and such that do not fit, are kept and named as warnings.

            EXAMPLES
              toggles preset import demo.json
              toggles preset import /tmp/toggles.json --as colleague
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The file.", completion: .file(extensions: ["json"]))
    var path: String

    @Option(name: .customLong("as"), help: "The name to keep it under. Default: the one in the file, else the file's.")
    var name: String?

    @Flag(help: "Replace a preset of that name.")
    var force = false

    func run() throws {
        let (registry, files) = try options.load()
        let store = PresetStore(folder: files.presets)
        let preset = try Presets.telling { try store.import(path: path, as: name, isReplacing: force) }
        Console.print("\(preset.name) = \(Presets.count(preset))")
        let review = PresetReview(preset, toggles: registry.toggles, overrides: [:])
        for problem in review.problems { Console.warn("\(problem.key): \(problem.message)") }
    }
}
