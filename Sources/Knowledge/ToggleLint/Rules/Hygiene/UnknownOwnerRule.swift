import ToggleBase
import ToggleManifest

/// Finds toggles with an unknown owner.
enum UnknownOwnerRule: LintRule {
    static let description = RuleDescription(
        identifier: "unknown_owner",
        area: .hygiene,
        severity: .warning,
        summary: "an owner that is missing from CODEOWNERS",
        rationale: """
            Every finding is addressed to an owner, so owners should be up to date. CODEOWNERS usually is, even after \
            teams are renamed or people leave, because reviews depend on it. You can write an owner as `@org/team`, \
            `team`, or `team@example.com`, and case doesn't matter. Without a CODEOWNERS file, this rule doesn't \
            report anything. All toggles with the owner `nobody`, which `toggles init` writes if it doesn't know the \
            owner, are combined into one finding.
            """,
        bad: [
            RuleExample(
                "The team has a different name in CODEOWNERS.",
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
                "The owner matches the last part of the team's name.",
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

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let path = facts.project.codeOwners?.path, let owners = facts.codeOwners, !owners.names.isEmpty else {
            return []
        }
        let sorted = owners.names.sorted()
        let names = Dictionary(sorted.map { ($0.shortOwner, $0) }, uniquingKeysWith: { first, _ in first })
        var suggestions = Suggestions(in: names.keys.sorted())
        return facts.project.declarations.filter { !owners.contains($0.details.owner) }.map { toggle in
            let owner = toggle.details.owner
            if owner == DeclaredFlag.unknownOwner {
                let problem = "the owner ‘nobody’, which `toggles init` writes if \(path) names no owner"
                var finding = facts.finding(
                    description,
                    about: toggle,
                    at: .owner,
                    message: "\(toggle.key.quoted) has \(problem)",
                    nextStep: "write the team that maintains each toggle, or give its file an owner in \(path)"
                )
                (finding.commonMessage, finding.discriminator) = (problem, owner)
                return finding
            }
            let place = "after ‘owner:’ at \(facts.place(of: toggle, .owner))"
            return facts.finding(
                description,
                about: toggle,
                at: .owner,
                message: "the owner \(owner.quoted) of \(toggle.key.quoted) is not in \(path)",
                nextStep: suggestions.closest(to: owner).flatMap { names[$0] }.map { "write \($0.quoted) \(place)" }
                    ?? "write a team of \(path) \(place), or add \(owner.quoted) to \(path)"
            )
        }
    }
}

extension String {
    /// The last part of an owner in CODEOWNERS: `payments` for `@shop/payments`.
    fileprivate var shortOwner: String {
        String(drop { $0 == "@" }.split(separator: "/").last ?? "")
    }
}
