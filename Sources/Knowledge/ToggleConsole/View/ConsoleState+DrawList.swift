#if OVERRIDES
import ToggleBase
import FeatureToggles

extension ConsoleState {
    func drawList(on canvas: inout Canvas, _ layout: Layout) {
        let columns = columns(layout)
        for (row, line) in zip(list.top..<max(list.top, list.rows.count), layout.list) {
            let isSelected = row == list.selectedRow
            if isSelected {
                canvas.clear(CellStyle(.text, reversed: true), line, layout.listColumns)
                if settings.hasVisibleCursor { canvas.placeCursor(line, layout.listColumns.lowerBound) }
            }
            switch list.rows[row] {
            case .group(let category, let count):
                draw(category, Int(count), on: &canvas, line, layout.listColumns, isSelected: isSelected)
            case .toggle(let index): draw(index, on: &canvas, line, columns, isSelected: isSelected)
            }
        }
        if list.rows.isEmpty, !layout.list.isEmpty {
            let line = layout.list.lowerBound + min(1, layout.list.count - 1)
            let start = min(2, size.columns)
            canvas.put(emptyListText, CellStyle(.faint), line, start..<layout.listColumns.upperBound)
            if settings.hasVisibleCursor { canvas.placeCursor(line, start) }
        }
    }

    private var emptyListText: String {
        if !toggles.model.toggles.isEmpty, !list.query.text.isEmpty {
            return isTypingFilter
                ? "nothing matches; C-u clears the filter" : "nothing matches; Esc clears the filter"
        }
        return switch toggles.model.toggles.isEmpty ? .all : list.view {
        case .all: "no toggles are declared"
        case .overridden: "nothing is overridden"
        case .stale: "nothing is stale"
        case .pinned: "nothing is pinned; f pins a toggle"
        case .conflicts: "there are no conflicts"
        }
    }

    private func draw(
        _ category: ToggleCategory,
        _ count: Int,
        on canvas: inout Canvas,
        _ line: Int,
        _ columns: Range<Int>,
        isSelected: Bool
    ) {
        let isCollapsed = list.collapsed.contains(category) && list.query.isEmpty
        let style = CellStyle(.title, bold: true, reversed: isSelected)
        var start = columns.lowerBound
        // The title is next to the cursor's mark if there is room for both.
        if columns.count >= 8 {
            if isSelected { canvas.put(glyphs.selected, style, line, columns.prefix(1)) }
            start += 1
        }
        let title = "\(isCollapsed ? glyphs.collapsed : glyphs.expanded) \(category.rawValue)"
        let end = canvas.put(title, style, line, from: start, to: columns.upperBound)
        canvas.put(" \(count)", CellStyle(.faint, reversed: isSelected), line, from: end, to: columns.upperBound)
    }

    private func draw(_ index: Int, on canvas: inout Canvas, _ line: Int, _ columns: ListColumns, isSelected: Bool) {
        let toggle = toggles[index]
        let answer = toggles.resolution(index)
        let isOverridden = answer.source.isOverride || toggles.isOverridden(toggle.key)
        let texts = toggles.texts[index] ?? RowTexts(toggle, answer, hasDescription: !columns.description.isEmpty)
        func put(_ text: String, _ role: CellStyle.Role, bold: Bool = false, _ columns: Range<Int>) {
            canvas.put(text, CellStyle(role, bold: bold, reversed: isSelected), line, columns)
        }
        drawFlags(
            of: toggle,
            isOverridden: isOverridden,
            warning: warning(toggle, index, isConflict: answer.isConflict),
            isSelected: isSelected,
            isWide: columns.flags.count >= 5
        ) { text, role, column in put(text, role, bold: true, columns.flags.dropFirst(column).prefix(1)) }
        put(toggle.key, .text, bold: isOverridden, columns.key)
        let valueRole: CellStyle.Role = isOverridden ? .overridden : answer.isOn ? .on : answer.isOff ? .off : .value
        put(texts.value, valueRole, bold: isOverridden, columns.value)
        put(sourceName(answer.source, columns.source.count), sourceRole(answer.source), columns.source)
        if !columns.module.isEmpty { put(toggles.model.modules[toggle.id] ?? "", .text, columns.module) }
        if !columns.owner.isEmpty { put(toggle.details?.owner ?? "", .text, columns.owner) }
        if !columns.expiry.isEmpty { drawExpiry(of: toggle, index) { put($0, $1, columns.expiry) } }
        if !columns.age.isEmpty, let time = overrideTime(of: toggle.key) { put(age(since: time), .text, columns.age) }
        put(texts.description ?? "", .faint, columns.description)
        if !list.query.words.isEmpty { drawMatches(toggle.key, on: &canvas, line, columns.key, isSelected: isSelected) }
    }

