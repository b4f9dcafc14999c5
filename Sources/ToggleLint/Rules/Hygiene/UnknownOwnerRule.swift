import FeatureToggles
import ToggleManifest

/// Finds toggles whose owner nobody knows.
enum UnknownOwnerRule: LintRule {
    static let description = RuleDescription(
        identifier: "unknown_owner",
        area: .hygiene,
        severity: .warning,
        summary: "an owner that CODEOWNERS does not know",
        rationale: """
            Every finding is for somebody. Teams are renamed and people leave, and CODEOWNERS follows that, because reviews \
            depend on it. An owner is known as `@org/team`, `team` or `team@example.com`, in capitals or not. Without a \
            CODEOWNERS file nothing is found.
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
        return project.manifest.toggles.compactMap { toggle in
            let owner = toggle.details.owner
            guard !owners.knows(owner) else { return nil }
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
    /// The owner that was probably meant, as it is written there.
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
