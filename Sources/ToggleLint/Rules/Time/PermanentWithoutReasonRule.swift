import FeatureToggles
import ToggleManifest

/// Finds permanent toggles without a reason.
enum PermanentWithoutReasonRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "permanent_without_reason",
        area: .time,
        severity: .note,
        summary: "a permanent toggle without a reason",
        rationale: """
            `permanent: true` ends all questions about a toggle, so it should answer the first one: why it stays. The \
            reason follows the toggle's effect in the description, after a semicolon, a colon, or a period, or with a \
            word such as “because”, “when”, or “until”; or it is in the ticket that `issue:` names. Permission toggles \
            are permanent by nature, and so is configuration: ops toggles that aren't on or off.
            """,
        bad: [
            RuleExample(
                "A kill switch for what?",
                toggles: """
                    reviews:
                      category: ops
                      default: true
                      permanent: true
                      description: Shows the stars of a product.
                    """
            )
        ],
        good: [
            RuleExample(
                "It says when somebody will need it.",
                toggles: """
                    reviews:
                      category: ops
                      default: true
                      permanent: true
                      description: Shows the stars of a product; switch it off when the review service is slow.
                    """
            ),
            RuleExample(
                "A permission stays as long as there are people.",
                toggles: """
                    admin_tools:
                      category: permission
                      permanent: true
                      description: Shows stock and margin to staff.
                    """
            ),
        ]
    )

    private static let words: Set<String> = [
        "because", "since", "when", "whenever", "while", "if", "case", "unless", "until", "so", "during",
    ]

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard toggle.details.isPermanent, toggle.details.issue == nil, !isConfiguration(toggle),
            toggle.category != .permission, !hasReason(toggle.details.description)
        else { return nil }
        return facts.finding(
            description,
            about: toggle,
            at: .permanent,
            message: "\(toggle.key.quoted) is permanent, and nothing says why",
            nextStep: """
                write behind its ‘description:’ when it will be needed, such as ‘…; switch it off when …’, or replace \
                ‘permanent: true’ by ‘expires:’ and a day
                """
        )
    }

    private static func isConfiguration(_ toggle: ToggleDeclaration) -> Bool {
        switch toggle.type {
        case .bool, .variants: false
        case .int, .double, .string, .json: toggle.category == .ops
        }
    }

    private static func hasReason(_ description: String) -> Bool {
        let text = description.last == "." ? description.dropLast() : description[...]
        if text.contains(where: { ";:.–—(".contains($0) }) { return true }
        // The reason follows the description of the toggle's effect.
        return text.split(separator: " ").dropFirst(2).contains { words.contains($0.lowercased()) }
    }
}
