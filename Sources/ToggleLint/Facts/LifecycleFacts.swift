import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// What several rules want to know about each toggle, put together in one go.
struct LifecycleFacts {
    let project: LintProject
    /// The uses; `nil` when the sources were not read.
    let usages: UsageIndex?
    let history: ToggleHistory
    /// Whether there is a remote document that could be read.
    private(set) var hasDocument = false
    private var parameters: [String: DocumentOutline.Parameter] = [:]
    private var settled: [String: SettledParameter] = [:]
    private let declared: Set<String>
    /// Whether a declaration of toggles was not found, which may be that of any toggle that no other one has.
    private let lacksDeclarations: Bool

    init(_ project: LintProject) {
        self.project = project
        usages = project.sources.map { UsageIndex($0) }
        history = ToggleHistory(project.history)
        declared = Set(project.sources?.declared.map(\.key) ?? [])
        lacksDeclarations = !project.missingDeclarations.isEmpty
        guard let document = project.outline else { return }
        hasDocument = true
        for parameter in document.parameters {
            parameters[parameter.key] = parameter
            settled[parameter.key] = SettledParameter(parameter, of: document, history: history)
        }
    }

    /// The files and folders that could not be searched, in a sentence; `nil` when all could.
    var unsearchedText: String? {
        let paths = project.sources?.unsearched.sorted() ?? []
        guard let first = paths.first else { return nil }
        return paths.count == 1
            ? "\(first), which was not searched"
            : "\(first) or \((paths.count - 1).counted("more file")), which were not searched"
    }

    /// What everybody gets from the remote document.
    func settled(_ toggle: ToggleDeclaration) -> SettledParameter? {
        toggle.remoteParameter.flatMap { settled[$0] }
    }

    /// Whether the remote document says anything about a toggle.
    func isInDocument(_ toggle: ToggleDeclaration) -> Bool { parameter(of: toggle) != nil }

    /// What the remote document says about a toggle.
    func parameter(of toggle: ToggleDeclaration) -> DocumentOutline.Parameter? {
        toggle.remoteParameter.flatMap { parameters[$0] }
    }

    /// Whether a team's own declaration has a toggle.
    func isDeclaredElsewhere(_ toggle: ToggleDeclaration) -> Bool { declared.contains(toggle.key) }

    /// Whether a toggle may be one of a declaration that was not found, so that nobody knows what reads it.
    func mayBeDeclaredElsewhere(_ toggle: ToggleDeclaration) -> Bool {
        lacksDeclarations && !declared.contains(toggle.key)
    }

    /// The day on which a toggle was declared, by its own account, else by git's.
    func birthday(of toggle: ToggleDeclaration) -> CalendarDate? {
        toggle.details.created ?? history.birthday(of: toggle.key)
    }

    /// How old a toggle is in days; `nil` when nobody knows.
    func age(of toggle: ToggleDeclaration) -> Int? {
        birthday(of: toggle).map { $0.days(until: project.today) }
    }
}
