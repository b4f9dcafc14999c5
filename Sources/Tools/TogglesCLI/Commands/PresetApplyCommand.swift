import ArgumentParser
import FeatureTogglesOverrides
import ToggleBase
import ToggleTool

/// The command `toggles preset apply`.
struct PresetApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Overrides toggles with the values of a preset.",
        discussion: """
            Other overrides stay, unless you pass --only. To undo the change, use `toggles undo`.

            Unknown toggles and invalid values are skipped with a warning, and the exit code is then 1.

            EXAMPLES
              toggles preset apply demo --dry-run
              toggles preset apply demo
              toggles preset apply demo --only
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The preset's name.", completion: .presetNames)
    var name: String

    @Flag(help: "Remove all other overrides.")
    var only = false

    @Flag(help: "Only show what would change.")
    var dryRun = false

    func run() throws {
        let (modules, files, place) = try options.load(isChanging: !dryRun)
        let preset = try Presets.preset(name, in: PresetStore(folder: files.presets))
        func review(_ overrides: [String: JSONValue]) -> PresetReview {
            PresetReview(preset, toggles: modules.toggles, overrides: overrides, isComplete: only)
        }
        var result: PresetReview
        if dryRun {
            result = review(try LocalDefaults.overrides(files.defaults))
        } else {
            result = review([:])
            let (_, _, warnings) = try OverrideHistory(files).perform("preset \(name)") { overrides in
                result = review(overrides)
                return result.edits
            }
            for warning in warnings { ToolOutput.warn("\(warning)") }
        }
        for edit in result.edits { ToolOutput.print("\(edit.line)") }
        if result.edits.isEmpty { ToolOutput.print("Nothing changes.") }
        for problem in result.omissions {
            ToolOutput.warn("left out \(problem.key): \(problem.message)")
        }
        if !dryRun, !result.edits.isEmpty {
            place.printNoteOfMissingLock()
            LocalDefaults.warnOfStrongerOverrides(result.edits.map(\.key), modules, place)
        }
        if !result.omissions.isEmpty { throw ToolError.findings }
    }
}
