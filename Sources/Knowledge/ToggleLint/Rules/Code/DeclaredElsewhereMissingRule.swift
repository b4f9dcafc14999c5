import ToggleBase
import ToggleManifest

/// Finds differences between the manifest and an existing declaration of toggles.
enum DeclaredElsewhereMissingRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "declared_elsewhere_missing",
        area: .code,
        severity: .warning,
        summary: "a toggle that is missing from the manifest or from the Swift declaration that `sources:` describes",
        rationale: """
            If you declare your toggles in Swift and list that declaration under `sources:`, the manifest keeps their \
            owners and dates, so both need to contain the same toggles. A toggle that is only in the Swift declaration \
            has no owner, and one that is only in the manifest was left there when it was removed from the code.
            """,
        bad: [
            RuleExample(
                "The manifest and the declaration each have a toggle that the other lacks.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    old_basket:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                lint: """
                    sources:
                      - { kind: cases, type: FeatureFlag, key: snake_case, reads: [isFeatureOn] }
                    """,
                source: """
                    enum FeatureFlag: String {
                        case newCheckout
                        case giftWrapping
                    }
                    func checkOut() {
                        if isFeatureOn(.newCheckout) { showOnePage() }
                        if isFeatureOn(.giftWrapping) { offerWrapping() }
                    }
                    """,
                codeOwners: "* @shop/team"
            )
        ],
        good: [
            RuleExample(
                "Both have the same toggle.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                lint: """
                    sources:
                      - { kind: cases, type: FeatureFlag, key: snake_case, reads: [isFeatureOn] }
                    """,
                source: """
                    enum FeatureFlag: String {
                        case newCheckout
                    }
                    func checkOut() {
                        if isFeatureOn(.newCheckout) { showOnePage() }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        guard let sources = facts.project.sources, !sources.declared.isEmpty else { return [] }
        var reported: Set<String> = []
        let anyManifest = facts.project.anyManifestText("any manifest")
        let missing = sources.declared.compactMap { flag -> Finding? in
            guard facts.toggles[flag.key] == nil, reported.insert(flag.key).inserted else { return nil }
            var finding = Finding(
                description,
                path: flag.path,
                range: flag.range,
                message: "\(flag.name.quoted) of \(flag.container.quoted) is not in \(anyManifest)",
                nextStep: nextStep(for: flag, in: facts),
                discriminator: flag.key
            )
            finding.owner = facts.codeOwners?.owner(of: flag.path)
            return finding
        }
        return missing + findingsAboutToggles(in: facts)
    }

    private static func nextStep(for flag: DeclaredFlag, in facts: LintFacts) -> String {
        guard let problem = problem(withKey: flag.key, in: facts.manifest) else {
            let manifest = facts.project.anyManifestText("a manifest")
            return "declare \(flag.key.quoted) in \(manifest) with its owner and expiry"
        }
        let allowance =
            "- { rule: \(description.identifier), toggle: \(JSONWriter(.oneLine).text(.string(flag.key))), reason: …, until: … }"
        return "give it another name or raw value, since \(problem), "
            + "or add an exception below ‘allow’: \(allowance.quoted)"
    }

    /// Returns why a manifest can't declare a toggle with a key; `nil` if it can.
    private static func problem(withKey key: String, in manifest: Manifest) -> String? {
        guard SwiftName.isKey(key) else {
            return "\(key.quoted) is not a key of lowercase letters a to z, digits, and ‘_’"
        }
        let text = """
            schema: 1
            namespace: \(manifest.namespace)
            toggles:
              \(key): { category: ops, description: A toggle., owner: team, expires: 2100-01-01 }

            """
        let result = Manifest.parse(text, path: "")
        return result.manifest == nil ? result.diagnostics.first?.message ?? "no manifest can declare it" : nil
    }

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard let declared = facts.project.sources?.declared, let first = declared.first,
            !facts.isDeclaredElsewhere(toggle), !facts.mayBeDeclaredElsewhere(toggle),
            let usage = facts.usages?[toggle.key],
            usage.reads.isEmpty, usage.possible.isEmpty, usage.tests.isEmpty, usage.debug.isEmpty
        else { return nil }
        return facts.finding(
            description,
            about: toggle,
            message:
                "\(toggle.key.quoted) is missing from the declarations, such as \(first.container.quoted), and no code reads it",
            nextStep: RemovalAdvice(toggle, facts).step
        )
    }
}
