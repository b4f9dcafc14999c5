#if OVERRIDES
import FeatureToggles

/// The complete state of the console.
///
/// ``handle(_:)`` handles an event and returns effects; ``draw()`` creates the screen. Neither waits or performs I/O.
struct ConsoleState: Sendable {
    var model: ConsoleModel
    /// The saved state after all pending changes.
    var memory: ConsoleMemory
    /// The saved state as last reported by the backend.
    var remembered: ConsoleMemory
    /// The pending changes of the saved state, newest last.
    var unanswered: [MemoryChange] = []
    /// The titles of the steps that the last undo or redo passed over, since they changed nothing.
    var passedOver: [String] = []
    let settings: ConsoleSettings
    var size: Grid.Size

    var catalogue: Catalogue
    /// The indices of all toggles in the selected order.
    var order: [Int]
    var sort = SortOrder.category
    var view = ListView.all
    var query = FilterQuery.empty
    var collapsed: Set<ToggleCategory> = []

    /// The rows of the list.
    var rows: [Row] = []
    /// The number of toggles that match the view and the filter.
    var shownCount = 0
    /// The filter's results in the order of ``order``, to be narrowed when letters are added.
    var found: [Int] = []
    /// Whether ``found`` is still valid for the model and the view.
    var canNarrow = false
    var selection = Selection.nothing
    /// The row of the selection.
    var selectedRow = 0
    /// The toggle that no longer matches the view and the filter but stays in the list until the cursor leaves it.
    var keptIndex: Int?
    /// The selection before the list became empty.
    var selectionBefore: Selection?
    /// The first row on the screen.
    var top = 0

    var marks: Set<UInt64> = []
    /// The row where a range of marks began, and the marks before it.
    var range: (start: Int, marks: Set<UInt64>)?
    var isDetailOpen = false
    var detailScroll = 0
    var layers: [Layer] = []
    var message: Message?
    /// The digits typed before a move.
    var count: Int?
    /// The what-if context, or `nil` for the client's own context.
    var whatIf: EvaluationContext?
    /// The toggles that have another value in the what-if context.
    var changedByWhatIf: Set<UInt64> = []
    var hasMouse: Bool
    var theme: Theme
    /// Why the current declarations are invalid, so that the previous ones stay in use.
    var manifestProblem: String?
    /// The problems of unusable overrides in the local defaults file.
    var unusableOverrides: [ToggleProblem] = []
    /// The number of toggles with conflicts, if known.
    var conflictCount: Int?
    /// The presets by name, whether they have been read, and what choosing one does.
    var presets: [Preset] = []
    var arePresetsRead = false
    var presetAction = Action.presets

    /// The text in the user's editor, to detect whether it was changed.
    var edited: (key: String, text: String)?
    /// The latest notices about failures and changes by others, newest last.
    var notices: [String] = []

    /// The overrides expected from pending writes, until the model confirms them.
    var expected: [String: ExpectedOverride] = [:]
    /// The number of writes whose result is pending.
    var writesInFlight = 0
    /// The indices of overridden toggles, and the overridden keys that belong to no toggle.
    var overridden: [Int] = []
    var unknownOverrides: [String] = []
    /// The number of declared toggles that are pinned.
    var pinnedCount = 0
    /// The resolved content of rows, as far as it was needed.
    var resolved: [Int: ResolvedToggle] = [:]
    var allResolved: ResolvedToggles?
    /// The texts of the rows that were on the screen.
    var texts: [Int: RowTexts] = [:]

    init(model: ConsoleModel, memory: ConsoleMemory, settings: ConsoleSettings, size: Grid.Size) {
        self.model = model
        self.memory = memory
        remembered = memory
        self.settings = settings
        self.size = size
        hasMouse = settings.hasMouse
        catalogue = Catalogue(model.toggles, today: model.today)
        order = Array(model.toggles.indices)
        let names = memory.theme.map { [$0] + settings.themes } ?? settings.themes
        theme = names.lazy.filter { settings.themes.contains($0) }.compactMap { Theme(rawValue: $0) }.first ?? .mono
        findOverridden()
        countPins()
        rebuildRows(keepingSelection: false)
        selectFirstToggle()
        resolveVisible()
    }

    /// The rules for measuring characters.
    var width: TextWidth { TextWidth(isAmbiguousWide: settings.isAmbiguousWide, hasUnicode: settings.hasUnicode) }

    var glyphs: Glyphs {
        let isASCII = settings.isASCII || !settings.hasUnicode || settings.isAmbiguousWide
        return settings.hasFrames ? isASCII ? .ascii : .unicode : .withoutFrames
    }

    /// The index of the selected toggle, if the cursor is on one.
    var selectedIndex: Int? {
        guard rows.indices.contains(selectedRow), case .toggle(let index) = rows[selectedRow] else { return nil }
        return index
    }

    /// The indices of the toggles in the list, without those of collapsed groups.
    var shownIndices: [Int] {
        rows.compactMap { row in if case .toggle(let index) = row { index } else { nil } }
    }

    var selectedToggle: ToggleDefinition? { selectedIndex.map { model.toggles[$0] } }

    /// Returns the resolved content of a toggle's row.
    func resolution(_ index: Int) -> ResolvedToggle {
        resolved[index] ?? allResolved?.all[index] ?? ResolvedToggle(model.explanation(index, whatIf))
    }

    /// Returns whether an override source has a value for a toggle.
    func isOverridden(_ toggle: ToggleDefinition) -> Bool {
        model.overrides[toggle.key] != nil || model.processOverrides.contains(toggle.key)
    }
}

/// An override that a pending write makes, or that a finished write made but no model shows yet.
struct ExpectedOverride: Hashable, Sendable {
    var value: JSONValue?
    /// Whether the write has finished.
    var isWritten = false
    /// The number of models since then that showed another value.
    var contradictions = 0
}
#endif
