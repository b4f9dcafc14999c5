#if OVERRIDES

/// The layout of a menu.
struct MenuLayout: Equatable, Sendable {
    var box: Box
    /// The row of the text field, if there is one.
    var field: Int?
    var items: Range<Int>
    /// The rows that are shown.
    var shown: ArraySlice<Menu.Row>
    /// The row of the note, if there is room.
    var note: Int?
    /// The rows for the help of the selected item, empty if there is no room.
    var help: Range<Int>
    /// The widths of the longest key and the longest label.
    var keyWidth: Int
    var labelWidth: Int
}

extension ConsoleState {
    func layout(of menu: Menu) -> MenuLayout {
        let rows = menu.rows(menu.shown)
        let hasField = menu.kind == .commands
        let keyWidth = widest(menu.items) { width.width($0.key) }
        let labelWidth = widest(menu.items) { width.width($0.label) }
        let details = widest(menu.items) { item in
            max(min(60, width.width(item.detail)), item.disabledReason.map { width.width($0) + 2 } ?? 0)
        }
        let wanted = max(keyWidth + labelWidth + details + 4, width.width(menu.title) + 2, width.width(menu.note))
        let room = Box(size, innerRows: 1, innerColumns: wanted).innerColumns.count
        let detailRoom = room - keyWidth - labelWidth - 4
        let helpLines = widest(menu.items) { $0.help.isEmpty ? 0 : helpText($0, room, besides: detailRoom).count }
        let extra = (hasField ? 1 : 0) + (menu.note.isEmpty ? 0 : 1) + helpLines
        // The box keeps its size while text is typed, which hides headings and items.
        let count = hasField ? menu.items.count + Set(menu.items.map(\.section)).subtracting([""]).count : rows.count
        let box = Box(size, innerRows: count + extra, innerColumns: wanted)
        var lines = box.innerRows
        let field = hasField ? lines.first : nil
        if field != nil { lines = lines.dropFirst() }
        var note: Int?
        if !menu.note.isEmpty, lines.count >= 3 || !hasField && lines.count > rows.count, let last = lines.last {
            note = last
            lines = lines.dropLast()
        }
        let hasHelp = helpLines > 0 && lines.count >= helpLines + 4
        let help = lines.suffix(hasHelp ? helpLines : 0)
        lines = lines.dropLast(help.count)
        let selected = rows.firstIndex(of: .item(menu.selected)) ?? 0
        let first = max(0, min(selected - lines.count / 2, rows.count - lines.count))
        return MenuLayout(
            box: box,
            field: field,
            items: lines,
            shown: rows[first...].prefix(lines.count),
            note: note,
            help: help,
            keyWidth: keyWidth,
            labelWidth: labelWidth
        )
    }

    private func widest<Element>(_ elements: [Element], _ width: (Element) -> Int) -> Int {
        elements.reduce(0) { max($0, width($1)) }
    }

    /// Returns the full help of an item, and why it can't be chosen if its row has no room for the reason.
    private func helpText(_ item: Menu.Item, _ columns: Int, besides room: Int) -> [StyledText] {
        let reason = item.disabledReason.map { fits($0, room) ? "" : " Not now: \($0)." } ?? ""
        return StyledText(item.help + reason, CellStyle(.faint)).wrapped(columns: columns, width: width)
    }

    private func fits(_ reason: String, _ room: Int) -> Bool { width.width(reason) + 2 <= room }

    func draw(_ menu: Menu, on canvas: inout Canvas) {
        let layout = layout(of: menu)
        let columns = layout.box.innerColumns
        canvas.draw(layout.box, title: menu.title)
        if let field = layout.field { canvas.put(menu.field, mark: "> ", field, columns) }
        let shown = menu.shown
        let labelStart = columns.lowerBound + (layout.keyWidth > 0 ? layout.keyWidth + 2 : 0)
        let detailStart = labelStart + layout.labelWidth + 2
        for (row, line) in zip(layout.items, layout.shown) {
            guard case .item(let index) = line else {
                if case .heading(let text) = line { canvas.put(text, CellStyle(.title, bold: true), row, columns) }
                continue
            }
            let item = shown[index]
            let isSelected = index == menu.selected
            if isSelected {
                canvas.clear(CellStyle(.text, reversed: true), row, columns)
                if !layout.box.hasFrame || settings.hasVisibleCursor, layout.field == nil {
                    canvas.placeCursor(row, columns.lowerBound)
                }
            }
            func put(_ text: String, _ role: CellStyle.Role, bold: Bool = false, _ start: Int, _ count: Int) {
                let columns = (start..<start + count).clamped(to: columns)
                canvas.put(text, CellStyle(role, bold: bold, reversed: isSelected), row, columns)
            }
            let room = max(0, columns.upperBound - detailStart)
            // A reason isn't cut in the middle: if it doesn't fit, it's below the items while the item is selected.
            let detail = item.disabledReason.map { fits($0, room) ? "(\($0))" : "(not now)" } ?? item.detail
            put(item.key, .key, columns.lowerBound, layout.keyWidth)
            put(
                item.label,
                item.disabledReason == nil ? .text : .faint,
                bold: isSelected,
                labelStart,
                layout.labelWidth
            )
            put(detail, .faint, detailStart, room)
        }
        if shown.isEmpty, !menu.items.isEmpty, let row = layout.items.first {
            canvas.put("no matching action", CellStyle(.faint), row, columns)
        }
        if shown.indices.contains(menu.selected) {
            let room = max(0, columns.upperBound - detailStart)
            for (line, row) in zip(helpText(shown[menu.selected], columns.count, besides: room), layout.help) {
                canvas.put(line, row, columns)
            }
        }
        if let note = layout.note { canvas.put(menu.shownNote, CellStyle(.key), note, columns) }
    }

