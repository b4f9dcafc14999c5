#if OVERRIDES
import ToggleBase
import FeatureToggles
import StoreMigration

extension ConsoleState {
    func drawDetail(_ lines: [StyledText], on canvas: inout Canvas, _ layout: Layout) {
        let columns = layout.detailColumns
        if !layout.isDetailAlone {
            let first = layout.header.count > 2 ? layout.header.upperBound - 1 : layout.list.lowerBound
            for row in first..<layout.list.upperBound {
                canvas.put(
                    glyphs.vertical,
                    CellStyle(.border),
                    row,
                    from: columns.lowerBound - 1,
                    to: columns.lowerBound
                )
            }
        }
        let room = detailRoom(lines.count)
        let first = min(max(0, detailScroll), max(0, lines.count - room))
        let text = columns.count > 10 ? columns.dropFirst() : columns
        for (row, line) in zip(layout.list.prefix(room), lines.dropFirst(first)) { canvas.put(line, row, text) }
        if let last = layout.list.last, room < layout.list.count {
            let rest = lines.count - first - room
            canvas.put(rest > 0 ? "J \(rest) more" : "K \(first) above", CellStyle(.key), last, text)
        }
        if layout.isDetailAlone, settings.hasVisibleCursor {
            canvas.placeCursor(layout.list.lowerBound, columns.lowerBound)
        }
    }

    /// Returns the number of detail lines to show.
    ///
    /// If not all lines fit, the last row is reserved for the number of remaining lines.
    private func detailRoom(_ count: Int) -> Int {
        let room = layout.list.count
        return count > room && room > 2 ? room - 1 : max(1, room)
    }

    /// The maximum scroll position of the detail.
    var detailEnd: Int { detailEnd(detailLines.count) }

    /// Returns the maximum scroll position of a detail with a number of lines.
    func detailEnd(_ count: Int) -> Int { max(0, count - detailRoom(count)) }

    /// The detail of the selection, wrapped to its columns.
    var detailLines: [StyledText] { detail.flatMap { wrapped($0) } }

    /// The scroll position that shows the sources, which is 0 if they are on the first screen.
    var whyScroll: Int {
        let lines = detail
        guard let start = lines.firstIndex(where: { $0.text == Self.sourcesTitle }) else { return 0 }
        let end = lines[start...].firstIndex { $0.text.isEmpty } ?? lines.endIndex
        func count(_ range: Range<Int>) -> Int { lines[range].reduce(0) { $0 + wrapped($1).count } }
        let total = count(lines.indices)
        let missing = count(0..<end) - detailRoom(total)
        return min(max(0, missing), count(0..<start), max(0, total - detailRoom(total)))
    }

    private func wrapped(_ line: StyledText) -> [StyledText] {
        let columns = layout.detailColumns.count
        return line.wrapped(columns: columns > 10 ? columns - 2 : columns, indentation: 4, width: width)
    }

    private static var sourcesTitle: String { "Sources, the first with a value decides" }

    /// Returns every source's answer about a toggle, the source that decided, and how well a migration's stores agree.
    func why(of index: Int) -> [StyledText] {
        let sources = detail(of: index).drop { $0.text != Self.sourcesTitle }
        return sources.filter { !$0.text.isEmpty } + migrationLines(toggles[index])
    }

    /// Returns a title and the app's summary of a migration, or no lines for other toggles or without a summary.
    private func migrationLines(_ toggle: ToggleDefinition) -> [StyledText] {
        guard toggle.category == .migration, let summary = model.migrations[toggle.key] else { return [] }
        return [title("Migration")] + summary.lines.map { StyledText(capped($0)) }
    }

    private var detail: [StyledText] {
        if let index = list.selectedIndex { return detail(of: index) }
        guard case .group(let category) = list.selection else {
            return [StyledText("nothing is selected", CellStyle(.faint))]
        }
        let members = toggles.catalog.members[category.position]
        let count = members.count { toggles.isOverridden(toggles[$0].key) }
        return [
            title("\(category.rawValue) toggles"),
            StyledText("\(members.count.counted("toggle")), \(count) overridden"),
        ]
    }

