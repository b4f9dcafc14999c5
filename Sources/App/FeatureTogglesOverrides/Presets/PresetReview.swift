package import FeatureToggles
package import ToggleBase

/// A preview of applying a preset.
package struct PresetReview: Sendable {
    /// The edits that would be made, in the order of the toggles.
    package private(set) var edits: [OverrideChange.Edit] = []
    /// The values that are left out because their toggle is not declared or they have the wrong type, each with the key
    /// of the toggle and the reason.
    package private(set) var omissions: [(key: String, message: String)] = []

    /// The maximum number of omissions that suggest another key.
    private static let suggestionLimit = 20

    /// Compares a preset with the current overrides.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - toggles: The declared toggles.
    ///   - overrides: The overrides of the local defaults file.
    ///   - isComplete: Whether to remove overrides of declared toggles that are not in the preset.
    package init(
        _ preset: Preset,
        toggles: [ToggleDefinition],
        overrides: [String: JSONValue],
        isComplete: Bool = false
    ) {
        var known: Set<String> = []
        for toggle in toggles where known.insert(toggle.key).inserted {
            let before = overrides[toggle.key]
            var after = isComplete ? nil : before
            if let value = preset.values[toggle.key] {
                do throws(EvaluationError) {
                    after = try toggle.usable(value)
                } catch {
                    after = before
                    let message = error.message.hasSuffix(".") ? error.message : "\(error.message)."
                    omissions.append((toggle.key, message))
                    continue
                }
            }
            if before != after {
                edits.append(OverrideChange.Edit(key: toggle.key, before: before, after: after))
            }
        }
        let unknown = preset.values.keys.filter { !known.contains($0) }.sorted()
        for (number, key) in unknown.enumerated() {
            // Each suggestion compares all keys.
            let candidates = number < Self.suggestionLimit ? toggles : []
            let closest = Suggestion.closest(to: key, in: candidates.lazy.map(\.key))
            let hint = closest.map { " Did you mean ‘\($0)’?" } ?? ""
            omissions.append((key, "There is no toggle ‘\(key)’.\(hint)"))
        }
    }

    /// Returns the change that applies the preset.
    package func change(title: String) -> OverrideChange {
        OverrideChange(edits, title: title)
    }
}
