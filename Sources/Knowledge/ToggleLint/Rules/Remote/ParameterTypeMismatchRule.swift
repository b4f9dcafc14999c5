import ToggleManifest

/// Finds values in the remote document that their toggle can't have.
enum ParameterTypeMismatchRule: LintRule {
    static let description = RuleDescription(
        identifier: "parameter_type_mismatch",
        area: .remote,
        severity: .error,
        summary: "a value in the remote document that its toggle can't have",
        rationale: """
            If an app receives such a value, it reports an error and uses the toggle's default, so changing the \
            parameter has no visible effect.
            """,
        bad: [
            RuleExample(
                "A misspelled value, and a string instead of a number.",
                toggles: """
                    search_ranking:
                      category: ops
                      values: [classic, neural]
                      default: classic
                    page_size:
                      category: ops
                      type: int
                      default: 4
                    """,
                document: """
                    {
                      "flags": {
                        "search_ranking": {
                          "state": "ENABLED", "variants": {"a": "classic", "b": "neutral"}, "defaultVariant": "a",
                          "targeting": {"if": [{"var": "beta"}, "b"]}
                        },
                        "page_size": {
                          "state": "ENABLED", "variants": {"few": "four"}, "defaultVariant": "few"
                        }
                      }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "All values are valid for the toggle.",
                toggles: """
                    search_ranking:
                      category: ops
                      values: [classic, neural]
                      default: classic
                    """,
                document: """
                    {
                      "flags": {
                        "search_ranking": {
                          "state": "ENABLED", "variants": {"a": "classic", "b": "neural"}, "defaultVariant": "a",
                          "targeting": {"if": [{"var": "beta"}, "b"]}
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
            return parameter.variants.compactMap { variant in
                toggle.refusal(of: variant.value).map { reason in
                    document.finding(
                        description,
                        about: toggle,
                        at: variant.range,
                        message:
                            "the variant \(variant.name.quoted) of \(parameter.key.quoted) cannot be used: \(reason)",
                        nextStep: """
                            correct the value at \(document.path):\(variant.range.start.line), or ‘\
                            \(toggle.range(of: .values) == nil ? "type" : "values"):’ of \(toggle.key.quoted) at \
                            \(facts.place(of: toggle))
                            """,
                        parameter: "\(parameter.key) \(variant.name)"
                    )
                }
            }
        }
    }
}
