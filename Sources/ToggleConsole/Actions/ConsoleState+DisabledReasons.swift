#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Returns why an action is not available now, or `nil` if it is.
    func disabledReason(_ action: Action) -> String? {
        if action.entry.isChange, let reason = writingReason(action) { return reason }
        switch action {
        case .flip:
            if hasShownMarks { return markedTypeReason }
            guard let toggle = selectedToggle else { return Self.noToggle }
            switch toggle.type {
            case .bool, .variants: return nil
            default: return "a \(toggle.type.name) has no next value; edit it (e)"
            }
        case .edit:
            if hasShownMarks { return markedTypeReason }
            return selectedToggle == nil ? Self.noToggle : nil
        case .editExternally:
            guard let toggle = selectedToggle else { return Self.noToggle }
            switch toggle.type {
            case .json, .string: return nil
            default: return "the editor is for JSON and text; edit it (e)"
            }
        case .reset:
            if hasShownMarks { return nil }
            guard let toggle = selectedToggle else { return Self.noToggle }
            return currentOverride(toggle.key) == nil ? "it is not overridden in the local defaults file" : nil
        case .resetMany: return model.overrides.isEmpty && expected.isEmpty ? "nothing is overridden" : nil
        case .undo: return memory.undo.isEmpty ? "nothing was changed" : nil
        case .redo: return memory.redo.isEmpty ? "nothing was undone" : nil
        case .why, .mark, .pin, .copy: return selectedToggle == nil && !hasShownMarks ? Self.noToggle : nil
        case .range, .markAll: return rows.isEmpty ? "the list is empty" : nil
        case .nextMatch, .previousMatch: return query.isEmpty ? "nothing is filtered (/)" : nil
        case .scrollDetailDown, .scrollDetailUp: return isDetailOpen ? nil : "no detail is open (Enter)"
        case .expandAll, .collapseAll: return sort == .category ? nil : "the list has no groups in this order"
        case .savePreset: return model.overrides.isEmpty ? "nothing is overridden" : nil
        case .open, .expand, .collapse: return rows.isEmpty ? "the list is empty" : nil
        default: return nil
        }
    }

    private static let noToggle = "the cursor is on no toggle"

    /// Returns why nothing can be written.
    private func writingReason(_ action: Action) -> String? {
        switch action {
        // Presets can be viewed and exported in read-only mode.
        case .presets, .exportPreset: return nil
        case .pin, .savePreset, .deletePreset, .importPreset: return settings.readOnlyReason
        default: break
        }
        if let reason = settings.readOnlyReason { return reason }
        return model.defaultsPath == nil ? "there is no local defaults file to write" : nil
    }

    /// Why the marked toggles can't be set to the same value.
    private var markedTypeReason: String? {
        let types = Set(markedIndices.map { model.toggles[$0].type })
        switch types.count {
        case 0, 1: return nil
        default:
            return "the marked toggles have different types: \(Set(types.map(\.name)).sorted().joined(separator: ", "))"
        }
    }

    /// The indices of the marked toggles that the list shows.
    ///
    /// Marked toggles that a filter, a view, or a collapsed group hides are excluded, so that nothing changes unseen.
    var markedIndices: [Int] {
        marks.isEmpty ? [] : shownIndices.filter { marks.contains(model.toggles[$0].id) }.sorted()
    }

    /// Whether the list shows a marked toggle.
    var hasShownMarks: Bool {
        !marks.isEmpty
            && rows.contains {
                if case .toggle(let index) = $0 { marks.contains(model.toggles[index].id) } else { false }
            }
    }

    /// The toggles that a change applies to: the marked ones that the list shows, otherwise the selected one.
    var targets: [Int] {
        let marked = markedIndices
        return marked.isEmpty ? selectedIndex.map { [$0] } ?? [] : marked
    }
}
#endif
