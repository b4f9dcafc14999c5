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
    /// - Returns: What was changed, and sentences about what went wrong beside it.
    /// - Throws: ``ConsoleFailure`` after which nothing is changed.
    package func perform(
        _ title: String,
        replacesUnusable: Bool = false,
        _ edits: (_ overrides: [String: JSONValue]) -> [OverrideChange.Edit]
    ) throws(ConsoleFailure) -> (change: OverrideChange, warnings: [String]) {
        let (change, notice) = try writer.write(title: title, replacesUnusable: replacesUnusable, edits)
        let effective = OverrideChange(change.edits.filter { $0.before != $0.after }, title: title)
        var warnings = notice.map { [$0] } ?? []
        if !effective.edits.isEmpty { warnings += remember(.history(effective)) }
        return (effective, warnings)
    }

    /// The change that would be undone or done again; `nil` when there is none.
    package func next(_ purpose: OverrideChange.Purpose) -> (change: OverrideChange?, warnings: [String]) {
        let (memory, problem) = memory.read()
        return (purpose == .redo ? memory.redo.last : memory.undo.last, problem.map { [$0] } ?? [])
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
            try writer.write(change)
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
