import FeatureToggles
import ToggleManifest

/// Finds toggles whose expiry date is reached.
enum ExpiredToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "expired_toggle",
        area: .time,
        severity: .warning,
        summary: "a toggle whose expiry date is reached",
        rationale: """
            The toggle's author decided until when it would be needed. From that day on, it is code that has to be \
            read, tested, and explained for nothing. The finding is a warning, so that a date doesn't fail an \
            unrelated change; the run on the default branch fails (`--scheduled`). If no code reads the toggle, only \
            this rule reports it.
            """,
        bad: [
            RuleExample(
                "Its day was three weeks ago.",
                toggles: """
                    new_checkout:
                      created: 2026-09-20
                      expires: 2026-10-31
                    """
            ),
            RuleExample(
                "It is read, so that the next step says which branch goes.",
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
                "Its day is yet to come.",
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
                ? ", and no code that ships reads it" : ", and nothing certainly reads it"
        } else {
            step += "; if it is still needed, extend it with \(toggle.extensionCommand)"
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
