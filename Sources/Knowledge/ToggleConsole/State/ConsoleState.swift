#if OVERRIDES
import FeatureToggles

/// The complete state of the console.
///
/// ``handle(_:)`` handles an event and returns effects; ``draw()`` creates the screen. Neither waits or performs I/O.
struct ConsoleState: Sendable {
    let settings: ConsoleSettings
    private(set) var size: Grid.Size
    /// The newest model.
    private(set) var model: ConsoleModel
    var toggles: InspectedToggles
    var list: ToggleList
    var edits: OverrideEdits
    var presets = PresetList()
    /// Whether the user opened or closed the detail; `nil` if the width of the screen decides.
    private(set) var detailChoice: Bool?
    var detailScroll = 0
    /// The open dialogs, the topmost last.
    var dialogs: [Dialog] = []
    var message: Message?
    /// The latest notices about failures and external changes, newest last.
    private(set) var notices: [String] = []
    /// The number typed before an action.
    var count: Int?
    var hasMouse: Bool
    var theme: Theme
    /// Why the current declarations are invalid, or `nil` if they are valid.
    private(set) var manifestProblem: String?
    /// The text in the user's editor, to detect whether it was changed, and its file if it was edited before.
    var edited: (key: String, text: String, file: String?)?
    var editedFiles = EditedFiles()
    /// Whether there is a remote document whose flags can be changed.
    private(set) var changesDocuments: Bool
    /// The last change of a remote document in this console.
    var documentChange: DocumentChange?

    /// A change of a remote document, which undo can't revert.
    struct DocumentChange: Hashable, Sendable {
        /// The path of the document.
        var path: String
        /// The number of steps in the history that are newer; negative after an older one was undone.
        var newerSteps = 0
    }

    init(
        model: ConsoleModel,
        memory: ConsoleMemory,
        settings: ConsoleSettings,
        size: Grid.Size,
        catalog: Catalog? = nil
    ) {
        self.settings = settings
        self.size = size
        self.model = model
        toggles = InspectedToggles(model.overview, pins: memory.pins, catalog: catalog)
        edits = OverrideEdits(memory)
        list = ToggleList(&toggles, height: Self.height(size))
        hasMouse = settings.hasMouse
        changesDocuments = settings.changesDocuments
        let names = [memory.theme].compactMap { $0 } + settings.themes
        theme = names.lazy.filter { settings.themes.contains($0) }.compactMap { Theme(rawValue: $0) }.first ?? .mono
        resolveVisible()
    }

    /// Whether the detail is shown, in place of the list or next to it.
    var isDetailOpen: Bool {
        get { detailChoice ?? isDetailUsual }
        set { detailChoice = newValue == isDetailUsual ? nil : newValue }
    }

    /// Whether the screen is wide enough to show the detail next to the list without being asked.
    var isDetailUsual: Bool {
        settings.hasFrames && size.columns >= Layout.minimumColumnsForUsualDetail && size.rows >= 6
    }

    var selectedToggle: ToggleDefinition? { list.selectedIndex.map { toggles[$0] } }

    /// The indices of the marked toggles that the list shows.
    ///
    /// Marked toggles that are hidden by a filter, a view, or a collapsed group are excluded, so that no hidden toggle
    /// changes.
    var markedIndices: [Int] {
        list.marks.isEmpty ? [] : list.shownIndices.filter { list.marks.contains(toggles[$0].id) }.sorted()
    }

    /// Whether the list shows a marked toggle.
    var hasShownMarks: Bool {
        !list.marks.isEmpty && list.rows.contains { $0.index.map { list.marks.contains(toggles[$0].id) } ?? false }
    }

    /// The toggles that a change applies to: the marked ones that the list shows, otherwise the selected one.
    var targets: [Int] {
        let marked = markedIndices
        return marked.isEmpty ? list.selectedIndex.map { [$0] } ?? [] : marked
    }

    /// The keys of the toggles that a change applies to.
    var targetKeys: [String] { targets.map { toggles[$0].key } }

