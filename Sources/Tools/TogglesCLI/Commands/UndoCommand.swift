import ArgumentParser
import FeatureTogglesOverrides
import ToggleTool

/// The command `toggles undo`.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undoes the last change to your overrides.",
        discussion: """
            You can undo up to 200 changes that you made in the console or with
            `toggles set`, `toggles unset`, or `toggles preset apply`. If an override has
            changed since you made the change, nothing is written unless you pass
            `--force`. Changes that were already undone, for example by
            `toggles set --restore`, are skipped with a message.

            EXAMPLES
              toggles undo --dry-run
              toggles undo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Also replace overrides that have changed since you made the change.")
    var force = false

    func run() throws {
        try HistoryStep(purpose: .undo, isDryRun: dryRun, isForced: force).run(options)
    }
}

/// The command `toggles redo`.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redoes the last change that was undone.",
        discussion: """
            If an override has changed since the undo, nothing is written unless you pass `--force`.

            EXAMPLES
              toggles redo
            """
    )

    @OptionGroup var options: OverrideOptions

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Also replace overrides that have changed since the undo.")
    var force = false

    func run() throws {
        try HistoryStep(purpose: .redo, isDryRun: dryRun, isForced: force).run(options)
    }
}

/// Undoes or redoes one change in the history of overrides.
private struct HistoryStep {
    let purpose: OverrideChange.Purpose
    let isDryRun: Bool
    let isForced: Bool

    func run(_ options: OverrideOptions) throws {
        let (modules, files, place) = try options.load(isChanging: !isDryRun)
        let history = OverrideHistory(files)
        do throws(OverrideError) {
            let edits = try run(history, files)
            if !isDryRun, !edits.isEmpty {
                place.printNoteOfMissingLock()
                LocalDefaults.warnOfStrongerOverrides(edits.map(\.key), modules, place)
            }
        } catch {
            let name = purpose == .undo ? "undo" : "redo"
            let advice = error.code == .conflict ? " `toggles \(name) --force` does it anyway." : ""
            throw ToolError.usage(error.description + advice)
        }
    }

    /// Returns the edits that were made or would be made.
    private func run(
        _ history: OverrideHistory,
        _ files: ConsoleFiles
    ) throws(OverrideError) -> [OverrideChange.Edit] {
        let steps = try history.steps(purpose)
        let overrides = steps.isEmpty ? [:] : try OverrideWriter(path: files.defaults).overrides()
        var warnings: [String] = []
        defer { for warning in warnings { ToolOutput.warn("\(warning)") } }
        for step in steps {
            let change = step.change(for: purpose).rebased { overrides[$0] }
            guard change.isEffective else {
                // This includes changes that `toggles set --restore` reverted.
                let done = purpose == .undo ? "undone" : "redone"
                ToolOutput.print("‘\(step.title)’ was already \(done), so it is skipped.")
                if !isDryRun { warnings += history.pass(step, purpose) }
                continue
            }
            var edits = change.edits
            if !isDryRun {
                let done = try history.perform(step, purpose, isForced: isForced)
                edits = done.change.edits
                warnings += done.warnings
            }
            edits.removeAll { $0.before == $0.after }
            for edit in edits { ToolOutput.print("\(edit.line)") }
            return edits
        }
        ToolOutput.print(purpose == .undo ? "There is nothing to undo." : "There is nothing to redo.")
        return []
    }
}
