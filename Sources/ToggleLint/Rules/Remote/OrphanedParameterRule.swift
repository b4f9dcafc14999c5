import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// Finds parameters of the remote document that no toggle reads.
enum OrphanedParameterRule: LintRule {
    static let description = RuleDescription(
        identifier: "orphaned_parameter",
        area: .remote,
        severity: .warning,
        summary: "a parameter of the remote document that no toggle reads",
        rationale: """
            A parameter without a toggle is what a removed toggle leaves behind, or a misspelt name: somebody will operate \
            it one day, and nothing will happen. Where several apps share a document, a parameter for another one is \
            no orphan: give it `"metadata": {"readers": "android"}`, or any other text, and it is left alone. Who is to \
            look after an orphan says `"owner"` in its metadata, else CODEOWNERS for the document.
            """,
        bad: [
            RuleExample(
                "The toggle is gone.",
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
                "It is read, or left for versions in the field, or for another app.",
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

    /// How many parameters get a suggestion.
    private static let maximumSuggestions = 32

    static func findings(in project: LintProject) -> [Finding] {
        guard let facts = DocumentFacts(project) else { return [] }
        let others = facts.readers.keys.filter { facts.parameters[$0] == nil }.sorted()
        var suggestions = 0
        return facts.document.parameters.compactMap { parameter in
            let key = parameter.key
            guard facts.readers[key] == nil, facts.retirers[key] == nil, parameter.metadata["readers"] == nil else {
                return nil
            }
            let place = facts.place(of: parameter)
            let toggle = project.toggle(key)
            let message: String
            let step: String
            if let toggle, toggle.category == .release {
                message = "\(key.quoted) is a release toggle, which follows no document, and has a parameter"
                step = """
                    delete the parameter \(key.quoted) at \(place), or make the toggle an ops toggle with `toggles promote \
                    \(key)`
                    """
            } else if let toggle, let read = toggle.remoteParameter {
                message = "\(key.quoted) reads the parameter \(read.quoted), and nothing reads the one of its own name"
                step = """
                    delete the parameter \(key.quoted) at \(place), or write it below ‘retired:’ of \(key.quoted) when \
                    versions in the field still read it
                    """
            } else {
                // A document may have thousands of these, and a manifest as many toggles.
                let question =
                    suggestions < maximumSuggestions ? Suggestion.question(for: key, in: others.prefix(1_000)) : ""
                suggestions += 1
                message = "no toggle reads the parameter \(key.quoted)\(question)"
                step = "delete the parameter \(key.quoted) at \(place)"
            }
            return facts.finding(
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
