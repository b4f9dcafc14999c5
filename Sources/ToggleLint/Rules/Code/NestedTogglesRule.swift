import FeatureToggles
import ToggleManifest

/// Finds toggles that are read only if another toggle is on or off.
enum NestedTogglesRule: LintRule {
    static let description = RuleDescription(
        identifier: "nested_toggles",
        area: .code,
        severity: .note,
        summary: "a toggle that is only asked when another one says so",
        rationale: """
            Two toggles within each other are four programs, of which three are usually meant and two are tested. Whoever \
            switches the inner one on sees nothing as long as the outer one is off.
            """,
        bad: [
            RuleExample(
                "Gift wrapping within the new checkout.",
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
                "One after the other.",
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

    static func findings(in project: LintProject) -> [Finding] {
        var told: Set<[String]> = []
        return (CodeFacts(project)?.reads ?? []).flatMap { toggle, uses in
            uses.compactMap { use in
                let outer = (use.condition?.enclosing ?? []).filter { $0 != toggle.key }
                // One finding per pair of toggles, in the first place only.
                guard !outer.isEmpty, told.insert([toggle.key] + outer).inserted else { return nil }
                return project.finding(
                    description,
                    about: toggle,
                    at: use,
                    message:
                        "\(toggle.key.quoted) is only asked when \(outer.quotedList("and")) \(outer.count == 1 ? "says" : "say") so",
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
