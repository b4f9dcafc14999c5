import ToggleManifest

/// Finds overrides with a value that their toggle can't have.
enum OverrideTypeMismatchRule: LintRule {
    static let description = RuleDescription(
        identifier: "override_type_mismatch",
        area: .local,
        severity: .warning,
        summary: "an override with a value that its toggle can't have",
        rationale: """
            The override is ignored, so without knowing it, you're testing another value, such as the remote one or \
            the default. This happens when the file is edited by hand, or when the toggle's values change.
            """,
        bad: [
            RuleExample(
                "A value that the toggle used to have.",
                toggles: """
                    search_ranking:
                      category: ops
                      values: [classic, neural]
                      default: classic
                    """,
                localDefaults: #"{"version": 1, "toggles": {"search_ranking": "fastest"}}"#
            )
        ],
        good: [
            RuleExample(
                "One of the toggle's values.",
                toggles: """
                    search_ranking:
                      category: ops
                      values: [classic, neural]
                      default: classic
                    """,
                localDefaults: #"{"version": 1, "toggles": {"search_ranking": "neural"}}"#
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let local = facts.overrides else { return [] }
        return local.overrides.compactMap { override in
            guard let toggle = facts.toggles[override.key], let reason = toggle.refusal(of: override.value) else {
                return nil
            }
            return local.finding(
                description,
                about: toggle,
                at: override.valueRange,
                key: override.key,
                message: "the override of \(toggle.key.quoted) is skipped: \(reason)",
                nextStep: """
                    set it again with `toggles set \(toggle.key) VALUE\(local.options)`\(toggle.type.values), or remove \
                    it with `toggles unset \(toggle.key)\(local.options)`
                    """
            )
        }
    }
}

extension ToggleType {
    /// The possible values, if there is a finite number.
    fileprivate var values: String {
        switch self {
        case .bool: " (on or off)"
        case .variants(let names): " (\(names.joined(separator: ", ")))"
        case .int, .double, .string, .json: ""
        }
    }
}
