import ToggleBase
import ToggleManifest

/// Finds values in the remote document that a supported version can't use.
enum VariantUnknownToReleaseRule: LintRule {
    static let description = RuleDescription(
        identifier: "variant_unknown_to_release",
        area: .remote,
        severity: .warning,
        summary: "a value in the remote document that a version can't use which users may run",
        rationale: """
            A released version knows only the variants that its manifest declared, and the type that the toggle had then. \
            If the document serves another value, users of that version get the default in their code. Serve the value \
            only to newer versions, with `sem_ver` and the attribute `appVersion`, or read a new parameter. The rule needs \
            to know which versions users may run; see `removable_parameter`.
            """,
        bad: [
            RuleExample(
                "Version 2.0 doesn't know a variant.",
                toggles: toggles,
                document: """
                    {
                      "flags": {
                        "search_ranking": {
                          "state": "ENABLED",
                          "variants": {"classic": "classic", "hybrid": "hybrid"},
                          "defaultVariant": "classic",
                          "targeting": {"if": [{"var": "beta"}, "hybrid"]}
                        }
                      }
                    }
                    """,
                releases: releases,
                supported: "2.0"
            )
        ],
        good: [
            RuleExample(
                "Only later versions get it.",
                toggles: toggles,
                document: """
                    {
                      "flags": {
                        "search_ranking": {
                          "state": "ENABLED",
                          "variants": {"classic": "classic", "hybrid": "hybrid"},
                          "defaultVariant": "classic",
                          "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, ">=", "2.1.0"]}, "hybrid"]}
                        }
                      }
                    }
                    """,
                releases: releases,
                supported: "2.0"
            )
        ]
    )

    private static let toggles = """
        search_ranking:
          category: ops
          values: [classic, neural, hybrid]
          default: classic
        """

    private static let releases = [
        RuleExample.Release(
            "2.0",
            """
            search_ranking:
              category: ops
              values: [classic, neural]
              default: classic
            """
        ),
        RuleExample.Release("2.1", toggles),
    ]

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let document = facts.document, let releases = facts.project.releases, releases.support != nil else {
            return []
        }
        return document.all.flatMap { parameter -> [Finding] in
            let toggle = facts.readers[parameter.key] ?? facts.retirers[parameter.key]
            return (facts.evidence[parameter.key]?.breaks ?? []).filter(\.isServed).map { found in
                let rotation =
                    facts.readers[parameter.key].map { ", or read a new parameter: `toggles rotate \($0.key)`" } ?? ""
                return document.finding(
                    description,
                    about: toggle,
                    at: parameter.variants.first { found.reason.contains($0.name.quoted) }?.range ?? parameter.keyRange,
                    message: """
                        users of \(releases.text(found.versions)) get the default for \(parameter.key.quoted), because \
                        \(found.reason)
                        """,
                    nextStep: "serve it only to later versions, with ‘sem_ver’ and the attribute ‘appVersion’"
                        + rotation,
                    parameter: "\(parameter.key) \(found.reason)"
                )
            }
        }
    }
}
