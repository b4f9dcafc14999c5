#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Finds the overridden toggles, without resolving them.
    mutating func findOverridden() {
        overridden = []
        unknownOverrides = []
        unusableOverrides = []
        guard !model.overrides.isEmpty || !model.processOverrides.isEmpty else { return }
        var unknown = Set(model.overrides.keys)
        for index in model.toggles.indices {
            let isInFile = model.overrides[model.toggles[index].key] != nil
            if isInFile { unknown.remove(model.toggles[index].key) }
            if isInFile || model.processOverrides.contains(model.toggles[index].key) { overridden.append(index) }
        }
        unknownOverrides = unknown.sorted()
        unusableOverrides = overridden.compactMap(unusableOverride)
    }

    /// Returns why a toggle's override in the local defaults file can't be used.
    private func unusableOverride(_ index: Int) -> ToggleProblem? {
        let toggle = model.toggles[index]
        guard let value = model.overrides[toggle.key] else { return nil }
        do throws(EvaluationError) {
            _ = try toggle.usable(value)
            return nil
        } catch {
            return ToggleProblem(
                source: .localDefaults,
                origin: model.defaultsPath ?? "the local defaults file",
                message: error.message
            )
        }
    }

    /// Rebuilds the rows of the list from the view, the filter, and the order.
    ///
    /// - Parameters:
    ///   - keepingSelection: Whether to keep the selected toggle in the list with the cursor on it, even if it no
    ///     longer matches the view and the filter.
    ///   - candidates: The toggles to filter, in order; `nil` for those of the view.
    mutating func rebuildRows(keepingSelection: Bool, from candidates: [Int]? = nil) {
        let kept = keepingSelection ? selectedIndexInModel() : nil
        var (ranked, inOrder) = matches(among: candidates)
        found = inOrder
        canNarrow = true
        shownCount = ranked.count
        keptIndex = kept.flatMap { inOrder.contains($0) ? nil : $0 }
        if let keptIndex { (ranked, inOrder) = insert(keptIndex, ranked, inOrder) }
        let oldRows = range == nil ? [] : rows
        if query.isRanked {
            rows = ranked.map { .toggle($0) }
        } else if sort != .category {
            rows = inOrder.map { .toggle($0) }
        } else {
            rows = grouped(inOrder)
        }
        // A range would now span other toggles, so it ends; the marks stay.
        if range != nil, rows != oldRows { range = nil }
        placeCursor()
    }

    /// Returns the toggles that match the view and the filter, by rank and in order.
    private mutating func matches(among candidates: [Int]?) -> (ranked: [Int], inOrder: [Int]) {
        var left = candidates ?? viewed()
        for term in query.terms { left = filter(left, by: term) }
        guard !query.words.isEmpty else { return (left, left) }
        catalogue.prepareSearch(model.toggles)
        return catalogue.search?.matches(query.words, among: left) ?? (left, left)
    }

    /// Returns the toggles of the view, in order.
    private mutating func viewed() -> [Int] {
        switch view {
        case .all: return order
        case .overridden:
            let isOverridden = Set(overridden)
            return order.filter { isOverridden.contains($0) }
        case .stale: return order.filter { !catalogue.staleness[$0].isEmpty }
        case .pinned: return order.filter { memory.pins.contains(model.toggles[$0].key) }
        case .conflicts:
            let all = resolveAll()
            return order.filter { all[$0].isConflict }
        }
    }

    private func grouped(_ indices: [Int]) -> [Row] {
        var groups = ToggleCategory.allCases.map { _ in [Int]() }
        if indices.count == model.toggles.count {
            groups = catalogue.members
        } else {
            for index in indices { groups[model.toggles[index].category.position].append(index) }
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
    private func insert(_ kept: Int, _ ranked: [Int], _ inOrder: [Int]) -> ([Int], [Int]) {
        // By rank, it keeps its row on the screen as far as possible.
        var ranked = ranked
        ranked.insert(kept, at: min(max(0, selectedRow), ranked.count))
        let index: Int?
        if sort == .category {
            index = inOrder.firstIndex { $0 > kept }
        } else {
            let places = Dictionary(zip(order, order.indices), uniquingKeysWith: { first, _ in first })
            let place = places[kept] ?? 0
            index = inOrder.firstIndex { (places[$0] ?? 0) > place }
        }
        let end = index ?? inOrder.count
        return (ranked, Array(inOrder[..<end]) + [kept] + Array(inOrder[end...]))
    }

    /// Returns the index of the selected toggle in the current model.
    func selectedIndexInModel() -> Int? {
        guard case .toggle(let id, let key) = selection else { return nil }
        if let index = selectedIndex, model.toggles.indices.contains(index), model.toggles[index].id == id {
            return index
        }
        return model.toggles.firstIndex { $0.id == id } ?? model.toggles.firstIndex { $0.key == key }
    }

    /// Moves the cursor to the selection's row, or to the row that took its place if the selection is gone.
    private mutating func placeCursor() {
        if selection == .nothing, !rows.isEmpty, let selectionBefore {
            selection = selectionBefore
            self.selectionBefore = nil
        }
        let line: Int? =
            switch selection {
            case .nothing: nil
            case .group(let category):
                rows.firstIndex { if case .group(category, _) = $0 { true } else { false } }
            case .toggle:
                selectedIndexInModel().flatMap { index in rows.firstIndex(of: .toggle(index)) }
            }
        let distance = selectedRow - top
        if let line {
            // The cursor keeps its place on the screen when rows above it are added or removed.
            top = max(0, line - max(0, distance))
            selectedRow = line
        } else {
            selectedRow = min(max(0, selectedRow), max(0, rows.count - 1))
        }
        select(row: selectedRow)
    }

    /// Moves the cursor to a row, or to the nearest existing one.
    mutating func select(row: Int) {
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
        case .toggle(let index):
            selection = .toggle(id: model.toggles[index].id, key: model.toggles[index].key)
        }
        scrollToSelection()
    }

    /// Moves the cursor to the first row with a toggle.
    mutating func selectFirstToggle() {
        top = 0
        select(
            row: rows.prefix(ToggleCategory.allCases.count + 1).firstIndex {
                if case .toggle = $0 { true } else { false }
            } ?? 0
        )
    }

    /// Scrolls as little as possible to show the selected row.
    mutating func scrollToSelection() {
        let height = max(1, layout.list.count)
        // Show the title of a group together with its first toggle.
        let first = selectedRow > 0 && isGroup(selectedRow - 1) && height > 2 ? selectedRow - 1 : selectedRow
        top = min(top, first)
        top = max(top, selectedRow - height + 1)
        top = min(top, max(0, rows.count - height))
    }

    func isGroup(_ row: Int) -> Bool {
        guard rows.indices.contains(row), case .group = rows[row] else { return false }
        return true
    }

    /// Sorts all toggles again.
    mutating func rebuildOrder() {
        let toggles = model.toggles
        let indices = Array(toggles.indices)
        switch sort {
        case .category: order = indices
        case .key: order = indices.sorted { (toggles[$0].key, $0) < (toggles[$1].key, $1) }
        case .source:
            let all = resolveAll()
            let places = ToggleSource.allCases
            func place(_ index: Int) -> Int { places.firstIndex(of: all[index].source) ?? places.count }
            order = indices.sorted { (place($0), $0) < (place($1), $1) }
        case .owner:
            order = indices.sorted { (toggles[$0].details?.owner ?? "", $0) < (toggles[$1].details?.owner ?? "", $1) }
        case .expiry: order = sortedByDate(\.expires)
        case .created: order = sortedByDate(\.created)
        }
    }

    /// Sorts by a date; toggles without one come last.
    private func sortedByDate(_ date: KeyPath<ToggleDetails, CalendarDate?>) -> [Int] {
        let days = model.toggles.map { $0.details?[keyPath: date]?.daysSince1970 ?? Int.max }
        return days.indices.sorted { (days[$0], $0) < (days[$1], $1) }
    }
}
#endif
