import FeatureToggles
import ToggleManifest

/// Finds toggles with an unknown owner.
enum UnknownOwnerRule: LintRule {
    static let description = RuleDescription(
        identifier: "unknown_owner",
        area: .hygiene,
        severity: .warning,
        summary: "an owner that CODEOWNERS does not know",
        rationale: """
            Every finding is for somebody. Teams are renamed and people leave, and CODEOWNERS follows that, because reviews \
            depend on it. An owner is known as `@org/team`, `team` or `team@example.com`, in capitals or not. Without a \
            CODEOWNERS file nothing is found. All toggles with the owner `nobody`, which `toggles init` writes where it \
            does not know one, are one finding.
            """,
        bad: [
            RuleExample(
                "The team has another name.",
                toggles: """
                    new_checkout:
                      owner: payment
                    """,
                codeOwners: """
                    *          @shop/platform
                    /Checkout/ @shop/Payments
                    """
            )
        ],
        good: [
            RuleExample(
                "The last word is the same.",
                toggles: """
                    new_checkout:
                      owner: payments
                    """,
                codeOwners: """
                    *          @shop/platform
                    /Checkout/ @shop/Payments
                    """
            )
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        guard let file = project.codeOwners else { return [] }
        let owners = CodeOwners(file)
        guard !owners.names.isEmpty else { return [] }
        let unknown = project.manifest.toggles.filter { !owners.knows($0.details.owner) }
        let orphans = unknown.filter { $0.details.owner == DeclaredFlag.unknownOwner }
        let summary = project.summary(
            description,
            of: orphans,
            at: .owner,
            discriminator: DeclaredFlag.unknownOwner,
            message: { "\($0) the owner ‘nobody’, which ‘toggles init’ writes where \(file.path) names no one" },
            nextStep: "write the team that looks after each, or give its file an owner in \(file.path)"
        )
        return summary
            + unknown.compactMap { toggle in
                let owner = toggle.details.owner
                guard owner != DeclaredFlag.unknownOwner else { return nil }
                let meant = owners.closest(to: owner)
                return project.finding(
                    description,
                    about: toggle,
                    at: .owner,
                    message: "the owner \(owner.quoted) of \(toggle.key.quoted) is not in \(file.path)",
                    nextStep: meant.map { "write \($0.quoted) after ‘owner:’ at \(project.place(of: toggle))" }
                        ?? "write a team of \(file.path) after ‘owner:’ at \(project.place(of: toggle)), or add \(owner.quoted) to \(file.path)"
                )
            }
    }
}

extension CodeOwners {
    /// Returns the most similar owner, as written in the list.
    fileprivate func closest(to name: String) -> String? {
        let written = names.sorted()
        let short = written.map { name in
            String(name.drop { $0 == "@" }.split(separator: "/").last ?? "")
        }
        guard let meant = Suggestion.closest(to: name, in: short), let index = short.firstIndex(of: meant) else {
            return nil
        }
        return written[index]
    }
}
