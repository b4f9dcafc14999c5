import ToggleManifest

/// Finds retired parameters that were changed.
enum RetiredParameterChangedRule: LintRule {
    static let description = RuleDescription(
        identifier: "retired_parameter_changed",
        area: .remote,
        severity: .error,
        summary: "a retired parameter that was changed, switched on, or removed",
        rationale: """
            You retire a parameter if the versions of your app that read it have a bug. The bug has no effect as long \
            as the parameter doesn't change. You can no longer fix those versions, so any change might bring the bug \
            back. Git history shows when a parameter was retired.
            """,
        bad: [
            RuleExample(
                "A retired parameter that is on again for the versions with the bug.",
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
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"
                        },
                        "search_ranking_2": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"
                        }
                      }
                    }
                    """
            ),
            RuleExample(
                "A retired parameter that was removed, although released versions read it.",
                toggles: """
                    search_ranking:
                      category: ops
                      remote: search_ranking_2
                      retired: [search_ranking]
                    """,
                document: """
                    {
                      "flags": {
                        "search_ranking_2": {
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"
                        }
                      }
                    }
                    """
            ),
        ],
        good: [
            RuleExample(
                "The retired parameter stays off.",
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
                          "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"
                        }
                      }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let document = facts.document else { return [] }
        return facts.manifest.toggles.flatMap { toggle in
            toggle.retired.compactMap { finding(about: $0, of: toggle, document, facts) }
        }
    }

    private static func finding(
        about key: String,
        of toggle: ToggleDeclaration,
        _ document: DocumentFacts,
        _ facts: LintFacts
    ) -> Finding? {
        guard let parameter = document.parameters[key] else {
            var finding = facts.finding(
                description,
                about: toggle,
                at: .retired,
                message:
                    "\(document.path) no longer has \(key.quoted), which released versions of \(toggle.key.quoted) read",
                nextStep: """
                    restore the parameter in \(document.path); once no version reads it anymore, remove it from \
                    ‘retired:’ at \(facts.place(of: toggle))
                    """
            )
            // Those versions use their default, as they do without a document.
            finding.severity = .warning
            return finding
        }
        let place = document.place(of: parameter)
        let retired = [facts.related(toggle, "retired here")]
        if let day = facts.history.retirement(of: key, by: toggle.key),
            let change = facts.history.events(ofParameter: key).last(where: {
                $0.kind == .changed && $0.commit.day > day
            })
        {
            return document.finding(
                description,
                about: toggle,
                at: parameter.keyRange,
                message: """
                    \(key.quoted) was retired on \(day) and must not change, but was changed by \(change.commit.text)
                    """,
                nextStep: """
                    revert the change at \(place), unless it is intended for released versions: `git show \
                    \(change.commit.identifier.prefix(12))`
                    """,
                related: retired,
                parameter: key
            )
        }
        guard parameter.isOnForAllUsers else { return nil }
        return document.finding(
            description,
            about: toggle,
            at: parameter.keyRange,
            message: """
                \(key.quoted) is retired and must stay off for released versions of \(toggle.key.quoted), but is on
                """,
            nextStep: "switch it off at \(place); the toggle now reads \((toggle.remoteParameter ?? "").quoted)",
            related: retired,
            parameter: key
        )
    }
}

extension ToggleHistory {
    /// Returns the day on which a toggle stopped reading a parameter; `nil` if it isn't in the git history.
    func retirement(of parameter: String, by key: String) -> CalendarDate? {
        life(of: key).last { event in
            guard case .parameter(let from, let to) = event.kind else { return false }
            return (from ?? key) == parameter && (to ?? key) != parameter
        }?.commit.day
    }
}
