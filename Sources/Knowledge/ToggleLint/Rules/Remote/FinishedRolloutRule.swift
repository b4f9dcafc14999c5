import ToggleManifest

/// Finds rollouts that are complete or have not begun.
enum FinishedRolloutRule: LintRule {
    static let description = RuleDescription(
        identifier: "finished_rollout",
        area: .remote,
        severity: .warning,
        summary: "a rollout at 0% or 100%",
        rationale: """
            If a single variant gets all users of a rollout, the rollout is a complicated way to write that variant, \
            and looks as if it were still in progress. If that variant is the default, or if one share is zero but \
            several others aren't, the finding is a note, because the rollout may be about to begin.
            """,
        bad: [
            RuleExample(
                "All users have the same variant.",
                toggles: """
                    instant_search:
                      category: ops
                    """,
                document: """
                    {
                      "flags": {
                        "instant_search": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                          "targeting": {"fractional": [["on", 100], ["off", 0]]}
                        }
                      }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "Half of the users have the variant.",
                toggles: """
                    instant_search:
                      category: ops
                    """,
                document: """
                    {
                      "flags": {
                        "instant_search": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                          "targeting": {"fractional": [["on", 50], ["off", 50]]}
                        }
                      }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let document = facts.document else { return [] }
        return document.all.flatMap { parameter -> [Finding] in
            guard let toggle = facts.readers[parameter.key] else { return [] }
            return parameter.rollouts.compactMap { finding(about: $0, of: parameter, toggle, document) }
        }
    }

    private static func finding(
        about rollout: DocumentOutline.Rollout,
        of parameter: DocumentOutline.Parameter,
        _ toggle: ToggleDeclaration,
        _ document: DocumentFacts
    ) -> Finding? {
        let place = "\(document.path):\(rollout.range.start.line)"
        let key = parameter.key
        var weights: [String: Int] = [:]
        for (variant, weight) in rollout.shares {
            weights[variant] = weights[variant, default: 0].addingReportingOverflow(weight).partialValue
        }
        let empty = rollout.shares.map(\.variant).filter { weights[$0] == 0 }
        let full = rollout.shares.map(\.variant).first { weights[$0] != 0 }
        guard let full, weights.count - Set(empty).count == 1 else {
            guard let first = empty.first else { return nil }
            var finding = document.finding(
                description,
                about: toggle,
                at: rollout.range,
                message: "the share of \(first.quoted) in \(key.quoted) is 0%",
                nextStep: "give \(first.quoted) a share at \(place), or remove [\"\(first)\", 0] from it",
                parameter: key
            )
            finding.severity = .note
            return finding
        }
        let emptyNames = Set(empty).sorted().quotedList("and")
        if full == parameter.defaultVariant, !empty.isEmpty {
            var finding = document.finding(
                description,
                about: toggle,
                at: rollout.range,
                message: "the rollout of \(key.quoted) has not begun: \(emptyNames) has 0%",
                nextStep: "begin it at \(place), or remove the ‘fractional’ until then",
                parameter: key
            )
            finding.severity = .note
            return finding
        }
        let others = empty.isEmpty ? "" : ", \(emptyNames) 0%"
        return document.finding(
            description,
            about: toggle,
            at: rollout.range,
            message: "the rollout of \(key.quoted) is complete: \(full.quoted) has 100%\(others)",
            nextStep: parameter.valueForAllUsers == nil
                ? "write \"\(full)\" instead of the ‘fractional’ at \(place)"
                : "write \"defaultVariant\": \"\(full)\" and remove the ‘targeting’ at \(place)",
            parameter: key
        )
    }
}
