import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// Finds toggles without a parameter in the remote document.
enum MissingParameterRule: LintRule {
    static let description = RuleDescription(
        identifier: "missing_parameter",
        area: .remote,
        severity: .note,
        summary: "a toggle without a parameter in the remote document",
        rationale: """
            Until the document has a parameter, an experiment gives everybody the control group, nobody has a permission, \
            and a parameter that `remote:` names is probably misspelt. Those are found. Other toggles get by with their \
            default as long as nobody has to operate them; `all: 1` finds them, too.
            """,
        options: [
            RuleOption("all", standard: 0, meaning: "1 to find ops and migration toggles, too, that name no parameter")
        ],
        bad: [
            RuleExample(
                "An experiment in which everybody gets the same.",
                toggles: """
                    checkout_button:
                      category: experiment
                      values: [control, treatment]
                      default: control
                    """,
                document: #"{"flags": {}}"#
            ),
            RuleExample(
                "It names a parameter that is not there.",
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
                "An ops toggle that nobody had to operate yet, and a release toggle, which has none.",
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

    static func findings(in project: LintProject) -> [Finding] {
        guard let facts = DocumentFacts(project) else { return [] }
        let wantsAll = option("all", in: project.configuration) > 0
        let unread = facts.document.parameters.map(\.key).filter { facts.readers[$0] == nil }
        return project.manifest.toggles.compactMap { toggle in
            guard let parameter = toggle.remoteParameter, facts.parameters[parameter] == nil,
                wantsAll || toggle.remote != nil || toggle.category == .experiment || toggle.category == .permission,
                !facts.lifecycle.isLeaving(toggle)
            else { return nil }
            let question = Suggestion.question(for: parameter, in: unread)
            let effect: String
            switch toggle.category {
            case .experiment: effect = "everybody gets \(toggle.defaultValue.text)"
            case .permission: effect = "everybody gets \(toggle.defaultValue.text), whoever it is"
            default: effect = "nobody can operate it"
            }
            return project.finding(
                description,
                about: toggle,
                at: .remote,
                message: """
                    \(facts.path) has no parameter \(parameter.quoted), so \(effect)\(question)
                    """,
                nextStep: "add the parameter \(parameter.quoted) to \(facts.path)"
                    + (toggle.remote == nil ? "" : ", or correct ‘remote:’ of \(toggle.key.quoted)")
            )
        }
    }
}
