#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    func drawHeader(on canvas: inout Canvas, _ layout: Layout) {
        guard !layout.header.isEmpty else { return }
        let bar = CellStyle(.bar)
        canvas.clear(bar, row: 0, columns: 0..<size.columns)
        if layout.header.count == 1 {
            drawViews(on: &canvas, row: 0, base: bar)
            return
        }
        drawFiles(on: &canvas)
        drawViews(on: &canvas, row: 1, base: .text)
        if layout.header.count > 2, !layout.isDetailAlone { drawColumnTitles(on: &canvas, row: 2, layout) }
    }

    /// Draws the files in use, the environment, and the state of the remote source.
    private func drawFiles(on canvas: inout Canvas) {
        let bar = CellStyle(.bar)
        let bold = CellStyle(.bar, bold: true)
        var right = Self.counted(overridden.count, "override")
        if writesInFlight > 0 { right += ", writing" }
        right += " "
        let rightWidth = width.width(right)
        let limit = max(0, size.columns - rightWidth - 1)
        if limit > 0 {
            canvas.put(
                right,
                overridden.isEmpty ? bar : bold,
                row: 0,
                columns: size.columns - rightWidth..<size.columns
            )
        }
        let separator = "  \(glyphs.dot)  "
        var parts: [HeadPart] = []
        if settings.readOnlyReason != nil { parts.append(HeadPart(text: "READ-ONLY", isBold: true)) }
        if let environment = model.environment {
            parts.append(HeadPart(text: environment, isBold: true, yields: isRemoteReady ? 3 : 2))
        }
        if manifestProblem != nil { parts.append(HeadPart(text: "! manifest", isBold: true)) }
        parts.append(
            HeadPart(text: shownPath ?? "no local defaults file", yields: 2, isPath: model.defaultsPath != nil)
        )
        if let remote = remoteText {
            parts.append(HeadPart(text: remote, isBold: !isRemoteReady, yields: isRemoteReady ? 1 : 4))
        }
        let problems = problems.count
        if problems > 0 { parts.append(HeadPart(text: "! \(Self.counted(problems, "problem"))", isBold: true)) }
        parts = fitted(parts, limit - 1, separator: width.width(separator), on: canvas)
        var column = 1
        for (number, part) in parts.enumerated() {
            if number > 0 { column = canvas.put(separator, bar, row: 0, columns: column..<limit) }
            guard column < limit else { break }
            column = canvas.put(part.text, part.isBold ? bold : bar, row: 0, columns: column..<limit)
        }
    }

    /// A part of the first line.
    private struct HeadPart {
        var text: String
        var isBold = false
        /// The order in which parts are dropped if there is no room for all, smallest first; 0 is never dropped.
        var yields = 0
        var isPath = false
    }

    /// Returns the parts with a shortened path and, if that is not enough, without the optional ones.
    private func fitted(_ parts: [HeadPart], _ room: Int, separator: Int, on canvas: Canvas) -> [HeadPart] {
        var parts = parts
        func excess() -> Int {
            parts.reduce(0) { $0 + width.width($1.text) } + max(0, parts.count - 1) * separator - room
        }
        while excess() > 0 {
            if let place = parts.firstIndex(where: \.isPath), let path = shownPath {
                // The file's name is the most useful part.
                let name = width.width(PathText.name(of: path)) + 2
                let full = width.width(path)
                parts[place].text = path
                let least = min(full, max(12, min(name, 24)))
                parts[place].text = canvas.fittedEnd(path, max(least, full - excess()))
                if excess() <= 0 { break }
            }
            guard let first = parts.map(\.yields).filter({ $0 > 0 }).min(),
                let place = parts.firstIndex(where: { $0.yields == first })
            else { break }
            parts.remove(at: place)
        }
        return parts
    }

    /// The path of the local defaults file, with `~` for the home folder.
    private var shownPath: String? {
        guard let path = model.defaultsPath else { return nil }
        guard let home = settings.home, home.count > 1, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    private var isRemoteReady: Bool { model.remoteState?.status == .ready }

    /// A short description of the state of the remote source.
    var remoteText: String? {
        guard let state = model.remoteState else { return model.remoteName.map { "remote \($0)" } }
        let since = state.status == .ready ? "" : " since \(TimeText.minute(state.since))"
        return "remote \(state.status.rawValue)\(since)"
    }

    /// Draws the views, the filter, the marks, and the what-if context.
    private func drawViews(on canvas: inout Canvas, row: Int, base: CellStyle) {
        var column = 0
        let limit = size.columns
        for tab in viewTabs {
            var style = base
            style.isBold = tab.view == view
            style.isReversed = tab.view == view
            column = canvas.put(tab.text, style, row: row, columns: column..<limit)
        }
        var notes: [(String, CellStyle.Role)] = []
        if !query.text.isEmpty, !query.isEmpty || query.problems.isEmpty { notes.append(("/\(query.text)", .match)) }
        if let ignored = query.ignored { notes.append(("! \(ignored)", .stale)) }
        if shownCount < model.toggles.count { notes.append(("\(shownCount)/\(model.toggles.count)", .faint)) }
        if sort != .category { notes.append(("by \(sort.rawValue)", .faint)) }
        if !marks.isEmpty {
            let hidden = marks.count - markedIndices.count
            notes.append(("\(marks.count) marked\(hidden > 0 ? ", \(hidden) not shown" : "")", .key))
        }
        if let whatIf { notes.append(("what if \(ContextText.text(whatIf))", .stale)) }
        for (text, role) in notes {
            let style = base.role == .bar ? base : CellStyle(role)
            column = canvas.put("  ", base, row: row, columns: column..<limit)
            guard column < limit else { break }
            column = canvas.put(text, style, row: row, columns: column..<limit)
        }
    }

    /// The views with their columns in the header.
    var viewTabs: [(view: ListView, text: String, columns: Range<Int>)] {
        var column = 0
        return ListView.allCases.filter { size.columns >= 60 || $0 == view }.map { listView in
            let number = viewCount(listView).map { " \($0)" } ?? ""
            let text = listView == view ? "[\(listView.rawValue)\(number)]" : " \(listView.rawValue)\(number) "
            let start = column
            column += text.utf8.count
            return (listView, text, start..<column)
        }
    }

    /// Returns the number of toggles in a view if it is known without resolving them.
    private func viewCount(_ view: ListView) -> Int? {
        switch view {
        case .all: model.toggles.count
        case .overridden: overridden.count
        case .stale: catalogue.staleCount
        case .pinned: pinnedCount
        case .conflicts: conflictCount
        }
    }

    private func drawColumnTitles(on canvas: inout Canvas, row: Int, _ layout: Layout) {
        let columns = columns(layout)
        let style = CellStyle(.title, underlined: true)
        canvas.clear(style, row: row, columns: layout.listColumns)
        canvas.put("KEY", style, row: row, columns: columns.key)
        canvas.put("VALUE", style, row: row, columns: columns.value)
        canvas.put("SOURCE", style, row: row, columns: columns.source)
        canvas.put("DESCRIPTION", style, row: row, columns: columns.description)
    }
}

/// Timestamps as text, in UTC.
enum TimeText {
    /// Returns a time in the form `2026-11-21 10:15 UTC`.
    static func minute(_ seconds: Int64) -> String {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = rest < 0 ? days - 1 : days
        let minutes = (rest < 0 ? rest + 86_400 : rest) / 60
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(date(Int(clamping: day))) \(two(minutes / 60)):\(two(minutes % 60)) UTC"
    }

    /// Returns the date a number of days after 1970-01-01.
    private static func date(_ days: Int) -> String {
        guard (-700_000...2_900_000).contains(days) else { return "day \(days)" }
        // The civil-from-days algorithm, with years that begin in March.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return CalendarDate(year: year, month: month, day: day)?.description ?? "day \(days)"
    }
}
#endif
