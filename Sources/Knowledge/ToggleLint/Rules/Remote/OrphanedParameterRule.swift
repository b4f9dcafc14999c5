import ToggleBase
import ToggleManifest

/// Finds parameters of the remote document that no toggle reads.
enum OrphanedParameterRule: LintRule {
    static let description = RuleDescription(
        identifier: "orphaned_parameter",
        area: .remote,
        severity: .warning,
        summary: "a parameter of the remote document that no toggle reads",
        rationale: """
            If no toggle reads a parameter, it's misspelled or left over from a removed toggle, and changing it has no \
            effect. If several apps share a document, mark the parameters of other apps with `"metadata": {"readers": \
            "android"}`, so that the linter skips them. The text can be anything. A parameter that a released version reads is \
            the subject of `removable_parameter` and `parameter_still_read` if the linter knows the releases. The finding's owner is the `"owner"` \
            in the parameter's metadata or, if there is none, the document's owner in CODEOWNERS.
            """,
        bad: [
            RuleExample(
                "The toggle was removed.",
                toggles: """
                    search_ranking:
                      category: ops
                    """,
                document: """
                    {
                      "flags": {
                        "search_ranking": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
                          "targeting": {"if": [{"var": "beta"}, "off"]}
                        },
                        "old_ranking": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                          "metadata": {"owner": "search"}
                        }
                      }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "Each parameter is read, retired, or for another app.",
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
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"
                        },
                        "search_ranking_2": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
                          "targeting": {"if": [{"var": "beta"}, "off"]}
                        },
                        "material_you": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
                          "metadata": {"readers": "android"}
                        }
                      }
                    }
                    """
            )
        ]
    )

    /// The maximum number of parameters with a suggestion.
    private static let maximumSuggestions = 32

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let document = facts.document else { return [] }
        let others = facts.readers.keys.filter { document.parameters[$0] == nil }.sorted()
        var suggestions = 0
        return document.all.compactMap { parameter in
            let key = parameter.key
            guard facts.readers[key] == nil, facts.retirers[key] == nil, parameter.metadata["readers"] == nil,
                facts.evidence[key]?.readers.isEmpty ?? true
            else { return nil }
            let place = document.place(of: parameter)
            let toggle = facts.toggles[key]
            let message: String
            let step: String
            if let toggle, toggle.category == .release {
                message = "\(key.quoted) is a release toggle, which reads no document, but has a parameter"
                step = """
                    delete the parameter \(key.quoted) at \(place), or make the toggle an ops toggle with `toggles promote \
                    \(key)`
                    """
            } else if let toggle, let read = toggle.remoteParameter {
                message = """
                    \(key.quoted) reads the parameter \(read.quoted), and nothing reads the parameter with its own name
                    """
                step = """
                    delete the parameter \(key.quoted) at \(place), or add it to ‘retired:’ of \(key.quoted) if \
                    released versions still read it
                    """
            } else {
                // A document may have thousands of these, and a manifest as many toggles.
                let question =
                    suggestions < maximumSuggestions ? Suggestion.question(for: key, in: others.prefix(1_000)) : ""
                suggestions += 1
                message = "no toggle reads the parameter \(key.quoted)\(question)"
                let command = "toggles remove \(key.quotedForShell) --parameter --write"
                step = "delete the parameter \(key.quoted) at \(place) with `\(command)`"
            }
            return document.finding(
                description,
                about: toggle,
                at: parameter.keyRange,
                message: message,
                nextStep: step,
                parameter: key
            )
        }
    }
}
