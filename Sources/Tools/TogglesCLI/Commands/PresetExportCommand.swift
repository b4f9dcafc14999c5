import ArgumentParser
import FeatureTogglesOverrides
import ToggleTool

/// The command `toggles preset export`.
struct PresetExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a preset to a file that you can share.",
        discussion: """
            If the file already exists, it's only replaced if it contains a preset with
            this name, or if you pass --force.

            EXAMPLES
              toggles preset export demo              # writes demo.json
              toggles preset export demo shared/demo.json
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The preset's name.", completion: .presetNames)
    var name: String

    @Argument(help: "The file to write. Default: the preset's name and .json.", completion: .file(extensions: ["json"]))
    var path: String?

    @Flag(help: "Replace an existing file, whatever it contains.")
    var force = false

    func run() throws {
        let store = PresetStore(folder: try options.load().files.presets)
        let preset = try Presets.preset(name, in: store)
        let path = path ?? "\(name).json"
        guard try store.export(preset, path: path, isReplacing: force) else {
            throw ToolError.usage(
                "‘\(path)’ exists and is not the preset ‘\(name)’. Write --force to replace it, or another path."
            )
        }
        ToolOutput.print("\(name) is in \(path)")
    }
}
