#if OVERRIDES
package import ToggleBase
import FeatureToggles

/// Changes of toggles' values.
extension OverrideEdits {
    /// The maximum number of overrides that an undo may change without confirmation.
    package static var unconfirmedEditLimit: Int { 10 }

    /// Returns the value of a toggle after all pending writes, as the starting point for the next value.
    package func currentValue(_ index: Int, in toggles: InspectedToggles) -> JSONValue {
        let (toggle, resolution) = (toggles[index], toggles.resolution(index))
        if let expectation = expected[toggle.key], resolution.overridingOrigin == nil {
            guard let value = expectation.value else { return toggles.inheritedValue(index) }
            if let usable = try? toggle.usable(value) { return usable }
        }
        return resolution.value
    }

    /// Returns the opposite of a Boolean, or the variant after the current one; `nil` for other types.
    package func nextValue(_ index: Int, in toggles: InspectedToggles) -> JSONValue? {
        let value = currentValue(index, in: toggles)
        switch toggles[index].type {
        case .bool: return .bool(value != .bool(true))
        case .variants(let names):
            guard !names.isEmpty else { return nil }
            let place = names.firstIndex { .string($0) == value } ?? -1
            return .string(names[(place + 1) % names.count])
        case .int, .double, .string, .json: return nil
        }
    }

    /// Returns the change that overrides toggles with a value, or removes their overrides if it is `nil`.
    ///
    /// - Parameters:
    ///   - keys: The keys of the toggles.
    ///   - value: The value.
    ///   - overrides: The overrides in the local defaults file.
    /// - Returns: The change, without the toggles that have this override already.
    package func change(
        of keys: [String],
        to value: JSONValue?,
        in overrides: [String: JSONValue]
    ) -> OverrideChange {
        let changed = keys.map { key in
            OverrideChange.Edit(key: key, before: currentOverride(of: key, in: overrides), after: value)
        }
        .filter { $0.before != $0.after }
        let subject = changed.count == 1 ? changed[0].key : changed.count.counted("toggle")
        let title = value.map { "\(subject) = \(ValueText.short($0))" } ?? "unset \(subject)"
        return OverrideChange(changed, title: title)
    }

    /// Returns the change that a preset makes, after all pending writes.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - toggles: The toggles.
    ///   - isComplete: Whether to remove overrides of declared toggles that are not in the preset.
    /// - Returns: The edits, and what is left out.
    package func review(
        _ preset: Preset,
        in toggles: InspectedToggles,
        isComplete: Bool = false
    ) -> PresetReview {
        PresetReview(
            preset,
            toggles: toggles.model.toggles,
            overrides: overrides(after: toggles.model.overrides),
            isComplete: isComplete
        )
    }

    /// Describes a change that was written.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - toggles: The toggles after it.
    ///   - arrow: The text between the values before and after an undone or redone change.
    /// - Returns: The description, and whether another override takes precedence over the change.
    package func outcome(
        of change: OverrideChange,
        in toggles: InspectedToggles,
        arrow: String
    ) -> (text: String, isWarning: Bool) {
        let only = change.edits.count == 1 ? change.edits.first : nil
        let skipped = skippedText(change.purpose).map { "; \($0)" } ?? ""
        let effect =
            only.map { "\($0.key) \(ValueText.short($0.before)) \(arrow) \(ValueText.short($0.after))" } ?? change.title
        let text =
            switch change.purpose {
            case .edit: change.title
            case .undo: "undone: \(effect)\(skipped)"
            case .redo: "redone: \(effect)\(skipped)"
            }
        guard let only, only.after != nil, let index = toggles.index(of: only.key),
            let origin = toggles.resolution(index).overridingOrigin
        else { return (text, false) }
        let written = change.purpose == .edit ? "\(text) is written" : text
        return ("\(written), but \(origin) takes precedence over the local defaults file", true)
    }
}
#endif
