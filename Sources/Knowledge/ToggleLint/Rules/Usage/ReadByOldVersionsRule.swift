import ToggleBase
import ToggleManifest

/// Finds toggles that only old versions of the app still read.
enum ReadByOldVersionsRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "read_by_old_versions",
        area: .usage,
        severity: .note,
        summary: "a toggle that only old versions of the app read",
        rationale: """
            If the installations of newer versions don't read a toggle, its code can go; the parameter has to stay until \
            the old versions are gone, which `toggles released` says.
            """,
        options: [RuleOption("days", standard: 30, meaning: "days in which newer versions didn't read it")],
        bad: [
            RuleExample(
                "Version 2.4 no longer reads it.",
                toggles: """
                    old_menu:
                      category: ops
                    """,
                usage: FieldUsageExample.text(
                    ["old_menu": (80, 30)],
                    from: ("2026-10-02", "2.3"),
                    then: ["old_menu": (0, 0)],
                    to: ("2026-10-31", "2.4")
                )
            )
        ],
        good: [
            RuleExample(
                "A new version reads it, too.",
                toggles: """
                    old_menu:
                      category: ops
                    """,
                usage: FieldUsageExample.text(
                    ["old_menu": (80, 30)],
                    from: ("2026-10-02", "2.3"),
                    to: ("2026-10-31", "2.4")
                )
            )
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        let days = max(1, option("days", in: facts.configuration))
        guard let usage = facts.project.usage.map({ ToggleFieldUsage(toggle.key, $0, days: days) }), usage.isComplete
        else { return nil }
        func versions(_ isRead: Bool) -> [AppVersion] {
            usage.pages.filter { $0.toggle.read.isPositive == isRead }.compactMap { AppVersion($0.page.appVersion) }
        }
        guard let last = versions(true).max(), let next = versions(false).filter({ $0 > last }).min() else {
            return nil
        }
        return facts.finding(
            description,
            about: toggle,
            message: """
                only versions below \(next) have read \(toggle.key.quoted) \(usage.period); the last one is \(last)
                """,
            nextStep: """
                remove its code, if that isn't done yet, and keep its parameter until \(last) is no longer supported: \
                `toggles released \(toggle.key)`
                """
        )
    }
}
