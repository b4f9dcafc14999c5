import ToggleBase
import ToggleManifest

/// Finds toggles that have reached their expiry date.
enum ExpiredToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "expired_toggle",
        area: .time,
        severity: .warning,
        summary: "a toggle that has reached its expiry date",
        rationale: """
            The expiry date says how long the toggle's author expected to need it. After that, it's code that people \
            read, test, and explain for no benefit. The finding is only a warning, so that the build for an unrelated \
            change doesn't fail because a date has passed. In a scheduled run on the default branch (`--scheduled`), \
            the finding becomes an error once the grace period is over. If no code reads the toggle, only this rule \
            reports it.
            """,
        bad: [
            RuleExample(
                "The expiry date was three weeks ago.",
                toggles: """
                    new_checkout:
                      created: 2026-09-20
                      expires: 2026-10-31
                    """
            ),
            RuleExample(
                "The toggle is read, so the next step names the branch to remove.",
                toggles: """
                    new_checkout:
                      created: 2026-09-20
                      expires: 2026-10-31
                    """,
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            ),
        ],
        good: [
            RuleExample(
                "The expiry date is in the future.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """
            )
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard let expires = toggle.details.expires, expires <= facts.today else { return nil }
        let days = expires.days(until: facts.today)
        var message = "\(toggle.key.quoted) expired on \(expires), \(days.counted("day")) ago"
        if days == 0 { message = "\(toggle.key.quoted) expires today" }
        let postponements = facts.history.postponements(of: toggle.key).count
        if postponements > 0 { message += ", after it was pushed back \(Wording.times(postponements))" }
        let advice = RemovalAdvice(toggle, facts)
        var step = advice.step
        if let usage = facts.usages?[toggle.key], usage.reads.isEmpty {
            message +=
                usage.possible.isEmpty && facts.unsearchedText == nil
                ? ", and no production code reads it" : ", and no code definitely reads it"
        } else {
            step += ". To keep the toggle, run \(toggle.extensionCommand)"
        }
        return facts.finding(
            description,
            about: toggle,
            at: .expires,
            message: message,
            nextStep: step,
            related: advice.related
        )
    }
}
