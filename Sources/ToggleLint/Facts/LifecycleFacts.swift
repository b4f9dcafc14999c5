import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// Facts about each toggle that several rules need, collected once.
struct LifecycleFacts {
    let project: LintProject
    /// The uses; `nil` if the sources were not read.
    let usages: UsageIndex?
    let history: ToggleHistory
    /// Whether there is a readable remote document.
    private(set) var hasDocument = false
    private var parameters: [String: DocumentOutline.Parameter] = [:]
    private var settled: [String: SettledParameter] = [:]
    private let declared: Set<String>
    /// Whether a configured declaration of toggles was not found; it may declare any toggle that no other declaration
    /// does.
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

    /// The files and folders that couldn't be searched, for a sentence; `nil` if there are none.
    var unsearchedText: String? {
        let paths = project.sources?.unsearched.sorted() ?? []
        guard let first = paths.first else { return nil }
        return paths.count == 1
            ? "\(first), which was not searched"
            : "\(first) or \((paths.count - 1).counted("more file")), which were not searched"
    }

    /// Returns the value that all users get from the remote document.
    func settled(_ toggle: ToggleDeclaration) -> SettledParameter? {
        toggle.remoteParameter.flatMap { settled[$0] }
    }

    /// Returns whether the remote document defines a toggle's parameter.
    func isInDocument(_ toggle: ToggleDeclaration) -> Bool { parameter(of: toggle) != nil }

    /// Returns a toggle's parameter in the remote document.
    func parameter(of toggle: ToggleDeclaration) -> DocumentOutline.Parameter? {
        toggle.remoteParameter.flatMap { parameters[$0] }
    }

    /// Returns whether an existing declaration contains a toggle.
    func isDeclaredElsewhere(_ toggle: ToggleDeclaration) -> Bool { declared.contains(toggle.key) }

    /// Returns whether a toggle may belong to a declaration that was not found, so that its uses are unknown.
    func mayBeDeclaredElsewhere(_ toggle: ToggleDeclaration) -> Bool {
        lacksDeclarations && !declared.contains(toggle.key)
    }

    /// Returns the day on which a toggle was declared, according to the manifest or otherwise to git.
    func birthday(of toggle: ToggleDeclaration) -> CalendarDate? {
        toggle.details.created ?? history.birthday(of: toggle.key)
    }

    /// Returns the age of a toggle in days; `nil` if it is unknown.
    func age(of toggle: ToggleDeclaration) -> Int? {
        birthday(of: toggle).map { $0.days(until: project.today) }
    }
}
