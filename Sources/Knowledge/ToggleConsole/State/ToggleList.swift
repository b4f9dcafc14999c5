#if OVERRIDES
import FeatureToggles

/// The list of toggles, with its order, cursor, and marks.
struct ToggleList: Sendable {
    /// The number of rows on the screen.
    var height: Int {
        didSet { scrollToSelection() }
    }
    /// Which toggles are listed, and in which order.
    private var arrangement: ToggleArrangement

    private(set) var rows: [ToggleRow] = []
    /// The number of toggles that match the view and the filter.
    private(set) var shownCount = 0
    private(set) var selection = Selection.nothing
    /// The row of the selection.
    private(set) var selectedRow = 0
    /// A toggle that no longer matches the view and the filter, but stays in the list until the cursor leaves it.
    private var keptIndex: Int?
    /// The selection before the list became empty.
    private var selectionBefore: Selection?
    /// The first row on the screen.
    private(set) var top = 0

    /// The row where a range of marks began, and the marks before it.
    var range: (start: Int, marks: Set<UInt64>)?

    init(_ toggles: inout InspectedToggles, height: Int) {
        self.height = height
        arrangement = ToggleArrangement(toggles)
        rebuild(&toggles, keepingSelection: false)
        selectFirstToggle(toggles)
    }

    /// The index of the selected toggle, if the cursor is on one.
    var selectedIndex: Int? { rows.indices.contains(selectedRow) ? rows[selectedRow].index : nil }

    /// The indices of the toggles in the list, without those of collapsed groups.
    var shownIndices: [Int] { rows.compactMap(\.index) }

    /// The rows on the screen.
    var visibleRows: ArraySlice<ToggleRow> { rows[min(top, rows.count)..<min(rows.count, top + height)] }

    func isGroup(_ row: Int) -> Bool { rows.indices.contains(row) && rows[row].index == nil }

    // MARK: Arrangement

    var sort: ToggleOrder { arrangement.sort }
    var query: FilterQuery { arrangement.query }
    var view: ListView {
        get { arrangement.view }
        set { arrangement.view = newValue }
    }
    var collapsed: Set<ToggleCategory> {
        get { arrangement.collapsed }
        set { arrangement.collapsed = newValue }
    }
    var marks: Set<UInt64> {
        get { arrangement.marks }
        set { arrangement.marks = newValue }
    }
    /// Whether the filter's results are still valid for the model and the view, so that they can be filtered further.
    var canNarrow: Bool {
        get { arrangement.canNarrow }
        set { arrangement.canNarrow = newValue }
    }
    /// Whether changed values alone, without changed declarations, can change the list.
    var dependsOnValues: Bool { arrangement.dependsOnValues }

    // MARK: Actions

    /// Performs an action that moves the cursor, marks toggles, or changes the view.
    ///
    /// - Parameters:
    ///   - action: The action; others do nothing.
    ///   - count: The number typed before the key.
    ///   - toggles: The toggles to show.
    /// - Returns: A message to show, or `nil`.
    mutating func perform(_ action: Action, count: Int? = nil, _ toggles: inout InspectedToggles) -> String? {
        if let row = destination(of: action, count) {
            move(to: row, &toggles)
            return nil
        }
        switch action {
        case .expandAll:
            collapsed = []
            rebuild(&toggles, keepingSelection: false)
        case .collapseAll:
            collapsed = Set(ToggleCategory.allCases)
            if let selectedIndex, query.isEmpty { selection = .group(toggles[selectedIndex].category) }
            rebuild(&toggles, keepingSelection: false)
        case .nextView, .previousView:
            let views = ListView.allCases
            let step = action == .nextView ? 1 : views.count - 1
            show(views[((views.firstIndex(of: view) ?? 0) + step) % views.count], &toggles)
        case .mark:
            guard let selectedIndex else { return nil }
            if marks.remove(toggles[selectedIndex].id) == nil { marks.insert(toggles[selectedIndex].id) }
            if selectedRow + 1 < rows.count { move(to: selectedRow + 1, &toggles) }
        case .range:
            guard range == nil else {
                range = nil
                return nil
            }
            range = (selectedRow, marks)
            extendRange(toggles)
            return "move to mark a range; v ends it"
        case .markAll:
            range = nil
            let shown = Set(shownIndices.map { toggles[$0].id })
            if shown.isSubset(of: marks) { marks.subtract(shown) } else { marks.formUnion(shown) }
            return marks.isEmpty ? "no marks" : "\(marks.count) marked; changes apply to all that are shown"
        default: break
        }
        return nil
    }

