import FeatureToggles
import ToggleManifest

/// The uses of a project's toggles, for rules that look at how they are read.
struct CodeFacts {
    let project: LintProject
    private let lifecycle: LifecycleFacts
    /// The toggles by key.
    let toggles: [String: ToggleDeclaration]

    /// Puts the uses together; `nil` when the sources were not read.
    init?(_ project: LintProject) {
        guard project.sources != nil else { return nil }
        self.project = project
        lifecycle = LifecycleFacts(project)
        toggles = Dictionary(project.manifest.toggles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The certain uses in code that ships, by toggle, of toggles that are not to be removed anyway.
    var reads: [(toggle: ToggleDeclaration, uses: [ToggleUse])] {
        project.manifest.toggles.compactMap { toggle in
            guard let uses = lifecycle.usages?[toggle.key].reads, !uses.isEmpty, !lifecycle.isLeaving(toggle) else {
                return nil
            }
            return (toggle, uses)
        }
    }

    /// Every certain use of a declared toggle, in any kind of code.
    var uses: [(toggle: ToggleDeclaration, use: ToggleUse)] {
        (project.sources?.uses ?? []).compactMap { use in
            guard use.certainty == .certain, let toggle = use.key.flatMap({ toggles[$0] }) else { return nil }
            return (toggle, use)
        }
    }

    /// Whose code a file is.
    func owner(of use: ToggleUse) -> String? { owners?.owner(of: use.path) }

    private var owners: CodeOwners? { project.codeOwners.map { CodeOwners($0) } }
}

extension ToggleUse {
    /// Whether the toggle's value is asked for here, and not just its key named or passed on.
    var isRead: Bool {
        switch call {
        case nil: form == .property
        case "updates", "select", "Migration", "explanation", "set", "unset", "override": false
        default: true
        }
    }
}
