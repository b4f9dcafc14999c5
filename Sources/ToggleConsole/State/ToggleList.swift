#if OVERRIDES
import FeatureToggles

/// The list of toggles, with its order, cursor, and marks.
struct ToggleList: Sendable {
    /// The number of rows on the screen.
    var height: Int {
        didSet { scrollToSelection() }
    }
    /// The indices of all toggles in the selected order.
    private var order: [Int]
    private(set) var sort = SortOrder.category
    var view = ListView.all
    private(set) var query = FilterQuery.empty
    var collapsed: Set<ToggleCategory> = []

    private(set) var rows: [Row] = []
    /// The number of toggles that match the view and the filter.
    private(set) var shownCount = 0
    /// The filter's results in the order of ``order``, which are filtered further when letters are added.
    private var found: [Int] = []
    /// Whether ``found`` is still valid for the model and the view.
    var canNarrow = false
    private(set) var selection = Selection.nothing
    /// The row of the selection.
    private(set) var selectedRow = 0
    /// A toggle that no longer matches the view and the filter, but stays in the list until the cursor leaves it.
    private var keptIndex: Int?
    /// The selection before the list became empty.
    private var selectionBefore: Selection?
    /// The first row on the screen.
    private(set) var top = 0

    var marks: Set<UInt64> = []
    /// The row where a range of marks began, and the marks before it.
    var range: (start: Int, marks: Set<UInt64>)?

    init(_ toggles: inout ConsoleToggles, height: Int) {
        self.height = height
        order = Array(toggles.model.toggles.indices)
        rebuild(&toggles, keepingSelection: false)
        selectFirstToggle(toggles)
    }

    /// The index of the selected toggle, if the cursor is on one.
    var selectedIndex: Int? { rows.indices.contains(selectedRow) ? rows[selectedRow].index : nil }

    /// The indices of the toggles in the list, without those of collapsed groups.
    var shownIndices: [Int] { rows.compactMap(\.index) }

    /// The rows on the screen.
    var visibleRows: ArraySlice<Row> { rows[min(top, rows.count)..<min(rows.count, top + height)] }

    func isGroup(_ row: Int) -> Bool { rows.indices.contains(row) && rows[row].index == nil }

    /// Whether changed values alone, without changed declarations, can change the list.
    var dependsOnValues: Bool {
        switch view {
        case .all, .stale, .pinned: break
        case .overridden, .conflicts: return true
        }
        return sort == .source
            || query.terms.contains { term in
                switch term.condition {
                case .source, .state: true
                case .category, .type, .owner, .module, .key: false
                }
            }
    }

    // MARK: Actions

