package import FeatureToggles

/// Changes overrides and remembers how to take that back, as the console does, for the command line.
package struct OverrideHistory: Sendable {
    private let writer: OverrideWriter
    private let memory: MemoryStore

    /// Names the files; nothing is read or written yet.
    package init(_ files: ConsoleFiles) {
        writer = OverrideWriter(path: files.defaults)
        memory = MemoryStore(path: files.memory)
    }

    /// Makes a change that can be undone.
    ///
    /// - Parameters:
    ///   - title: What is done, for people.
    ///   - replacesUnusable: Whether a file that cannot be used gives way to the one before its last change.
    ///   - edits: Answers the edits, given the overrides.
    /// - Returns: What was changed, what became of a file that gave way, and sentences about what went wrong beside it.
    /// - Throws: ``ConsoleFailure`` after which nothing is changed.
    package func perform(
        _ title: String,
        replacesUnusable: Bool = false,
        _ edits: (_ overrides: [String: JSONValue]) -> [OverrideChange.Edit]
    ) throws(ConsoleFailure) -> (change: OverrideChange, recovery: String?, warnings: [String]) {
        let (change, recovery) = try writer.write(title: title, replacesUnusable: replacesUnusable, edits)
        let effective = OverrideChange(change.edits.filter { $0.before != $0.after }, title: title)
        return (effective, recovery, effective.edits.isEmpty ? [] : remember(.history(effective)))
    }

    /// The steps that can be undone or done again, the next one first.
    ///
    /// - Throws: ``ConsoleFailure`` when the history cannot be read.
    package func steps(_ purpose: OverrideChange.Purpose) throws(ConsoleFailure) -> [OverrideChange] {
        let (memory, problem) = memory.read()
        if let problem {
            let end = problem.hasSuffix(".") ? "" : "."
            throw ConsoleFailure(
                """
                Nothing was \(purpose == .undo ? "undone" : "done again"). \(problem)\(end) Correct the file, or move it away \
                to begin a new history.
                """
            )
        }
        return (purpose == .redo ? memory.redo : memory.undo).reversed()
    }

    /// Notes that a step was undone or done again which changes nothing, since somebody has done so already.
    ///
    /// - Returns: Sentences about what went wrong.
    package func pass(_ step: OverrideChange, _ purpose: OverrideChange.Purpose) -> [String] {
        remember(.history(step.travelling(purpose)))
    }

    /// Undoes a change of the history, or does it again.
    ///
    /// - Parameters:
    ///   - step: The change as the history holds it.
    ///   - purpose: Whether it is undone or done again.
    ///   - isForced: Whether that counts for nothing which somebody else made of the overrides meanwhile.
    /// - Returns: What was changed, and sentences about what went wrong beside it.
    /// - Throws: ``ConsoleFailure`` after which nothing is changed: somebody else changed an override meanwhile.
    package func perform(
        _ step: OverrideChange,
        _ purpose: OverrideChange.Purpose,
        isForced: Bool = false
    ) throws(ConsoleFailure) -> (change: OverrideChange, warnings: [String]) {
        var change = step.travelling(purpose)
        var notice: String?
        if isForced {
            let wanted = change
            notice = try writer.write(title: wanted.title) { overrides in
                change = wanted.over { overrides[$0] }
                return change.edits
            }
            .notice
        } else {
            change = try writer.write(change)
        }
        return (change, (notice.map { [$0] } ?? []) + remember(.history(change)))
    }

    /// A failure of memory is no failure of the change.
    private func remember(_ change: MemoryChange) -> [String] {
        do throws(ConsoleFailure) {
            return try memory.apply([change]).notice.map { [$0] } ?? []
        } catch {
            return [error.message]
        }
    }
}
