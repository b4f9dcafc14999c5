import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// Finds retired parameters that are in use again.
enum RetiredParameterReusedRule: LintRule {
    static let description = RuleDescription(
        identifier: "retired_parameter_reused",
        area: .remote,
        severity: .error,
        summary: "a retired parameter that is in use again",
        rationale: """
            Two versions of an app that read one parameter for two meanings cannot both be operated. So a retired parameter \
            is never read again, neither by its own toggle nor by another one, and nobody rolls anything out with it. That \
            no toggle reads what another one retires, the manifest itself is checked for; found here are parameters that \
            were retired once by git's account, release toggles of that name, which would read it once they are promoted, \
            and retired parameters with a rollout.
            """,
        bad: [
            RuleExample(
                "A new toggle takes the old name.",
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
                "Somebody rolls out with it.",
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
                "A new toggle has a new name.",
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

    static func findings(in project: LintProject) -> [Finding] {
        var retirers: [String: ToggleDeclaration] = [:]
        for toggle in project.manifest.toggles {
            for parameter in toggle.retired { retirers[parameter] = toggle }
        }
        return readAgain(project, retirers) + rolledOut(project, retirers)
    }

    /// Returns findings about toggles that read, or would read, a retired parameter.
    private static func readAgain(_ project: LintProject, _ retirers: [String: ToggleDeclaration]) -> [Finding] {
        var retirements: [String: ProjectHistory.ToggleEvent] = [:]
        for event in project.history?.toggles ?? [] {
            guard case .parameter(let from, let to) = event.kind else { continue }
            if let to { retirements[to] = nil }
            retirements[from ?? event.toggle] = event
        }
        return project.manifest.toggles.compactMap { toggle in
            if toggle.category == .release, let retirer = retirers[toggle.key] {
                return project.finding(
                    description,
                    about: toggle,
                    message: """
                        \(toggle.key.quoted) is the name of a parameter that \(retirer.key.quoted) retired, which it would \
                        read once it is promoted
                        """,
                    nextStep: "give \(toggle.key.quoted) a name that no version in the field knows",
                    related: [
                        RelatedPlace(path: project.manifestPath, range: retirer.location, message: "retired here")
                    ]
                )
            }
            guard let parameter = toggle.remoteParameter, let event = retirements[parameter],
                event.toggle != toggle.key || event.kind != .parameter(from: nil, to: parameter)
            else { return nil }
            return project.finding(
                description,
                about: toggle,
                at: .remote,
                message: """
                    \(toggle.key.quoted) reads \(parameter.quoted), which \(event.toggle.quoted) stopped reading by \
                    \(event.commit.text)
                    """,
                nextStep: "read a new parameter: `toggles rotate \(toggle.key)`"
            )
        }
    }

    /// Returns findings about retired parameters that are used for a rollout.
    private static func rolledOut(_ project: LintProject, _ retirers: [String: ToggleDeclaration]) -> [Finding] {
        guard let facts = DocumentFacts(project) else { return [] }
        return facts.document.parameters.compactMap { parameter in
            guard let toggle = retirers[parameter.key],
                let rollout = parameter.rollouts.first(where: { $0.shares.filter { $0.weight > 0 }.count > 1 })
            else { return nil }
            return facts.finding(
                description,
                about: toggle,
                at: rollout.range,
                message: "\(parameter.key.quoted) is retired, and is being rolled out to versions in the field",
                nextStep: """
                    move the rollout at \(facts.path):\(rollout.range.start.line) to \
                    \((toggle.remoteParameter ?? "").quoted), and give \(parameter.key.quoted) the one value it had
                    """,
                parameter: parameter.key
            )
        }
    }
}
