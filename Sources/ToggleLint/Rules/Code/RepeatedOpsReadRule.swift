import FeatureToggles
import ToggleManifest

/// Finds ops toggles that are read twice in one function.
enum RepeatedOpsReadRule: LintRule {
    static let description = RuleDescription(
        identifier: "repeated_ops_read",
        area: .code,
        severity: .note,
        summary: "an ops toggle that is read twice in one function",
        rationale: """
            The remote document can change between the two reads, and then one half of the function does the one and the \
            other half the other. Whoever needs one answer for a while takes a snapshot, or keeps the value. One read in a \
            loop is one read here.
            """,
        bad: [
            RuleExample(
                "The footer may belong to another ranking than the list.",
                toggles: """
                    search_ranking:
                      category: ops
                      values: [classic, neural]
                      default: classic
                    """,
                source: """
                    func search() {
                        show(results(by: toggles.value(of: .searchRanking)))
                        showFooter(toggles.value(of: .searchRanking))
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "One answer for both.",
                toggles: """
                    search_ranking:
                      category: ops
                      values: [classic, neural]
                      default: classic
                    """,
                source: """
                    func search() {
                        let ranking = toggles.value(of: .searchRanking)
                        show(results(by: ranking))
                        showFooter(ranking)
                    }
                    """
            )
        ]
    )

    private struct Body: Hashable {
        let path: String
        let function: String
    }

    static func findings(in project: LintProject) -> [Finding] {
        (CodeFacts(project)?.reads ?? []).flatMap { toggle, uses -> [Finding] in
            guard toggle.category == .ops else { return [] }
            var order: [Body] = []
            var reads: [Body: [ToggleUse]] = [:]
            for use in uses where use.isRead {
                guard let function = use.function else { continue }
                let body = Body(path: use.path, function: function)
                if reads[body] == nil { order.append(body) }
                reads[body, default: []].append(use)
            }
            return order.compactMap { body in
                guard let uses = reads[body], uses.count > 1 else { return nil }
                return project.finding(
                    description,
                    about: toggle,
                    at: uses[1],
                    message: """
                        \(toggle.key.quoted) is read \(Wording.times(uses.count)) in \(body.function.quoted), and may \
                        change in between
                        """,
                    nextStep: """
                        keep the value of the read at \(uses[0].placeText), or read both from one `snapshot()`
                        """,
                    related: [uses[0].related("first read here")]
                )
            }
        }
    }
}
