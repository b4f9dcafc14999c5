import ToggleManifest

/// Finds toggle values that are kept after their first read.
enum FrozenToggleRule: LintRule {
    static let description = RuleDescription(
        identifier: "frozen_toggle",
        area: .code,
        severity: .warning,
        summary: "a toggle whose value is kept after the first read",
        rationale: """
            A `static let` or a global variable is computed once, often before the first document arrives. If it \
            stores a kill switch, the switch has no effect until the next launch. A default argument is also reported, \
            as a note: it reads the toggle whenever a caller omits the argument, which you can't see at the call site. \
            For release toggles, which don't change in a shipped app, the finding is always a note.
            """,
        bad: [
            RuleExample(
                "A static property keeps the ranking of the first search.",
                toggles: """
                    search_ranking:
                      category: ops
                      values: [classic, neural]
                      default: classic
                    """,
                source: """
                    struct Search {
                        static let ranking = AppServices.toggles.value(of: .searchRanking)
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "A computed property reads the toggle each time.",
                toggles: """
                    search_ranking:
                      category: ops
                      values: [classic, neural]
                      default: classic
                    """,
                source: """
                    struct Search {
                        var ranking: SearchRanking { toggles.value(of: .searchRanking) }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        facts.certainUses.compactMap { toggle, use in
            guard let freeze = use.freeze, use.isRead, use.place == .production else { return nil }
            let message: String
            let step: String
            switch freeze {
            case .staticProperty, .global:
                let name = freeze == .global ? "a global variable" : "a static property"
                message = "\(toggle.key.quoted) is read once into \(name), so later changes have no effect"
                step = "make it a computed property at \(use.placeText), or read the toggle where its value is used"
            case .defaultArgument:
                message = "\(toggle.key.quoted) is read in a default argument, which callers do not see"
                step = "let the caller pass the value, or read the toggle in the function's body at \(use.placeText)"
            }
            var finding = facts.finding(description, about: toggle, at: use, message: message, nextStep: step)
            if toggle.category == .release || freeze == .defaultArgument { finding.severity = .note }
            return finding
        }
    }
}
