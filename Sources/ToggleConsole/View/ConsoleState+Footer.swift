#if OVERRIDES
import FeatureToggles

/// A key in the footer, with its action.
struct FooterHint: Equatable, Sendable {
    var key: Key
    var keyName: String
    var word: String
    /// Why the key is not available now.
    var disabledReason: String?
    /// The columns of the hint.
    var columns: Range<Int>
}

extension ConsoleState {
    func drawFooter(_ hints: [FooterHint], on canvas: inout Canvas, _ layout: Layout) {
        let isOne = layout.footer.count < 2
        let isTyping = isTypingFilter
        let line = layout.footer.first ?? size.rows - 1
        if isTyping {
            drawFilter(on: &canvas, row: line)
        } else if let message, !layout.footer.isEmpty || !message.text.isEmpty && size.rows > 1 {
            drawMessage(message, on: &canvas, row: line)
        } else if let problem = query.problem, !isOne {
            drawMessage(Message(problem, .warning), on: &canvas, row: line)
        } else if !isOne, let sentence = selectionSentence {
            canvas.put(sentence, CellStyle(.faint), row: line, columns: 0..<size.columns)
        }
        guard let last = layout.footer.last, !isOne || (message == nil && !isTyping) else { return }
        canvas.clear(CellStyle(.bar), row: last, columns: 0..<size.columns)
        for hint in hints {
            let isDisabled = hint.disabledReason != nil
            let name = CellStyle(.bar, bold: !isDisabled)
            let end = canvas.put(hint.keyName, name, row: last, columns: hint.columns)
            canvas.put(
                isDisabled ? " (\(hint.word): \(hint.disabledReason ?? ""))" : " \(hint.word)",
                CellStyle(.bar),
                row: last,
                columns: end..<max(end, hint.columns.upperBound)
            )
        }
    }

    /// Whether the filter is being typed.
    var isTypingFilter: Bool { if case .filter = layers.last { true } else { false } }

