import ArgumentParser
import FeatureToggles
import FeatureTogglesOverrides
import ToggleTool

/// The command `toggles preset show`.
struct PresetShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the values of a preset.",
        discussion: """
            If the preset has unknown toggles or invalid values, the command warns about them.

            EXAMPLES
              toggles preset show demo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The preset's name.", completion: .presetNames)
    var name: String

    func run() throws {
        let (modules, files, _) = try options.load()
        let preset = try Presets.preset(name, in: PresetStore(folder: files.presets))
        for (key, value) in preset.values.sorted(by: { $0.key < $1.key }) {
            ToolOutput.print("\(key) = \(ValueText.short(value))")
        }
        let review = PresetReview(preset, toggles: modules.toggles, overrides: [:])
        for problem in review.omissions { ToolOutput.warn("\(problem.key): \(problem.message)") }
    }
}