    /// Performs an action that moves the cursor, marks toggles, or changes the view.
    ///
    /// - Parameters:
    ///   - action: The action; others do nothing.
    ///   - count: The number typed before the key.
    ///   - toggles: The toggles to show.
    /// - Returns: A message to show, or `nil`.
    mutating func perform(_ action: Action, count: Int? = nil, _ toggles: inout ConsoleToggles) -> String? {
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
    mutating func move(to row: Int, _ toggles: inout ConsoleToggles) {
        // A move by pages also scrolls the list.
        let distance = min(max(0, row), max(0, rows.count - 1)) - selectedRow
        if abs(distance) >= height / 2, abs(distance) <= height { top = max(0, top + distance) }
        select(row: row, toggles)
        // A kept toggle leaves the list with the cursor, except while a range depends on row positions.
        if let keptIndex, keptIndex != selectedIndex, range == nil { rebuild(&toggles, keepingSelection: false) }
        extendRange(toggles)
    }

    /// Marks the toggles between the beginning of the range and the cursor.
    private mutating func extendRange(_ toggles: ConsoleToggles) {
        guard let range, !rows.isEmpty else { return }
        let last = rows.count - 1
        let (first, end) = (min(range.start, selectedRow, last), min(max(range.start, selectedRow), last))
        marks = range.marks.union(rows[first...end].compactMap { $0.index.map { toggles[$0].id } })
    }

    /// Expands or collapses a group; returns the reason if that is not possible.
    mutating func toggleGroup(_ category: ToggleCategory, _ toggles: inout ConsoleToggles) -> String? {
        guard query.isEmpty else { return "groups stay open while the list is filtered" }
        if collapsed.remove(category) == nil { collapsed.insert(category) }
        rebuild(&toggles, keepingSelection: false)
        return nil
    }

    /// Collapses the group of the cursor; returns the reason if that is not possible.
    mutating func collapse(_ toggles: inout ConsoleToggles) -> String? {
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

    mutating func show(_ newView: ListView, _ toggles: inout ConsoleToggles) {
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
    mutating func filter(_ text: String, movingToFirst: Bool, _ toggles: inout ConsoleToggles) {
        let newQuery = FilterQuery(text)
        let isNarrower = canNarrow && !query.isEmpty && newQuery.narrows(query)
        query = newQuery
        range = nil
        rebuild(&toggles, keepingSelection: false, from: isNarrower ? found : nil)
        if movingToFirst, newQuery.isRanked || isGroup(selectedRow) { selectFirstToggle(toggles) }
    }

    /// Adds a term to the filter, and replaces an existing one with the same name.
    mutating func addTerm(_ term: String, _ toggles: inout ConsoleToggles) {
        let parts = term.split(separator: ":", omittingEmptySubsequences: false)
        var words = query.text.split(separator: " ").map(String.init).filter { !$0.hasPrefix("\(parts[0]):") }
        if parts.count > 1, !parts[1].isEmpty { words.append(term) }
        filter(words.joined(separator: " "), movingToFirst: false, &toggles)
        if isGroup(selectedRow) { selectFirstToggle(toggles) }
    }

    mutating func sort(by newOrder: SortOrder, _ toggles: inout ConsoleToggles) {
        sort = newOrder
        rebuildOrder(&toggles)
        rebuild(&toggles, keepingSelection: true)
    }

    /// Adapts the list to changed toggles; the cursor stays on its toggle.
    mutating func update(_ toggles: inout ConsoleToggles, hasNewDeclarations: Bool) {
        canNarrow = false
        if hasNewDeclarations { rows = [] }
        if hasNewDeclarations || sort == .source { rebuildOrder(&toggles) }
        guard hasNewDeclarations || dependsOnValues else { return }
        rebuild(&toggles, keepingSelection: true)
    }

    // MARK: Cursor

    /// Returns the index of the selected toggle in the current model.
    func selectedIndex(in toggles: ConsoleToggles) -> Int? {
        guard case .toggle(let id, let key) = selection else { return nil }
        let all = toggles.model.toggles
        if let index = selectedIndex, all.indices.contains(index), all[index].id == id { return index }
        return all.firstIndex { $0.id == id } ?? toggles.index(of: key)
    }

    /// Moves the cursor to the selection's row, or to the row in its place if the selection no longer exists.
    private mutating func placeCursor(_ toggles: ConsoleToggles) {
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
    mutating func select(row: Int, _ toggles: ConsoleToggles) {
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
    private mutating func selectFirstToggle(_ toggles: ConsoleToggles) {
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
    mutating func rebuild(_ toggles: inout ConsoleToggles, keepingSelection: Bool, from candidates: [Int]? = nil) {
        let kept = keepingSelection ? selectedIndex(in: toggles) : nil
        var (ranked, inOrder) = matches(among: candidates ?? viewed(&toggles), &toggles)
        found = inOrder
        canNarrow = true
        shownCount = ranked.count
        keptIndex = kept.flatMap { inOrder.contains($0) ? nil : $0 }
        if let keptIndex { insert(keptIndex, into: &ranked, &inOrder) }
        let oldRows = range == nil ? [] : rows
        if query.isRanked {
            rows = ranked.map { .toggle($0) }
        } else if sort != .category {
            rows = inOrder.map { .toggle($0) }
        } else {
            rows = grouped(inOrder, toggles)
        }
        // The range would now span different toggles, so it ends; the marks stay.
        if range != nil, rows != oldRows { range = nil }
        placeCursor(toggles)
    }

    /// Returns the candidates that match the filter, by rank and in order.
    private func matches(
        among candidates: [Int],
        _ toggles: inout ConsoleToggles
    ) -> (ranked: [Int], inOrder: [Int]) {
        var left = candidates
        for term in query.terms { left = filter(left, by: term, &toggles) }
        guard !query.words.isEmpty else { return (left, left) }
        toggles.prepareSearch()
        return toggles.catalog.search?.matches(query.words, among: left) ?? (left, left)
    }

    /// Returns the toggles of the view, in order.
    private func viewed(_ toggles: inout ConsoleToggles) -> [Int] {
        switch view {
        case .all: return order
        case .overridden:
            let overridden = Set(toggles.overridden)
            return order.filter { overridden.contains($0) }
        case .stale: return order.filter { !toggles.catalog.staleness[$0].isEmpty }
        case .pinned: return order.filter { toggles.pins.contains(toggles[$0].key) }
        case .conflicts:
            let all = toggles.resolveAll()
            return order.filter { all[$0].isConflict }
        }
    }

    private func grouped(_ indices: [Int], _ toggles: ConsoleToggles) -> [Row] {
        var groups = toggles.catalog.members
        if indices.count != toggles.model.toggles.count {
            groups = groups.map { _ in [] }
            for index in indices { groups[toggles.model.toggles[index].category.position].append(index) }
        }
        var rows: [Row] = []
        rows.reserveCapacity(indices.count + groups.count)
        for category in ToggleCategory.allCases {
            let group = groups[category.position]
            guard !group.isEmpty else { continue }
            rows.append(.group(category, count: Int32(clamping: group.count)))
            if collapsed.contains(category), query.isEmpty { continue }
            for index in group { rows.append(.toggle(index)) }
        }
        return rows
    }

    /// Inserts the selected toggle among the matches.
    private func insert(_ kept: Int, into ranked: inout [Int], _ inOrder: inout [Int]) {
        // In the ranked order, the toggle keeps its row as far as possible.
        ranked.insert(kept, at: min(max(0, selectedRow), ranked.count))
        var places: [Int: Int] = [:]
        if sort != .category { for (place, index) in order.enumerated() { places[index] = place } }
        func place(_ index: Int) -> Int { sort == .category ? index : places[index] ?? 0 }
        let keptPlace = place(kept)
        inOrder.insert(kept, at: inOrder.firstIndex { place($0) > keptPlace } ?? inOrder.count)
    }

    private mutating func rebuildOrder(_ toggles: inout ConsoleToggles) {
        let all = toggles.model.toggles
        func sorted(by value: (Int) -> some Comparable) -> [Int] {
            let values = all.indices.map(value)
            return all.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        }
        switch sort {
        case .category: order = Array(all.indices)
        case .key: order = sorted { all[$0].key }
        case .source:
            let resolved = toggles.resolveAll()
            let sources = ToggleSource.allCases
            order = sorted { sources.firstIndex(of: resolved[$0].source) ?? sources.count }
        case .owner: order = sorted { all[$0].details?.owner ?? "" }
        // Toggles without a date come last.
        case .expiry: order = sorted { all[$0].details?.expires?.daysSince1970 ?? .max }
        case .created: order = sorted { all[$0].details?.created?.daysSince1970 ?? .max }
        }
    }

    // MARK: Terms

    /// Returns the candidates that match a term.
    private func filter(_ candidates: [Int], by term: FilterTerm, _ toggles: inout ConsoleToggles) -> [Int] {
        let wanted = !term.isNegated
        let definitions = toggles.model.toggles
        switch term.condition {
        case .category(let categories):
            return candidates.filter { categories.contains(definitions[$0].category) == wanted }
        case .type(let names):
            return candidates.filter { names.contains(definitions[$0].type.name) == wanted }
        case .owner(let text):
            return candidates.filter { FilterTerm.finds(text, in: definitions[$0].details?.owner ?? "") == wanted }
        case .module(let text):
            let modules = toggles.model.modules
            return candidates.filter { FilterTerm.finds(text, in: modules[definitions[$0].id] ?? "") == wanted }
        case .key(let text):
            return candidates.filter { FilterTerm.finds(text, in: definitions[$0].key) == wanted }
        case .source(let sources):
            let all = toggles.resolveAll()
            return candidates.filter { sources.contains(all[$0].source) == wanted }
        case .state(let traits):
            let all = traits.isDisjoint(with: [.conflict, .on, .off]) ? [] : toggles.resolveAll()
            return candidates.filter { index in traits.contains { has($0, index, toggles, all) } == wanted }
        }
    }

    private func has(_ trait: ToggleTrait, _ index: Int, _ toggles: ConsoleToggles, _ all: [ResolvedToggle]) -> Bool {
        let toggle = toggles[index]
        let staleness = toggles.catalog.staleness[index]
        return switch trait {
        case .overridden: toggles.isOverridden(toggle.key)
        case .stale: !staleness.isEmpty
        case .expired: staleness.contains(.expired)
        case .expiring: staleness.contains(.expiring)
        case .unowned: staleness.contains(.unowned)
        case .permanent: toggle.details?.isPermanent ?? false
        case .pinned: toggles.pins.contains(toggle.key)
        case .marked: marks.contains(toggle.id)
        case .conflict: all[index].isConflict
        case .changed: toggles.whatIf.changed.contains(toggle.id)
        case .on: all[index].isOn
        case .off: all[index].isOff
        }
    }
}
#endif
