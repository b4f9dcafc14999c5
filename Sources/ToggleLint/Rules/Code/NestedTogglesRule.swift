import FeatureToggles
import ToggleManifest

/// Finds toggles that are read only if another toggle is on or off.
enum NestedTogglesRule: LintRule {
    static let description = RuleDescription(
        identifier: "nested_toggles",
        area: .code,
        severity: .note,
        summary: "a toggle that is read only if another one is on or off",
        rationale: """
            Two nested toggles have four combinations of values, of which usually three are intended and two are \
            tested. Switching the inner one on has no effect while the outer one is off.
            """,
        bad: [
            RuleExample(
                "One toggle is read inside the branch of another one.",
                toggles: """
                    new_checkout:
                    gift_wrapping:
                    """,
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) {
                            if toggles.isEnabled(.giftWrapping) { offerWrapping() }
                        }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "The toggles are read one after the other.",
                toggles: """
                    new_checkout:
                    gift_wrapping:
                    """,
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                        if toggles.isEnabled(.giftWrapping) { offerWrapping() }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        var reported: Set<[String]> = []
        return facts.reads.flatMap { toggle, uses in
            uses.compactMap { use in
                let outer = (use.condition?.enclosing ?? []).filter { $0 != toggle.key }
                // One finding per pair of toggles, in the first place only.
                guard !outer.isEmpty, reported.insert([toggle.key] + outer).inserted else { return nil }
                return facts.finding(
                    description,
                    about: toggle,
                    at: use,
                    message: "whether \(toggle.key.quoted) is read depends on \(outer.quotedList("and"))",
                    nextStep: """
                        test both values of \(([toggle.key] + outer).quotedList("and")) together, and remove one of them \
                        before the other; if they are one feature, make them one toggle
                        """,
                    discriminator: outer.joined(separator: ",")
                )
            }
        }
    }
}
