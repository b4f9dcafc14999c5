#if OVERRIDES
import FeatureToggles

/// A key in the footer, with its action.
struct FooterHint: Equatable, Sendable {
    var key: Key
    var keyName: String
    /// The effect of the key, and the reason if it is not available.
    var text: String
    var isDisabled: Bool
    var columns: Range<Int>
}

extension ConsoleState {
    func drawFooter(_ hints: [FooterHint], on canvas: inout Canvas, _ layout: Layout) {
        let isOneLine = layout.footer.count < 2
        let row = layout.footer.first ?? size.rows - 1
        if isTypingFilter {
            drawFilter(on: &canvas, row)
        } else if let message, !layout.footer.isEmpty || !message.text.isEmpty && size.rows > 1 {
            draw(message, on: &canvas, row)
        } else if let problem = list.query.problem, !isOneLine {
            draw(Message(problem, .warning), on: &canvas, row)
        } else if !isOneLine, let sentence = selectionSentence {
            canvas.put(sentence, CellStyle(.faint), row, canvas.columns)
        }
        guard let last = layout.footer.last, !isOneLine || message == nil && !isTypingFilter else { return }
        // The filter takes the line of the message.
        if isTypingFilter, let message { return draw(message, on: &canvas, last) }
        canvas.clear(CellStyle(.bar), last, canvas.columns)
        for hint in hints {
            let end = canvas.put(hint.keyName, CellStyle(.bar, bold: !hint.isDisabled), last, hint.columns)
            canvas.put(hint.text, CellStyle(.bar), last, from: end, to: hint.columns.upperBound)
        }
    }

    /// Whether the filter is being typed.
    var isTypingFilter: Bool { if case .filter = dialogs.last { true } else { false } }