    /// Returns the override of a key after all pending writes.
    func currentOverride(of key: String) -> JSONValue? { edits.currentOverride(of: key, in: toggles.model.overrides) }

    private static func height(_ size: Grid.Size) -> Int { max(1, Layout(size, isDetailOpen: false).list.count) }

    /// Resolves the toggles on the screen, so that drawing doesn't have to.
    private mutating func resolveVisible() {
        let hasDescription = !columns(layout).description.isEmpty
        toggles.resolve(list.visibleRows, hasDescription: hasDescription)
    }

    // MARK: Events

    /// Handles an event and returns the effects to perform.
    ///
    /// - Parameter event: A key, the result of an effect, or a new model, for example.
    /// - Returns: The effects, in the order in which to perform them.
    /// - Complexity: O(1) in the number of toggles for moves; linear in it for each letter of a filter.
    mutating func handle(_ event: ConsoleEvent) -> [ConsoleEffect] {
        let before = message
        let effects = receive(event) + discardFiles()
        let isNotice = if case .report(.notice) = event { true } else { false }
        if let message, isNotice || message != before && message.kind == .failure {
            notices = Array((notices + [message.text]).suffix(Self.noticeLimit))
        }
        resolveVisible()
        return effects
    }

    /// The maximum number of notices that are kept.
    private static let noticeLimit = 50

    private mutating func receive(_ event: ConsoleEvent) -> [ConsoleEffect] {
        switch event {
        case .key(let key):
            message = nil
            return press(key)
        case .paste(let text): paste(text)
        case .click(let position):
            message = nil
            return click(position)
        case .wheel(let rows, let position): wheel(rows, at: position)
        case .resize(let newSize):
            size = Grid.Size(rows: max(0, newSize.rows), columns: max(0, newSize.columns))
            list.height = Self.height(size)
        case .model(let model): receive(model)
        case .report(let report): receive(report)
        case .edited(let key, let result, let file): return receiveEdited(key, result, file)
        case .previewed(let request, let result): receive(request, result)
        case .operated(let request, let failure):
            if let failure {
                say(failure, .failure)
            } else if let preview = request.confirmed {
                documentChange = DocumentChange(path: preview.path)
                say("\(preview.path) was changed", .success)
            }
        case .reloaded: if message == .reloading { say("reloaded", .success) }
        case .manifest(let problem):
            guard problem != manifestProblem else { break }
            manifestProblem = problem
            if let problem { say(problem, .failure) } else { say("the manifest is valid again", .success) }
        case .changesDocuments(let isPossible): changesDocuments = isPossible
        case .terminate: return [.quit]
        }
        return []
    }

    /// Handles a new model; the cursor stays on its toggle.
    private mutating func receive(_ newModel: ConsoleModel) {
        guard newModel.revision >= toggles.model.revision else { return }
        model = newModel
        let hasNewDeclarations = toggles.receive(newModel.overview)
        edits.compare(with: model.overrides)
        list.update(&toggles, hasNewDeclarations: hasNewDeclarations)
        if hasNewDeclarations || list.dependsOnValues { list.range = nil }
    }

    /// Handles the result of a request, or a change by another program.
    private mutating func receive(_ report: OverrideReport) {
        edits.receive(report, overrides: toggles.model.overrides)
        updatePins()
        switch report {
        case .written(let change, let failure, _): finish(change, failure: failure)
        case .presets(let presets, let failure, let conflict):
            receive(presets, failure: failure)
            if let conflict { ask(about: conflict) }
        case .notice(let text): say(text)
        case .remembered, .memory: break
        }
    }

    /// Adapts the list to changed pins.
    mutating func updatePins() {
        guard edits.memory.pins != toggles.pins else { return }
        toggles.pins = edits.memory.pins
        list.canNarrow = false
        if list.view == .pinned || list.dependsOnValues { list.rebuild(&toggles, keepingSelection: true) }
    }

    /// Shows a message.
    @discardableResult
    mutating func say(_ text: String, _ kind: Message.Kind = .notice) -> [ConsoleEffect] {
        message = Message(model.shown(text), kind)
        return []
    }
}
#endif