    /// Returns when a toggle was overridden in the local defaults file, in seconds since 1970, if known.
    func overrideTime(of key: String) -> Int64? { edits.time(of: key, toggles.model.overrides[key]) }

    /// Returns the number of days since a time: `today`, `1 d`, `12 d`.
    private func age(since time: Int64) -> String {
        guard let day = CalendarDate(secondsSince1970: time) else { return "" }
        let days = toggles.model.today.daysSince1970 - day.daysSince1970
        return days > 0 ? "\(min(days, 9_999)) d" : "today"
    }

    private func drawExpiry(
        of toggle: ToggleDefinition,
        _ index: Int,
        _ put: (_ text: String, _ role: CellStyle.Role) -> Void
    ) {
        guard let details = toggle.details else { return }
        if details.isPermanent { return put("permanent", .faint) }
        let isDue = !toggles.catalog.staleness[index].isDisjoint(with: [.expired, .expiring])
        put(details.expires?.description ?? "", isDue ? .stale : .text)
    }

    /// Draws the marks in front of a key, each at its column.
    private func drawFlags(
        of toggle: ToggleDefinition,
        isOverridden: Bool,
        warning: (String, CellStyle.Role)?,
        isSelected: Bool,
        isWide: Bool,
        _ put: (_ text: String, _ role: CellStyle.Role, _ column: Int) -> Void
    ) {
        if isSelected { put(glyphs.selected, .text, 0) }
        if list.marks.contains(toggle.id) {
            put(glyphs.marked, .key, isWide ? 1 : 0)
        } else if isWide, toggles.pins.contains(toggle.key) {
            put(glyphs.pinned, .key, 1)
        }
        if isOverridden { put("*", .overridden, isWide ? 2 : 1) }
        if isWide, let (text, role) = warning { put(text, role, 3) }
    }

    private func warning(_ toggle: ToggleDefinition, _ index: Int, isConflict: Bool) -> (String, CellStyle.Role)? {
        if isConflict { return ("?", .error) }
        if toggles.whatIf.changed.contains(toggle.id) { return ("%", .stale) }
        return toggles.catalog.staleness[index].isEmpty ? nil : ("!", .stale)
    }

    /// Highlights the letters of a key that match the filter.
    private func drawMatches(
        _ key: String,
        on canvas: inout Canvas,
        _ line: Int,
        _ columns: Range<Int>,
        isSelected: Bool
    ) {
        guard TextWidth.asciiCount(key) != nil else { return }
        let style = CellStyle(.match, bold: true, underlined: true, reversed: isSelected)
        for place in list.query.words.flatMap({ $0.places(inKey: key) }) where place < columns.count {
            let position = Grid.Position(row: line, column: columns.lowerBound + place)
            guard let cell = canvas.grid[position], cell.text != canvas.ellipsis else { continue }
            canvas.grid.set(Grid.Cell(text: cell.text, style: style), at: position)
        }
    }

    /// Returns the name of a source, or its short name in the filter if there is no room.
    private func sourceName(_ source: ToggleSource, _ columns: Int) -> String {
        guard source.rawValue.utf8.count > columns else { return source.rawValue }
        return source == .environment
            ? "environ" : FilterTerm.sources.first { $0.source == source }?.name ?? source.rawValue
    }

    func sourceRole(_ source: ToggleSource) -> CellStyle.Role {
        switch source {
        case .launchArgument, .environment, .localDefaults: .overridden
        case .remote: .remote
        case .default: .faint
        }
    }
}
#endif
