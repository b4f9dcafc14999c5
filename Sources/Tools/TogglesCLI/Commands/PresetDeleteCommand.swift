import ArgumentParser
import FeatureTogglesOverrides
import ToggleTool

/// The command `toggles preset delete`.
struct PresetDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes presets.",
        discussion: """
            Your current overrides don't change.

            EXAMPLES
              toggles preset delete demo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The presets' names.", completion: .presetNames)
    var names: [String]

    func run() throws {
        let store = PresetStore(folder: try options.load(isChanging: true).files.presets)
        try store.delete(names)
        for name in names { ToolOutput.print("\(name) is no longer a preset") }
    }
}
