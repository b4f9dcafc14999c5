#if OVERRIDES
import ToggleBase

/// The presets, and the effect of choosing one in the menu.
struct PresetList: Sendable {
    /// The presets by name.
    private(set) var presets: [Preset] = []
    private(set) var hasLoaded = false
    /// The action for the chosen preset: apply, delete, or export.
    var action = Action.presets

    mutating func receive(_ newPresets: [Preset]) {
        hasLoaded = true
        presets = newPresets.sorted { $0.name < $1.name }
    }

    /// Returns the effect of choosing a preset for an action.
    func intent(_ action: Action, _ preset: Preset) -> Intent {
        switch action {
        case .deletePreset: .askToDeletePreset(preset.name)
        case .exportPreset: .askWhereToExport(preset)
        default: .openPreset(preset)
        }
    }

    /// Returns the menu of all presets, with the number of changes that applying each would make.
    func menu(ellipsis: String, review: (Preset) -> PresetReview) -> Menu {
        let items = presets.map { preset in
            let count = review(preset).edits.count
            let effect = count == 0 ? "no changes" : "changes \(count)"
            let detail = "\(preset.values.count.counted("override")), \(effect)"
            return Menu.Item(preset.name, detail: detail, intent: intent(action, preset))
        }
        let note =
            if !hasLoaded {
                "reading the presets \(ellipsis)"
            } else if presets.isEmpty {
                "no presets yet; P saves the overrides as one, i imports a file"
            } else if action == .presets {
                "Enter shows what would change; d delete, s share as a file, i import"
            } else {
                "Enter chooses"
            }
        return Menu(action == .presets ? "Presets" : action.entry.title, kind: .presets, items, note: note)
    }

    /// Returns the question of whether to apply a preset, and whether to remove all other overrides.
    static func confirmation(
        _ preset: Preset,
        _ review: PresetReview,
        complete: PresetReview,
        lines: [StyledText],
        readOnlyReason: String?
    ) -> Confirmation {
        var lines = review.edits.isEmpty ? [StyledText("nothing would change", CellStyle(.faint))] : lines
        lines += review.omissions.map { StyledText("\($0.key) is left out: \($0.message)", CellStyle(.error)) }
        let apply = Intent.applyPreset(preset, replacing: false)
        var confirmation = Confirmation("Apply ‘\(preset.name)’?", lines, yes: "Apply", intent: apply)
        let others = complete.edits.count - review.edits.count
        if others > 0 {
            let verb = others == 1 ? "stays" : "stay"
            let sentence = "\(others.counted("other override")) \(verb) unless you choose Only this"
            confirmation.lines.append(StyledText(sentence, CellStyle(.faint)))
            let replace = Intent.applyPreset(preset, replacing: true)
            confirmation.choices.append(Confirmation.Choice(label: "Only this", key: "o", intent: replace))
        }
        if let readOnlyReason {
            confirmation.title = "What ‘\(preset.name)’ would change"
            confirmation.lines.append(StyledText(readOnlyReason, CellStyle(.faint)))
            confirmation.choices = [Confirmation.Choice(label: "Close", key: "c")]
        }
        return confirmation
    }
}
#endif
