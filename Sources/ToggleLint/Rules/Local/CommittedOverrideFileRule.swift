import FeatureToggles
import ToggleManifest

/// Finds local defaults files that are tracked by git.
enum CommittedOverrideFileRule: LintRule {
    static let description = RuleDescription(
        identifier: "committed_override_file",
        area: .local,
        severity: .warning,
        summary: "a local defaults file that is in the repository",
        rationale: """
            The file says how one person runs the app on one machine. In the repository it says so for everybody, on CI as \
            well, and nobody remembers why a toggle is on there.
            """,
        bad: [
            RuleExample(
                "Git tracks it.",
                toggles: """
                    new_checkout:
                    """,
                localDefaults: #"{"version": 1, "toggles": {"new_checkout": true}}"#,
                tracksLocalDefaults: true
            )
        ],
        good: [
            RuleExample(
                "Git ignores it.",
                toggles: """
                    new_checkout:
                    """,
                localDefaults: #"{"version": 1, "toggles": {"new_checkout": true}}"#
            )
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        guard let file = project.localDefaults, project.tracksLocalDefaults else { return [] }
        var finding = Finding(
            description,
            path: file.path,
            range: nil,
            message:
                "the local defaults file \(file.path.quoted) is in the repository, so that its overrides are everybody's",
            nextStep: "run `git rm --cached -- \(file.path)`, and write \(file.path.quoted) into .gitignore"
        )
        finding.owner = project.codeOwners.flatMap { CodeOwners($0).owner(of: file.path) } ?? "whoever committed it"
        return [finding]
    }
}
