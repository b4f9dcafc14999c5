#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    mutating func openFilter() {
        catalogue.prepareSearch(model.toggles)
        layers.append(.filter(TextField(query.text)))
    }

    mutating func press(_ key: Key, inFilter field: TextField) -> [ConsoleEffect] {
        var field = field
        switch key {
        case .enter, .escape: closeTop()
        case .up, .control("p"): move(to: selectedRow - 1)
        case .down, .control("n"): move(to: selectedRow + 1)
        case .pageUp: move(to: selectedRow - max(1, layout.list.count))
        case .pageDown: move(to: selectedRow + max(1, layout.list.count))
        case .tab: changeView(by: 1)
        case .backTab: changeView(by: -1)
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        case .backspace where field.characters.isEmpty: closeTop()
        default:
            if field.handle(key) { changeFilter(field) }
        }
        return []
    }

    /// Applies the filter as typed so far.
    mutating func changeFilter(_ field: TextField) {
        replaceTop(.filter(field))
        if !field.text.utf8.elementsEqual(query.text.utf8) { setFilter(field.text, movingToFirst: true) }
    }

    /// Filters the list.
    ///
    /// - Parameters:
    ///   - text: The filter.
    ///   - movingToFirst: Whether to move the cursor to the best match; otherwise it stays on its toggle.
    mutating func setFilter(_ text: String, movingToFirst: Bool) {
        let newQuery = FilterQuery(text)
        let isNarrower = canNarrow && !query.isEmpty && newQuery.narrows(query)
        query = newQuery
        range = nil
        let isRanked = newQuery.isRanked && movingToFirst
        rebuildRows(keepingSelection: false, from: isNarrower ? found : nil)
        if isRanked { selectFirstToggle() } else if isGroup(selectedRow), movingToFirst { selectFirstToggle() }
    }

    mutating func changeView(by step: Int) {
        let views = ListView.allCases
        let place = views.firstIndex(of: view) ?? 0
        show(views[(place + step + views.count) % views.count])
    }

    mutating func show(_ newView: ListView) {
        view = newView
        range = nil
        rebuildRows(keepingSelection: false)
        if isGroup(selectedRow) { selectFirstToggle() }
    }

    /// Opens a menu of the terms for categories, sources, or types.
    mutating func openTermMenu(_ action: Action) {
        let (name, title) =
            switch action {
            case .filterCategory: ("cat", "Filter by category")
            case .filterSource: ("src", "Filter by source")
            default: ("type", "Filter by type")
            }
        let values = FilterTerm.names.first { $0.name == name }?.values ?? []
        var items = values.enumerated().map { number, value in
            Menu.Item(label: value, key: number < 9 ? String(number + 1) : "", intent: .addTerm("\(name):\(value)"))
        }
        items.append(Menu.Item(label: "any", key: "0", intent: .addTerm("\(name):")))
        layers.append(.menu(Menu(title: title, kind: .choice, items: items, note: "puts \(name): into the filter")))
    }

    /// Adds a term, replacing one with the same name.
    mutating func addTerm(_ term: String) {
        let parts = term.split(separator: ":", omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        var words = query.text.split(separator: " ").map(String.init).filter { !$0.hasPrefix("\(name):") }
        if parts.count > 1, !parts[1].isEmpty { words.append(term) }
        setFilter(words.joined(separator: " "), movingToFirst: false)
        if isGroup(selectedRow) { selectFirstToggle() }
    }

    mutating func openSortMenu() {
        let items = SortOrder.allCases.enumerated().map { number, order in
            Menu.Item(
                label: order.rawValue,
                detail: order == sort ? "now" : "",
                key: String(number + 1),
                intent: .sort(order)
            )
        }
        layers.append(.menu(Menu(title: "Sort by", kind: .choice, items: items)))
    }
}
#endif