    func draw(_ prompt: Prompt, on canvas: inout Canvas) {
        let wanted = max(width.width(prompt.title), width.width(prompt.note), width.width(prompt.field.text) + 3, 40)
        let room = min(max(1, size.columns - 6), wanted)
        let problem = prompt.problem.map { StyledText("! \($0)", CellStyle(.error, bold: true)) }
        let lines = problem?.wrapped(columns: room, width: width).prefix(max(1, size.rows - 6)) ?? []
        let box = Box(size, innerRows: 2 + max(1, lines.count), innerColumns: wanted)
        canvas.draw(box, title: prompt.title)
        guard let first = box.innerRows.first ?? box.rows.first else { return }
        canvas.put(prompt.field, mark: "> ", first, box.innerColumns)
        let rows = first + 1..<max(first + 1, box.innerRows.upperBound)
        for (line, row) in zip(lines + [StyledText(prompt.note, CellStyle(.faint))], rows) {
            canvas.put(line, row, box.innerColumns)
        }
    }

    func draw(_ confirmation: Confirmation, on canvas: inout Canvas) {
        let layout = layout(of: confirmation)
        let columns = layout.box.innerColumns
        canvas.draw(layout.box, title: confirmation.title)
        let end = max(0, layout.text.count - layout.lines.count)
        let lines = layout.text.dropFirst(min(confirmation.scroll, end))
        for (line, row) in zip(lines, layout.lines) { canvas.put(line, row, columns) }
        // The scroll position is shown between the lines and the answers if there is room.
        if lines.count > layout.lines.count, layout.lines.upperBound < layout.answers {
            let rest = "\(glyphs.ellipsis) \(lines.count - layout.lines.count) more, j scrolls"
            canvas.put(rest, CellStyle(.faint), layout.lines.upperBound, columns)
        }
        for (number, choice) in confirmation.choices.enumerated() where number < layout.choices.count {
            let isSelected = number == confirmation.selected
            let style = CellStyle(isSelected ? .text : .key, bold: isSelected, reversed: isSelected)
            let text = Self.text(of: choice, isSelected: isSelected)
            canvas.put(text, style, layout.answers, layout.choices[number])
        }
        if let chosen = layout.choices.dropFirst(confirmation.selected).first, !chosen.isEmpty {
            canvas.placeCursor(layout.answers, chosen.lowerBound)
        }
    }

    /// Returns the layout of a confirmation.
    ///
    /// Its lines are wrapped rather than cut, because the user must be able to read the whole question.
    func layout(
        of confirmation: Confirmation
    ) -> (box: Box, text: [StyledText], lines: Range<Int>, answers: Int, choices: [Range<Int>]) {
        let widths = confirmation.choices.map { width.width(Self.text(of: $0, isSelected: false)) }
        let wanted = max(
            widths.reduce(0) { $0 + $1 + 2 },
            width.width(confirmation.title) + 2,
            widest(confirmation.lines) { width.width($0.text) }
        )
        let text = wrapped(confirmation.lines, wanted)
        let box = Box(size, innerRows: text.count + 2, innerColumns: wanted)
        let answers = box.innerRows.last ?? max(0, box.rows.upperBound - 1)
        let first = box.innerRows.lowerBound
        let lines = first..<max(first, answers - (box.innerRows.count > 2 ? 1 : 0))
        var column = box.innerColumns.lowerBound
        let choices = widths.map { width in
            defer { column += width + 2 }
            let start = min(column, box.innerColumns.upperBound)
            return start..<max(start, min(box.innerColumns.upperBound, column + width))
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
            canvas.put(line, row, box.innerColumns)
        }
        if settings.hasVisibleCursor, let row = box.innerRows.first {
            canvas.placeCursor(row, box.innerColumns.lowerBound)
        }
    }

    /// Returns the box of a page, and its wrapped lines.
    func layout(of page: Page) -> (box: Box, text: [StyledText]) {
        let wanted = max(width.width(page.title) + 2, widest(page.lines) { width.width($0.text) })
        let text = wrapped(page.lines, wanted)
        return (Box(size, innerRows: text.count, innerColumns: wanted), text)
    }
}
#endif