    /// Returns the row that an action moves to.
    private func destination(of action: Action, _ count: Int?) -> Int? {
        let times = count ?? 1
        switch action {
        case .down: return selectedRow + times
        case .up: return selectedRow - times
        case .first: return times - 1
        case .last: return rows.count - 1
        case .halfPageDown: return selectedRow + times * max(1, height / 2)
        case .halfPageUp: return selectedRow - times * max(1, height / 2)
        case .pageDown: return selectedRow + times * height
        case .pageUp: return selectedRow - times * height
        case .nextMatch: return rows.dropFirst(selectedRow + 1).firstIndex { $0.index != nil } ?? selectedRow
        case .previousMatch: return rows.prefix(selectedRow).lastIndex { $0.index != nil } ?? selectedRow
        default: return nil
        }
    }

    /// Moves the cursor and the end of a range of marks.
    mutating func move(to row: Int, _ toggles: inout InspectedToggles) {
        // A move by pages also scrolls the list.
        let distance = min(max(0, row), max(0, rows.count - 1)) - selectedRow
        if abs(distance) >= height / 2, abs(distance) <= height { top = max(0, top + distance) }
        select(row: row, toggles)
        // A kept toggle leaves the list with the cursor, except while a range depends on row positions.
        if let keptIndex, keptIndex != selectedIndex, range == nil { rebuild(&toggles, keepingSelection: false) }
        extendRange(toggles)
    }

    /// Marks the toggles between the beginning of the range and the cursor.
    private mutating func extendRange(_ toggles: InspectedToggles) {
        guard let range, !rows.isEmpty else { return }
        let last = rows.count - 1
        let (first, end) = (min(range.start, selectedRow, last), min(max(range.start, selectedRow), last))
        marks = range.marks.union(rows[first...end].compactMap { $0.index.map { toggles[$0].id } })
    }

    /// Expands or collapses a group; returns the reason if that is not possible.
    mutating func toggleGroup(_ category: ToggleCategory, _ toggles: inout InspectedToggles) -> String? {
        guard query.isEmpty else { return "groups stay open while the list is filtered" }
        if collapsed.remove(category) == nil { collapsed.insert(category) }
        rebuild(&toggles, keepingSelection: false)
        return nil
    }

    /// Collapses the group of the cursor; returns the reason if that is not possible.
    mutating func collapse(_ toggles: inout InspectedToggles) -> String? {
        switch selection {
        case .group(let category): return collapsed.contains(category) ? nil : toggleGroup(category, &toggles)
        case .toggle:
            guard let selectedIndex, sort == .category, query.isEmpty else {
                return "the list has no groups while it is filtered or sorted"
            }
            selection = .group(toggles[selectedIndex].category)
            collapsed.insert(toggles[selectedIndex].category)
            rebuild(&toggles, keepingSelection: false)
        case .nothing: break
        }
        return nil
    }

    mutating func show(_ newView: ListView, _ toggles: inout InspectedToggles) {
        view = newView
        range = nil
        rebuild(&toggles, keepingSelection: false)
        if isGroup(selectedRow) { selectFirstToggle(toggles) }
    }

    /// Filters the list.
    ///
    /// - Parameters:
    ///   - text: The filter.
    ///   - movingToFirst: Whether to move the cursor to the best match; otherwise it stays on its toggle.
    ///   - toggles: The toggles to filter.
    mutating func filter(_ text: String, movingToFirst: Bool, _ toggles: inout InspectedToggles) {
        let candidates = arrangement.filter(text)
        range = nil
        rebuild(&toggles, keepingSelection: false, from: candidates)
        if movingToFirst, query.isRanked || isGroup(selectedRow) { selectFirstToggle(toggles) }
    }

    /// Adds a term to the filter, and replaces an existing one with the same name.
    mutating func addTerm(_ term: String, _ toggles: inout InspectedToggles) {
        filter(query.adding(term), movingToFirst: false, &toggles)
        if isGroup(selectedRow) { selectFirstToggle(toggles) }
    }

    mutating func sort(by newOrder: ToggleOrder, _ toggles: inout InspectedToggles) {
        arrangement.sort(by: newOrder, &toggles)
        rebuild(&toggles, keepingSelection: true)
    }

    /// Adapts the list to changed toggles; the cursor stays on its toggle.
    mutating func update(_ toggles: inout InspectedToggles, hasNewDeclarations: Bool) {
        if hasNewDeclarations { rows = [] }
        arrangement.update(&toggles, hasNewDeclarations: hasNewDeclarations)
        guard hasNewDeclarations || dependsOnValues else { return }
        rebuild(&toggles, keepingSelection: true)
    }

