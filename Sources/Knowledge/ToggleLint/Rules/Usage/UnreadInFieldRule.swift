import ToggleBase
import ToggleManifest

/// Finds toggles that no installation has read for a while.
enum UnreadInFieldRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "unread_in_field",
        area: .usage,
        severity: .warning,
        summary: "a toggle that no running app has read for a while",
        rationale: """
            Code can name a toggle and never run. If no installation of any version has read it for a month, the code that \
            it guards isn't reached. The numbers come from `--usage`, a file that `toggles usage merge` writes; without \
            it, this rule and the others about usage find nothing.
            """,
        options: [RuleOption("days", standard: 30, meaning: "days without a read")],
        bad: [
            RuleExample(
                "No installation has read it in October.",
                toggles: """
                    old_menu:
                      category: ops
                    """,
                usage: FieldUsageExample.text(
                    ["old_menu": (0, 0)],
                    from: ("2026-10-02", "2.3"),
                    to: ("2026-10-31", "2.4")
                )
            )
        ],
        good: [
            RuleExample(
                "A few installations of an old version have.",
                toggles: """
                    old_menu:
                      category: ops
                    """,
                usage: FieldUsageExample.text(
                    ["old_menu": (3, 3)],
                    from: ("2026-10-02", "2.3"),
                    to: ("2026-10-31", "2.3")
                )
            )
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        let days = max(1, option("days", in: facts.configuration))
        guard let usage = facts.project.usage.map({ ToggleFieldUsage(toggle.key, $0, days: days) }),
            usage.isComplete, !usage.pages.isEmpty, usage.pages.allSatisfy({ !$0.toggle.read.isPositive })
        else { return nil }
        let advice = RemovalAdvice(toggle, facts)
        return facts.finding(
            description,
            about: toggle,
            message: """
                no installation has read \(toggle.key.quoted) \(usage.period), in versions \
                \(ToggleFieldUsage.text(usage.pages.map(\.page)))
                """,
            nextStep: "find out why the code that reads it doesn't run, or \(advice.step)",
            related: advice.related
        )
    }
}
