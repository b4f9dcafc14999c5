import FeatureToggles
import ToggleManifest

/// Finds entries of `sources:` without the declaration that they name.
enum MissingDeclarationRule: LintRule {
    static let description = RuleDescription(
        identifier: "missing_declaration",
        area: .code,
        severity: .error,
        summary: "an entry of ‘sources’ that declares nothing",
        rationale: """
            Where a declaration was renamed or moved, its toggles are read by a name that nobody looks for, and seem to be \
            dead. Until the entry says where it is now, no toggle is called unused that may be one of them.
            """,
        bad: [
            RuleExample(
                "The type has another name now.",
                toggles: """
                    new_checkout:
                    """,
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
                "The type has the name that the entry says.",
                toggles: """
                    new_checkout:
                    """,
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

    static func findings(in project: LintProject) -> [Finding] {
        project.missingDeclarations.map { index in
            let source = project.configuration.sources[index]
            let ranges = project.configuration.sourceRanges
            let what =
                switch source.kind {
                case .cases: "cases of \(source.type.quoted)"
                case .staticProperties: "static properties of \(source.type.quoted)"
                case .attributedProperties: "properties under \(source.type.quoted)"
                case .stringKeys: "calls of \(source.type.quoted)"
                }
            let owners = project.codeOwners.map { CodeOwners($0) }
            var finding = Finding(
                description,
                path: project.manifestPath,
                range: ranges.indices.contains(index) ? ranges[index] : nil,
                message: "there are no \(what) in \(source.file.map(\.quoted) ?? "the sources")",
                nextStep: """
                    write the type and the file that the declaration has now, or remove the entry; until then no toggle is \
                    called unused that may be declared there
                    """,
                discriminator: source.type
            )
            finding.owner = owners?.owner(of: source.file ?? project.manifestPath)
            return finding
        }
    }
}

extension LintProject {
    /// The indices of the entries of `sources:` that match no declaration.
    var missingDeclarations: [Int] {
        guard let sources, sources.fileCount > 0 else { return [] }
        let found = Set(sources.declared.map(\.source))
        return configuration.sources.indices.filter {
            configuration.sources[$0].kind != .stringKeys && !found.contains($0)
        }
    }
}