    /// Returns the details of a toggle, one fact per line.
    func detail(of index: Int) -> [StyledText] {
        let toggle = toggles[index]
        let explanation = toggles.explanation(index)
        let evaluation = explanation.evaluation
        let source = evaluation.source
        var lines = [title(toggle.key)]
        if let description = toggle.details?.description { lines.append(StyledText(capped(description))) }
        lines.append(StyledText())
        let decision = "  by \(source.rawValue)\(source.isOverride ? ", overridden" : "")"
        lines.append(
            fact("value", ValueText.short(explanation.value), source.isOverride ? .overridden : .value)
                + StyledText(decision, CellStyle(sourceRole(source)))
        )
        if let time = overrideTime(of: toggle.key) { lines.append(fact("overridden", TimeText.minute(time))) }
        if let text = toggles.whatIf.text {
            let own = toggles.ownValue(index)
            lines.append(fact("what if", text, .stale))
            if own != explanation.value { lines.append(fact("otherwise", ValueText.short(own), .stale)) }
        }
        lines += toggles.facts(of: index).map { fact($0.name, $0.text, $0.isConcern ? .stale : .text) }
        for (name, text) in (settings.remarks[toggle.key] ?? [:]).sorted(by: { $0.key < $1.key }) {
            lines.append(fact(name, text))
        }
        if toggles.catalog.staleness[index].contains(.expired) {
            lines.append(fact("remove", "\(settings.program) remove \(toggle.key)", .faint))
        }
        lines.append(StyledText())
        let migration = migrationLines(toggle)
        if !migration.isEmpty { lines += migration + [StyledText()] }
        lines.append(title(Self.sourcesTitle))
        lines += explanation.steps.map(stepLine)
        lines.append(StyledText())
        lines.append(fact("reason", evaluation.reason.rawValue))
        if let variant = evaluation.variant { lines.append(fact("variant", variant)) }
        if let rule = explanation.steps.first(where: \.isDecisive)?.rule { lines.append(fact("rule", rule, .remote)) }
        if let error = evaluation.error { lines.append(fact("error", error.description, .error)) }
        if let state = explanation.remoteState ?? toggles.model.remoteState {
            lines.append(fact("remote", state.summary, .remote))
        }
        return lines + definitionLines(toggle)
    }

    /// Returns who gets which variant according to the remote document, what changed, and the definition.
    private func definitionLines(_ toggle: ToggleDefinition) -> [StyledText] {
        guard let parameter = toggle.remoteParameter, let document = model.document else { return [] }
        guard let flag = document.flag(toggle) else {
            return [StyledText(), StyledText("the remote document doesn't contain ‘\(parameter)’", CellStyle(.faint))]
        }
        func indented(_ lines: [String], _ role: CellStyle.Role) -> [StyledText] {
            lines.map { StyledText("  \(capped($0))", CellStyle(role)) }
        }
        var lines = [StyledText(), title("Who gets what")] + indented(flag.audience, .remote)
        if let changed = model.documentChanged {
            let time = "\(SystemTime.clock(changed).dropLast(3)) UTC"
            let changes = flag.changes.isEmpty ? ["nothing for this toggle"] : flag.changes
            let role: CellStyle.Role = flag.changes.isEmpty ? .faint : .stale
            lines += [StyledText(), title("Changed by the document of \(time)")] + indented(changes, role)
        }
        let rest = flag.definition.count - Self.definitionLimit
        return lines + [StyledText(), title("Definition")]
            + indented(Array(flag.definition.prefix(Self.definitionLimit)), .text)
            + indented(rest > 0 ? ["\(glyphs.ellipsis) \(rest.counted("more line"))"] : [], .faint)
    }

    /// The maximum number of lines of a definition that are shown.
    private static var definitionLimit: Int { 200 }

    /// Returns the line for one source's answer.
    private func stepLine(_ step: Explanation.Step) -> StyledText {
        let (role, answer): (CellStyle.Role, String) =
            switch step.answer {
            case .value(let value): (step.isDecisive ? sourceRole(step.source) : .text, ValueText.short(value))
            case .rejected: (.error, step.answer.text)
            case .notSet, .notQueried: (.faint, step.answer.text)
            }
        let line =
            StyledText(step.isDecisive ? "\(glyphs.arrow) " : "  ", CellStyle(.key, bold: true))
            + StyledText(padded(step.source.rawValue, 16), CellStyle(.text, bold: step.isDecisive))
            + StyledText(capped(answer), CellStyle(role, bold: step.isDecisive))
        return step.origin.map { line + StyledText("  \(model.shown($0))", CellStyle(.faint)) } ?? line
    }

    private func title(_ text: String) -> StyledText { StyledText(text, CellStyle(.title, bold: true)) }

    private func fact(_ name: String, _ text: String, _ role: CellStyle.Role = .text) -> StyledText {
        StyledText(padded(name, 10), CellStyle(.faint)) + StyledText(capped(text), CellStyle(role))
    }

    private func padded(_ text: String, _ count: Int) -> String {
        text + String(repeating: " ", count: max(1, count - text.count))
    }

    /// Returns a text cut to a readable length.
    private func capped(_ text: String) -> String {
        guard text.utf8.count > ValueText.maximumLength else { return text }
        return "\(ValueText.beginning(of: text))\(glyphs.ellipsis) (\(text.utf8.count) bytes)"
    }
}
#endif
