import FeatureToggles
import ToggleManifest

/// The uses of a project's toggles, for rules about how toggles are read.
struct CodeFacts {
    let project: LintProject
    private let lifecycle: LifecycleFacts
    /// The toggles by key.
    let toggles: [String: ToggleDeclaration]

    /// Collects the uses; `nil` if the sources were not read.
    init?(_ project: LintProject) {
        guard project.sources != nil else { return nil }
        self.project = project
        lifecycle = LifecycleFacts(project)
        toggles = Dictionary(project.manifest.toggles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The certain uses in production code by toggle, except for toggles that are due for removal.
    var reads: [(toggle: ToggleDeclaration, uses: [ToggleUse])] {
        project.manifest.toggles.compactMap { toggle in
            guard let uses = lifecycle.usages?[toggle.key].reads, !uses.isEmpty, !lifecycle.isLeaving(toggle) else {
                return nil
            }
            return (toggle, uses)
        }
    }

    /// All certain uses of declared toggles, in any kind of code.
    var uses: [(toggle: ToggleDeclaration, use: ToggleUse)] {
        (project.sources?.uses ?? []).compactMap { use in
            guard use.certainty == .certain, let toggle = use.key.flatMap({ toggles[$0] }) else { return nil }
            return (toggle, use)
        }
    }

    /// Returns the owner of a use's file.
    func owner(of use: ToggleUse) -> String? { owners?.owner(of: use.path) }

    private var owners: CodeOwners? { project.codeOwners.map { CodeOwners($0) } }
}

extension ToggleUse {
    /// Whether this use evaluates the toggle, rather than only naming its key or passing it on.
    var isRead: Bool {
        switch call {
        case nil: form == .property
        case "updates", "select", "Migration", "explanation", "set", "unset", "override": false
        default: true
        }
    }
}
