import ToggleManifest

/// Finds toggles that only tests read.
enum TestOnlyToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "test_only_toggle",
        area: .code,
        severity: .warning,
        summary: "a toggle that only tests read",
        rationale: """
            If only tests read a toggle, the code it guarded was either removed or never written. As with \
            `unused_toggle`, toggles that were declared recently aren't reported.
            """,
        bad: [
            RuleExample(
                "Only a test reads the toggle.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                sources: [
                    "Sources/App.swift": "func checkOut() { showOnePage() }",
                    "Tests/AppTests/CheckoutTests.swift": """
                    import Testing
                    @Test func isOff() {
                        #expect(!toggles.isEnabled(.newCheckout))
                    }
                    """,
                ]
            )
        ],
        good: [
            RuleExample(
                "The app and a test read the toggle.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                sources: [
                    "Sources/App.swift": """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """,
                    "Tests/AppTests/CheckoutTests.swift": """
                    import Testing
                    @Test func isOff() {
                        #expect(!toggles.isEnabled(.newCheckout))
                    }
                    """,
                ]
            )
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard let (usage, usages) = facts.deadUsage(of: toggle), !usage.tests.isEmpty, usage.debug.isEmpty else {
            return nil
        }
        let advice = RemovalAdvice(toggle, facts)
        let finding = facts.finding(
            description,
            about: toggle,
            message: "only tests read \(toggle.key.quoted), at \(usage.tests.placesText)",
            nextStep: advice.step,
            related: advice.related
        )
        return facts.hedged(finding, usage, usages)
    }
}
