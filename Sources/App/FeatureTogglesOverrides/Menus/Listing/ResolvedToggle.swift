#if OVERRIDES
package import ToggleBase
package import FeatureToggles

/// The part of a toggle's explanation that is shown in its row.
package struct ResolvedToggle: Sendable {
    package let value: JSONValue
    package let source: ToggleSource
    /// Whether a value of a source is skipped, or another override takes precedence over it.
    package let isConflict: Bool
    /// The display name of the override that takes precedence over the local defaults file.
    package let overridingOrigin: String?

    package init(_ explanation: Explanation) {
        value = explanation.value
        source = explanation.evaluation.source
        var overrides: [JSONValue] = []
        var isRejected = explanation.evaluation.error != nil
        var origin: String?
        for step in explanation.steps {
            switch step.answer {
            case .value(let value) where step.source.isOverride:
                overrides.append(value)
                if step.isDecisive, step.source != .localDefaults { origin = step.origin ?? step.source.rawValue }
            case .rejected: isRejected = true
            default: break
            }
        }
        overridingOrigin = origin
        isConflict = isRejected || overrides.dropFirst().contains { $0 != overrides[0] }
    }

    package var isOn: Bool { value == .bool(true) }
    package var isOff: Bool { value == .bool(false) }
}

/// The texts of a toggle's row, truncated to a length that fills any line.
package struct RowTexts: Sendable {
    package let value: String
    /// The description, or `nil` if the screen has no column for it.
    package let description: String?

    package init(_ toggle: ToggleDefinition, _ answer: ResolvedToggle, hasDescription: Bool) {
        value = ValueText.beginning(of: answer.value)
        description = hasDescription ? ValueText.beginning(of: toggle.details?.description ?? "") : nil
    }
}
#endif
