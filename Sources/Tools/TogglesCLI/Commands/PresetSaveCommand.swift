import ArgumentParser
import FeatureToggles
import FeatureTogglesOverrides
import ToggleTool

/// The command `toggles preset save`.
struct PresetSaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Saves the overrides of the local defaults file as a preset.",
        discussion: """
            EXAMPLES
              toggles preset save demo
              toggles preset save search --key search_ranking --key page_size
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The preset's name.")
    var name: String

    @Option(help: "Save only this toggle's override. May be repeated.", completion: .toggleKeys)
    var key: [String] = []

    @Flag(help: "Replace an existing preset with that name.")
    var force = false

    func run() throws {
        let (modules, files, _) = try options.load(isChanging: true)
        var values = try LocalDefaults.overrides(files.defaults)
        var toggles = TogglesByKey(modules)
        let keys = try Set(key.map { values[$0] == nil ? try toggles.toggle($0).key : $0 })
        if let key = keys.sorted().first(where: { values[$0] == nil }) {
            throw ToolError.usage("‘\(key)’ is unset, so there is nothing to save.")
        }
        if !keys.isEmpty { values = values.filter { keys.contains($0.key) } }
        guard !values.isEmpty else {
            throw ToolError.usage(
                "Nothing is overridden, so there is nothing to save. `toggles set` overrides a toggle."
            )
        }
        let store = PresetStore(folder: files.presets)
        let preset = Preset(name: name, values: values)
        guard try store.save(preset, isReplacing: force) else {
            throw ToolError.usage("There is a preset ‘\(name)’ with other values. Write --force to replace it.")
        }
        ToolOutput.print("\(name) = \(Presets.count(preset))")
    }
}
