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
        summary: "a comment that names no rule or an unknown one",
        rationale: """
            A comment with a misspelled rule, or with a misspelled `toggles:ignore`, has no effect, and its author \
            doesn't notice. A comment without a rule would hide everything that is found there later.
            """,
        bad: [
            RuleExample(
                "A misspelled rule.",
                toggles: "new_checkout:",
                source: """
                    func start() {
                        // toggles:ignore frozen_togle - Read once on purpose.
                        if toggles.isEnabled(.newCheckout) { showOnePage() }
                    }
                    """
            ),
            RuleExample(
                "A misspelled `toggles:ignore`.",
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
                "An existing rule.",
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
            Without a reason, it's hard to decide a year later whether the comment still applies. The comment takes \
            effect even without a reason.
            """,
        bad: [
            RuleExample(
                "No reason after the rule.",
                toggles: "new_checkout:",
                source: "let a = toggles.isEnabled(.newCheckout) // toggles:ignore frozen_toggle"
            )
        ],
        good: [
            RuleExample(
                "A reason after a hyphen.",
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
        summary: "a suppression that has no effect",
        rationale: "If a comment has nothing to suppress, all it can do is hide the next problem.",
        bad: [
            RuleExample(
                "A line without a finding.",
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
                "A line with a finding.",
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
        summary: "an allowance that has ended",
        rationale: """
            After its last day, an entry under ‘allow’ no longer has any effect. Remove it, or extend it if you still \
            need it.
            """,
        bad: [
            RuleExample(
                "Allowed until yesterday.",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waiting for 2.4., until: 2026-11-20 }"
            )
        ],
        good: [
            RuleExample(
                "Allowed until today.",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waiting for 2.4., until: 2026-11-21 }"
            )
        ]
    )

    /// Returns the last day on which an allowance may end.
    static func latestEnd(from today: CalendarDate) -> CalendarDate { today.adding(days: 731) }

    /// An allowance that ends too far ahead.
    package static let endlessAllowance = RuleDescription(
        identifier: "endless_allowance",
        area: .suppression,
        severity: .warning,
        summary: "an allowance that ends in more than two years",
        rationale: """
            The last day of an allowance reminds you to check whether you still need it. A date in 9999 can't do that. \
            If your project never needs a rule, switch it off under ‘rules’, where everyone sees it.
            """,
        bad: [
            RuleExample(
                "Allowed forever.",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waiting for 2.4., until: 9999-12-31 }"
            )
        ],
        good: [
            RuleExample(
                "Allowed for a month.",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waiting for 2.4., until: 2026-12-21 }"
            )
        ]
    )

    /// An allowance that applies to no finding.
    package static let superfluousAllowance = RuleDescription(
        identifier: "superfluous_allowance",
        area: .suppression,
        severity: .warning,
        summary: "an allowance that has no effect",
        rationale: "If an entry under ‘allow’ has nothing to allow, all it can do is hide the next problem.",
        bad: [
            RuleExample(
                "The toggle is read.",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waiting for 2.4., until: 2026-12-01 }",
                source: "func start() { if toggles.isEnabled(.newCheckout) { showOnePage() } }"
            )
        ],
        good: [
            RuleExample(
                "The toggle is not read.",
                toggles: "new_checkout:",
                lint: "allow:\n  - { rule: unused_toggle, reason: Waiting for 2.4., until: 2026-12-01 }",
                source: "let a = 1"
            )
        ]
    )

    /// A file that can't be parsed.
    package static let unparsedSource = RuleDescription(
        identifier: "unparsed_source",
        area: .code,
        severity: .note,
        summary: "a file that can't be parsed",
        rationale: """
            The linter searches the readable parts of such a file as text instead. If a toggle might be used in the \
            file, `unused_toggle` only reports it as a note.
            """,
        bad: [
            RuleExample(
                "A missing brace.",
                toggles: "new_checkout:",
                source: "func start() { if toggles.isEnabled(.newCheckout) { showOnePage() }"
            )
        ],
        good: [
            RuleExample(
                "Balanced braces.",
                toggles: "new_checkout:",
                source: "func start() { if toggles.isEnabled(.newCheckout) { showOnePage() } }"
            )
        ]
    )
}
