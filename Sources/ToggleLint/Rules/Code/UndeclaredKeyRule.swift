import FeatureToggles
import ToggleManifest

/// Finds keys that no toggle declares.
enum UndeclaredKeyRule: LintRule {
    static let description = RuleDescription(
        identifier: "undeclared_key",
        area: .code,
        severity: .warning,
        summary: "a key in a text that no toggle has",
        rationale: """
            Behind a typed key the compiler stands; behind a text nobody does. An API of string keys that is asked for a \
            toggle that does not exist answers the default for ever. Tests may ask for what does not exist.
            """,
        bad: [
            RuleExample(
                "One letter is missing.",
                toggles: """
                    new_checkout:
                    """,
                lint: """
                    sources:
                      - { kind: string_keys, type: "isOn(key:)" }
                    """,
                source: """
                    func checkOut() {
                        if flags.isOn(key: "new_checkout") || flags.isOn(key: "new_chekout") { showOnePage() }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "The key is declared.",
                toggles: """
                    new_checkout:
                    """,
                lint: """
                    sources:
                      - { kind: string_keys, type: "isOn(key:)" }
                    """,
                source: """
                    func checkOut() {
                        if flags.isOn(key: "new_checkout") { showOnePage() }
                    }
                    """
            )
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        guard let facts = CodeFacts(project) else { return [] }
        let keys = project.manifest.toggles.map(\.key)
        return (project.sources?.uses ?? []).compactMap { use in
            guard case .undeclared(let key) = use.target, use.place != .test,
                // A command-line option is not a key.
                !key.hasPrefix("-")
            else { return nil }
            let meant = Suggestion.closest(to: key, in: keys)
            let toggle = meant.flatMap { facts.toggles[$0] }
            var finding = project.finding(
                description,
                about: nil,
                at: use,
                message: "no toggle has the key \(key.quoted)",
                nextStep: meant.map { "write \($0.quoted) at \(use.placeText)" }
                    ?? "declare \(key.quoted) in \(project.manifestPath), or remove the code at \(use.placeText)",
                related: toggle.map {
                    [RelatedPlace(path: project.manifestPath, range: $0.location, message: "declared here")]
                } ?? [],
                discriminator: key
            )
            finding.owner = toggle?.details.owner ?? facts.owner(of: use)
            if use.certainty == .possible { finding.severity = .note }
            return finding
        }
    }
}
