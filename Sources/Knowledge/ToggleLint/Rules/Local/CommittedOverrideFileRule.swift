import ToggleManifest

/// Finds local defaults files that are tracked by git.
enum CommittedOverrideFileRule: LintRule {
    static let description = RuleDescription(
        identifier: "committed_override_file",
        area: .local,
        severity: .warning,
        summary: "a local defaults file that git tracks",
        rationale: """
            The file contains one person's settings for one machine. If you commit it, they apply to everyone and to \
            CI, and soon no one remembers why a toggle is on.
            """,
        bad: [
            RuleExample(
                "Git tracks the file.",
                toggles: "new_checkout:",
                localDefaults: #"{"version": 1, "toggles": {"new_checkout": true}}"#,
                tracksLocalDefaults: true
            )
        ],
        good: [
            RuleExample(
                "Git ignores the file.",
                toggles: "new_checkout:",
                localDefaults: #"{"version": 1, "toggles": {"new_checkout": true}}"#
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let file = facts.project.localDefaults, facts.project.tracksLocalDefaults else { return [] }
        var finding = Finding(
            description,
            path: file.path,
            range: nil,
            message:
                "the local defaults file \(file.path.quoted) is in the repository, so its overrides apply to everyone",
            nextStep: "run `git rm --cached -- \(file.path)`, and add \(file.path.quoted) to .gitignore"
        )
        finding.owner = facts.codeOwners?.owner(of: file.path)
        finding.ownerDescription = "the author of the commit"
        return [finding]
    }
}
