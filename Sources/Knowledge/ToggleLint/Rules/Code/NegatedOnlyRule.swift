import ToggleBase
import ToggleManifest

/// Finds toggles that are only read negated.
enum NegatedOnlyRule: LintRule {
    static let description = RuleDescription(
        identifier: "negated_only",
        area: .code,
        severity: .note,
        summary: "a toggle whose reads are all negated",
        rationale: """
            A condition such as “if not new checkout” takes a moment to understand, and switching off the toggle \
            enables something. Name a toggle after what happens when it's on.
            """,
        options: [RuleOption("reads", standard: 2, meaning: "number of negated reads at which the toggle is reported")],
        bad: [
            RuleExample(
                "Both reads are negated.",
                toggles: "new_checkout:",
                source: """
                    func basket() {
                        if !toggles.isEnabled(.newCheckout) { showSteps() }
                    }
                    func checkOut() {
                        if !toggles.isEnabled(.newCheckout) { startThreeSteps() } else { showOnePage() }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "One of the reads is not negated.",
                toggles: "new_checkout:",
                source: """
                    func basket() {
                        if !toggles.isEnabled(.newCheckout) { showSteps() }
                    }
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        let minimum = max(1, option("reads", in: facts.configuration))
        return facts.reads.compactMap { toggle, uses in
            guard toggle.type == .bool, uses.count >= minimum, let first = uses.first,
                uses.allSatisfy({ $0.condition?.isNegated == true })
            else { return nil }
            return facts.finding(
                description,
                about: toggle,
                at: first,
                message: "\(toggle.key.quoted) is only read negated, in \(uses.count.counted("place"))",
                nextStep: """
                    invert it: declare a toggle that is on when \(toggle.key.quoted) is off, and remove the negation \
                    at \(uses.placesText)
                    """,
                related: uses.dropFirst().relatedPlaces("the toggle is also negated here"),
                discriminator: ""
            )
        }
    }
}