    /// A sentence about the selected row, shown if there is no message.
    private var selectionSentence: String? {
        guard let index = selectedIndex else { return nil }
        let toggle = model.toggles[index]
        let answer = resolution(index)
        var parts: [String] = []
        if let origin = answer.strongerOrigin, model.overrides[toggle.key] != nil {
            parts.append("\(origin) wins over the local defaults file")
        }
        let staleness = catalogue.staleness[index]
        if staleness.contains(.expired) { parts.append("expired on \(toggle.details?.expires?.description ?? "")") }
        if staleness.contains(.expiring) { parts.append("expires on \(toggle.details?.expires?.description ?? "")") }
        if staleness.contains(.unowned) { parts.append("has no owner") }
        if isOverridden(toggle), answer.source == .localDefaults {
            parts.append("\(ValueText.beginning(of: inheritedValue(index))) without the override")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private func drawMessage(_ message: Message, on canvas: inout Canvas, row: Int) {
        canvas.clear(.text, row: row, columns: 0..<size.columns)
        let (mark, role): (String, CellStyle.Role) =
            switch message.kind {
            case .notice: ("", .text)
            case .success: ("", .success)
            case .warning: ("! ", .stale)
            case .failure: ("error: ", .error)
            }
        canvas.put(
            mark + message.text,
            CellStyle(role, bold: message.kind == .failure),
            row: row,
            columns: 0..<size.columns
        )
    }

    private func drawFilter(on canvas: inout Canvas, row: Int) {
        guard case .filter(let field) = layers.last else { return }
        canvas.clear(.text, row: row, columns: 0..<size.columns)
        canvas.put("/", CellStyle(.key, bold: true), row: row, columns: 0..<size.columns)
        // The longest note that leaves room for the typed text.
        let typed = min(20, max(10, field.characters.count + 3))
        let count = "\(shownCount) found"
        let notes = query.problem.map {
            ["! \($0)", "! \(query.ignored ?? ""), \(count)", "! \(query.ignored ?? "")", "! unknown"]
        }
        let note = (notes ?? [count]).first { size.columns > width.width($0) + 2 + typed } ?? ""
        let noteWidth = width.width(note) + 2
        let isShown = !note.isEmpty
        let end = isShown ? size.columns - noteWidth : size.columns
        draw(
            field,
            on: &canvas,
            row: row,
            columns: min(1, size.columns)..<max(1, end),
            style: CellStyle(.text, bold: true)
        )
        if isShown {
            let style = CellStyle(query.problem == nil ? .faint : .stale)
            canvas.put(note, style, row: row, columns: size.columns - noteWidth + 1..<size.columns)
        }
    }

    /// Draws a text field, scrolled so that its cursor is visible, and places the terminal's cursor.
    func draw(_ field: TextField, on canvas: inout Canvas, row: Int, columns: Range<Int>, style: CellStyle) {
        let columns = columns.clamped(to: 0..<max(0, size.columns))
        guard !columns.isEmpty else { return }
        // Measure only the visible part, because the text may be very long.
        var start = field.cursor
        var used = 0
        while start > 0 {
            let piece = width.pieces(String(field.characters[start - 1])).reduce(0) { $0 + $1.width }
            guard used + piece < columns.count else { break }
            used += piece
            start -= 1
        }
        let shown = String(field.characters[start...].prefix(columns.count))
        canvas.grid.write(
            shown,
            style,
            at: Grid.Position(row: row, column: columns.lowerBound),
            limit: columns.upperBound,
            width: width
        )
        canvas.grid.cursor = Grid.Position(row: row, column: min(columns.upperBound - 1, columns.lowerBound + used))
    }

    /// The keys that work now.
    var footerHints: [FooterHint] { footerHints(detailEnd: isDetailOpen ? detailEnd : 0) }

    /// Returns the keys that work now.
    ///
    /// - Parameter detailEnd: The maximum scroll position of the detail.
    /// - Returns: The hints, from the left.
    func footerHints(detailEnd: Int) -> [FooterHint] {
        var hints: [FooterHint] = []
        var column = 0
        func add(_ key: Key, _ word: String, _ reason: String? = nil, names: String? = nil) {
            let name = names ?? keyName(key)
            let text = reason.map { "\(name) (\(word): \($0))" } ?? "\(name) \(word)"
            let count = width.width(text)
            guard column + count <= size.columns else { return }
            hints.append(
                FooterHint(
                    key: key,
                    keyName: name,
                    word: word,
                    disabledReason: reason,
                    columns: column..<column + count
                )
            )
            column += count + 2
        }
        func addEntry(_ action: Action, _ reason: String?) {
            let entry = action.entry
            guard let key = entry.keys.first, let hint = entry.hint else { return }
            let isEditing = action == .open && isDetailOpen && selectedIndex != nil
            add(key, action == .flip && reason == nil ? flipWord : isEditing ? "edit" : hint, reason)
        }
        switch layers.last {
        case .filter: [(Key.enter, "done"), (.escape, "done"), (.tab, "view"), (.down, "next")].forEach { add($0, $1) }
        case .prompt(let prompt):
            add(.enter, "ok")
            if editableToggle(prompt) != nil { add(.control("x"), "editor") }
            add(.escape, "cancel")
        case .menu(let menu) where menu.kind == .presets:
            if !menu.items.isEmpty { add(.enter, "choose") }
            for entry in Action.table where !menu.items.isEmpty || entry.action == .importPreset {
                if let key = entry.presetKey, let hint = entry.hint, disabledReason(entry.action) == nil {
                    add(key, hint)
                }
            }
            add(.escape, "close")
        case .menu(let menu) where menu.kind == .commands:
            let isEmpty = menu.field.characters.isEmpty
            [(Key.enter, "run"), (.up, "up"), (.down, "down"), (.escape, isEmpty ? "close" : "empty")].forEach {
                add($0, $1)
            }
        case .menu: [(Key.enter, "choose"), (.up, "up"), (.down, "down"), (.escape, "close")].forEach { add($0, $1) }
        case .confirmation: [(Key.enter, "answer"), (.tab, "other answer"), (.escape, "no")].forEach { add($0, $1) }
        case .page(let page):
            add(.escape, "close")
            if canScroll(page) { add(.down, "scroll") }
        case nil:
            if isDetailOpen {
                add(.escape, layout.isDetailAlone ? "back to the list" : "close")
                if detailEnd > 0 { add(.character("J"), "scroll", names: "J K") }
            }
            // Disabled actions come last with their reason, as far as there is room.
            let shown = Self.hintOrder.filter { !isDetailOpen || $0 != .why && $0 != .edit }.map {
                ($0, disabledReason($0))
            }
            for (action, reason) in shown where reason == nil { addEntry(action, nil) }
            for (action, reason) in shown where reason != nil { addEntry(action, reason) }
        }
        return hints
    }

    /// Returns whether a page is longer than the screen.
    private func canScroll(_ page: Page) -> Bool {
        let place = layout(of: page)
        return place.text.count > place.box.innerRows.count
    }

    /// The effect of the flip key on the selected toggle.
    private var flipWord: String {
        guard let toggle = selectedToggle, !hasShownMarks else { return "set" }
        if case .variants = toggle.type { return "next" }
        return "flip"
    }

    private static let hintOrder: [Action] = [
        .filter, .flip, .reset, .undo, .open, .palette, .help, .quit, .edit, .nextView, .copy, .why,
    ]
}
#endif
