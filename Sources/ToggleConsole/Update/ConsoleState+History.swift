#if !RELEASE || InternalBuild
import FeatureToggles

extension ConsoleState {
    /// How many overrides an undo may change without asking.
    private static var largestUnasked: Int { 10 }

    /// Takes the newest change back, or does again what was taken back last.
    ///
    /// When somebody else changed one of its overrides in between, nothing is written before the person says so.
    ///
    /// - Parameters:
    ///   - purpose: Which of the two.
    ///   - isForced: Whether the person was asked.
    /// - Returns: The write, if there is one.
    mutating func travel(_ purpose: OverrideChange.Purpose, isForced: Bool = false) -> [ConsoleEffect] {
        let past = purpose == .undo ? memory.undo : memory.redo
        guard let newest = past.last else { return [] }
        var change = purpose == .undo ? newest.inverse : newest
        change.purpose = purpose
        let changed = change.edits.filter { currentOverride($0.key) != $0.before }
        if !isForced, !changed.isEmpty {
            askAboutConflict(purpose, newest, changed)
            return []
        }
        if !isForced, change.edits.count > Self.largestUnasked {
            layers.append(
                .confirmation(
                    Confirmation(
                        "\(purpose == .undo ? "Undo" : "Do again"): \(newest.title)?",
                        lines: diffLines(change.edits),
                        intent: .forceHistory(purpose)
                    )
                )
            )
            return []
        }
        if purpose == .undo { memory.undo.removeLast() } else { memory.redo.removeLast() }
        change.edits = change.edits.map {
            OverrideChange.Edit(key: $0.key, before: currentOverride($0.key), after: $0.after)
        }
        return write(change)
    }

    private mutating func askAboutConflict(
        _ purpose: OverrideChange.Purpose,
        _ newest: OverrideChange,
        _ changed: [OverrideChange.Edit]
    ) {
        let lines = changed.map { edit in
            let now = currentOverride(edit.key).map(ValueText.short) ?? "inherit"
            return StyledText(
                "\(edit.key) was \(edit.before.map(ValueText.short) ?? "inherit") and is \(now) now; "
                    + "this would write \(edit.after.map(ValueText.short) ?? "inherit")"
            )
        }
        layers.append(
            .confirmation(
                Confirmation(
                    "Somebody else changed this since. \(purpose == .undo ? "Undo" : "Do again") \(newest.title) anyway?",
                    lines: lines,
                    intent: .forceHistory(purpose)
                )
            )
        )
    }
}
#endif
