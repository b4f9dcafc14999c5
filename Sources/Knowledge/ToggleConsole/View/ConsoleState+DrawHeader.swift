#if OVERRIDES
import ToggleBase
import FeatureToggles

extension ConsoleState {
    func drawHeader(on canvas: inout Canvas, _ layout: Layout) {
        guard !layout.header.isEmpty else { return }
        let bar = CellStyle(.bar)
        canvas.clear(bar, 0, canvas.columns)
        guard layout.header.count > 1 else { return drawViews(on: &canvas, row: 0, base: bar) }
        drawFiles(on: &canvas)
        drawViews(on: &canvas, row: 1, base: .text)
        guard layout.header.count > 2, !layout.isDetailAlone else { return }
        let columns = columns(layout)
        let style = CellStyle(.title, underlined: true)
        canvas.clear(style, 2, layout.listColumns)
        let titles: [(text: String, columns: Range<Int>, order: ToggleOrder?)] = [
            ("KEY", columns.key, .key), ("VALUE", columns.value, nil), ("SOURCE", columns.source, .source),
            ("MODULE", columns.module, nil), ("OWNER", columns.owner, .owner), ("EXPIRES", columns.expiry, .expiry),
            ("AGE", columns.age, nil), ("DESCRIPTION", columns.description, nil),
        ]
        for title in titles {
            // The column that the list is sorted by stands out.
            let isSorted = title.order == list.sort
            canvas.put(title.text, isSorted ? CellStyle(.title, bold: true, reversed: true) : style, 2, title.columns)
        }
    }

    // MARK: Files

    /// A part of the first line.
    private struct HeaderPart {
        var text: String
        var isBold = false
        /// The order in which parts are dropped for lack of room, smallest first; parts with 0 are never dropped.
        var dropOrder = 0
        var isPath = false
        /// The shorter texts that are used before the part is dropped, the longest first.
        var shorter: [String] = []
        /// The order in which the shortest text is dropped.
        private static let lastDropOrder = 6

        /// The order in which a text of an app's source is dropped, given the shorter ones.
        static func dropOrder(_ shorter: [String]) -> Int { shorter.isEmpty ? lastDropOrder : 3 }
    }

    /// Draws the files in use, the environment, and the state of the remote source.
    private func drawFiles(on canvas: inout Canvas) {
        let bar = CellStyle(.bar)
        let bold = CellStyle(.bar, bold: true)
        let count = toggles.overridden.count
        let right = count.counted("override") + (edits.writesInFlight > 0 ? ", writing " : " ")
        let rightStart = size.columns - width.width(right)
        let limit = max(0, rightStart - 2)
        if limit > 0 { canvas.put(right, count == 0 ? bar : bold, 0, from: rightStart) }
        let separator = "  \(glyphs.dot)  "
        let parts = fitted(headerParts, limit - 1, separator: width.width(separator), on: canvas)
        var column = 1
        for (number, part) in parts.enumerated() {
            if number > 0 { column = canvas.put(separator, bar, 0, from: column, to: limit) }
            guard column < limit else { break }
            column = canvas.put(part.text, part.isBold ? bold : bar, 0, from: column, to: limit)
        }
    }

    private var headerParts: [HeaderPart] {
        let isReady = model.remoteState?.status == .ready
        var parts: [HeaderPart] = []
        if settings.readOnlyReason != nil { parts.append(HeaderPart(text: "READ-ONLY", isBold: true)) }
        if let environment = model.environment {
            // The name of an app is next to its process.
            let isApp = model.origin.app != nil
            if !isApp { parts.append(HeaderPart(text: environment, isBold: true, dropOrder: isReady ? 3 : 2)) }
        }
        switch model.origin {
        case .client: break
        case .app(let app): parts.append(HeaderPart(text: app.name, isBold: true, dropOrder: 5))
        case .computed:
            let staleness = model.staleness.map { ", \($0)" } ?? ""
            parts.append(HeaderPart(text: "no running app\(staleness)", dropOrder: 3))
        case .unreadable: parts.append(HeaderPart(text: "running app can't be read", isBold: true, dropOrder: 5))
        }
        if manifestProblem != nil { parts.append(HeaderPart(text: "! manifest", isBold: true)) }
        let path = shownPath
        parts.append(HeaderPart(text: path ?? "no local defaults file", dropOrder: 2, isPath: path != nil))
        if let remote = remoteTexts.first {
            // The path is worth more than the time of the last check, the revision of an app's document more than the
            // path, and the short form of the state of its source more than all other parts.
            let shorter = Array(remoteTexts.dropFirst())
            let hasTime = shorter.count > 1
            let order = isReady ? model.origin.app == nil || hasTime ? 1 : HeaderPart.dropOrder(shorter) : 4
            parts.append(HeaderPart(text: remote, isBold: !isReady, dropOrder: order, shorter: shorter))
        }
        if problemCount > 0 { parts.append(HeaderPart(text: "! \(problemCount.counted("problem"))", isBold: true)) }
        return parts
    }

