import FeatureToggles
import ToggleManifest

/// Finds toggles that are read in many files.
enum ScatteredToggleRule: LintRule {
    static let description = RuleDescription(
        identifier: "scattered_toggle",
        area: .code,
        severity: .note,
        summary: "a toggle that is read in many files",
        rationale: """
            What is asked in ten files is removed from ten files, by somebody who has to understand each. A toggle that is \
            read once, where the variants of a thing are made, leaves one place to change.
            """,
        options: [RuleOption("files", standard: 8, meaning: "files of code that ships in which a toggle may be read")],
        bad: [
            RuleExample(
                "Two files, in a team that wants one.",
                toggles: """
                    new_checkout:
                    """,
                lint: """
                    rules:
                      scattered_toggle: { files: 1 }
                    """,
                sources: [
                    "Sources/Basket.swift": "func basket() { if toggles.isEnabled(.newCheckout) { showHint() } }",
                    "Sources/Checkout.swift":
                        "func checkOut() { if toggles.isEnabled(.newCheckout) { showOnePage() } }",
                ]
            )
        ],
        good: [
            RuleExample(
                "Two files.",
                toggles: """
                    new_checkout:
                    """,
                sources: [
                    "Sources/Basket.swift": "func basket() { if toggles.isEnabled(.newCheckout) { showHint() } }",
                    "Sources/Checkout.swift":
                        "func checkOut() { if toggles.isEnabled(.newCheckout) { showOnePage() } }",
                ]
            )
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        let limit = max(1, option("files", in: project.configuration))
        return (CodeFacts(project)?.reads ?? []).compactMap { toggle, uses in
            var firsts: [ToggleUse] = []
            var paths: Set<String> = []
            for use in uses where paths.insert(use.path).inserted { firsts.append(use) }
            guard firsts.count > limit else { return nil }
            return project.finding(
                description,
                about: toggle,
                message:
                    "\(toggle.key.quoted) is read in \(firsts.count) files, and should be in no more than \(limit)",
                nextStep: """
                    read it once, where what differs is made, such as with `select(.\(toggle.swiftName), on: …, off: …)`, \
                    and pass that on to \(firsts.placesText)
                    """,
                related: firsts.relatedPlaces("read here")
            )
        }
    }
}
