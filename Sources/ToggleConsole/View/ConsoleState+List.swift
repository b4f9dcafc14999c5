#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    func drawList(on canvas: inout Canvas, _ layout: Layout) {
        let columns = columns(layout)
        for (offset, line) in layout.list.enumerated() {
            let row = top + offset
            guard rows.indices.contains(row) else { break }
            let isSelected = row == selectedRow
            if isSelected { canvas.clear(CellStyle(.text, reversed: true), row: line, columns: layout.listColumns) }
            switch rows[row] {
            case .group(let category, let count):
                draw(category, Int(count), on: &canvas, line: line, layout.listColumns, isSelected: isSelected)
            case .toggle(let index):
                draw(index, on: &canvas, line: line, columns, isSelected: isSelected)
            }
            if isSelected, settings.hasVisibleCursor {
                canvas.grid.cursor = Grid.Position(row: line, column: layout.listColumns.lowerBound)
            }
        }
        if rows.isEmpty, !layout.list.isEmpty { drawEmptyList(on: &canvas, layout) }
    }

    private func drawEmptyList(on canvas: inout Canvas, _ layout: Layout) {
        let text =
            if model.toggles.isEmpty {
                "no toggles are declared"
            } else if !query.text.isEmpty {
                isTypingFilter
                    ? "nothing matches; C-u empties the filter" : "nothing matches; Esc takes the filter away"
            } else {
                switch view {
                case .all: "no toggles are declared"
                case .overridden: "nothing is overridden"
                case .stale: "nothing is stale"
                case .pinned: "nothing is pinned; f pins a toggle"
                case .conflicts: "no source contradicts another"
                }
            }
        let line = layout.list.lowerBound + min(1, layout.list.count - 1)
        let columns = min(2, size.columns)..<layout.listColumns.upperBound
        canvas.put(text, CellStyle(.faint), row: line, columns: columns)
        if settings.hasVisibleCursor { canvas.grid.cursor = Grid.Position(row: line, column: columns.lowerBound) }
    }

    private func draw(
        _ category: ToggleCategory,
        _ count: Int,
        on canvas: inout Canvas,
        line: Int,
        _ columns: Range<Int>,
        isSelected: Bool
    ) {
        let isCollapsed = collapsed.contains(category) && query.isEmpty
        let style = CellStyle(.title, bold: true, reversed: isSelected)
        var start = columns.lowerBound
        // Next to the cursor's mark, if there is room for both.
        if columns.count >= 8 {
            if isSelected { canvas.put(glyphs.selected, style, row: line, columns: start..<start + 1) }
            start += 1
        }
        let title = "\(isCollapsed ? glyphs.collapsed : glyphs.expanded) \(category.rawValue)"
        let end = canvas.put(title, style, row: line, columns: start..<columns.upperBound)
        canvas.put(
            " \(count)",
            CellStyle(.faint, reversed: isSelected),
            row: line,
            columns: end..<max(end, columns.upperBound)
        )
    }

    private func draw(_ index: Int, on canvas: inout Canvas, line: Int, _ columns: ListColumns, isSelected: Bool) {
        let toggle = model.toggles[index]
        let answer = resolution(index)
        let isOverridden = answer.source.isOverride || self.isOverridden(toggle)
        drawFlags(toggle, index, answer, isOverridden, on: &canvas, line: line, columns.flags, isSelected: isSelected)
        drawKey(toggle.key, isOverridden, on: &canvas, line: line, columns.key, isSelected: isSelected)
        let texts = texts[index] ?? RowTexts(toggle, answer, hasDescription: !columns.description.isEmpty)
        canvas.put(
            texts.value,
            CellStyle(valueRole(answer, isOverridden), bold: isOverridden, reversed: isSelected),
            row: line,
            columns: columns.value
        )
        canvas.put(
            sourceName(answer.source, columns.source.count),
            CellStyle(sourceRole(answer.source), reversed: isSelected),
            row: line,
            columns: columns.source
        )
        canvas.put(
            texts.description ?? "",
            CellStyle(.faint, reversed: isSelected),
            row: line,
            columns: columns.description
        )
    }

    /// Returns the columns of the list.
    func columns(_ layout: Layout) -> ListColumns {
        ListColumns(layout.listColumns, longestKey: catalogue.longestKey)
    }

    private func drawFlags(
        _ toggle: ToggleDefinition,
        _ index: Int,
        _ answer: ResolvedToggle,
        _ isOverridden: Bool,
        on canvas: inout Canvas,
        line: Int,
        _ columns: Range<Int>,
        isSelected: Bool
    ) {
        func put(_ text: String, _ role: CellStyle.Role, at offset: Int) {
            let column = columns.lowerBound + offset
            guard column < columns.upperBound else { return }
            canvas.put(text, CellStyle(role, bold: true, reversed: isSelected), row: line, columns: column..<column + 1)
        }
        let isWide = columns.count >= 5
        if isSelected { put(glyphs.selected, .text, at: 0) }
        if marks.contains(toggle.id) {
            put(glyphs.marked, .key, at: isWide ? 1 : 0)
        } else if isWide, memory.pins.contains(toggle.key) {
            put(glyphs.pinned, .key, at: 1)
        }
        if isOverridden { put("*", .overridden, at: isWide ? 2 : 1) }
        guard isWide else { return }
        if answer.isConflict {
            put("?", .error, at: 3)
        } else if changedByWhatIf.contains(toggle.id) {
            put("%", .stale, at: 3)
        } else if !catalogue.staleness[index].isEmpty {
            put("!", .stale, at: 3)
        }
    }

    private func drawKey(
        _ key: String,
        _ isOverridden: Bool,
        on canvas: inout Canvas,
        line: Int,
        _ columns: Range<Int>,
        isSelected: Bool
    ) {
        canvas.put(key, CellStyle(.text, bold: isOverridden, reversed: isSelected), row: line, columns: columns)
        guard !query.words.isEmpty, TextWidth.asciiCount(key) != nil else { return }
        let style = CellStyle(.match, bold: true, underlined: true, reversed: isSelected)
        for word in query.words {
            for place in word.places(inKey: key) where place < columns.count {
                let position = Grid.Position(row: line, column: columns.lowerBound + place)
                guard let cell = canvas.grid[position], cell.text != canvas.ellipsis else { continue }
                canvas.grid.set(Grid.Cell(text: cell.text, style: style), at: position)
            }
        }
    }

    private func valueRole(_ answer: ResolvedToggle, _ isOverridden: Bool) -> CellStyle.Role {
        if isOverridden { return .overridden }
        return answer.isOn ? .on : answer.isOff ? .off : .value
    }

    /// Returns the name of a source, or the filter's short name if there is no room.
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
