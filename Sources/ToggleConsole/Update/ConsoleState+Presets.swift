import FeatureToggles

extension ConsoleState {
    /// Shows the presets, and asks for them.
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
                let change = change(applying: preset, replacing: false)
                let effect = change.edits.isEmpty ? "in force" : "changes \(change.edits.count)"
                return Menu.Item(
                    label: preset.name,
                    detail: "\(Self.counted(preset.values.count, "override")), \(effect)",
                    intent: intent(of: presetAction, for: preset)
                )
            },
            note: presets.isEmpty
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
        presets = newPresets.sorted { $0.name < $1.name }
        message = failure.map { Message($0, .failure) } ?? message
        for place in layers.indices {
            guard case .menu(let old) = layers[place], old.kind == .presets else { continue }
            var menu = presetMenu
            menu.selected = min(old.selected, max(0, menu.items.count - 1))
            layers[place] = .menu(menu)
        }
    }

    /// Does an action with the preset that is selected in the menu.
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

    /// Shows what a preset would change, and asks.
    mutating func confirmPreset(_ preset: Preset) {
        let change = change(applying: preset, replacing: false)
        let replacement = self.change(applying: preset, replacing: true)
        var lines = diffLines(change)
        if change.edits.isEmpty {
            lines.append(StyledText("every override of it is in force already", CellStyle(.faint)))
        }
        for (key, problem) in problems(with: preset) {
            lines.append(StyledText("\(key) is left out: \(problem)", CellStyle(.error)))
        }
        var confirmation = Confirmation(
            "Apply ‘\(preset.name)’?",
            lines: lines,
            intent: .applyPreset(preset, replacing: false)
        )
        confirmation.choices[1].label = "Apply"
        let others = replacement.edits.count - change.edits.count
        if others > 0 {
            confirmation.lines.append(
                StyledText(
                    "\(Self.counted(others, "other override")) stay, unless you choose Only this",
                    CellStyle(.faint)
                )
            )
            confirmation.choices.append(
                Confirmation.Choice(label: "Only this", key: "o", intent: .applyPreset(preset, replacing: true))
            )
        }
        layers.append(.confirmation(confirmation))
    }

    mutating func apply(_ preset: Preset, replacing isReplacing: Bool) -> [ConsoleEffect] {
        let change = change(applying: preset, replacing: isReplacing)
        guard !change.edits.isEmpty else {
            message = Message("every override of ‘\(preset.name)’ is in force already")
            return []
        }
        return write(change)
    }

    /// The change that applies a preset; what its toggles cannot have is left out.
    func change(applying preset: Preset, replacing isReplacing: Bool) -> OverrideChange {
        let unusable = Set(problems(with: preset).map(\.key))
        var edits: [OverrideChange.Edit] = []
        for (key, value) in preset.values.sorted(by: { $0.key < $1.key }) where !unusable.contains(key) {
            let before = currentOverride(key)
            if before != value { edits.append(OverrideChange.Edit(key: key, before: before, after: value)) }
        }
        if isReplacing {
            for key in Set(model.overrides.keys).union(expected.keys).subtracting(preset.values.keys).sorted() {
                guard let before = currentOverride(key) else { continue }
                edits.append(OverrideChange.Edit(key: key, before: before, after: nil))
            }
        }
        return OverrideChange(edits, title: "preset \(preset.name)")
    }

    private func problems(with preset: Preset) -> [(key: String, problem: String)] {
        let keys = Set(preset.values.keys)
        let known = Dictionary(
            model.toggles.filter { keys.contains($0.key) }.map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return preset.values.sorted { $0.key < $1.key }.compactMap { key, value in
            guard let toggle = known[key] else { return (key, "no toggle has this key") }
            do throws(EvaluationError) {
                _ = try toggle.usable(value)
                return nil
            } catch {
                return (key, error.message)
            }
        }
    }
}
