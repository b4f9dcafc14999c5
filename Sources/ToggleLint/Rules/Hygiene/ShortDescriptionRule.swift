import FeatureToggles
import ToggleManifest

/// Finds descriptions that are too short to be useful.
enum ShortDescriptionRule: LintRule {
    static let description = RuleDescription(
        identifier: "short_description",
        area: .hygiene,
        severity: .note,
        summary: "a description that is too short, or says no more than the key",
        rationale: """
            The description is what the console, the debug menu and the report show to people who did not write the code, \
            and in a year that is everybody. All that `toggles init` made of the names of flags are one finding.
            """,
        options: [RuleOption("words", standard: 3, meaning: "words that a description has at least")],
        bad: [
            RuleExample(
                "It says no more than the key.",
                toggles: """
                    new_checkout:
                      description: The new checkout.
                    """
            )
        ],
        good: [
            RuleExample(
                "It says what happens.",
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

    static func findings(in project: LintProject) -> [Finding] {
        let minimum = option("words", in: project.configuration)
        let facts = LifecycleFacts(project)
        var names: [String: Set<String>] = [:]
        for flag in project.sources?.declared ?? [] { names[flag.key, default: []].insert(flag.nameAsSentence) }
        let made = project.manifest.toggles.filter { toggle in
            names[toggle.key]?.contains(toggle.details.description) == true && !facts.isLeaving(toggle)
        }
        let summary = project.summary(
            description,
            of: made,
            at: .description,
            discriminator: "init",
            message: { "\($0) a description that ‘toggles init’ made of the name" },
            nextStep: "write after ‘description:’ what a person sees when it is on"
        )
        let keys = Set(made.map(\.key))
        return summary
            + project.manifest.toggles.compactMap { toggle in
                guard !keys.contains(toggle.key) else { return nil }
                let text = toggle.details.description
                let words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }.map(
                    String.init
                )
                let keyWords = Set(toggle.key.split(separator: "_").map(String.init))
                let isRepetition = words.allSatisfy { keyWords.contains($0) || fillers.contains($0) }
                // Some scripts don't separate words by blanks.
                let isShort = words.count < minimum && text.unicodeScalars.allSatisfy { $0.value < 0x3000 }
                guard isShort || isRepetition, !facts.isLeaving(toggle) else { return nil }
                return project.finding(
                    description,
                    about: toggle,
                    at: .description,
                    message: isRepetition
                        ? "the description \(text.quoted) says no more than the key \(toggle.key.quoted)"
                        : "the description of \(toggle.key.quoted) is \(words.count == 1 ? "one word" : "\(words.count) words") long",
                    nextStep: "write after ‘description:’ what a person sees when it is on"
                )
            }
    }
}
