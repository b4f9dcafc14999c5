import ToggleBase
import ToggleManifest

/// Finds toggles that are read in many files.
enum ScatteredToggleRule: LintRule {
    static let description = RuleDescription(
        identifier: "scattered_toggle",
        area: .code,
        severity: .note,
        summary: "a toggle that is read in many files",
        rationale: """
            If you read a toggle in ten files, you need to remove it from ten files. To have only one place to change, \
            read it where you create its variants: for example, use `select` to create one of two implementations of a \
            protocol. `Documentation/Strategies.md` in this package shows how to do this for each category.
            """,
        options: [RuleOption("files", standard: 8, meaning: "maximum number of production files that read a toggle")],
        bad: [
            RuleExample(
                "Two files, in a project that sets `files` to 1.",
                toggles: "new_checkout:",
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
                "Two files, with the default limit.",
                toggles: "new_checkout:",
                sources: [
                    "Sources/Basket.swift": "func basket() { if toggles.isEnabled(.newCheckout) { showHint() } }",
                    "Sources/Checkout.swift":
                        "func checkOut() { if toggles.isEnabled(.newCheckout) { showOnePage() } }",
                ]
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        let limit = max(1, option("files", in: facts.configuration))
        return facts.reads.compactMap { toggle, uses in
            var firsts: [ToggleUse] = []
            var paths: Set<String> = []
            for use in uses where paths.insert(use.path).inserted { firsts.append(use) }
            guard firsts.count > limit else { return nil }
            return facts.finding(
                description,
                about: toggle,
                message:
                    "\(toggle.key.quoted) is read in \(firsts.count.counted("file")), but should be read in no more than \(limit)",
                nextStep: """
                    read it once, where the variants are created, \(example(toggle)), and pass the result to \
                    \(firsts.placesText); `Documentation/Strategies.md` of swift-feature-toggles shows how
                    """,
                related: firsts.relatedPlaces("the toggle is read here")
            )
        }
    }

    /// Returns an example that selects an implementation by the toggle.
    private static func example(_ toggle: ToggleDeclaration) -> String {
        let name = toggle.swiftName
        let context = toggle.category.needsContext ? ", for: …" : ""
        return switch (toggle.category, toggle.type) {
        case (.migration, _): "such as with one `Migration(.\(name), toggles: …)`"
        case (_, .bool): "such as with `select(.\(name)\(context), on: …, off: …)`"
        case (_, .variants): "such as with `select(.\(name)\(context)) { … }`"
        case (_, .int), (_, .double), (_, .string), (_, .json): "such as with `value(of: .\(name))`"
        }
    }
}
