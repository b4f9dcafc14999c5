#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Overrides a Boolean with its opposite, or a variant with the next one.
    mutating func flip() -> [ConsoleEffect] {
        guard !hasShownMarks else { return edit() }
        guard let index = selectedIndex else { return [] }
        let value = currentValue(index)
        switch model.toggles[index].type {
        case .bool: return set([model.toggles[index].key], to: .bool(value != .bool(true)))
        case .variants(let names):
            guard let first = names.first else { return [] }
            let place = names.firstIndex { .string($0) == value }
            let next = place.map { names[($0 + 1) % names.count] } ?? first
            return set([model.toggles[index].key], to: .string(next))
        default: return []
        }
    }

    /// Removes the overrides of the selected or marked toggles.
    mutating func reset() -> [ConsoleEffect] {
        let keys = targets.map { model.toggles[$0].key }.filter { currentOverride($0) != nil }
        guard !keys.isEmpty else {
            message = Message("none of the marked toggles is overridden in the local defaults file")
            return []
        }
        guard keys.count > 1 else { return set(keys, to: nil) }
        confirmReset(keys, of: "\(keys.count) marked toggles")
        return []
    }

    /// Opens a menu for resetting a category, the visible toggles, or everything.
    mutating func openResetMenu() {
        var items: [Menu.Item] = []
        func add(_ label: String, _ keys: [String]) {
            let keys = keys.filter { currentOverride($0) != nil }
            let change = resetChange(keys)
            items.append(
                Menu.Item(
                    label: label,
                    detail: keys.isEmpty ? "none is overridden" : Self.counted(keys.count, "override"),
                    disabledReason: keys.isEmpty ? "nothing is overridden there" : nil,
                    intent: .confirmReset(change)
                )
            )
        }
        let category: ToggleCategory? =
            switch selection {
            case .group(let category): category
            case .toggle: selectedToggle?.category
            case .nothing: nil
            }
        if let category {
            add("category \(category.rawValue)", catalogue.members[category.position].map { model.toggles[$0].key })
        }
        if shownIndices.count < model.toggles.count {
            add("the toggles shown", shownIndices.map { model.toggles[$0].key })
        }
        add("all", Set(model.overrides.keys).union(expected.keys).sorted())
        layers.append(
            .menu(Menu(title: "Reset", kind: .choice, items: items, note: "asks before it removes overrides"))
        )
    }

    /// Asks for confirmation before removing overrides.
    mutating func confirmReset(_ change: OverrideChange) {
        confirmReset(change.edits.map(\.key), of: Self.counted(change.edits.count, "override"))
    }

    private mutating func confirmReset(_ keys: [String], of what: String) {
        let change = resetChange(keys)
        layers.append(
            .confirmation(
                Confirmation("Reset \(what)?", lines: diffLines(change.edits), yes: "Reset", intent: .write(change))
            )
        )
    }

    private func resetChange(_ keys: [String]) -> OverrideChange {
        let edits = keys.map { OverrideChange.Edit(key: $0, before: currentOverride($0), after: nil) }
        return OverrideChange(edits, title: keys.count == 1 ? "reset \(keys[0])" : "reset \(keys.count) toggles")
    }

    /// Overrides toggles with a value, or removes their overrides if it is `nil`.
    mutating func set(_ keys: [String], to value: JSONValue?) -> [ConsoleEffect] {
        let edits = keys.map { OverrideChange.Edit(key: $0, before: currentOverride($0), after: value) }
            .filter { $0.before != $0.after }
        guard let first = edits.first else {
            message = Message(value == nil ? "it inherits already" : "it is overridden with that value already")
            return []
        }
        let subject = edits.count == 1 ? first.key : "\(edits.count) toggles"
        let title = value.map { "\(subject) = \(ValueText.short($0))" } ?? "reset \(subject)"
        return write(OverrideChange(edits, title: title))
    }

    /// Sends a change to the local defaults file.
    mutating func write(_ change: OverrideChange) -> [ConsoleEffect] {
        guard !change.edits.isEmpty else { return [] }
        for edit in change.edits { expected[edit.key] = ExpectedOverride(value: edit.after) }
        writesInFlight += 1
        note(.history(change))
        return [.write(change)]
    }

    /// Handles the result of a change.
    mutating func receiveAnswer(to change: OverrideChange, failure: String?, memory newMemory: ConsoleMemory?) {
        writesInFlight = max(0, writesInFlight - 1)
        if let failure {
            for edit in change.edits { expected[edit.key] = nil }
            message = Message(failure, .failure)
            settle(.history(change), newMemory ?? remembered)
            return
        }
        for edit in change.edits where expected[edit.key]?.value == edit.after {
            // The model may have arrived first.
            if model.overrides[edit.key] == edit.after {
                expected[edit.key] = nil
            } else {
                expected[edit.key]?.isWritten = true
            }
        }
        var written = remembered
        written.apply(.history(change))
        settle(.history(change), newMemory ?? written)
        message = answerMessage(to: change)
    }

    private func answerMessage(to change: OverrideChange) -> Message {
        if change.edits.count == 1, let edit = change.edits.first, edit.after != nil,
            let index = model.toggles.firstIndex(where: { $0.key == edit.key }),
            let origin = resolution(index).strongerOrigin
        {
            return Message("\(change.title) is written, but \(origin) wins over the local defaults file", .warning)
        }
        let passed = passedOver.isEmpty ? "" : "; \(passedOverText(change.purpose))"
        switch change.purpose {
        case .edit: return Message(change.title, .success)
        case .undo: return Message("undone: \(outcome(of: change))\(passed)", .success)
        case .redo: return Message("done again: \(outcome(of: change))\(passed)", .success)
        }
    }

    /// Describes the effect of undoing or redoing a change; returns the step's title if it has several edits.
    private func outcome(of change: OverrideChange) -> String {
        guard change.edits.count == 1, let edit = change.edits.first else { return change.title }
        func text(_ value: JSONValue?) -> String { value.map(ValueText.short) ?? "inherit" }
        return "\(edit.key) \(text(edit.before)) \(glyphs.arrow) \(text(edit.after))"
    }

    /// Returns lines that describe the effect of each edit.
    func diffLines(_ edits: [OverrideChange.Edit]) -> [StyledText] {
        edits.map { edit in
            StyledText([
                .init(text: edit.key, style: CellStyle(.text)),
                .init(text: "  \(edit.before.map(ValueText.short) ?? "inherit")", style: CellStyle(.faint)),
                .init(text: " \(glyphs.arrow) ", style: CellStyle(.faint)),
                .init(text: edit.after.map(ValueText.short) ?? "inherit", style: CellStyle(.overridden, bold: true)),
            ])
        }
    }

    /// Returns a number with its noun: `1 override`, `2 overrides`.
    static func counted(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
#endif
