import ToggleBase
import ToggleManifest

/// Finds toggles that running apps read, and that have one value in all of them.
enum ConstantInFieldRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "constant_in_field",
        area: .usage,
        severity: .note,
        summary: "a toggle that has the same value in all running apps that read it",
        rationale: """
            A toggle with one value for all users is a decision that has been made. Unlike `settled_parameter`, this rule \
            also sees overrides, rules that no user meets, and documents that never arrive. Permanent toggles and \
            configuration (numbers, strings, JSON) are skipped. Too few installations to count are never the same.
            """,
        options: [RuleOption("days", standard: 30, meaning: "days with the same value")],
        bad: [
            RuleExample(
                "All installations have had the default in October.",
                toggles: """
                    instant_search:
                      category: ops
                    """,
                usage: FieldUsageExample.text(
                    ["instant_search": (210, 0)],
                    from: ("2026-10-02", "2.3"),
                    to: ("2026-10-31", "2.4")
                )
            )
        ],
        good: [
            RuleExample(
                "Some of them have had another value.",
                toggles: """
                    instant_search:
                      category: ops
                    """,
                usage: FieldUsageExample.text(
                    ["instant_search": (210, 40)],
                    from: ("2026-10-02", "2.3"),
                    to: ("2026-10-31", "2.4")
                )
            )
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        let days = max(1, option("days", in: facts.configuration))
        guard !toggle.details.isPermanent,
            let usage = facts.project.usage.map({ ToggleFieldUsage(toggle.key, $0, days: days) }), usage.isComplete,
            let value = value(of: toggle, usage.pages.map(\.toggle).filter(\.read.isPositive))
        else { return nil }
        let advice = RemovalAdvice(toggle, facts)
        return facts.finding(
            description,
            about: toggle,
            message: "all installations that read \(toggle.key.quoted) have had \(value) \(usage.period)",
            nextStep: advice.step,
            related: advice.related
        )
    }

    /// Returns the value that all installations have, for a sentence.
    private static func value(of toggle: ToggleDeclaration, _ all: [FieldUsage.Toggle]) -> String? {
        guard !all.isEmpty else { return nil }
        switch toggle.type {
        case .bool:
            if all.allSatisfy({ $0.changed == .exactly(0) }) { return "its default, \(toggle.defaultValue.text)" }
            // Equal numbers that were replaced may differ.
            let isOther = all.allSatisfy { $0.changed == $0.read && $0.read != .few }
            return isOther ? "the opposite of its default, \(toggle.defaultValue.text)" : nil
        case .variants(let names):
            return names.first { name in
                all.allSatisfy { $0.read != .few && $0.variants[name] == $0.read }
            }?.quoted
        case .int, .double, .string, .json: return nil
        }
    }
}
