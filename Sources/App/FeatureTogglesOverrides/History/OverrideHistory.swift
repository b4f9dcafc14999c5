#if OVERRIDES
import FeatureToggles
package import ToggleBase

/// Changes overrides and records the changes in the console's history, for the command line.
package struct OverrideHistory: Sendable {
    private let writer: OverrideWriter
    private let files: ConsoleFiles
    private var memory: MemoryStore { MemoryStore(path: files.memory) }

    /// Creates a history for files without reading or writing them.
    package init(_ files: ConsoleFiles) {
        writer = OverrideWriter(files)
        self.files = files
    }

    /// Makes an undoable change.
    ///
    /// - Parameters:
    ///   - title: A display title of the change.
    ///   - replacesUnusable: Whether an unusable file is replaced with its version before the last change.
    ///   - edits: Returns the edits for the current overrides.
    /// - Returns: The change, a message about an unusable file that was replaced, and warnings about other problems.
    /// - Throws: ``OverrideError``; nothing is changed.
    package func perform(
        _ title: String,
        replacesUnusable: Bool = false,
        _ edits: (_ overrides: [String: JSONValue]) -> [OverrideChange.Edit]
    ) throws(OverrideError) -> (change: OverrideChange, recovery: String?, warnings: [String]) {
        let (change, recovery, problems) = try writer.write(title: title, replacesUnusable: replacesUnusable, edits)
        let effective = OverrideChange(change.edits.filter { $0.before != $0.after }, title: title)
        return (effective, recovery, problems + (effective.edits.isEmpty ? [] : remember(.history(effective))))
    }

    /// Returns the changes that can be undone or redone, the next one first.
    ///
    /// - Throws: ``OverrideError`` if the history can't be read.
    package func steps(_ purpose: OverrideChange.Purpose) throws(OverrideError) -> [OverrideChange] {
        let (memory, problem) = memory.read()
        if let problem {
            let end = problem.hasSuffix(".") ? "" : "."
            throw OverrideError(
                """
                Nothing was \(purpose == .undo ? "undone" : "redone"). \(problem)\(end) Correct the file, or move it away \
                to begin a new history.
                """
            )
        }
        return (purpose == .redo ? memory.redo : memory.undo).reversed()
    }

    /// Records that a step was undone or redone without a change because its values were already in place.
    ///
    /// - Returns: Warnings about problems with the history.
    package func pass(_ step: OverrideChange, _ purpose: OverrideChange.Purpose) -> [String] {
        remember(.history(step.change(for: purpose)))
    }

    /// Undoes or redoes a change of the history.
    ///
    /// - Parameters:
    ///   - step: The change as stored in the history.
    ///   - purpose: Whether to undo or redo it.
    ///   - isForced: Whether to overwrite changes that other programs have made to the overrides since.
    /// - Returns: The change, and warnings about other problems.
    /// - Throws: ``OverrideError``, for example if another program has changed one of the overrides since. Nothing is
    ///   changed.
    package func perform(
        _ step: OverrideChange,
        _ purpose: OverrideChange.Purpose,
        isForced: Bool = false
    ) throws(OverrideError) -> (change: OverrideChange, warnings: [String]) {
        var change = step.change(for: purpose)
        var notice: String?
        if isForced {
            let wanted = change
            notice = try writer.write(title: wanted.title) { overrides in
                change = wanted.rebased { overrides[$0] }
                return change.edits
            }
            .notice
        } else {
            change = try writer.write(change)
        }
        return (change, (notice.map { [$0] } ?? []) + remember(.history(change)))
    }

    /// Undoes or redoes the newest change of the history that has an effect.
    ///
    /// Changes whose values are already in place are skipped, and recorded as undone or redone.
    ///
    /// - Parameters:
    ///   - purpose: Whether to undo or redo.
    ///   - isForced: Whether to overwrite changes that other programs have made to the overrides since.
    /// - Returns: The change, or `nil` if there is none, and warnings about problems with the history.
    /// - Throws: ``OverrideError``, for example if another program has changed one of the overrides since. Nothing is
    ///   changed.
    package func performNext(
        _ purpose: OverrideChange.Purpose,
        isForced: Bool = false
    ) throws(OverrideError) -> (change: OverrideChange?, warnings: [String]) {
        let steps = try steps(purpose)
        let overrides = steps.isEmpty ? [:] : try writer.overrides()
        var warnings: [String] = []
        for step in steps {
            guard step.change(for: purpose).rebased(onto: { overrides[$0] }).isEffective else {
                warnings += pass(step, purpose)
                continue
            }
            let done = try perform(step, purpose, isForced: isForced)
            return (done.change, warnings + done.warnings)
        }
        return (nil, warnings)
    }

    /// Stores a change in the history; returns warnings, because a failure here doesn't undo the change itself.
    private func remember(_ change: MemoryChange) -> [String] {
        do throws(OverrideError) {
            return try memory.apply([change]).notice.map { [$0] } ?? []
        } catch {
            return [error.description]
        }
    }
}
#endif
