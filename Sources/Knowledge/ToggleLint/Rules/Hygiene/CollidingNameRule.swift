import ToggleManifest

/// Finds toggles whose names look the same.
enum CollidingNameRule: LintRule {
    static let description = RuleDescription(
        identifier: "colliding_name",
        area: .hygiene,
        severity: .warning,
        summary: "a name that differs from another one only in case or separators",
        rationale: """
            To the compiler, `sign_up` and `signup` are two different toggles (in Swift, `signUp` and `signup`), but \
            people who talk about them, search for them, or mention them in a ticket easily confuse them. On a \
            case-insensitive disk, files named `signUp` and `signup` collide as well. The rule ignores case, `_`, `-`, \
            and `.`, and also compares the names of remote parameters.
            """,
        bad: [
            RuleExample(
                "Two names that differ only in an underscore.",
                toggles: """
                    sign_up:
                    signup:
                    """
            )
        ],
        good: [
            RuleExample(
                "Two distinct names.",
                toggles: """
                    sign_up:
                    sign_in:
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        var keys: [String: ToggleDeclaration] = [:]
        var parameters: [String: ToggleDeclaration] = [:]
        return facts.manifest.toggles.compactMap { toggle in
            let other = keys[folded(toggle.key)]
            if other == nil { keys[folded(toggle.key)] = toggle }
            var sibling: ToggleDeclaration?
            if let parameter = toggle.remoteParameter {
                sibling = parameters[folded(parameter)]
                if sibling == nil { parameters[folded(parameter)] = toggle }
            }
            if let other {
                return finding(toggle, nil, other, "\(toggle.key.quoted) and \(other.key.quoted)", facts)
            }
            guard let sibling, let one = toggle.remoteParameter, let two = sibling.remoteParameter else { return nil }
            return finding(toggle, .remote, sibling, "the parameters \(one.quoted) and \(two.quoted)", facts)
        }
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
    }

    private static func finding(
        _ toggle: ToggleDeclaration,
        _ field: ManifestField?,
        _ other: ToggleDeclaration,
        _ subject: String,
        _ facts: LintFacts
    ) -> Finding {
        facts.finding(
            description,
            about: toggle,
            at: field,
            message: "\(subject) differ only in case or separators",
            nextStep: "rename one of them, preferably the newer one if it has not been released yet",
            related: [facts.related(other, "the other one")]
        )
    }
}
