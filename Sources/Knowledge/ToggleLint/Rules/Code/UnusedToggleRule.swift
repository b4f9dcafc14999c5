import ToggleManifest

/// Finds toggles that no code reads.
enum UnusedToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "unused_toggle",
        area: .code,
        severity: .warning,
        summary: "a toggle that no code reads",
        rationale: """
            An unused toggle has no effect, but people still see it in lists, override it, and ask about it. If \
            the toggle's name is also a member of another type, or if it occurs in Objective-C, C, C++, or a resource \
            (`.m`, `.mm`, `.h`, `.pch`, `.c`, `.cc`, `.cpp`, `.hpp`, `.xib`, `.storyboard`, `.plist`, `.strings`, \
            `.xcstrings`), the finding is a note with the places to check. It's also a note if the project builds keys \
            at run time. Toggles that were declared recently aren't reported.
            """,
        options: [
            RuleOption("days", standard: 7, meaning: "days after its declaration during which a toggle may be unused")
        ],
        bad: [
            RuleExample(
                "No code reads the toggle.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                source: "func checkOut() { showOnePage() }"
            )
        ],
        good: [
            RuleExample(
                "The app reads the toggle.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            ),
            RuleExample(
                "The toggle was declared yesterday.",
                toggles: """
                    new_checkout:
                      created: 2026-11-20
                      expires: 2026-12-15
                    """,
                source: "func checkOut() { showOnePage() }"
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard let (usage, usages) = facts.deadUsage(of: toggle), usage.tests.isEmpty, usage.debug.isEmpty else {
            return nil
        }
        let advice = RemovalAdvice(toggle, facts)
        var message = "\(toggle.key.quoted) is declared, and no code reads it"
        if !usage.possible.isEmpty {
            message = """
                \(toggle.key.quoted) is declared, and no code definitely reads it; it may be read at \
                \(usage.possible.placesText)
                """
        } else if !usages.computed.isEmpty {
            message += ", unless through the key that is built at \(usages.computed.placesText)"
        } else if let unsearched = facts.unsearchedText {
            message += ", unless it is read in \(unsearched)"
        }
        var finding = facts.finding(
            description,
            about: toggle,
            message: message,
            nextStep: advice.step,
            related: advice.related
        )
        if !usage.possible.isEmpty || !usages.computed.isEmpty || facts.unsearchedText != nil {
            finding.severity = .note
        }
        return finding
    }
}

extension LintFacts {
    /// Returns the uses of a toggle that isn't new and that no production code certainly reads; `nil` for other
    /// toggles.
    func deadUsage(of toggle: ToggleDeclaration) -> (usage: ToggleUsage, all: UsageIndex)? {
        // If no file was scanned, the uses are unknown.
        guard let usages, project.sources?.fileCount ?? 0 > 0, !mayBeDeclaredElsewhere(toggle) else { return nil }
        let usage = usages[toggle.key]
        guard usage.reads.isEmpty else { return nil }
        if let age = age(of: toggle), age < UnusedToggleRule.option("days", in: configuration) { return nil }
        return (usage, usages)
    }

    /// Lowers a finding about a toggle without reads in production code to a note if that is uncertain, and adds the
    /// reason.
    func hedged(_ finding: Finding, _ usage: ToggleUsage, _ usages: UsageIndex) -> Finding {
        var finding = finding
        if !usage.possible.isEmpty {
            finding.severity = .note
            finding.message += "; production code may read it at \(usage.possible.placesText)"
        } else if !usages.computed.isEmpty {
            finding.severity = .note
            finding.message += "; a key that may be this one is built at \(usages.computed.placesText)"
        } else if let unsearchedText {
            finding.severity = .note
            finding.message += ", unless it is read in \(unsearchedText)"
        }
        return finding
    }
}
