import ToggleBase
import ToggleManifest

/// The facts that rules evaluate, derived once from a project.
///
/// It is a class so that passing it to each rule costs nothing.
package final class LintFacts {
    let project: LintProject
    /// The toggles by key.
    let toggles: [String: ToggleDeclaration]
    /// The uses by toggle; `nil` if the sources were not read.
    let usages: UsageIndex?
    let history: ToggleHistory
    /// The parsed CODEOWNERS file, if there is one.
    let codeOwners: CodeOwners?
    /// The remote document; `nil` if there is none or it can't be read.
    let document: DocumentFacts?
    /// The local defaults file; `nil` if there is none or it can't be read.
    let overrides: LocalOverrides?
    /// The toggles by the parameter that they read.
    let readers: [String: ToggleDeclaration]
    /// The toggles by the parameters that they used to read.
    let retirers: [String: ToggleDeclaration]
    /// The indices of the entries of `sources:` that match no declaration.
    let missingDeclarations: [Int]
    /// The stages of the migration toggles by key.
    private(set) lazy var stages: [String: StageFacts] = Dictionary(
        manifest.toggles.compactMap { toggle in StageFacts(of: toggle, in: self).map { (toggle.key, $0) } },
        uniquingKeysWith: { first, _ in first }
    )
    /// What released versions say about the parameters that the document has or supported versions read, by parameter.
    private(set) lazy var evidence: [String: ParameterEvidence] = {
        guard let releases = project.releases else { return [:] }
        let names = Set(releases.parameters).union(document?.parameters.keys.map { $0 } ?? [])
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                let parameter = document?.parameters[name]
                return (name, ParameterEvidence(of: name, in: releases, toggles: manifest.toggles, document: parameter))
            }
        )
    }()
    /// The first declaration in existing code of each imported toggle, by key.
    private let declarations: [String: DeclaredFlag]

    package init(_ project: LintProject) {
        history = ToggleHistory(project.history)
        var project = project
        project.manifest.completeExpiryDates(history.birthday(of:))
        self.project = project
        let toggles = project.manifest.toggles
        self.toggles = LintFacts.byKey(toggles)
        usages = project.sources.map { UsageIndex($0) }
        let codeOwners = project.codeOwners.map { CodeOwners($0) }
        self.codeOwners = codeOwners
        document = DocumentFacts(project, history, codeOwners)
        overrides = LocalOverrides(project, codeOwners)
        readers = Dictionary(
            toggles.compactMap { toggle in toggle.remoteParameter.map { ($0, toggle) } },
            uniquingKeysWith: { $1 }
        )
        retirers = Dictionary(
            toggles.flatMap { toggle in toggle.retired.map { ($0, toggle) } },
            uniquingKeysWith: { $1 }
        )
        let sources = project.sources ?? SourceFacts()
        declarations = Dictionary(sources.declared.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let found = Set(sources.declared.map(\.source))
        let expected = project.configuration.sources
        missingDeclarations =
            sources.fileCount == 0
            ? [] : expected.indices.filter { expected[$0].kind != .stringKeys && !found.contains($0) }
    }

    static func byKey(_ toggles: [ToggleDeclaration]) -> [String: ToggleDeclaration] {
        Dictionary(toggles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var manifest: Manifest { project.manifest }
    var configuration: LintConfiguration { project.configuration }
    var today: CalendarDate { project.today }
    /// The uses in the sources; empty if they were not read.
    var uses: [ToggleUse] { project.sources?.uses ?? [] }

    // MARK: - Uses

    /// The certain uses in production code by toggle.
    var reads: [(toggle: ToggleDeclaration, uses: [ToggleUse])] {
        manifest.toggles.compactMap { toggle in
            guard let uses = usages?[toggle.key].reads, !uses.isEmpty else { return nil }
            return (toggle, uses)
        }
    }

    /// All certain uses of declared toggles, in any kind of code.
    var certainUses: [(toggle: ToggleDeclaration, use: ToggleUse)] {
        uses.compactMap { use in
            guard use.certainty == .certain, let toggle = use.key.flatMap({ toggles[$0] }) else { return nil }
            return (toggle, use)
        }
    }

    /// The files and folders that couldn't be searched, for a sentence; `nil` if there are none.
    var unsearchedText: String? {
        let paths = project.sources?.unsearched.sorted() ?? []
        guard let first = paths.first else { return nil }
        return paths.count == 1
            ? "\(first), which was not searched"
            : "\(first) or \((paths.count - 1).counted("more file")), which were not searched"
    }

    /// Returns whether an existing declaration contains a toggle.
    func isDeclaredElsewhere(_ toggle: ToggleDeclaration) -> Bool { declaration(of: toggle) != nil }

    /// Returns the declaration of an imported toggle in existing code.
    func declaration(of toggle: ToggleDeclaration) -> DeclaredFlag? { declarations[toggle.key] }

    /// Returns whether a toggle was imported, and its owner and lifetime have not been decided.
    ///
    /// The owner is unknown, or the one that CODEOWNERS names for the file, without an expiry date.
    func isUndecided(_ toggle: ToggleDeclaration) -> Bool {
        let isStringKey = !isDeclaredElsewhere(toggle) && configuration.sources.contains { $0.kind == .stringKeys }
        guard isDeclaredElsewhere(toggle) || isStringKey, !toggle.details.isPermanent else { return false }
        if toggle.details.owner == DeclaredFlag.unknownOwner { return true }
        let paths = isStringKey ? usages?[toggle.key].reads.first?.path : declarations[toggle.key]?.path
        guard toggle.details.expires == nil, let path = paths else { return false }
        return codeOwners?.owner(of: path) == toggle.details.owner
    }

    /// Returns whether the day on which a toggle was declared is known, rather than the day on which it was imported.
    func knowsAge(of toggle: ToggleDeclaration) -> Bool {
        !isUndecided(toggle) || project.history?.isShallow == false
    }

    /// Returns whether a toggle may belong to a declaration that was not found, so that its uses are unknown.
    func mayBeDeclaredElsewhere(_ toggle: ToggleDeclaration) -> Bool {
        !missingDeclarations.isEmpty && !isDeclaredElsewhere(toggle)
    }

    // MARK: - Remote document

    /// Returns the value that all users get from the remote document.
    func settled(_ toggle: ToggleDeclaration) -> SettledParameter? {
        toggle.remoteParameter.flatMap { document?.settled[$0] }
    }

    /// Returns a toggle's parameter in the remote document.
    func parameter(of toggle: ToggleDeclaration) -> DocumentOutline.Parameter? {
        toggle.remoteParameter.flatMap { document?.parameters[$0] }
    }

    // MARK: - Age

    /// Returns the day on which a toggle was declared, according to the manifest or otherwise to git.
    func birthday(of toggle: ToggleDeclaration) -> CalendarDate? {
        toggle.details.created ?? history.birthday(of: toggle.key)
    }

    /// Returns the age of a toggle in days; `nil` if it is unknown.
    func age(of toggle: ToggleDeclaration) -> Int? { birthday(of: toggle).map { $0.days(until: today) } }

    /// Returns whether a toggle has reached its expiry date.
    func isExpired(_ toggle: ToggleDeclaration) -> Bool { toggle.details.expires.map { $0 <= today } ?? false }
}
