import FeatureToggles
import ToggleManifest

/// Finds release toggles around code that depends on the release configuration itself.
enum ReleaseConditionRule: LintRule {
    static let description = RuleDescription(
        identifier: "release_toggle_in_release_condition",
        area: .code,
        severity: .warning,
        summary: "a release toggle around, or within, an #if on RELEASE",
        rationale: """
            In a RELEASE build a release toggle is the constant false. Code that it guards and that is for RELEASE builds \
            only runs nowhere; code that is for other builds only is guarded twice.
            """,
        bad: [
            RuleExample(
                "The call is in no build.",
                toggles: """
                    new_checkout:
                    """,
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) {
                            #if RELEASE
                            reportSale()
                            #endif
                            showOnePage()
                        }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "The two have nothing to do with each other.",
                toggles: """
                    new_checkout:
                    """,
                source: """
                    func checkOut() {
                        #if RELEASE
                        reportSale()
                        #endif
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            )
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        (CodeFacts(project)?.uses ?? []).compactMap { toggle, use in
            guard toggle.category == .release, use.place != .test else { return nil }
            let around = use.compilationConditions.first { Self.names($0, "RELEASE") }
            guard around != nil || use.condition?.meetsReleaseCondition == true else { return nil }
            if let around, Self.isNegated(around) {
                return project.finding(
                    description,
                    about: toggle,
                    at: use,
                    message: """
                        \(toggle.key.quoted) is a release toggle, which is off in a RELEASE build already, and stands in \
                        ‘#if \(around)’
                        """,
                    nextStep: "remove the ‘#if \(around)’ around \(use.placeText)"
                )
            }
            return project.finding(
                description,
                about: toggle,
                at: use,
                message: """
                    \(toggle.key.quoted) is a release toggle, the constant false in a RELEASE build, and meets \
                    \(around.map { "‘#if \($0)’" } ?? "an #if on RELEASE") here: what needs both runs in no build
                    """,
                nextStep: """
                    take the code for RELEASE out of what the toggle guards at \(use.placeText), or make it an ops toggle \
                    with `toggles promote \(toggle.key)`
                    """
            )
        }
    }

    /// Whether a condition has a word.
    private static func names(_ condition: String, _ word: String) -> Bool {
        condition.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains(word[...])
    }

    private static func isNegated(_ condition: String) -> Bool {
        ["!RELEASE", "!(RELEASE)"].contains(condition.filter { $0 != " " })
    }
}
