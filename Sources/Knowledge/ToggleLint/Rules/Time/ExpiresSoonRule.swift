import ToggleBase
import ToggleManifest

/// Finds toggles that expire soon.
enum ExpiresSoonRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "expires_soon",
        area: .time,
        severity: .note,
        summary: "a toggle whose expiry date is near",
        rationale: """
            Removing a toggle takes a change, a review, and a release. This rule reminds the toggle's owner while \
            there's still time for all of that.
            """,
        options: [RuleOption("days", standard: 14, meaning: "days before the expiry date")],
        bad: [
            RuleExample(
                "The toggle expires in nine days.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-11-30
                    """
            )
        ],
        good: [
            RuleExample(
                "The toggle expires in three weeks.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-12
                    """
            ),
            RuleExample(
                "The toggle expires in nine days, in a project that sets `days` to 7.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-11-30
                    """,
                lint: """
                    rules:
                      expires_soon: { days: 7 }
                    """
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        let today = facts.today
        guard let expires = toggle.details.expires, expires > today,
            today.days(until: expires) <= option("days", in: facts.configuration)
        else { return nil }
        let advice = RemovalAdvice(toggle, facts)
        return facts.finding(
            description,
            about: toggle,
            at: .expires,
            message: "\(toggle.key.quoted) expires on \(expires), in \(today.days(until: expires).counted("day"))",
            nextStep: "\(advice.step). To keep the toggle longer, run \(toggle.extensionCommand)",
            related: advice.related
        )
    }
}
