import ToggleManifest

/// Finds retired parameters that are in use again.
enum RetiredParameterReusedRule: LintRule {
    static let description = RuleDescription(
        identifier: "retired_parameter_reused",
        area: .remote,
        severity: .error,
        summary: "a retired parameter that is in use again",
        rationale: """
            If two versions of your app give a parameter different meanings, you can't set it correctly for both. For \
            this reason, a retired parameter must not be read or rolled out again. If a toggle reads a parameter that \
            another one lists under `retired:`, the manifest is already invalid. In addition, this rule uses git \
            history to find out which parameters were retired earlier. It also reports a retired parameter with a \
            rollout, and a release toggle with the name of a retired parameter, because the toggle would read that \
            parameter once you promote it.
            """,
        bad: [
            RuleExample(
                "A new toggle has the name of a retired parameter.",
                toggles: """
                    search_ranking_next:
                      category: ops
                      remote: search_ranking_3
                      retired: [search_ranking]
                    search_ranking:
                      category: release
                    """
            ),
            RuleExample(
                "A retired parameter with a rollout.",
                toggles: """
                    search_ranking:
                      category: ops
                      remote: search_ranking_2
                      retired: [search_ranking]
                    """,
                document: """
                    {
                      "flags": {
                        "search_ranking": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                          "targeting": {"fractional": [["on", 10], ["off", 90]]}
                        },
                        "search_ranking_2": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"
                        }
                      }
                    }
                    """
            ),
        ],
        good: [
            RuleExample(
                "The new toggle has another name.",
                toggles: """
                    search_ranking_next:
                      category: ops
                      remote: search_ranking_3
                      retired: [search_ranking]
                    search_order:
                      category: release
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        readAgain(facts) + rolledOut(facts)
    }

    /// Returns findings about toggles that read, or would read, a retired parameter.
    private static func readAgain(_ facts: LintFacts) -> [Finding] {
        var retirements: [String: ProjectHistory.ToggleEvent] = [:]
        for event in facts.project.history?.toggles ?? [] {
            guard case .parameter(let from, let to) = event.kind else { continue }
            if let to { retirements[to] = nil }
            retirements[from ?? event.toggle] = event
        }
        return facts.manifest.toggles.compactMap { toggle in
            if toggle.category == .release, let retirer = facts.retirers[toggle.key] {
                return facts.finding(
                    description,
                    about: toggle,
                    message: """
                        \(toggle.key.quoted) is the name of a parameter that \(retirer.key.quoted) retired, which it would \
                        read once it is promoted
                        """,
                    nextStep: "give \(toggle.key.quoted) a name that no released version reads",
                    related: [facts.related(retirer, "retired here")]
                )
            }
            guard let parameter = toggle.remoteParameter, let event = retirements[parameter],
                event.toggle != toggle.key || event.kind != .parameter(from: nil, to: parameter)
            else { return nil }
            return facts.finding(
                description,
                about: toggle,
                at: .remote,
                message: """
                    \(toggle.key.quoted) reads \(parameter.quoted), which \(event.toggle.quoted) stopped reading in a \
                    change by \(event.commit.text)
                    """,
                nextStep: "read a new parameter: `toggles rotate \(toggle.key)`"
            )
        }
    }

    /// Returns findings about retired parameters that are used for a rollout.
    private static func rolledOut(_ facts: LintFacts) -> [Finding] {
        guard let document = facts.document else { return [] }
        return document.all.compactMap { parameter in
            guard let toggle = facts.retirers[parameter.key],
                let rollout = parameter.rollouts.first(where: { $0.shares.filter { $0.weight > 0 }.count > 1 })
            else { return nil }
            return document.finding(
                description,
                about: toggle,
                at: rollout.range,
                message: "\(parameter.key.quoted) is retired, but is being rolled out to released versions",
                nextStep: """
                    move the rollout at \(document.path):\(rollout.range.start.line) to \
                    \((toggle.remoteParameter ?? "").quoted), and give \(parameter.key.quoted) its single value again
                    """,
                parameter: parameter.key
            )
        }
    }
}
