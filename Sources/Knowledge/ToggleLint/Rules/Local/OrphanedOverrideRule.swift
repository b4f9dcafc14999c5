import ToggleBase
import ToggleManifest

/// Finds overrides of undeclared toggles.
enum OrphanedOverrideRule: LintRule {
    static let description = RuleDescription(
        identifier: "orphaned_override",
        area: .local,
        severity: .warning,
        summary: "an override for a toggle that doesn't exist",
        rationale: """
            When you remove a toggle, its overrides stay in everyone's local defaults files. They have no effect until \
            a toggle with that name is declared again, which then unexpectedly has the value of the override.
            """,
        bad: [
            RuleExample(
                "The toggle was removed.",
                toggles: "new_checkout:",
                localDefaults: #"{"version": 1, "toggles": {"new_checkout": true, "old_basket": true}}"#
            )
        ],
        good: [
            RuleExample(
                "The toggle exists.",
                toggles: "new_checkout:",
                localDefaults: #"{"version": 1, "toggles": {"new_checkout": true}}"#
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let local = facts.overrides else { return [] }
        var suggestions = Suggestions(in: facts.manifest.toggles.map(\.key))
        return local.overrides.filter { facts.toggles[$0.key] == nil }.map { override in
            local.finding(
                description,
                about: nil,
                at: override.keyRange,
                key: override.key,
                message: "\(override.key.quoted) is overridden, but there is no such toggle"
                    + (suggestions.closest(to: override.key).map { "; did you mean \($0.quoted)?" } ?? ""),
                nextStep: "remove the override with `toggles unset \(override.key)\(local.options)`"
            )
        }
    }
}
