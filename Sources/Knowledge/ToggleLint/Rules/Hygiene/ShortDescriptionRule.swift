import ToggleBase
import ToggleManifest

/// Finds descriptions that are too short to be useful.
enum ShortDescriptionRule: LintRule {
    static let description = RuleDescription(
        identifier: "short_description",
        area: .hygiene,
        severity: .note,
        summary: "a description that is too short or only repeats the key",
        rationale: """
            The console, the debug menu, and the report show the description to people who didn't write the code. \
            After a year, even its author may no longer remember what the toggle is for. All descriptions that \
            `toggles init` generated are combined into one finding.
            """,
        options: [RuleOption("words", standard: 3, meaning: "minimum number of words in a description")],
        bad: [
            RuleExample(
                "The description only repeats the key.",
                toggles: """
                    new_checkout:
                      description: The new checkout.
                    """
            )
        ],
        good: [
            RuleExample(
                "The description says what the toggle does.",
                toggles: """
                    new_checkout:
                      description: One page instead of three steps.
                    """
            )
        ]
    )

    private static let fillers: Set<String> = [
        "a", "an", "the", "enable", "enables", "toggle", "flag", "feature", "for",
    ]

    static func findings(in facts: LintFacts) -> [Finding] {
        let minimum = option("words", in: facts.configuration)
        var names: [String: Set<String>] = [:]
        for flag in facts.project.sources?.declared ?? [] { names[flag.key, default: []].insert(flag.nameAsSentence) }
        return facts.project.declarations.compactMap { toggle in
            let text = toggle.details.description
            let isGenerated = names[toggle.key]?.contains(text) == true
            guard let problem = isGenerated ? generated : problem(with: text, of: toggle, minimum) else { return nil }
            var finding = facts.finding(
                description,
                about: toggle,
                at: .description,
                message: isGenerated ? "\(toggle.key.quoted) has \(problem)" : problem,
                nextStep:
                    "say after ‘description:’ what users see \(toggle.type == .bool ? "when it is on" : "with each value")"
            )
            if isGenerated { (finding.commonMessage, finding.discriminator) = (problem, "init") }
            return finding
        }
    }

    private static let generated = "a description that `toggles init` derived from the name"

    private static func problem(with text: String, of toggle: ToggleDeclaration, _ minimum: Int) -> String? {
        let words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }
        let known = fillers.union(toggle.key.split(separator: "_").map(String.init))
        if words.allSatisfy({ known.contains(String($0)) }) {
            return "the description \(text.quoted) only repeats the key \(toggle.key.quoted)"
        }
        // Some scripts don't separate words by blanks.
        guard words.count < minimum, text.unicodeScalars.allSatisfy({ $0.value < 0x3000 }) else { return nil }
        let length = words.count == 1 ? "one word" : "\(words.count) words"
        return "the description of \(toggle.key.quoted) is \(length) long"
    }
}
