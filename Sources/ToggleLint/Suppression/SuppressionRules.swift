import FeatureToggles
import ToggleManifest

/// Rules about the linter's own settings, and about unreadable files.
///
/// They aren't functions of facts alone, because a suppression is known to be superfluous only after all other rules
/// have run.
package enum SuppressionRules {
    /// All of these rules, in the order in which they are listed.
    package static let all = [
        unknownSuppression, suppressionWithoutReason, superfluousSuppression, expiredAllowance, endlessAllowance,
        superfluousAllowance, unparsedSource,
    ]

    /// A comment that names no rule or an unknown one.
    package static let unknownSuppression = RuleDescription(
        identifier: "unknown_suppression",
        area: .suppression,
        severity: .warning,
        summary: "a comment that suppresses no rule",
        rationale: """
            A comment that names a rule which does not exist does nothing, and whoever wrote it believes that it does; so \
            does one that is nearly `toggles:ignore`. One that names no rule would hide everything that is found there \
            later.
            """,
        bad: [
            RuleExample(
                "a misspelt rule",
                toggles: "new_checkout:",
                source: """
                    func start() {
                        // toggles:ignore frozen_togle - Read once on purpose.
                        if toggles.isEnabled(.newCheckout) { showOnePage() }
                    }
                    """
            ),
            RuleExample(
                "a misspelt beginning",
                toggles: "new_checkout:",
                source: """
                    func start() {
                        // toggle:ignore frozen_toggle - Read once on purpose.
                        if toggles.isEnabled(.newCheckout) { showOnePage() }
                    }
                    """
            ),
        ],
        good: [
            RuleExample(
                "a rule that there is",
                toggles: "new_checkout:",
                source:
                    "let a = toggles.isEnabled(.newCheckout) // toggles:ignore frozen_toggle - Read once on purpose."
            )
        ]
    )

    /// A comment without a reason.
    package static let suppressionWithoutReason = RuleDescription(
        identifier: "suppression_without_reason",
        area: .suppression,
        severity: .warning,
        summary: "a suppression without a reason",
        rationale: """
            Whoever meets the comment in a year has to know whether it still holds. It works all the same.
            """,
        bad: [
            RuleExample(
                "nothing behind the rule",
                toggles: "new_checkout:",
                source: "let a = toggles.isEnabled(.newCheckout) // toggles:ignore frozen_toggle"
            )
        ],
        good: [
            RuleExample(
                "a reason behind a hyphen",
                toggles: "new_checkout:",
                source:
                    "let a = toggles.isEnabled(.newCheckout) // toggles:ignore frozen_toggle - Read once on purpose."
            )
        ]
    )

    /// A comment that suppresses nothing.
    package static let superfluousSuppression = RuleDescription(
        identifier: "superfluous_suppression",
        area: .suppression,
        severity: .warning,
        summary: "a suppression of nothing",
        rationale: """
            Where nothing is found any more, the comment only hides what goes wrong there next.
            """,
        bad: [
            RuleExample(
                "nothing is found in the line",
                toggles: "new_checkout:",
                source: """
                    func start() {
                        // toggles:ignore frozen_toggle - Read once on purpose.
                        if toggles.isEnabled(.newCheckout) { showOnePage() }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "something is found in the line",
                toggles: "new_checkout:",
                source:
                    "let a = toggles.isEnabled(.newCheckout) // toggles:ignore frozen_toggle - Read once on purpose."
            )
        ]
    )

    /// An allowance after its last day.
    package static let expiredAllowance = RuleDescription(
        identifier: "expired_allowance",
        area: .suppression,
        severity: .warning,
        summary: "an allowance whose last day is over",
        rationale: """
            An entry of ‘allow’ says until when. From the day after, it allows nothing; it goes, or somebody decides anew.
            """,
        bad: [
            RuleExample(
                "allowed until yesterday",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waits for 2.4., until: 2026-11-20 }"
            )
        ],
        good: [
            RuleExample(
                "allowed until today",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waits for 2.4., until: 2026-11-21 }"
            )
        ]
    )

    /// Returns the last day on which an allowance may end.
    static func latestEnd(from today: CalendarDate) -> CalendarDate { today.later(byDays: 731) }

    /// An allowance that ends too far ahead.
    package static let endlessAllowance = RuleDescription(
        identifier: "endless_allowance",
        area: .suppression,
        severity: .warning,
        summary: "an allowance that ends in more than two years",
        rationale: """
            An allowance waits for something, and its last day is the day to look whether it came. Nobody looks in 9999. \
            What a project never wants to hear is switched off below ‘rules’, where everybody sees it.
            """,
        bad: [
            RuleExample(
                "allowed for ever",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waits for 2.4., until: 9999-12-31 }"
            )
        ],
        good: [
            RuleExample(
                "allowed for a month",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waits for 2.4., until: 2026-12-21 }"
            )
        ]
    )

    /// An allowance that applies to no finding.
    package static let superfluousAllowance = RuleDescription(
        identifier: "superfluous_allowance",
        area: .suppression,
        severity: .warning,
        summary: "an allowance of nothing",
        rationale: """
            Where nothing is found any more, the entry of ‘allow’ only hides what goes wrong next.
            """,
        bad: [
            RuleExample(
                "the toggle is read",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waits for 2.4., until: 2026-12-01 }",
                source: "func start() { if toggles.isEnabled(.newCheckout) { showOnePage() } }"
            )
        ],
        good: [
            RuleExample(
                "the toggle is not read",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waits for 2.4., until: 2026-12-01 }",
                source: "let a = 1"
            )
        ]
    )

    /// A file that can't be parsed.
    package static let unparsedSource = RuleDescription(
        identifier: "unparsed_source",
        area: .code,
        severity: .note,
        summary: "a file that does not parse",
        rationale: """
            What can be read of it is searched as text. What may be used in it is not called dead for certain.
            """,
        bad: [
            RuleExample(
                "a brace is missing",
                toggles: "new_checkout:",
                source: "func start() { if toggles.isEnabled(.newCheckout) { showOnePage() }"
            )
        ],
        good: [
            RuleExample(
                "nothing is missing",
                toggles: "new_checkout:",
                source: "func start() { if toggles.isEnabled(.newCheckout) { showOnePage() } }"
            )
        ]
    )
}
