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
            back. Nothing is written when somebody else changed one of the overrides in between.

            EXAMPLES
              toggles undo --dry-run
              toggles undo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Flag(help: "Only say what would change.")
    var dryRun = false

    func run() throws {
        try HistoryStep(purpose: .undo, isDryRun: dryRun).run(options.load().files)
    }
}

/// The command `toggles redo`.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Makes the change again that was undone last.",
        discussion: """
            Nothing is written when somebody else changed one of the overrides in between.

            EXAMPLES
              toggles redo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Flag(help: "Only say what would change.")
    var dryRun = false

    func run() throws {
        try HistoryStep(purpose: .redo, isDryRun: dryRun).run(options.load().files)
    }
}

/// A step back or forth in the history of overrides.
private struct HistoryStep {
    let purpose: OverrideChange.Purpose
    let isDryRun: Bool

    func run(_ files: ConsoleFiles) throws {
        let history = OverrideHistory(files)
        var (step, warnings) = history.next(purpose)
        defer { for warning in warnings { Console.printError("warning: \(warning)") } }
        guard let step else {
            Console.print(purpose == .undo ? "There is nothing to undo." : "There is nothing to redo.")
            return
        }
        if !isDryRun {
            do throws(ConsoleFailure) {
                warnings += try history.perform(step, purpose)
            } catch {
                throw CommandFailure.usage(error.message)
            }
        }
        for edit in (purpose == .undo ? step.inverse : step).edits { Console.print(edit.line) }
    }
}