    /// Returns the parts without optional ones, and with a shortened path, if they don't fit otherwise.
    private func fitted(_ parts: [HeaderPart], _ room: Int, separator: Int, on canvas: Canvas) -> [HeaderPart] {
        var parts = parts
        func excess() -> Int {
            parts.reduce(0) { $0 + width.width($1.text) } + max(0, parts.count - 1) * separator - room
        }
        func fitPath() {
            guard let place = parts.firstIndex(where: \.isPath), let path = shownPath else { return }
            // The file's name is the most useful part.
            let name = width.width(PathText.name(of: path)) + 2
            let full = width.width(path)
            parts[place].text = path
            let least = min(full, max(12, min(name, 24)))
            let end = canvas.fittedEnd(path, max(least, full - excess()))
            // Whole names, unless there's room for the end of one only.
            // The ellipsis in ASCII would look like the home folder.
            let ellipsis = glyphs.ellipsis == "~" ? "..." : glyphs.ellipsis
            let slash = end == path ? nil : end.dropFirst(ellipsis.count).firstIndex(of: "/")
            parts[place].text = slash.map { ellipsis + end[$0...] } ?? end
        }
        fitPath()
        while excess() > 0 {
            let optional = parts.indices.filter { parts[$0].dropOrder > 0 }
            guard let place = optional.min(by: { parts[$0].dropOrder < parts[$1].dropOrder }) else { break }
            if parts[place].shorter.isEmpty {
                parts.remove(at: place)
            } else {
                parts[place].text = parts[place].shorter.removeFirst()
                parts[place].dropOrder = HeaderPart.dropOrder(parts[place].shorter)
            }
            fitPath()
        }
        return parts
    }

    /// The path of the local defaults file, with `~` for the home folder.
    private var shownPath: String? {
        guard let path = toggles.model.defaultsPath else { return nil }
        guard let home = settings.home, home.count > 1, path.hasPrefix(home + "/") else { return path }
        return "~\(path.dropFirst(home.count))"
    }

    /// A short description of the state of the remote source.
    var remoteText: String? { remoteTexts.first }

    /// Descriptions of the state of the remote source, the longest first.
    private var remoteTexts: [String] {
        guard let state = model.remoteState else {
            let name = model.remoteName.map { "remote \($0)" }
            return switch model.origin {
            case .client: name.map { [$0] } ?? []
            case .app: ["no remote source"]
            case .computed, .unreadable: [name ?? "remote not loaded"]
            }
        }
        var texts = ["remote \(state.status.rawValue)"]
        if state.status != .ready {
            texts.append("\(texts[0]) since \(TimeText.minute(state.since))")
        } else if model.origin.app != nil {
            if let revision = state.shownRevision { texts.append("\(texts[0]) rev \(revision)") }
            if let time = state.lastSuccess {
                texts.append("\(texts[texts.count - 1]), checked \(SystemTime.clock(time).dropLast(3)) UTC")
            }
        } else if case .computed = model.origin, let name = model.remoteName {
            // Without an app, the user chose this document.
            texts.append("\(texts[0]) from \(PathText.name(of: name))")
        }
        return texts.reversed()
    }

    // MARK: Views

    /// Draws the views, the filter, the marks, and the what-if context.
    private func drawViews(on canvas: inout Canvas, row: Int, base: CellStyle) {
        var column = 0
        for tab in viewTabs {
            var style = base
            style.isBold = tab.view == list.view
            style.isReversed = tab.view == list.view
            column = canvas.put(tab.text, style, row, from: column)
        }
        let (query, count) = (list.query, toggles.model.toggles.count)
        var notes: [(String, CellStyle.Role)] = []
        if !query.text.isEmpty, !query.isEmpty || query.ignored.isEmpty { notes.append(("/\(query.text)", .match)) }
        if let ignored = query.ignoredText { notes.append(("! \(ignored)", .stale)) }
        if list.shownCount < count { notes.append(("\(list.shownCount)/\(count)", .faint)) }
        if list.sort != .category { notes.append(("by \(list.sort.rawValue)", .faint)) }
        if !list.marks.isEmpty {
            let hidden = list.marks.count - markedIndices.count
            notes.append(("\(list.marks.count) marked\(hidden > 0 ? ", \(hidden) not shown" : "")", .key))
        }
        if let text = toggles.whatIf.text { notes.append(("what if \(text)", .stale)) }
        for (text, role) in notes {
            column = canvas.put("  ", base, row, from: column)
            column = canvas.put(text, base.role == .bar ? base : CellStyle(role), row, from: column)
        }
    }

    /// The views with their columns in the header.
    var viewTabs: [(view: ListView, text: String, columns: Range<Int>)] {
        var column = 0
        return ListView.allCases.filter { size.columns >= 60 || $0 == list.view }.map { view in
            let number = count(of: view).map { " \($0)" } ?? ""
            let text = view == list.view ? "[\(view.rawValue)\(number)]" : " \(view.rawValue)\(number) "
            defer { column += text.utf8.count }
            return (view, text, column..<column + text.utf8.count)
        }
    }

    /// Returns the number of toggles in a view if it is known without resolving them.
    private func count(of view: ListView) -> Int? {
        switch view {
        case .all: toggles.model.toggles.count
        case .overridden: toggles.overridden.count
        case .stale: toggles.catalog.staleCount
        case .pinned: toggles.pinnedCount
        case .conflicts: toggles.conflictCount
        }
    }
}
#endif
