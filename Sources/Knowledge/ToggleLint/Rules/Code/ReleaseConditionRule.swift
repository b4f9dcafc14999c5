import ToggleManifest

/// Finds release toggles around code with a condition on the release configuration.
enum ReleaseConditionRule: LintRule {
    static let description = RuleDescription(
        identifier: "release_toggle_in_release_condition",
        area: .code,
        severity: .warning,
        summary: "a release toggle combined with an ‘#if’ that checks RELEASE",
        rationale: """
            In a RELEASE build, a release toggle is the constant `false`. If you combine it with `#if RELEASE`, the \
            code never runs. If you combine it with `#if !RELEASE`, the code is guarded twice.
            """,
        bad: [
            RuleExample(
                "The call isn't part of any build.",
                toggles: "new_checkout:",
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
                "The condition requires a DEBUG build, so it doesn't just repeat what the toggle already does.",
                toggles: "new_checkout:",
                source: """
                    func checkOut() {
                        #if !RELEASE && DEBUG
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                        #endif
                    }
                    """
            ),
            RuleExample(
                "The toggle and the condition are independent.",
                toggles: "new_checkout:",
                source: """
                    func checkOut() {
                        #if RELEASE
                        reportSale()
                        #endif
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            ),
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        facts.certainUses.compactMap { toggle, use in
            guard toggle.category == .release, use.place != .test else { return nil }
            let around = use.compilationConditions.first { Self.isForOneKindOfBuild($0) }
            // If an `#if` around it also depends on something else, its value is unknown.
            let isUndecided = around == nil && use.compilationConditions.contains { $0.contains("RELEASE") }
            guard around != nil || use.condition?.meetsReleaseCondition == true && !isUndecided else { return nil }
            if let around, CompilationCondition.value(of: around, release: true) == false {
                return facts.finding(
                    description,
                    about: toggle,
                    at: use,
                    message: """
                        \(toggle.key.quoted) is a release toggle, which is already off in a RELEASE build, and is \
                        inside ‘#if \(around)’
                        """,
                    nextStep: "remove the ‘#if \(around)’ around \(use.placeText)"
                )
            }
            return facts.finding(
                description,
                about: toggle,
                at: use,
                message: """
                    \(toggle.key.quoted) is a release toggle, which is always false in a RELEASE build, and is \
                    combined with \(around.map { "‘#if \($0)’" } ?? "an ‘#if’ that checks RELEASE") here: code that needs both \
                    runs in no build
                    """,
                nextStep: """
                    move the code for RELEASE out of the code that the toggle guards at \(use.placeText), or make it \
                    an ops toggle with `toggles promote \(toggle.key)`
                    """
            )
        }
    }

    /// Returns whether a condition selects only RELEASE builds, or exactly all other builds.
    ///
    /// In `!RELEASE && DEBUG`, the other operand decides.
    private static func isForOneKindOfBuild(_ condition: String) -> Bool {
        let inRelease = CompilationCondition.value(of: condition, release: true)
        let inOthers = CompilationCondition.value(of: condition, release: false)
        return inOthers == false && inRelease != false || inRelease == false && inOthers == true
    }
}
