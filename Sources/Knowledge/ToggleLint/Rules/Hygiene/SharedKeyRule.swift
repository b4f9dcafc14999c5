import ToggleManifest

/// Finds keys that several manifests of an application declare.
enum SharedKeyRule: LintRule {
    static let description = RuleDescription(
        identifier: "shared_key",
        area: .hygiene,
        severity: .error,
        summary: "a key that two modules declare",
        rationale: """
            All modules of an application share one local defaults file for their overrides, and usually one remote \
            document for their values. If two modules declare the same key, an override or a remote value applies to \
            both toggles. If the two toggles have different types, the override or remote value is invalid for one of \
            them. If the declarations are the same, the finding is only a warning: the modules share a toggle that one \
            of them should own.
            """,
        bad: [
            RuleExample(
                "Another module declares a different toggle with this key.",
                toggles: """
                    page_size:
                      category: ops
                      type: int
                      default: 20
                    """,
                otherToggles: """
                    page_size:
                      category: ops
                      type: string
                      default: large
                    """
            ),
            RuleExample(
                "Another module declares the same toggle.",
                toggles: "new_checkout:",
                otherToggles: "new_checkout:"
            ),
        ],
        good: [
            RuleExample(
                "Other modules only declare toggles with other keys.",
                toggles: "new_checkout:",
                otherToggles: "new_cart:"
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        SharedKeys.declarations(in: facts.project.manifestFiles).map { shared in
            var finding = Finding(
                description,
                toggle: shared.toggle,
                path: shared.path,
                range: shared.toggle.location,
                message: shared.message,
                nextStep: shared.isSame
                    ? "declare it in one of the modules, and read it from there" : "rename one of them",
                related: [
                    RelatedPlace(path: shared.first.path, range: shared.first.toggle.location, message: "the other one")
                ]
            )
            if shared.isSame { finding.severity = .warning }
            return finding
        }
    }
}
