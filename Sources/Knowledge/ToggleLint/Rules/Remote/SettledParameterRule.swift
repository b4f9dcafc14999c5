import ToggleBase
import ToggleManifest

/// Finds toggles that have had one value for all users for a while.
enum SettledParameterRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "settled_parameter",
        area: .remote,
        severity: .warning,
        summary: "a toggle that has had one value for all users for a while",
        rationale: """
            Once all users have had the same value for a month, the decision has been made, and all the toggle does is \
            keep the losing branch in the app. The date comes from the document's git history or, without one, from \
            the metadata of the flag or the document: \
            \(SettledParameter.dateNames.map { "`\($0)`" }.joined(separator: ", ")). Permanent toggles and \
            configuration (numbers, strings, JSON) are skipped. A migration counts as settled once it's complete.
            """,
        options: [RuleOption("days", standard: 30, meaning: "days for which all users have had the same value")],
        bad: [
            RuleExample(
                "On for all users since September.",
                toggles: """
                    instant_search:
                      category: ops
                      default: false
                    """,
                document: """
                    {
                      "flags": {
                        "instant_search": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
                          "metadata": {"changed": "2026-09-30"}
                        }
                      }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "On for all users since last week.",
                toggles: """
                    instant_search:
                      category: ops
                      default: false
                    """,
                document: """
                    {
                      "flags": {
                        "instant_search": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
                          "metadata": {"changed": "2026-11-14"}
                        }
                      }
                    }
                    """
            ),
            RuleExample(
                "On for half of the users since September.",
                toggles: """
                    instant_search:
                      category: ops
                      default: false
                    """,
                document: """
                    {
                      "flags": {
                        "instant_search": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                          "targeting": {"fractional": [["on", 50], ["off", 50]]},
                          "metadata": {"changed": "2026-09-30"}
                        }
                      }
                    }
                    """
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard !toggle.details.isPermanent, let document = facts.document, let settled = facts.settled(toggle),
            let since = settled.since, toggle.refusal(of: settled.value) == nil,
            isDecided(toggle, settled.value)
        else { return nil }
        let days = since.days(until: facts.today)
        guard days >= max(1, option("days", in: facts.configuration)) else { return nil }
        let advice = RemovalAdvice(toggle, facts)
        let key = settled.parameter.key
        return Finding(
            description,
            toggle: toggle,
            path: document.path,
            range: settled.parameter.keyRange,
            message: """
                all users have had \(settled.value.text) for \(toggle.key.quoted) since \(since) (\(days.counted("day")))
                """,
            nextStep: """
                \(advice.step); keep the parameter \(key.quoted) in \(document.path) as long as released versions \
                read it
                """,
            related: advice.related,
            discriminator: key
        )
    }

    private static func isDecided(_ toggle: ToggleDeclaration, _ value: JSONValue) -> Bool {
        switch toggle.type {
        case .bool: true
        case .variants: toggle.category != .migration || value == .string(MigrationStage.complete.rawValue)
        case .int, .double, .string, .json: false
        }
    }
}
