import ToggleManifest

/// Finds ops toggles that are read twice in one function.
enum RepeatedOpsReadRule: LintRule {
    static let description = RuleDescription(
        identifier: "repeated_ops_read",
        area: .code,
        severity: .note,
        summary: "an ops toggle that is read twice in one function",
        rationale: """
            The remote document can change between two reads, so two parts of the function might use different values. \
            To avoid this, read the toggle once and keep the value, or take a snapshot. A read in a loop counts as one \
            read, and so do several reads in mutually exclusive branches. A closure counts as a function of its own.
            """,
        bad: [
            RuleExample(
                "The list and the footer may use different rankings.",
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
                "The value is read once for both.",
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
        let offset: Int
    }

    static func findings(in facts: LintFacts) -> [Finding] {
        facts.reads.flatMap { toggle, uses -> [Finding] in
            guard toggle.category == .ops else { return [] }
            var order: [Body] = []
            var reads: [Body: [ToggleUse]] = [:]
            for use in uses where use.isRead {
                guard let offset = use.bodyPlace?.body else { continue }
                let body = Body(path: use.path, offset: offset)
                if reads[body] == nil { order.append(body) }
                reads[body, default: []].append(use)
            }
            return order.compactMap { body in
                guard let uses = reads[body]?.prefix(limit), let (first, others) = repetition(in: uses) else {
                    return nil
                }
                let function = others[0].function.map { "in \($0.quoted)" } ?? "in one closure"
                return facts.finding(
                    description,
                    about: toggle,
                    at: others[0],
                    message: """
                        \(toggle.key.quoted) is read \(Wording.times(others.count + 1)) \(function), and may change in \
                        between
                        """,
                    nextStep: """
                        keep the value of the read at \(first.placeText), or read both from one `snapshot()`
                        """,
                    related: [first.related("the toggle is first read here")]
                )
            }
        }
    }

    /// The maximum number of reads in one body that are compared.
    private static let limit = 100

    /// Returns the first read that is followed by others, and these.
    private static func repetition(in uses: ArraySlice<ToggleUse>) -> (first: ToggleUse, others: [ToggleUse])? {
        for (index, use) in uses.enumerated() {
            let others = uses.dropFirst(index + 1).filter { later in
                guard let place = use.bodyPlace, let other = later.bodyPlace else { return false }
                return place.canPrecede(other)
            }
            if !others.isEmpty { return (use, others) }
        }
        return nil
    }
}
