import FeatureToggles
import ToggleManifest

/// Finds overrides of undeclared toggles.
enum OrphanedOverrideRule: LintRule {
    static let description = RuleDescription(
        identifier: "orphaned_override",
        area: .local,
        severity: .warning,
        summary: "an override for a toggle that does not exist",
        rationale: """
            An override outlives its toggle in the file of everybody who had one. Nothing reads it, until somebody declares \
            a toggle of that name again and wonders why it is on here.
            """,
        bad: [
            RuleExample(
                "The toggle is gone.",
                toggles: """
                    new_checkout:
                    """,
                localDefaults: #"{"version": 1, "toggles": {"new_checkout": true, "old_basket": true}}"#
            )
        ],
        good: [
            RuleExample(
                "The toggle is there.",
                toggles: """
                    new_checkout:
                    """,
                localDefaults: #"{"version": 1, "toggles": {"new_checkout": true}}"#
            )
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        guard let local = LocalOverrides(project) else { return [] }
        let keys = project.manifest.toggles.map(\.key)
        let known = Set(keys)
        return local.overrides.filter { !known.contains($0.key) }.map { override in
            local.finding(
                description,
                about: nil,
                at: override.keyRange,
                key: override.key,
                message: "\(override.key.quoted) is overridden, and there is no such toggle"
                    + Suggestion.question(for: override.key, in: keys),
                nextStep: "remove the override with `toggles unset \(override.key)`"
            )
        }
    }
}
