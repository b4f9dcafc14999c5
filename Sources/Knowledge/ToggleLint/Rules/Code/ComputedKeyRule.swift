import ToggleManifest

/// Finds keys that are built at run time.
enum ComputedKeyRule: LintRule {
    static let description = RuleDescription(
        identifier: "computed_key",
        area: .code,
        severity: .note,
        summary: "a key that is built at run time",
        rationale: """
            If code builds a key at run time, the linter can't tell which toggle it reads. As any toggle might then be \
            in use, `unused_toggle` only reports notes. Tests may build keys.
            """,
        bad: [
            RuleExample(
                "A key that is built from a parameter.",
                toggles: "new_checkout:",
                lint: """
                    sources:
                      - { kind: string_keys, type: "isOn(key:)" }
                    """,
                source: #"""
                    func checkOut(_ name: String) {
                        if flags.isOn(key: "new_checkout") { showOnePage() }
                        if flags.isOn(key: "new_\(name)") { show(name) }
                    }
                    """#,
                codeOwners: "* @shop/platform @shop/team"
            )
        ],
        good: [
            RuleExample(
                "All keys are written out.",
                toggles: """
                    new_checkout:
                    new_basket:
                    """,
                lint: """
                    sources:
                      - { kind: string_keys, type: "isOn(key:)" }
                    """,
                source: """
                    func checkOut(_ step: Step) {
                        switch step {
                        case .basket: show(flags.isOn(key: "new_basket"))
                        case .checkout: show(flags.isOn(key: "new_checkout"))
                        }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        facts.uses.compactMap { use in
            guard use.target == .computed, use.certainty == .certain, use.place != .test, use.place != .declaration
            else { return nil }
            var finding = facts.finding(
                description,
                about: nil,
                at: use,
                message: """
                    the key is only known at run time, so the toggles that are \
                    \(use.place == .script ? "named" : "read") here are unknown
                    """,
                nextStep: "write the keys out at \(use.placeText)"
                    + (use.place == .script ? "" : ", or let the caller pass the toggle instead of its key")
            )
            finding.owner = facts.codeOwners?.owner(of: use.path)
            return finding
        }
    }
}
