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
            A step that is undone already, as by `toggles set --restore`, is passed over, and said to be.

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
        do throws(ConsoleFailure) {
            try run(history, files)
        } catch {
            let name = purpose == .undo ? "undo" : "redo"
            throw CommandFailure.usage(
                error.isConflict ? "\(error.message) `toggles \(name) --force` does it all the same." : error.message
            )
        }
    }

    private func run(_ history: OverrideHistory, _ files: ConsoleFiles) throws(ConsoleFailure) {
        let steps = try history.steps(purpose)
        let overrides = steps.isEmpty ? [:] : try OverrideWriter(path: files.defaults).overrides()
        var warnings: [String] = []
        defer { for warning in warnings { Console.warn(warning) } }
        for step in steps {
            let change = step.travelling(purpose).over { overrides[$0] }
            guard change.isEffective else {
                // Also what `toggles set --restore` has taken back.
                Console.print("‘\(step.title)’ is \(purpose == .undo ? "undone" : "done") already; nothing changed.")
                if !isDryRun { warnings += history.pass(step, purpose) }
                continue
            }
            var edits = change.edits
            if !isDryRun {
                let done = try history.perform(step, purpose, isForced: isForced)
                edits = done.change.edits
                warnings += done.warnings
            }
            for edit in edits where edit.before != edit.after { Console.print(edit.line) }
            return
        }
        Console.print(purpose == .undo ? "There is nothing to undo." : "There is nothing to redo.")
    }
}
