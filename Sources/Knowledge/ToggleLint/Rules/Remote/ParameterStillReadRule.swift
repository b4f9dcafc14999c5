import ToggleBase
import ToggleManifest

/// Finds parameters that supported versions read, although the manifest doesn't say so or the document lacks them.
enum ParameterStillReadRule: LintRule {
    static let description = RuleDescription(
        identifier: "parameter_still_read",
        area: .remote,
        severity: .warning,
        summary: "a parameter that users' versions still read, but that isn't retired or was deleted",
        rationale: """
            If a toggle reads a new parameter, released versions still read the old one. List it under `retired:`, so that \
            it stays in the document and its value isn't changed by mistake. If the parameter was deleted too early, users \
            of those versions get the default in their code. The rule needs to know which versions users may run; see \
            `removable_parameter`.
            """,
        bad: [
            RuleExample(
                "The toggle reads another parameter, and the old one isn't retired.",
                toggles: """
                    search_ranking:
                      category: ops
                      remote: search_ranking_2
                    """,
                document: document,
                releases: releases,
                supported: "2.0"
            )
        ],
        good: [
            RuleExample(
                "The old parameter is retired.",
                toggles: """
                    search_ranking:
                      category: ops
                      remote: search_ranking_2
                      retired: [search_ranking]
                    """,
                document: document,
                releases: releases,
                supported: "2.0"
            )
        ]
    )

    private static let document = """
        {
          "flags": {
            "search_ranking": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"
            },
            "search_ranking_2": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
              "targeting": {"if": [{"var": "beta"}, "off"]}
            }
          }
        }
        """

    private static let releases = [
        RuleExample.Release(
            "2.0",
            """
            search_ranking:
              category: ops
            """
        )
    ]

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let document = facts.document, let releases = facts.project.releases, releases.support != nil else {
            return []
        }
        return facts.evidence.values.sorted { $0.name < $1.name }.compactMap { evidence in
            guard case .readByVersions(let versions) = evidence.verdict else { return nil }
            let name = evidence.name
            let readers = "\(releases.text(versions)), which users may run,"
            guard let parameter = document.parameters[name] else {
                // A toggle that never had to be operated has no parameter.
                guard facts.history.events(ofParameter: name).last?.kind == .removed else { return nil }
                return document.finding(
                    description,
                    about: facts.retirers[name],
                    at: nil,
                    message: "\(readers) may read \(name.quoted), which was deleted, so their users get the default",
                    nextStep: "add the parameter \(name.quoted) to \(document.path) again",
                    parameter: name
                )
            }
            // Without such a toggle, the parameter only has to stay.
            guard facts.retirers[name] == nil,
                let toggle = evidence.runs.reversed().lazy.compactMap({ facts.toggles[$0.toggle.key] }).first,
                toggle.remoteParameter != nil
            else { return nil }
            return document.finding(
                description,
                about: toggle,
                at: parameter.keyRange,
                message: "\(readers) may read \(name.quoted), which \(toggle.key.quoted) no longer reads",
                nextStep: "add ‘retired: [\(name)]’ to \(toggle.key.quoted) at \(facts.place(of: toggle))",
                related: [facts.related(toggle, "the toggle that used to read it")],
                parameter: name
            )
        }
    }
}
