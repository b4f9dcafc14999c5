import ArgumentParser
import FeatureToggles
import ToggleConsole

/// The command `toggles preset apply`.
struct PresetApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Overrides toggles as a preset says.",
        discussion: """
            Other overrides stay, unless --only is written. `toggles undo` takes it back.

            Values of toggles that are not in the manifest, and such that do not fit, are left out and named; the exit \
            code is 1 then.

            EXAMPLES
              toggles preset apply demo --dry-run
              toggles preset apply demo
              toggles preset apply demo --only
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The preset's name.", completion: .presetNames)
    var name: String

    @Flag(help: "Take every other override away.")
    var only = false

    @Flag(help: "Only say what would change.")
    var dryRun = false

    func run() throws {
        let (registry, files) = try options.load()
        let preset = try Presets.preset(name, in: PresetStore(folder: files.presets))
        func review(_ overrides: [String: JSONValue]) -> PresetReview {
            PresetReview(preset, toggles: registry.toggles, overrides: overrides, isComplete: only)
        }
        var result: PresetReview
        if dryRun {
            result = review(try LocalDefaults.overrides(files.defaults))
        } else {
            result = review([:])
            let (_, _, warnings) = try Presets.telling {
                try OverrideHistory(files).perform("preset \(name)") { overrides in
                    result = review(overrides)
                    return result.edits
                }
            }
            for warning in warnings { Console.warn(warning) }
        }
        for edit in result.edits { Console.print(edit.line) }
        if result.edits.isEmpty { Console.print("Nothing changes.") }
        for problem in result.problems {
            Console.warn("left out \(problem.key): \(problem.message)")
        }
        if !result.problems.isEmpty { throw CommandFailure.findings }
    }
}
