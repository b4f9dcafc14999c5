#if !RELEASE || InternalBuild
import FeatureToggles

/// All that the screen is made from.
///
/// ``handle(_:)`` takes what happens and says what is to be done; ``draw()`` makes the screen. Neither waits, reads or
/// writes anything else.
struct ConsoleState: Sendable {
    var model: ConsoleModel
    /// What is remembered once everything is done that was sent.
    var memory: ConsoleMemory
    /// What is remembered as the world said it last.
    var remembered: ConsoleMemory
    /// What was sent to be remembered and not answered, the newest last.
    var unanswered: [MemoryChange] = []
    /// The titles of the steps that the last undo or redo passed over, since they changed nothing.
    var passedOver: [String] = []
    let settings: ConsoleSettings
    var size: Grid.Size

    var catalogue: Catalogue
    /// The indices of all toggles in the order that was chosen.
    var order: [Int]
    var sort = SortOrder.category
    var view = ListView.all
    var query = FilterQuery.empty
    var collapsed: Set<ToggleCategory> = []

    /// The lines of the list.
    var rows: [Row] = []
    /// How many toggles the view and the filter leave.
    var shownCount = 0
    /// What the filter found, in the order of ``order``, to narrow it when letters are added.
    var found: [Int] = []
    /// Whether ``found`` still holds for the model and the view.
    var canNarrow = false
    var selection = Selection.nothing
    /// The line of the selection.
    var selectedRow = 0
    /// The toggle in the list that the view and the filter leave out, kept in sight until the cursor leaves it.
    var keptIndex: Int?
    /// What the cursor was on before the list was empty.
    var selectionBefore: Selection?
    /// The first line on the screen.
    var top = 0

    var marks: Set<UInt64> = []
    /// Where a range of marks began, and what was marked before.
    var range: (start: Int, marks: Set<UInt64>)?
    var isDetailOpen = false
    var detailScroll = 0
    var layers: [Layer] = []
    var message: Message?
    /// The digits typed before a move.
    var count: Int?
    /// Who asks in the what-if context; `nil` for the client's own context.
    var whatIf: EvaluationContext?
    /// The toggles that have another value in the what-if context.
    var changedByWhatIf: Set<UInt64> = []
    var hasMouse: Bool
    var theme: Theme
    /// What is wrong with the declarations, so that those before are shown.
    var manifestProblem: String?
    /// What could not be used of the overrides in the local defaults file.
    var unusableOverrides: [ToggleProblem] = []
    /// How many toggles are conflicts, where that is known.
    var conflictCount: Int?
    /// The presets by name, whether they were read, and what choosing one does.
    var presets: [Preset] = []
    var arePresetsRead = false
    var presetAction = Action.presets

    /// What is in the person's editor, to know whether it comes back as it was.
    var edited: (key: String, text: String)?
    /// The last sentences about what went wrong and what others did, the newest last.
    var notices: [String] = []

    /// What writes that were sent will have made of overrides, until the model says so.
    var expected: [String: ExpectedOverride] = [:]
    /// The writes that were sent and not answered.
    var writesInFlight = 0
    /// The indices of overridden toggles, and the overridden keys that no toggle has.
    var overridden: [Int] = []
    var unknownOverrides: [String] = []
    /// How many of the declared toggles are pinned.
    var pinnedCount = 0
    /// What rows show, of those that were asked.
    var resolved: [Int: ResolvedToggle] = [:]
    var allResolved: ResolvedToggles?
    /// What the rows said that were on the screen.
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

    /// How characters are measured.
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

    /// The toggles of the list, without those of collapsed groups.
    var shownIndices: [Int] {
        rows.compactMap { row in if case .toggle(let index) = row { index } else { nil } }
    }

    var selectedToggle: ToggleDefinition? { selectedIndex.map { model.toggles[$0] } }

    /// What a row shows of a toggle.
    func resolution(_ index: Int) -> ResolvedToggle {
        resolved[index] ?? allResolved?.all[index] ?? ResolvedToggle(model.explanation(index, whatIf))
    }

    /// Whether an override source has something for a toggle.
    func isOverridden(_ toggle: ToggleDefinition) -> Bool {
        model.overrides[toggle.key] != nil || model.processOverrides.contains(toggle.key)
    }
}

/// An override that a write is about to make, or has made without the model knowing yet.
struct ExpectedOverride: Hashable, Sendable {
    var value: JSONValue?
    /// Whether the write was answered.
    var isWritten = false
    /// How many models have said something else since.
    var contradictions = 0
}
#endif
