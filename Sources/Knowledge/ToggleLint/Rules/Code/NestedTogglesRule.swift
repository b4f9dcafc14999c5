import ToggleManifest

/// Finds toggles that are read only if another toggle is on or off.
enum NestedTogglesRule: LintRule {
    static let description = RuleDescription(
        identifier: "nested_toggles",
        area: .code,
        severity: .note,
        summary: "a toggle that is only read if another one has a certain value",
        rationale: """
            Two nested toggles have four combinations of values, but usually only three of them are intended and two \
            are tested. While the outer toggle is off, switching on the inner one has no effect.
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
