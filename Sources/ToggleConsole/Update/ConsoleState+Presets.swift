#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Opens the presets menu, and requests the presets.
    mutating func openPresets(for action: Action) -> [ConsoleEffect] {
        presetAction = action
        layers.append(.menu(presetMenu))
        return [.loadPresets]
    }

    private var presetMenu: Menu {
        Menu(
            title: presetAction == .presets ? "Presets" : presetAction.entry.title,
            kind: .presets,
            items: presets.map { preset in
                let edits = review(preset, replacing: false).edits
                let effect = edits.isEmpty ? "in force" : "changes \(edits.count)"
                return Menu.Item(
                    label: preset.name,
                    detail: "\(Self.counted(preset.values.count, "override")), \(effect)",
                    intent: intent(of: presetAction, for: preset)
                )
            },
            note: !arePresetsRead
                ? "reading the presets \(glyphs.ellipsis)"
                : presets.isEmpty
                    ? "there is none yet; P saves the overrides as one, i imports a file"
                    : presetAction == .presets
                        ? "Enter shows what would change; d delete, s share as a file, i import" : "Enter chooses"
        )
    }

    private func intent(of action: Action, for preset: Preset) -> Intent {
        switch action {
        case .deletePreset: .askToDeletePreset(preset.name)
        case .exportPreset: .askWhereToExport(preset)
        default: .openPreset(preset)
        }
    }

    mutating func receivePresets(_ newPresets: [Preset], failure: String?) {
        arePresetsRead = true
        presets = newPresets.sorted { $0.name < $1.name }
        if case .prompt(var prompt) = layers.last, prompt.isSent {
            prompt.isSent = false
            prompt.problem = failure
            closeTop()
            if failure != nil { layers.append(.prompt(prompt)) }
        } else if let failure {
            message = Message(failure, .failure)
        }
        for place in layers.indices {
            guard case .menu(let old) = layers[place], old.kind == .presets else { continue }
            var menu = presetMenu
            menu.selected = min(old.selected, max(0, menu.items.count - 1))
            layers[place] = .menu(menu)
        }
    }

    /// Asks for confirmation before replacing something.
    mutating func ask(about conflict: PresetConflict) {
        let sentence: String
        let title: String
        switch conflict {
        case .preset(let preset):
            title = "Replace the preset ‘\(preset.name)’?"
            sentence = "There is a preset of this name with other values."
        case .file(let preset, let path):
            title = "Replace the file?"
            sentence = "\(path) is there, and is not the preset ‘\(preset.name)’."
        }
        switch layers.last {
        case nil, .menu:
            let question = Confirmation(
                title,
                lines: [StyledText(sentence)],
                yes: "Replace",
                intent: .replace(conflict)
            )
            layers.append(.confirmation(question))
        // Another layer is open, and the next key is meant for it.
        default: message = Message("Nothing was written: \(sentence)", .failure)
        }
    }

    /// Performs an action on the preset selected in the menu.
    mutating func performOnPreset(_ action: Action, _ menu: Menu) -> [ConsoleEffect] {
        if let reason = disabledReason(action) {
            message = Message("\(action.entry.title.lowercased()): \(reason)", .warning)
            return []
        }
        if action == .importPreset {
            openPrompt(for: .importPreset)
            return []
        }
        guard presets.indices.contains(menu.selected) else { return [] }
        return follow(intent(of: action, for: presets[menu.selected]))
    }

    /// Shows the changes that a preset would make, and asks for confirmation.
    mutating func confirmPreset(_ preset: Preset) {
        let review = review(preset, replacing: false)
        var lines = diffLines(review.edits)
        if review.edits.isEmpty { lines.append(StyledText("nothing would change", CellStyle(.faint))) }
        for problem in review.problems {
            lines.append(StyledText("\(problem.key) is left out: \(problem.message)", CellStyle(.error)))
        }
        var confirmation = Confirmation(
            "Apply ‘\(preset.name)’?",
            lines: lines,
            yes: "Apply",
            intent: .applyPreset(preset, replacing: false)
        )
        let others = self.review(preset, replacing: true).edits.count - review.edits.count
        if others > 0 {
            confirmation.lines.append(
                StyledText(
                    "\(Self.counted(others, "other override")) \(others == 1 ? "stays" : "stay") unless you choose Only this",
                    CellStyle(.faint)
                )
            )
            confirmation.choices.append(
                Confirmation.Choice(label: "Only this", key: "o", intent: .applyPreset(preset, replacing: true))
            )
        }
        if let reason = settings.readOnlyReason {
            confirmation.title = "What ‘\(preset.name)’ would change"
            confirmation.lines.append(StyledText(reason, CellStyle(.faint)))
            confirmation.choices = [Confirmation.Choice(label: "Close", key: "c")]
        }
        layers.append(.confirmation(confirmation))
    }

    mutating func apply(_ preset: Preset, replacing isReplacing: Bool) -> [ConsoleEffect] {
        let edits = review(preset, replacing: isReplacing).edits
        guard !edits.isEmpty else {
            message = Message("every override of ‘\(preset.name)’ is in force already")
            return []
        }
        return write(OverrideChange(edits, title: "preset \(preset.name)"))
    }

    private func review(_ preset: Preset, replacing isReplacing: Bool) -> PresetReview {
        var overrides = model.overrides
        for (key, expectation) in expected { overrides[key] = expectation.value }
        return PresetReview(preset, toggles: model.toggles, overrides: overrides, isComplete: isReplacing)
    }
}
#endif
