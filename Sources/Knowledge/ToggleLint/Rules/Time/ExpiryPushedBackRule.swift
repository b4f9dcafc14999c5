import ToggleManifest

/// Finds toggles whose expiry date is extended repeatedly.
enum ExpiryPushedBackRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "expiry_pushed_back",
        area: .time,
        severity: .warning,
        summary: "an expiry date that was extended repeatedly",
        rationale: """
            When a toggle expires, the easiest thing to do is to extend its date. After the third extension, though, \
            it's clear that the toggle is here to stay or that no one has time to remove it, and it's better to say \
            so. The dates come from the manifest's git history.
            """,
        options: [RuleOption("times", standard: 3, meaning: "number of extensions at which the toggle is reported")],
        bad: [
            RuleExample(
                "The expiry date was extended three times in six weeks.",
                toggles: """
                    new_checkout:
                      created: 2026-09-01
                      expires: 2026-12-15
                    """,
                history: .expiries("new_checkout", ["2026-10-01", "2026-10-20", "2026-11-10", "2026-12-15"])
            )
        ],
        good: [
            RuleExample(
                "The expiry date was extended once.",
                toggles: """
                    new_checkout:
                      created: 2026-09-01
                      expires: 2026-12-15
                    """,
                history: .expiries("new_checkout", ["2026-10-20", "2026-12-15"])
            )
        ]
    )

    // The history contains the changes of all declarations of a key.
    static let checksEachDeclaration = false

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        let postponements = facts.history.postponements(of: toggle.key)
        guard !toggle.details.isPermanent, let expires = toggle.details.expires,
            postponements.count >= max(1, option("times", in: facts.configuration)),
            let last = postponements.last, case .expiry(let first?, _)? = postponements.first?.kind
        else { return nil }
        let advice = RemovalAdvice(toggle, facts)
        return facts.finding(
            description,
            about: toggle,
            at: .expires,
            message: """
                the expiry of \(toggle.key.quoted) was pushed back \(Wording.times(postponements.count)), from \
                \(first) to \(expires), most recently by \(last.commit.text)
                """,
            nextStep: """
                \(advice.step). If the toggle is here to stay, replace ‘expires:’ with ‘permanent: true’ and add the \
                reason to ‘description:’
                """,
            related: advice.related
        )
    }
}

extension ProjectHistory {
    /// Returns the history of a toggle whose expiry date was set several times, each on the day of the previous one,
    /// for examples.
    package static func expiries(_ key: String, _ dates: [String]) -> ProjectHistory {
        let days = dates.compactMap { CalendarDate($0) }
        var events: [ToggleEvent] = []
        for (index, day) in days.enumerated() {
            let commit = Commit(
                identifier: String(repeating: "\(index + 1)", count: 40),
                day: index == 0 ? CalendarDate("2026-09-01") ?? day : days[index - 1],
                author: "Robin",
                subject: index == 0 ? "Declare \(key)" : "Give \(key) more time"
            )
            let kind: ToggleEvent.Kind =
                index == 0 ? .born(.release, expires: day) : .expiry(from: days[index - 1], to: day)
            events.append(ToggleEvent(toggle: key, kind: kind, commit: commit))
        }
        return ProjectHistory(toggles: events)
    }
}