    // MARK: Cursor

    /// Returns the index of the selected toggle in the current model.
    func selectedIndex(in toggles: InspectedToggles) -> Int? {
        guard case .toggle(let id, let key) = selection else { return nil }
        let all = toggles.model.toggles
        if let index = selectedIndex, all.indices.contains(index), all[index].id == id { return index }
        return all.firstIndex { $0.id == id } ?? toggles.index(of: key)
    }

    /// Moves the cursor to the selection's row, or to the row in its place if the selection no longer exists.
    private mutating func placeCursor(_ toggles: InspectedToggles) {
        if selection == .nothing, !rows.isEmpty, let selectionBefore {
            selection = selectionBefore
            self.selectionBefore = nil
        }
        let row: Int? =
            switch selection {
            case .nothing: nil
            case .group(let category):
                rows.firstIndex { if case .group(category, _) = $0 { true } else { false } }
            case .toggle: selectedIndex(in: toggles).flatMap { rows.firstIndex(of: .toggle($0)) }
            }
        // The cursor keeps its position on the screen when rows above it are added or removed.
        if let row { top = max(0, row - max(0, selectedRow - top)) }
        select(row: row ?? selectedRow, toggles)
    }

    /// Moves the cursor to a row, or to the nearest existing one.
    mutating func select(row: Int, _ toggles: InspectedToggles) {
        guard !rows.isEmpty else {
            if selection != .nothing { selectionBefore = selection }
            selectedRow = 0
            top = 0
            selection = .nothing
            return
        }
        selectedRow = min(max(0, row), rows.count - 1)
        switch rows[selectedRow] {
        case .group(let category, _): selection = .group(category)
        case .toggle(let index): selection = .toggle(id: toggles[index].id, key: toggles[index].key)
        }
        scrollToSelection()
    }

    /// Moves the cursor to the first row with a toggle.
    private mutating func selectFirstToggle(_ toggles: InspectedToggles) {
        top = 0
        select(row: rows.prefix(ToggleCategory.allCases.count + 1).firstIndex { $0.index != nil } ?? 0, toggles)
    }

    /// Scrolls as little as possible to show the selected row.
    private mutating func scrollToSelection() {
        // Show the title of a group together with its first toggle.
        let first = selectedRow > 0 && isGroup(selectedRow - 1) && height > 2 ? selectedRow - 1 : selectedRow
        top = min(top, first)
        top = max(top, selectedRow - height + 1)
        top = min(top, max(0, rows.count - height))
    }
}

extension ToggleList {
    // MARK: Rows

    /// Rebuilds the rows from the view, the filter, and the order.
    ///
    /// - Parameters:
    ///   - toggles: The toggles to show.
    ///   - keepingSelection: Whether to keep the selected toggle in the list with the cursor on it, even if it no
    ///     longer matches the view and the filter.
    ///   - candidates: The toggles to filter, in order; `nil` for those of the view.
    mutating func rebuild(_ toggles: inout InspectedToggles, keepingSelection: Bool, from candidates: [Int]? = nil) {
        let kept = keepingSelection ? selectedIndex(in: toggles) : nil
        var (ranked, inOrder) = arrangement.matches(among: candidates, &toggles)
        shownCount = ranked.count
        keptIndex = kept.flatMap { inOrder.contains($0) ? nil : $0 }
        if let keptIndex { insert(keptIndex, into: &ranked, &inOrder) }
        let oldRows = range == nil ? [] : rows
        rows = arrangement.rows(ranked: ranked, inOrder: inOrder, toggles)
        // The range would now span different toggles, so it ends; the marks stay.
        if range != nil, rows != oldRows { range = nil }
        placeCursor(toggles)
    }

    /// Inserts the selected toggle among the matches.
    private func insert(_ kept: Int, into ranked: inout [Int], _ inOrder: inout [Int]) {
        // In the ranked order, the toggle keeps its row as far as possible.
        ranked.insert(kept, at: min(max(0, selectedRow), ranked.count))
        var places: [Int: Int] = [:]
        if sort != .category { for (place, index) in arrangement.order.enumerated() { places[index] = place } }
        func place(_ index: Int) -> Int { sort == .category ? index : places[index] ?? 0 }
        let keptPlace = place(kept)
        inOrder.insert(kept, at: inOrder.firstIndex { place($0) > keptPlace } ?? inOrder.count)
    }
}
#endif
