import ArgumentParser
import FeatureToggles
import ToggleConsole

/// The command `toggles undo`.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Takes the last change of overrides back.",
        discussion: """
            What the console, `toggles set`, `toggles unset` and `toggles preset apply` changed can be undone, 200 steps \
            back. Nothing is written when somebody else changed one of the overrides in between, unless `--force` is given.

            EXAMPLES
              toggles undo --dry-run
              toggles undo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Flag(help: "Only say what would change.")
    var dryRun = false

    @Flag(help: "Also when somebody else changed an override in between, whose value is then lost.")
    var force = false

    func run() throws {
        try HistoryStep(purpose: .undo, isDryRun: dryRun, isForced: force).run(options.load().files)
    }
}

/// The command `toggles redo`.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Makes the change again that was undone last.",
        discussion: """
            Nothing is written when somebody else changed one of the overrides in between, unless `--force` is given.

            EXAMPLES
              toggles redo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Flag(help: "Only say what would change.")
    var dryRun = false

    @Flag(help: "Also when somebody else changed an override in between, whose value is then lost.")
    var force = false

    func run() throws {
        try HistoryStep(purpose: .redo, isDryRun: dryRun, isForced: force).run(options.load().files)
    }
}

/// A step back or forth in the history of overrides.
private struct HistoryStep {
    let purpose: OverrideChange.Purpose
    let isDryRun: Bool
    let isForced: Bool

    func run(_ files: ConsoleFiles) throws {
        let history = OverrideHistory(files)
        var (step, warnings) = history.next(purpose)
        defer { for warning in warnings { Console.warn(warning) } }
        guard let step else {
            Console.print(purpose == .undo ? "There is nothing to undo." : "There is nothing to redo.")
            return
        }
        var change = purpose == .undo ? step.inverse : step
        if !isDryRun {
            do throws(ConsoleFailure) {
                let done = try history.perform(step, purpose, isForced: isForced)
                change = done.change
                warnings += done.warnings
            } catch {
                let name = purpose == .undo ? "undo" : "redo"
                throw CommandFailure.usage(
                    error.isConflict
                        ? "\(error.message) `toggles \(name) --force` does it all the same." : error.message
                )
            }
        }
        for edit in change.edits { Console.print(edit.line) }
    }
}
