import ToggleBase
import ToggleManifest

/// Finds parameters of the remote document that only versions read which users no longer run.
enum RemovableParameterRule: LintRule {
    static let description = RuleDescription(
        identifier: "removable_parameter",
        area: .remote,
        severity: .warning,
        summary: "a parameter that no version reads which users may run",
        rationale: """
            A parameter has to stay in the document after its toggle is gone, because released versions read it. Once \
            users no longer run those versions, it has no effect. Tags in git say which versions read it, and `releases:` \
            under `lint:`, `--supported`, or `--policy` which versions users may run; without these, the rule finds \
            nothing. `toggles released` shows the versions.
            """,
        bad: [
            RuleExample(
                "The last version that reads it is no longer supported.",
                toggles: """
                    search_ranking:
                      category: ops
                      remote: search_ranking_2
                      retired: [search_ranking]
                    """,
                document: document,
                releases: releases,
                supported: "2.1"
            )
        ],
        good: [
            RuleExample(
                "Users may run a version that reads it.",
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
        ),
        RuleExample.Release(
            "2.1",
            """
            search_ranking:
              category: ops
              remote: search_ranking_2
              retired: [search_ranking]
            """
        ),
    ]

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let document = facts.document, let releases = facts.project.releases, let support = releases.support
        else {
            return []
        }
        return document.all.compactMap { parameter in
            let key = parameter.key
            let retirer = facts.retirers[key]
            // Without a trace in the code or the releases, it's misspelled or belongs to another app.
            guard let evidence = facts.evidence[key], case .removable = evidence.verdict,
                retirer != nil || !evidence.readers.isEmpty
            else { return nil }
            let last = evidence.readers.last.map { "\(releases.text([$0])) was the last version that read" }
            let command = "delete it with `toggles remove \(key.quotedForShell) --parameter --write`"
            return document.finding(
                description,
                about: retirer,
                at: parameter.keyRange,
                message: """
                    \(last ?? "no released version reads") \(key.quoted), and users no longer run such a version, according \
                    to \(support.source)
                    """,
                nextStep: retirer.map {
                    "remove it from ‘retired:’ of \($0.key.quoted) at \(facts.place(of: $0)), then "
                }
                .map { $0 + command } ?? command,
                parameter: key
            )
        }
    }
}
