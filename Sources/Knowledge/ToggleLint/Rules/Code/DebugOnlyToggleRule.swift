import ToggleManifest

/// Finds toggles that only previews and debug menus use.
enum DebugOnlyToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "debug_only_toggle",
        area: .code,
        severity: .warning,
        summary: "a toggle that only previews or debug menus use",
        rationale: """
            A switch in a debug menu that changes nothing misleads the people who use it. A file counts as a debug menu if \
            the manifest's `lint:` section lists it under `debug_menus:`, or if it shows nearly all toggles of an existing \
            declaration, and its path or type has a name such as DebugView or BetaSettings. As with `unused_toggle`, toggles that were declared recently aren't reported.
            """,
        bad: [
            RuleExample(
                "Only the debug menu reads the toggle.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                lint: #"debug_menus: ["Sources/DebugMenu/**"]"#,
                sources: [
                    "Sources/App.swift": "func checkOut() { showOnePage() }",
                    "Sources/DebugMenu/Menu.swift": """
                    func rows() {
                        show("Checkout", toggles.isEnabled(.newCheckout))
                    }
                    """,
                ]
            )
        ],
        good: [
            RuleExample(
                "The app reads the toggle as well.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                lint: #"debug_menus: ["Sources/DebugMenu/**"]"#,
                sources: [
                    "Sources/App.swift": """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """,
                    "Sources/DebugMenu/Menu.swift": """
                    func rows() {
                        show("Checkout", toggles.isEnabled(.newCheckout))
                    }
                    """,
                ]
            )
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard let (usage, usages) = facts.deadUsage(of: toggle), !usage.debug.isEmpty else { return nil }
        let places = Set(usage.debug.map(\.place))
        var kinds: [String] = []
        if places.contains(.preview) { kinds.append("previews") }
        if places.contains(.debugMenu) { kinds.append("debug menus") }
        if !usage.tests.isEmpty { kinds.append("tests") }
        let last = kinds.popLast() ?? ""
        let text = kinds.isEmpty ? last : kinds.joined(separator: ", ") + " and " + last
        let advice = RemovalAdvice(toggle, facts)
        let finding = facts.finding(
            description,
            about: toggle,
            message: """
                only \(text) use \(toggle.key.quoted), at \((usage.debug + usage.tests).placesText), so it changes nothing in \
                the app
                """,
            nextStep: advice.step,
            related: advice.related
        )
        return facts.hedged(finding, usage, usages)
    }
}
