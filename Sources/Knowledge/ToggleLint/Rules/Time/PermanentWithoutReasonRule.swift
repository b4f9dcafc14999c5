import ToggleManifest

/// Finds permanent toggles without a reason.
enum PermanentWithoutReasonRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "permanent_without_reason",
        area: .time,
        severity: .note,
        summary: "a permanent toggle without a reason",
        rationale: """
            A permanent toggle never expires, so its declaration should explain why it stays. In the description, \
            first say what the toggle does, and then give the reason: after a semicolon, a colon, or a period, or \
            after a word such as “because”, “when”, or “until”. Alternatively, refer to a ticket with `issue:`. \
            Permission toggles don't need a reason, because they're usually permanent. Neither do ops toggles with a \
            number, a string, or JSON, because they're configuration.
            """,
        bad: [
            RuleExample(
                "The description doesn't say why the kill switch stays.",
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
                "The description says when the kill switch is needed.",
                toggles: """
                    reviews:
                      category: ops
                      default: true
                      permanent: true
                      description: Shows the stars of a product; switch it off when the review service is slow.
                    """
            ),
            RuleExample(
                "A permission toggle, which needs no reason.",
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
            !toggle.category.usuallyStays, !hasReason(toggle.details.description)
        else { return nil }
        return facts.finding(
            description,
            about: toggle,
            at: .permanent,
            message: "\(toggle.key.quoted) is permanent, and nothing says why",
            nextStep: """
                add to its ‘description:’ when it will be needed, such as ‘…; switch it off when …’, or replace \
                ‘permanent: true’ with ‘expires:’ and a date
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
