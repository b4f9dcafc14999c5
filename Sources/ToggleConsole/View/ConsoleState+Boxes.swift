#if OVERRIDES
import FeatureToggles

/// The layout of a menu.
struct MenuLayout: Equatable, Sendable {
    var box: Box
    /// The row of the text field, if there is one.
    var field: Int?
    var items: Range<Int>
    /// The item in the first row.
    var first: Int
    /// The row of the note, if there is room.
    var note: Int?
    /// The rows for the help of the selected item, empty if there is no room.
    var help: Range<Int>
}

extension ConsoleState {
    func layout(of menu: Menu) -> MenuLayout {
        let shown = menu.shown
        let hasField = menu.kind == .commands
        let keys = menu.items.reduce(0) { max($0, width.width($1.key)) }
        let labels = menu.items.reduce(0) { max($0, width.width($1.label)) }
        let details = menu.items.reduce(0) { widest, item in
            max(widest, min(60, width.width(item.detail)), item.disabledReason.map { width.width($0) + 2 } ?? 0)
        }
        let wanted = max(keys + labels + details + 4, width.width(menu.title) + 2, width.width(menu.note))
        let room = Box(size, innerRows: 1, innerColumns: wanted).innerColumns.count
        let helpLines = menu.items.reduce(0) { max($0, $1.help.isEmpty ? 0 : helpText($1, room).count) }
        let extra = (hasField ? 1 : 0) + (menu.note.isEmpty ? 0 : 1) + helpLines
        let count = hasField ? menu.items.count : shown.count
        let box = Box(size, innerRows: count + extra, innerColumns: wanted)
        var lines = box.innerRows
        var field: Int?
        if hasField, let first = lines.first {
            field = first
            lines = first + 1..<lines.upperBound
        }
        var note: Int?
        if !menu.note.isEmpty, lines.count >= 3 || !hasField && lines.count > shown.count, let last = lines.last {
            note = last
            lines = lines.lowerBound..<last
        }
        var help = lines.upperBound..<lines.upperBound
        if helpLines > 0, lines.count >= helpLines + 4 {
            help = lines.upperBound - helpLines..<lines.upperBound
            lines = lines.lowerBound..<help.lowerBound
        }
        let first = max(0, min(menu.selected - lines.count / 2, shown.count - lines.count))
        return MenuLayout(box: box, field: field, items: lines, first: first, note: note, help: help)
    }

    /// Returns the full help of an item.
    private func helpText(_ item: Menu.Item, _ columns: Int) -> [StyledText] {
        StyledText(item.help, CellStyle(.faint)).wrapped(columns: columns, width: width)
    }

    func draw(_ menu: Menu, on canvas: inout Canvas) {
        let layout = layout(of: menu)
        let columns = layout.box.innerColumns
        canvas.draw(layout.box, title: menu.title)
        if let field = layout.field {
            let end = canvas.put("> ", CellStyle(.key, bold: true), row: field, columns: columns)
            draw(
                menu.field,
                on: &canvas,
                row: field,
                columns: end..<max(end, columns.upperBound),
                style: CellStyle(.text, bold: true)
            )
        }
        let shown = menu.shown
        let keyWidth = menu.items.reduce(0) { max($0, width.width($1.key)) }
        let labelWidth = menu.items.reduce(0) { max($0, width.width($1.label)) }
        for (offset, row) in layout.items.enumerated() {
            guard shown.indices.contains(layout.first + offset) else { break }
            let item = shown[layout.first + offset]
            let isSelected = layout.first + offset == menu.selected
            if isSelected {
                canvas.clear(CellStyle(.text, reversed: true), row: row, columns: columns)
                if !layout.box.hasFrame || settings.hasVisibleCursor, layout.field == nil {
                    canvas.grid.cursor = Grid.Position(row: row, column: columns.lowerBound)
                }
            }
            var column = columns.lowerBound
            func put(_ text: String, _ style: CellStyle, _ count: Int) {
                let end = min(columns.upperBound, column + count)
                if column < end { canvas.put(text, style, row: row, columns: column..<end) }
                column += count
            }
            if keyWidth > 0 { put(item.key, CellStyle(.key, reversed: isSelected), keyWidth) }
            if keyWidth > 0 { column += 2 }
            let isDisabled = item.disabledReason != nil
            put(item.label, CellStyle(isDisabled ? .faint : .text, bold: isSelected, reversed: isSelected), labelWidth)
            column += 2
            let detail = item.disabledReason.map { "(\($0))" } ?? item.detail
            put(detail, CellStyle(.faint, reversed: isSelected), max(0, columns.upperBound - column))
        }
        if shown.isEmpty, !menu.items.isEmpty, let row = layout.items.first {
            canvas.put("no action is called so", CellStyle(.faint), row: row, columns: columns)
        }
        if !layout.help.isEmpty, shown.indices.contains(menu.selected) {
            for (line, row) in zip(helpText(shown[menu.selected], columns.count), layout.help) {
                canvas.put(line, row: row, columns: columns)
            }
        }
        if let note = layout.note { canvas.put(menu.shownNote, CellStyle(.key), row: note, columns: columns) }
    }

