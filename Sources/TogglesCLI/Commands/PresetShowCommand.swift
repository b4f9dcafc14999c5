import ArgumentParser
import FeatureToggles
import ToggleConsole

/// The command `toggles preset show`.
struct PresetShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the values of a preset.",
        discussion: """
            Values of toggles that are not in the manifest, and such that do not fit, are named as warnings.

            EXAMPLES
              toggles preset show demo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The preset's name.", completion: .presetNames)
    var name: String

    func run() throws {
        let (registry, files) = try options.load()
        let preset = try Presets.preset(name, in: PresetStore(folder: files.presets))
        for (key, value) in preset.values.sorted(by: { $0.key < $1.key }) {
            Console.print("\(key) = \(value.tableText)")
        }
        let review = PresetReview(preset, toggles: registry.toggles, overrides: [:])
        for problem in review.problems { Console.warn("\(problem.key): \(problem.message)") }
    }
}
