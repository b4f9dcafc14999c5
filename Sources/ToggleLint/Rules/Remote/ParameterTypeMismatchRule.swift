import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// Finds values in the remote document that their toggle can't have.
enum ParameterTypeMismatchRule: LintRule {
    static let description = RuleDescription(
        identifier: "parameter_type_mismatch",
        area: .remote,
        severity: .error,
        summary: "a value in the remote document that its toggle cannot have",
        rationale: """
            An app that gets such a value answers with the toggle's default and an error: whoever operates the toggle sees \
            nothing happen.
            """,
        bad: [
            RuleExample(
                "A misspelt value, and a text that is no number.",
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
                "Every value is one of the toggle's.",
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

    static func findings(in project: LintProject) -> [Finding] {
        guard let facts = DocumentFacts(project) else { return [] }
        return facts.document.parameters.flatMap { parameter -> [Finding] in
            guard let toggle = facts.readers[parameter.key] else { return [] }
            let definition = toggle.definition
            return parameter.variants.compactMap { variant in
                do throws(EvaluationError) {
                    _ = try definition.usable(variant.value)
                    return nil
                } catch {
                    return facts.finding(
                        description,
                        about: toggle,
                        at: variant.range,
                        message:
                            "the variant \(variant.name.quoted) of \(parameter.key.quoted) cannot be used: \(error.message)",
                        nextStep: """
                            correct the value at \(facts.path):\(variant.range.start.line), or ‘\
                            \(toggle.fields["values"] == nil ? "type" : "values"):’ of \(toggle.key.quoted) at \
                            \(project.place(of: toggle))
                            """,
                        parameter: "\(parameter.key) \(variant.name)"
                    )
                }
            }
        }
    }
}
