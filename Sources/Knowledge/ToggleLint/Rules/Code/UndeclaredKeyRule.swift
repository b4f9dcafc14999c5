import ToggleBase
import ToggleManifest

/// Finds keys that no toggle declares.
enum UndeclaredKeyRule: LintRule {
    static let description = RuleDescription(
        identifier: "undeclared_key",
        area: .code,
        severity: .warning,
        summary: "a string key that doesn't belong to any toggle",
        rationale: """
            The compiler checks typed keys, but not strings. If a string key is misspelled, the call returns the \
            default, because no such toggle exists. Tests may use undeclared keys.
            """,
        bad: [
            RuleExample(
                "A misspelled key.",
                toggles: "new_checkout:",
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
                toggles: "new_checkout:",
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

    static func findings(in facts: LintFacts) -> [Finding] {
        var suggestions = Suggestions(in: facts.manifest.toggles.map(\.key))
        return facts.uses.compactMap { use in
            guard case .undeclared(let key) = use.target, use.place != .test,
                // A command-line option is not a key.
                !key.hasPrefix("-")
            else { return nil }
            let meant = suggestions.closest(to: key)
            let toggle = meant.flatMap { facts.toggles[$0] }
            var finding = facts.finding(
                description,
                about: nil,
                at: use,
                message: "no toggle has the key \(key.quoted)",
                nextStep: meant.map { "write \($0.quoted) at \(use.placeText)" }
                    ?? "declare \(key.quoted) in \(facts.project.anyManifestText("a manifest")), or remove the code at \(use.placeText)",
                related: toggle.map { [facts.related($0, "declared here")] } ?? [],
                discriminator: key
            )
            finding.owner = toggle?.details.owner ?? facts.codeOwners?.owner(of: use.path)
            if use.certainty == .possible { finding.severity = .note }
            return finding
        }
    }
}
