#if OVERRIDES
import FeatureToggles
import StoreMigration

extension ConsoleState {
    func drawDetail(_ lines: [StyledText], on canvas: inout Canvas, _ layout: Layout) {
        let columns = layout.detailColumns
        if !layout.isDetailAlone {
            for line in layout.header.count > 2 ? layout.header.upperBound - 1..<layout.list.upperBound : layout.list {
                canvas.put(
                    glyphs.vertical,
                    CellStyle(.border),
                    row: line,
                    columns: columns.lowerBound - 1..<columns.lowerBound
                )
            }
        }
        let room = detailRoom(lines.count)
        let first = min(max(0, detailScroll), max(0, lines.count - room))
        let text = columns.count > 10 ? columns.lowerBound + 1..<columns.upperBound : columns
        for (offset, line) in layout.list.prefix(room).enumerated() where lines.indices.contains(first + offset) {
            canvas.put(lines[first + offset], row: line, columns: text)
        }
        if let last = layout.list.last, room < layout.list.count {
            let rest = lines.count - first - room
            let note = rest > 0 ? "J \(rest) more" : "K \(first) above"
            canvas.put(note, CellStyle(.key), row: last, columns: text)
        }
        if layout.isDetailAlone, settings.hasVisibleCursor {
            canvas.grid.cursor = Grid.Position(row: layout.list.lowerBound, column: columns.lowerBound)
        }
    }

    /// Returns the number of detail lines to show; if not all fit, the last row shows the number of remaining lines.
    func detailRoom(_ count: Int) -> Int {
        let room = layout.list.count
        return count > room && room > 2 ? room - 1 : max(1, room)
    }

    /// The maximum scroll position of the detail.
    var detailEnd: Int { detailEnd(detailLines.count) }

    /// Returns the maximum scroll position of a detail with a number of lines.
    func detailEnd(_ count: Int) -> Int { max(0, count - detailRoom(count)) }

    /// The detail of the selection, wrapped to its columns.
    var detailLines: [StyledText] { detail.flatMap { wrapped($0) } }

