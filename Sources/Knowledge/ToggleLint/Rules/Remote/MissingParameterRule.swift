import ToggleBase
import ToggleManifest

/// Finds toggles without a parameter in the remote document.
enum MissingParameterRule: LintRule {
    static let description = RuleDescription(
        identifier: "missing_parameter",
        area: .remote,
        severity: .note,
        summary: "a toggle without a parameter in the remote document",
        rationale: """
            Until the document has the parameter, all users get the toggle's default. So an experiment has nothing to \
            compare, and a permission is the same for all users. If `remote:` names a parameter that's missing, the \
            name is probably misspelled. Other toggles aren't reported unless you set `all: 1`, because they can use \
            their default until you need to change it.
            """,
        options: [
            RuleOption(
                "all",
                standard: 0,
                meaning: "1 to also report ops and migration toggles that don't name a parameter"
            )
        ],
        bad: [
            RuleExample(
                "An experiment in which all users get the same variant.",
                toggles: """
                    checkout_button:
                      category: experiment
                      values: [control, treatment]
                      default: control
                    """,
                document: #"{"flags": {}}"#
            ),
            RuleExample(
                "An ops toggle that names a missing parameter.",
                toggles: """
                    search_ranking:
                      category: ops
                      remote: search_ranking_2
                    """,
                document: #"{"flags": {}}"#
            ),
        ],
        good: [
            RuleExample(
                "An ops toggle that no one has had to change yet, and a release toggle, which has no parameter.",
                toggles: """
                    search_ranking:
                      category: ops
                    new_checkout:
                      category: release
                    """,
                document: #"{"flags": {}}"#
            )
        ]
    )

    /// Returns the command that adds the parameter of a toggle, as the end of a clause; empty if no command does.
    private static func command(for toggle: ToggleDeclaration) -> String {
        switch toggle.type {
        case .bool: " with `toggles rollout \(toggle.key) on=PERCENT`"
        case .variants where toggle.category != .migration: " with `toggles rollout \(toggle.key) VARIANT=PERCENT`"
        default: ""
        }
    }

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let document = facts.document else { return [] }
        let wantsAll = option("all", in: facts.configuration) > 0
        let unread = document.all.map(\.key).filter { facts.readers[$0] == nil }
        return facts.manifest.toggles.compactMap { toggle in
            guard let parameter = toggle.remoteParameter, document.parameters[parameter] == nil,
                wantsAll || toggle.remote != nil || toggle.category.needsContext
            else { return nil }
            let question = Suggestion.question(for: parameter, in: unread)
            let effect =
                toggle.category.needsContext
                ? "all users get \(toggle.defaultValue.text)" : "it cannot be operated"
            return facts.finding(
                description,
                about: toggle,
                at: .remote,
                message: """
                    \(document.path) has no parameter \(parameter.quoted), so \(effect)\(question)
                    """,
                nextStep: "add the parameter \(parameter.quoted) to \(document.path)\(command(for: toggle))"
                    + (toggle.remote == nil ? "" : ", or correct ‘remote:’ of \(toggle.key.quoted)")
            )
        }
    }
}
