#if OVERRIDES
import Dispatch
import ToggleBase
import FeatureToggles
import FeatureTogglesOverrides

#if canImport(Combine)
import Combine
#endif

/// The state of the debug menu: what it lists, and the changes that the user makes.
///
/// Rows, filter, edits, history, and presets are those of the console. Views only show them and call the methods. Files
/// are read and written in the background; a change is visible at once.
@MainActor
final class ToggleMenuModel {
    /// A result to show, until the next action.
    struct Message: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case success, warning, failure
        }

        let text: String
        let kind: Kind
    }

    /// A part of the list.
    struct Section: Identifiable, Hashable, Sendable {
        let id: String
        /// The name of the category; empty if the list isn't grouped.
        let title: String
        /// The indices of the toggles.
        let indices: [Int]

        /// The title with the number of toggles; `nil` if the list isn't grouped.
        var header: String? { title.isEmpty ? nil : "\(title) (\(indices.count))" }
    }

    #if canImport(Combine)
    // Unsafe: the class is not marked as Sendable, but changes are sent on the main actor only.
    nonisolated(unsafe) let objectWillChange = ObservableObjectPublisher()
    #endif

    private(set) var toggles: InspectedToggles
    private(set) var arrangement: ToggleArrangement
    private(set) var edits: OverrideEdits
    /// The listed toggles.
    private(set) var sections: [Section] = []
    /// The number of listed toggles.
    private(set) var shownCount = 0
    var presets: [Preset] = []
    /// The result of the last action.
    var message: Message? {
        willSet { willChange() }
    }
    /// A question to answer before a change is made.
    var question: Question? {
        willSet { willChange() }
    }
    /// The latest failures and notices, each once, newest last.
    private(set) var notices: [String] = []

    private let source: OverviewSource<ToggleOverview>
    private let storage: OverrideStorage
    private let inbox = MenuInbox()

    /// The maximum number of notices that are kept.
    private static let noticeLimit = 50

    /// Creates a model, and reads the saved state.
    ///
    /// - Parameters:
    ///   - client: The client whose toggles are shown and overridden.
    ///   - scope: The context of the scope in which the app's views read them; `nil` if they read the client itself.
    ///   - today: Returns the current day.
    init(
        client: ToggleClient,
        scope: EvaluationContext? = nil,
        today: @escaping @Sendable () -> CalendarDate? = { SystemTime.today }
    ) {
        let inbox = inbox
        let storage = OverrideStorage(client.localDefaultsPath.map { ConsoleFiles(defaultsPath: $0) })
        let source = OverviewSource(
            client,
            today: today,
            make: { overview, _, _ in overview },
            send: { inbox.put(.overview($0)) }
        )
        let (memory, problem) = storage.start(
            reloadingOverrides: {
                client.reloadLocalDefaults()
                source.refresh()
            },
            { inbox.put(.report($0)) }
        )
        let toggles = InspectedToggles(source.start(), pins: memory.pins, scope: scope)
        self.storage = storage
        self.source = source
        self.toggles = toggles
        arrangement = ToggleArrangement(toggles)
        edits = OverrideEdits(memory)
        if let problem { notices = [problem] }
        list()
        inbox.onArrival { [weak self] in self?.receive() }
        loadPresets()
    }

    deinit {
        source.stop()
        storage.stop()
    }

    /// Announces that the state is about to change.
    func willChange() {
        #if canImport(Combine)
        objectWillChange.send()
        #endif
    }

    // MARK: Facts

    /// The name of the app, and the environment that its local defaults file belongs to.
    var title: String { toggles.model.environment ?? "Feature toggles" }

    /// Why nothing can be changed, or `nil` if toggles can be overridden.
    var readOnlyReason: String? {
        toggles.model.defaultsPath == nil
            ? "The client has no local defaults file, so nothing can be overridden." : nil
    }

    /// The current problems, one sentence each.
    var problems: [String] {
        var known: Set<String> = []
        return (toggles.problems + arrangement.query.ignored.map { "filter: \($0.reason)" })
            .filter { known.insert($0).inserted }
    }

    /// Failures and notices of this menu that aren't current problems, newest first.
    var earlierNotices: [String] {
        let problems = problems
        return notices.filter { !problems.contains($0) }.reversed()
    }

    var canUndo: Bool { !edits.memory.undo.isEmpty && readOnlyReason == nil }
    var canRedo: Bool { !edits.memory.redo.isEmpty && readOnlyReason == nil }

    /// The number of declared toggles with an override in the local defaults file.
    var overrideCount: Int { overriddenKeys.count }

    /// The keys of the declared toggles with an override in the local defaults file, after all pending writes.
    var overriddenKeys: [String] {
        let overrides = edits.overrides(after: toggles.model.overrides)
        return toggles.model.toggles.map(\.key).filter { overrides[$0] != nil }
    }

    // MARK: List

    /// The text of the search field: words, and terms such as `cat:ops` and `is:overridden`, as in the console.
    var filter: String {
        get { arrangement.query.text }
        set {
            guard !newValue.utf8.elementsEqual(arrangement.query.text.utf8) else { return }
            willChange()
            list(among: arrangement.filter(newValue))
        }
    }

    /// What the search field ignores, or `nil`.
    var filterProblem: String? { arrangement.query.problem }

    /// The set of toggles that are listed, before filtering.
    var view: ListView {
        get { arrangement.view }
        set {
            willChange()
            arrangement.view = newValue
            list()
        }
    }

    var order: ToggleOrder {
        get { arrangement.sort }
        set {
            willChange()
            arrangement.sort(by: newValue, &toggles)
            list()
        }
    }

    /// Returns the number of toggles in a view, if it's known without resolving all of them.
    func count(in view: ListView) -> Int? {
        switch view {
        case .all: toggles.model.toggles.count
        case .overridden: toggles.overridden.count
        case .stale: toggles.catalog.staleCount
        case .pinned: toggles.pinnedCount
        case .conflicts: toggles.conflictCount
        }
    }

    /// Returns the name of a view with the number of its toggles, if it's known.
    func label(of view: ListView) -> String {
        count(in: view).map { "\(view.rawValue) (\($0))" } ?? view.rawValue
    }

    /// Returns the index of the toggle with an identifier, or `nil` if there is none.
    func index(of id: UInt64?) -> Int? {
        id.flatMap { id in toggles.model.toggles.firstIndex { $0.id == id } }
    }

    /// The name of the page of problems, with their number.
    var problemsLabel: String { problems.isEmpty ? "Problems" : "Problems (\(problems.count))" }

    /// Lists the toggles that match the view and the filter.
    private func list(among candidates: [Int]? = nil) {
        let (ranked, inOrder) = arrangement.matches(among: candidates, &toggles)
        shownCount = ranked.count
        var sections: [Section] = []
        var title = ""
        var indices: [Int] = []
        func finish() {
            if !indices.isEmpty { sections.append(Section(id: title, title: title, indices: indices)) }
            indices = []
        }
        for row in arrangement.rows(ranked: ranked, inOrder: inOrder, toggles) {
            switch row {
            case .group(let category, _):
                finish()
                title = category.rawValue
            case .toggle(let index): indices.append(index)
            }
        }
        finish()
        self.sections = sections
    }

    // MARK: What-if context

    /// The what-if context as text, or `nil` if the values are the app's own.
    var whatIfText: String? { toggles.whatIf.text }

    /// The context of the scope in which the app's views read toggles, as text, or `nil` if they aren't scoped.
    var scopeText: String? {
        guard let scope = toggles.scope, scope != EvaluationContext() else { return nil }
        return ContextText.text(scope)
    }

    /// The text of the context to edit: the one for which values are shown.
    var contextDraft: String { whatIfText ?? ContextText.text(toggles.ownContext) }

    /// Shows values for another context, which replaces the app's own.
    ///
    /// - Parameter text: Attributes such as `targetingKey=ada plan=pro`; all others are absent.
    /// - Returns: Why the text is invalid, or `nil` if the values are shown.
    func setWhatIf(_ text: String) -> String? {
        do throws(InputError) {
            show(try ContextText.parse(text.trimmed) ?? EvaluationContext())
            return nil
        } catch {
            return error.description
        }
    }

    /// Shows the app's own values again: those for the client's own context, with the scope on top.
    func showOwnValues() { show(nil) }

    private func show(_ context: EvaluationContext?) {
        willChange()
        toggles.setWhatIf(context)
        refreshList(hasNewDeclarations: false)
        say(toggles.whatIf.summary, .success)
    }

    // MARK: Requests

    /// Sends requests, and shows their effect at once.
    func send(_ requests: [OverrideRequest]) {
        for request in requests { storage.perform(request) }
    }

    /// Changes the edits, and sends the requests that result.
    func change(_ body: (inout OverrideEdits) throws(OverrideError) -> [OverrideRequest]) {
        willChange()
        do throws(OverrideError) {
            send(try body(&edits))
        } catch {
            say(error.description, .warning)
        }
        updatePins()
    }

    /// Returns the next step to undo or redo, and records that steps without an effect are skipped.
    func takeNextStep(_ purpose: OverrideChange.Purpose) -> OverrideEdits.Step? {
        willChange()
        let (step, requests) = edits.nextStep(purpose, overrides: toggles.model.overrides)
        send(requests)
        return step
    }

    /// Reads the local defaults file and the presets again, in the background.
    func reload() {
        storage.reload()
        loadPresets()
    }

    private func loadPresets() {
        if readOnlyReason == nil { send([.loadPresets]) }
    }

    func say(_ text: String, _ kind: Message.Kind) {
        message = Message(text: text, kind: kind)
        if kind == .failure { note(text) }
    }

    private func note(_ text: String) {
        notices = Array((notices.filter { $0 != text } + [text]).suffix(Self.noticeLimit))
    }

    // MARK: Results

    /// Waits for the requests and the client's changes so far, and shows their results, for tests.
    func settle() {
        storage.wait()
        source.queue.sync {}
        receive()
    }

    private func receive() {
        let items = inbox.take()
        guard !items.isEmpty else { return }
        willChange()
        for item in items {
            switch item {
            case .overview(let overview): receive(overview)
            case .report(let report): receive(report)
            }
        }
    }

    private func receive(_ overview: ToggleOverview) {
        guard overview.revision >= toggles.model.revision else { return }
        let hasNewDeclarations = toggles.receive(overview)
        edits.compare(with: overview.overrides)
        refreshList(hasNewDeclarations: hasNewDeclarations)
    }

    private func receive(_ report: OverrideReport) {
        edits.receive(report, overrides: toggles.model.overrides)
        updatePins()
        switch report {
        case .written(let change, let failure, _):
            if let failure {
                say(failure, .failure)
            } else {
                let (text, isWarning) = edits.outcome(of: change, in: toggles, arrow: "→")
                say(text, isWarning ? .warning : .success)
            }
        case .remembered, .memory: break
        case .presets(let presets, let failure, let conflict): receive(presets, failure, conflict)
        case .notice(let text):
            message = Message(text: text, kind: .success)
            note(text)
        }
    }

    private func refreshList(hasNewDeclarations: Bool) {
        arrangement.update(&toggles, hasNewDeclarations: hasNewDeclarations)
        if hasNewDeclarations || arrangement.dependsOnValues { list() }
    }

    private func updatePins() {
        guard edits.memory.pins != toggles.pins else { return }
        toggles.pins = edits.memory.pins
        arrangement.canNarrow = false
        if arrangement.view == .pinned || arrangement.dependsOnValues { list() }
    }
}

#if canImport(Combine)
extension ToggleMenuModel: ObservableObject {}
#endif
#endif