    /// A sentence about the selected row, shown if there is no message.
    private var selectionSentence: String? {
        guard let index = list.selectedIndex else { return nil }
        let toggle = toggles[index]
        let answer = toggles.resolution(index)
        var parts: [String] = []
        if let origin = answer.overridingOrigin, toggles.model.overrides[toggle.key] != nil {
            parts.append("\(origin) takes precedence over the local defaults file")
        }
        let staleness = toggles.catalog.staleness[index]
        let expiry = toggle.details?.expires?.description ?? ""
        if staleness.contains(.expired) { parts.append("expired on \(expiry)") }
        if staleness.contains(.expiring) { parts.append("expires on \(expiry)") }
        if staleness.contains(.unowned) { parts.append("has no owner") }
        if answer.source == .localDefaults, toggles.isOverridden(toggle.key) {
            parts.append("\(ValueText.beginning(of: toggles.inheritedValue(index))) without the override")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private func draw(_ message: Message, on canvas: inout Canvas, _ row: Int) {
        canvas.clear(.text, row, canvas.columns)
        let (mark, role): (String, CellStyle.Role) =
            switch message.kind {
            case .notice: ("", .text)
            case .success: ("", .success)
            case .warning: ("! ", .stale)
            case .failure: ("error: ", .error)
            }
        canvas.put(mark + message.text, CellStyle(role, bold: message.kind == .failure), row, canvas.columns)
    }

    private func drawFilter(on canvas: inout Canvas, _ row: Int) {
        guard case .filter(let field) = dialogs.last else { return }
        canvas.clear(.text, row, canvas.columns)
        // The longest note that leaves room for the typed text.
        let typed = min(20, max(10, field.characters.count + 3))
        let count = "\(list.shownCount) found"
        var notes = [count]
        if let problem = list.query.problem {
            let ignored = list.query.ignoredText ?? ""
            notes = ["! \(problem)", "! \(ignored), \(count)", "! \(ignored)", "! unknown"]
        }
        let note = notes.first { size.columns > width.width($0) + 2 + typed }
        let end = size.columns - (note.map { width.width($0) + 2 } ?? 0)
        canvas.put(field, mark: "/", row, 0..<max(1, end))
        if let note { canvas.put(note, CellStyle(list.query.problem == nil ? .faint : .stale), row, from: end + 1) }
    }

    // MARK: Hints

    /// The hints for the current state.
    var footerHints: [FooterHint] { footerHints(detailEnd: isDetailOpen ? detailEnd : 0) }

    /// Returns the hints for the current state that fit, given the maximum scroll position of the detail.
    func footerHints(detailEnd: Int) -> [FooterHint] {
        var hints: [FooterHint] = []
        var column = 0
        for (key, word, reason) in hintWords(detailEnd: detailEnd) {
            let name = key == "J" ? "J K" : keyName(key)
            let text = reason.map { " (\(word): \($0))" } ?? " \(word)"
            let end = column + width.width(name + text)
            guard end <= size.columns else { continue }
            let columns = column..<end
            hints.append(
                FooterHint(key: key, keyName: name, text: text, isDisabled: reason != nil, columns: columns)
            )
            column = end + 2
        }
        return hints
    }

    /// A key, its word, and the reason if it is not available.
    private typealias HintWord = (key: Key, word: String, reason: String?)

    /// Returns the keys with their words, the most important first.
    private func hintWords(detailEnd: Int) -> [HintWord] {
        switch dialogs.last {
        case .filter: return [(.enter, "done", nil), (.escape, "done", nil), (.tab, "view", nil), (.down, "next", nil)]
        case .prompt(let prompt):
            let words: [HintWord] = [(.enter, "ok", nil), (.control("x"), "editor", nil), (.escape, "cancel", nil)]
            return words.filter { $0.word != "editor" || editableToggle(prompt) != nil }
        case .menu(let menu) where menu.kind == .presets:
            var words: [HintWord] = menu.items.isEmpty ? [] : [(.enter, "choose", nil)]
            for entry in Action.table where !menu.items.isEmpty || [.savePreset, .importPreset].contains(entry.action) {
                if let key = entry.presetKey, let hint = entry.hint, disabledReason(entry.action) == nil {
                    words.append((key, hint, nil))
                }
            }
            return words + [(.escape, "close", nil)]
        case .menu(let menu):
            let isTyping = menu.kind == .commands && !menu.field.characters.isEmpty
            let verb = menu.kind == .commands ? "run" : "choose"
            let end = isTyping ? "clear" : "close"
            return [(.enter, verb, nil), (.up, "up", nil), (.down, "down", nil), (.escape, end, nil)]
        case .confirmation: return [(.enter, "answer", nil), (.tab, "other answer", nil), (.escape, "no", nil)]
        case .page(let page):
            let place = layout(of: page)
            let words: [HintWord] = [(.escape, "close", nil), (.down, "scroll", nil)]
            return place.text.count > place.box.innerRows.count ? words : words.dropLast()
        case nil:
            var words: [HintWord] = []
            if let word = wordForBack { words.append((.escape, word, nil)) }
            if isDetailOpen {
                if detailEnd > 0 { words.append(("J", "scroll", nil)) }
            }
            // Disabled actions come last, with their reason.
            let actions = Self.hintOrder.filter { !isDetailOpen || $0 != .why && $0 != .edit }.compactMap { hint($0) }
            return words + actions.filter { $0.reason == nil } + actions.filter { $0.reason != nil }
        }
    }

    /// What Esc does in the list; `nil` if it does nothing.
    private var wordForBack: String? {
        if list.range != nil { return "end range" }
        if isDetailOpen, !isDetailUsual { return layout.isDetailAlone ? "back to the list" : "close" }
        if !list.marks.isEmpty { return "unmark" }
        if !list.query.text.isEmpty { return "clear filter" }
        if list.view != .all { return "all" }
        return toggles.whatIf.context == nil ? nil : "end what-if"
    }

    private func hint(_ action: Action) -> HintWord? {
        let entry = action.entry
        guard let key = entry.keys.first, var word = entry.hint else { return nil }
        let reason = disabledReason(action)
        if action == .flip, reason == nil {
            word = "set"
            if let toggle = selectedToggle, !hasShownMarks {
                if case .variants = toggle.type { word = "next" } else { word = "flip" }
            }
        } else if action == .open, isDetailOpen, list.selectedIndex != nil {
            word = "edit"
        }
        return (key, word, reason)
    }

    private static let hintOrder: [Action] = [
        .filter, .flip, .unset, .undo, .open, .palette, .help, .quit, .edit, .nextView, .copy, .why,
    ]
}
#endif
