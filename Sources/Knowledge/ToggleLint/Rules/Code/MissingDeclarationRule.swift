import ToggleManifest

/// Finds entries under `sources:` that match no declaration.
enum MissingDeclarationRule: LintRule {
    static let description = RuleDescription(
        identifier: "missing_declaration",
        area: .code,
        severity: .error,
        summary: "an entry under ‘sources’ that doesn't match any declaration",
        rationale: """
            When a declaration is renamed or moved, the linter no longer recognizes reads of its toggles, so they look \
            unused. Until you correct the entry, toggles that might be declared there aren't reported as unused.
            """,
        bad: [
            RuleExample(
                "The type was renamed.",
                toggles: "new_checkout:",
                lint: """
                    sources:
                      - { kind: cases, type: FeatureFlag, key: snake_case, reads: [isFeatureOn] }
                    """,
                source: """
                    enum AppFeature: String {
                        case newCheckout
                    }
                    func checkOut() {
                        if isFeatureOn(.newCheckout) { showOnePage() }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "The entry has the name of the type.",
                toggles: "new_checkout:",
                lint: """
                    sources:
                      - { kind: cases, type: AppFeature, key: snake_case, reads: [isFeatureOn] }
                    """,
                source: """
                    enum AppFeature: String {
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
        facts.missingDeclarations.map { index in
            let source = facts.configuration.sources[index]
            let places = facts.configuration.sourcePlaces
            let place = places.indices.contains(index) ? places[index] : nil
            let path = place?.path ?? facts.project.manifestPath
            let members =
                switch source.kind {
                case .cases: "cases of \(source.type.quoted)"
                case .staticProperties: "static properties of \(source.type.quoted)"
                case .attributedProperties: "properties under \(source.type.quoted)"
                case .instanceProperties: "Boolean properties of \(source.type.quoted)"
                case .compilationConditions: "conditions \(source.type.quoted) of ‘#if’"
                case .nimbusFeatures: "Boolean variables of features"
                case .stringKeys: "calls of \(source.type.quoted)"
                }
            var finding = Finding(
                description,
                path: path,
                range: place?.range,
                message: "there are no \(members) in \(source.file.map(\.quoted) ?? "the sources")",
                nextStep: """
                    correct the type and the file of the entry, or remove it; until then, toggles that may be declared \
                    there are not reported as unused
                    """,
                discriminator: source.type
            )
            finding.owner = facts.codeOwners?.owner(of: source.file ?? path)
            return finding
        }
    }
}