    /// The scroll position that makes the sources visible; 0 if they are on the first screen.
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
        return sources.filter { !$0.text.isEmpty } + migrationLines(model.toggles[index])
    }

    /// Returns the app's summary of a migration below a title; empty for other toggles, and without a summary.
    private func migrationLines(_ toggle: ToggleDefinition) -> [StyledText] {
        guard toggle.category == .migration, let summary = model.migrations[toggle.key] else { return [] }
        return [StyledText("Migration", CellStyle(.title, bold: true))] + summary.lines.map { StyledText(capped($0)) }
    }

    private var detail: [StyledText] {
        if let index = selectedIndex { return detail(of: index) }
        guard case .group(let category) = selection else {
            return [StyledText("nothing is selected", CellStyle(.faint))]
        }
        let members = catalogue.members[category.position]
        let count = members.filter { isOverridden(model.toggles[$0]) }.count
        return [
            StyledText("\(category.rawValue) toggles", CellStyle(.title, bold: true)),
            StyledText("\(Self.counted(members.count, "toggle")), \(count) overridden"),
        ]
    }

    /// Returns everything that is known about a toggle, one fact per line.
    func detail(of index: Int) -> [StyledText] {
        let toggle = model.toggles[index]
        let explanation = model.explanation(index, whatIf)
        var lines = [StyledText(toggle.key, CellStyle(.title, bold: true))]
        if let description = toggle.details?.description { lines.append(StyledText(capped(description))) }
        lines.append(StyledText())
        lines.append(valueLine(explanation))
        if let whatIf {
            let own = model.explanation(index, nil).value
            lines.append(fact("what if", ContextText.text(whatIf), .stale))
            if own != explanation.value { lines.append(fact("otherwise", ValueText.short(own), .stale)) }
        }
        lines += facts(toggle, index)
        lines.append(StyledText())
        let migration = migrationLines(toggle)
        if !migration.isEmpty { lines += migration + [StyledText()] }
        lines.append(StyledText(Self.sourcesTitle, CellStyle(.title, bold: true)))
        lines += explanation.steps.map(stepLine)
        lines.append(StyledText())
        lines.append(fact("reason", explanation.evaluation.reason.rawValue))
        if let variant = explanation.evaluation.variant { lines.append(fact("variant", variant)) }
        if let rule = explanation.steps.first(where: \.isDecisive)?.rule { lines.append(fact("rule", rule, .remote)) }
        if let error = explanation.evaluation.error { lines.append(fact("error", error.description, .error)) }
        if let state = explanation.remoteState ?? model.remoteState {
            lines.append(fact("remote", Self.text(of: state), .remote))
        }
        return lines
    }

    private func valueLine(_ explanation: Explanation) -> StyledText {
        let source = explanation.evaluation.source
        let role: CellStyle.Role = source.isOverride ? .overridden : .value
        return fact("value", ValueText.short(explanation.value), role)
            + StyledText(
                "  by \(source.rawValue)\(source.isOverride ? ", overridden" : "")",
                CellStyle(sourceRole(source))
            )
    }

    private func facts(_ toggle: ToggleDefinition, _ index: Int) -> [StyledText] {
        var lines = [
            fact("default", ValueText.short(toggle.defaultValue)),
            fact("type", "\(toggle.type.name), \(ValueText.limits(of: toggle.type))"),
            fact("category", toggle.category.rawValue),
        ]
        let staleness = catalogue.staleness[index]
        if let details = toggle.details {
            let hasNoOwner = staleness.contains(.unowned)
            lines.append(fact("owner", hasNoOwner ? "! nobody" : details.owner, hasNoOwner ? .stale : .text))
            if let created = details.created { lines.append(fact("created", created.description)) }
            if let expires = details.expires {
                let days = expires.daysSince1970 - model.today.daysSince1970
                let note =
                    staleness.contains(.expired)
                    ? "  ! expired" : staleness.contains(.expiring) ? "  ! in \(Self.counted(days, "day"))" : ""
                lines.append(fact("expires", expires.description + note, note.isEmpty ? .text : .stale))
            } else if details.isPermanent {
                lines.append(fact("expires", "never, it is permanent"))
            }
            if let issue = details.issue { lines.append(fact("ticket", issue)) }
        }
        if let parameter = toggle.remoteParameter { lines.append(fact("remote", "parameter \(parameter)")) }
        if !toggle.retiredParameters.isEmpty {
            lines.append(fact("retired", toggle.retiredParameters.joined(separator: ", ")))
        }
        if memory.pins.contains(toggle.key) { lines.append(fact("pinned", "yes")) }
        return lines
    }

    private func fact(_ name: String, _ text: String, _ role: CellStyle.Role = .text) -> StyledText {
        let padding = String(repeating: " ", count: max(1, 10 - name.count))
        return StyledText([
            .init(text: name + padding, style: CellStyle(.faint)), .init(text: capped(text), style: CellStyle(role)),
        ])
    }

    /// Returns a text cut to a readable length.
    private func capped(_ text: String) -> String {
        guard text.utf8.count > ValueText.longest else { return text }
        return "\(ValueText.beginning(of: text))\(glyphs.ellipsis) (\(text.utf8.count) bytes)"
    }

    /// Returns the line for one source's answer.
    private func stepLine(_ step: Explanation.Step) -> StyledText {
        let role: CellStyle.Role =
            switch step.answer {
            case .value: step.isDecisive ? sourceRole(step.source) : .text
            case .rejected: .error
            case .notSet, .notAsked: .faint
            }
        let name = step.source.rawValue
        let padding = String(repeating: " ", count: max(1, 16 - name.count))
        let answer = if case .value(let value) = step.answer { ValueText.short(value) } else { step.answer.text }
        var line = StyledText([
            .init(text: step.isDecisive ? "\(glyphs.arrow) " : "  ", style: CellStyle(.key, bold: true)),
            .init(text: name + padding, style: CellStyle(.text, bold: step.isDecisive)),
            .init(text: capped(answer), style: CellStyle(role, bold: step.isDecisive)),
        ])
        if let origin = step.origin { line.spans.append(.init(text: "  \(origin)", style: CellStyle(.faint))) }
        return line
    }
}
#endif
