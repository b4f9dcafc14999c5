import FeatureToggles
import ToggleManifest

/// Finds toggles whose names look the same.
enum CollidingNameRule: LintRule {
    static let description = RuleDescription(
        identifier: "colliding_name",
        area: .hygiene,
        severity: .warning,
        summary: "a name that differs from another one in capitals and underscores only",
        rationale: """
            `sign_up` and `signup` are two toggles for the compiler and one for everybody who says them aloud, searches \
            for them or writes them down in a ticket; on a disk that folds case so are the files named after them. The \
            same is true of remote parameters.
            """,
        bad: [
            RuleExample(
                "Which of the two?",
                toggles: """
                    sign_up:
                    signup:
                    """
            )
        ],
        good: [
            RuleExample(
                "Two names.",
                toggles: """
                    sign_up:
                    sign_in:
                    """
            )
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        var keys: [String: ToggleDeclaration] = [:]
        var parameters: [String: ToggleDeclaration] = [:]
        return project.manifest.toggles.compactMap { toggle in
            let other = keys[folded(toggle.key)]
            if other == nil { keys[folded(toggle.key)] = toggle }
            var sibling: ToggleDeclaration?
            if let parameter = toggle.remoteParameter {
                sibling = parameters[folded(parameter)]
                if sibling == nil { parameters[folded(parameter)] = toggle }
            }
            if let other {
                return finding(toggle, nil, other, "\(toggle.key.quoted) and \(other.key.quoted)", project)
            }
            guard let sibling, let one = toggle.remoteParameter, let two = sibling.remoteParameter else { return nil }
            return finding(toggle, .remote, sibling, "the parameters \(one.quoted) and \(two.quoted)", project)
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
        _ project: LintProject
    ) -> Finding {
        project.finding(
            description,
            about: toggle,
            at: field,
            message: "\(subject) differ in nothing but capitals and underscores",
            nextStep: "rename one of the two, the younger if it is not in the field yet",
            related: [RelatedPlace(path: project.manifestPath, range: other.location, message: "the other one")]
        )
    }
}