    func draw(_ prompt: Prompt, on canvas: inout Canvas) {
        let wanted = max(width.width(prompt.title), width.width(prompt.note), width.width(prompt.field.text) + 3, 40)
        let room = max(1, size.columns - 6)
        let problem =
            prompt.problem.map {
                StyledText("! \($0)", CellStyle(.error, bold: true)).wrapped(
                    columns: min(room, max(wanted, 40)),
                    width: width
                )
            } ?? []
        let shownProblem = problem.prefix(max(1, size.rows - 6))
        let box = Box(size, innerRows: 2 + max(1, shownProblem.count), innerColumns: wanted)
        canvas.draw(box, title: prompt.title)
        guard let first = box.innerRows.first ?? box.rows.first else { return }
        let columns = box.innerColumns
        let end = canvas.put("> ", CellStyle(.key, bold: true), row: first, columns: columns)
        draw(
            prompt.field,
            on: &canvas,
            row: first,
            columns: end..<max(end, columns.upperBound),
            style: CellStyle(.text, bold: true)
        )
        var row = first + 1
        for line in shownProblem where row < box.innerRows.upperBound {
            canvas.put(line, row: row, columns: columns)
            row += 1
        }
        if row < box.innerRows.upperBound {
            canvas.put(prompt.note, CellStyle(.faint), row: row, columns: columns)
        }
    }

    func draw(_ confirmation: Confirmation, on canvas: inout Canvas) {
        let layout = layout(of: confirmation)
        let columns = layout.box.innerColumns
        canvas.draw(layout.box, title: confirmation.title)
        let end = max(0, layout.text.count - layout.lines.count)
        let lines = layout.text.dropFirst(min(confirmation.scroll, end))
        for (line, row) in zip(lines, layout.lines) { canvas.put(line, row: row, columns: columns) }
        // The scroll position goes between the lines and the answers if there is room.
        if lines.count > layout.lines.count, layout.lines.upperBound < layout.answers {
            let rest = "\(glyphs.ellipsis) \(lines.count - layout.lines.count) more, j scrolls"
            canvas.put(rest, CellStyle(.faint), row: layout.lines.upperBound, columns: columns)
        }
        for (number, choice) in confirmation.choices.enumerated() where number < layout.choices.count {
            let isSelected = number == confirmation.selected
            canvas.put(
                Self.text(of: choice, isSelected: isSelected),
                CellStyle(isSelected ? .text : .key, bold: isSelected, reversed: isSelected),
                row: layout.answers,
                columns: layout.choices[number]
            )
        }
        if let chosen = layout.choices.dropFirst(confirmation.selected).first, !chosen.isEmpty {
            canvas.grid.cursor = Grid.Position(row: layout.answers, column: chosen.lowerBound)
        }
    }

    /// Returns the layout of a confirmation.
    ///
    /// Its lines are wrapped to the available width, because the user must be able to read the question.
    func layout(
        of confirmation: Confirmation
    ) -> (box: Box, text: [StyledText], lines: Range<Int>, answers: Int, choices: [Range<Int>]) {
        let texts = confirmation.choices.map { Self.text(of: $0, isSelected: false) }
        let answersWidth = texts.reduce(0) { $0 + width.width($1) + 2 }
        let wanted = confirmation.lines.reduce(max(answersWidth, width.width(confirmation.title) + 2)) {
            max($0, width.width($1.text))
        }
        let text = wrapped(confirmation.lines, wanted)
        let box = Box(size, innerRows: text.count + 2, innerColumns: wanted)
        let answers = box.innerRows.last ?? max(0, box.rows.upperBound - 1)
        let lines =
            box.innerRows.lowerBound..<max(box.innerRows.lowerBound, answers - (box.innerRows.count > 2 ? 1 : 0))
        var column = box.innerColumns.lowerBound
        let choices = texts.map { text in
            let start = min(column, box.innerColumns.upperBound)
            let end = min(box.innerColumns.upperBound, column + width.width(text))
            column += width.width(text) + 2
            return start..<max(start, end)
        }
        return (box, text, lines, answers, choices)
    }

    /// Wraps lines to the width of a box.
    private func wrapped(_ lines: [StyledText], _ wanted: Int) -> [StyledText] {
        let columns = Box(size, innerRows: 1, innerColumns: wanted).innerColumns.count
        return lines.flatMap { $0.wrapped(columns: columns, indentation: 2, width: width) }
    }

    private static func text(of choice: Confirmation.Choice, isSelected: Bool) -> String {
        isSelected ? "[\(choice.label) (\(choice.key))]" : " \(choice.label) (\(choice.key)) "
    }

    func draw(_ page: Page, on canvas: inout Canvas) {
        let (box, text) = layout(of: page)
        canvas.draw(box, title: page.title)
        let end = max(0, text.count - box.innerRows.count)
        for (line, row) in zip(text.dropFirst(min(page.scroll, end)), box.innerRows) {
            canvas.put(line, row: row, columns: box.innerColumns)
        }
        if settings.hasVisibleCursor, let row = box.innerRows.first {
            canvas.grid.cursor = Grid.Position(row: row, column: box.innerColumns.lowerBound)
        }
    }

    /// Returns the box of a page, and its wrapped lines.
    func layout(of page: Page) -> (box: Box, text: [StyledText]) {
        let wanted = page.lines.reduce(width.width(page.title) + 2) { max($0, width.width($1.text)) }
        let text = wrapped(page.lines, wanted)
        return (Box(size, innerRows: text.count, innerColumns: wanted), text)
    }
}
#endif
