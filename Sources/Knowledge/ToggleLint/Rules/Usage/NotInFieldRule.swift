import ToggleBase
import ToggleManifest

/// Finds toggles that no running app has yet.
enum NotInFieldRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "not_in_field",
        area: .usage,
        severity: .note,
        summary: "a toggle that no running app has yet",
        rationale: """
            No version of the app that installations report has the toggle, so a change of its parameter has no effect \
            yet. Release toggles are skipped, because they are constants in a release.
            """,
        bad: [
            RuleExample(
                "The toggle is newer than all versions in the field.",
                toggles: """
                    gift_cards:
                      category: ops
                    """,
                usage: FieldUsageExample.text(
                    ["reviews": (90, 0)],
                    from: ("2026-11-01", "2.3"),
                    to: ("2026-11-20", "2.4")
                )
            )
        ],
        good: [
            RuleExample(
                "The last version has it.",
                toggles: """
                    gift_cards:
                      category: ops
                    """,
                usage: FieldUsageExample.text(
                    ["reviews": (90, 0)],
                    from: ("2026-11-01", "2.3"),
                    then: ["reviews": (90, 0), "gift_cards": (50, 30)],
                    to: ("2026-11-20", "2.4")
                )
            )
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard toggle.category != .release, let usage = facts.project.usage, let last = usage.pages.last,
            !usage.pages.contains(where: { $0.toggles[toggle.key] != nil })
        else { return nil }
        return facts.finding(
            description,
            about: toggle,
            message: """
                \(toggle.key.quoted) is declared, and no version in the field has it until \(last.day); the versions are \
                \(ToggleFieldUsage.text(usage.pages))
                """,
            nextStep: "wait for the next release before you change its parameter"
        )
    }
}
