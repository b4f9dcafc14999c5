#if OVERRIDES
/// The regions of the screen.
struct Layout: Equatable, Sendable {
    /// The rows of the header: files and state, views and filter, and column titles.
    var header: Range<Int>
    /// The rows of the list.
    var list: Range<Int>
    /// The rows of the footer: a message or prompt, and keys.
    var footer: Range<Int>
    /// The columns of the list.
    var listColumns: Range<Int>
    /// The columns of the detail; empty if no detail is open.
    var detailColumns: Range<Int>
    /// Whether the detail replaces the list.
    var isDetailAlone: Bool
    /// Whether the detail of the selected toggle is next to the list on a wide screen.
    var isDetailBesideWideList: Bool { listColumns.upperBound < detailColumns.lowerBound && listColumns.count >= 80 }

    /// The minimum number of columns for a detail next to the list.
    static let minimumColumnsForSideDetail = 90
    /// The minimum number of columns for a detail that is open by default.
    static let minimumColumnsForUsualDetail = 140
    /// The minimum number of columns of a detail next to the list on a screen where it is open by default.
    private static let detailColumnsOnWideScreens = 57

    init(_ size: Grid.Size, isDetailOpen: Bool, allowsSideDetail: Bool = true) {
        let rows = max(0, size.rows)
        let columns = max(0, size.columns)
        let head = rows >= 10 ? 3 : rows >= 6 ? 2 : rows >= 3 ? 1 : 0
        let foot = rows >= 6 ? 2 : rows >= 2 ? 1 : 0
        header = 0..<min(head, rows)
        list = header.upperBound..<max(header.upperBound, rows - foot)
        footer = list.upperBound..<max(list.upperBound, rows)
        isDetailAlone = isDetailOpen && (columns < Self.minimumColumnsForSideDetail || !allowsSideDetail)
        guard isDetailOpen, !isDetailAlone else {
            listColumns = 0..<columns
            detailColumns = isDetailOpen ? 0..<columns : columns..<columns
            return
        }
        // A wide screen has room for the owner, the expiry date, and the age in the list, which need more than a half.
        let isWide = columns >= Self.minimumColumnsForUsualDetail
        let split = isWide ? columns - max(Self.detailColumnsOnWideScreens, columns * 36 / 100) : columns * 45 / 100
        listColumns = 0..<split
        detailColumns = split + 1..<columns
    }
}

/// A framed box in the middle of the screen, or the whole screen if there is no room for a frame.
struct Box: Equatable, Sendable {
    var rows: Range<Int>
    var columns: Range<Int>
    /// The rows inside the frame.
    var innerRows: Range<Int>
    var innerColumns: Range<Int>
    var hasFrame: Bool

    init(_ size: Grid.Size, innerRows wantedRows: Int, innerColumns wantedColumns: Int) {
        hasFrame = size.rows >= 7 && size.columns >= 24
        guard hasFrame else {
            rows = 0..<max(0, size.rows)
            columns = 0..<max(0, size.columns)
            // The title and the keys in the footer each need a row.
            let first = size.rows >= 3 ? 1 : 0
            innerRows = first..<max(first, size.rows >= 2 ? size.rows - 1 : size.rows)
            innerColumns = columns
            return
        }
        // The header and footer stay visible.
        let height = min(max(1, wantedRows) + 2, size.rows - 3)
        let wide = min(max(20, wantedColumns) + 4, size.columns - 2)
        let top = max(1, (size.rows - 2 - height) / 2)
        let left = (size.columns - wide) / 2
        rows = top..<top + height
        columns = left..<left + wide
        innerRows = top + 1..<top + height - 1
        innerColumns = left + 2..<left + wide - 2
    }
}

/// The columns of a row in the list.
struct ListColumns: Equatable, Sendable {
    /// The columns for cursor, mark, override, and warning.
    var flags: Range<Int>
    var key: Range<Int>
    var value: Range<Int>
    var source: Range<Int>
    /// The columns for the name of the module; empty for a single module.
    var module: Range<Int>
    /// The columns for the owner and the expiry date, on wide screens.
    var owner: Range<Int>
    var expiry: Range<Int>
    /// The columns for the age of the override, on wide screens.
    var age: Range<Int>
    var description: Range<Int>

    /// - Parameters:
    ///   - columns: The columns of the list.
    ///   - longestKey: The number of characters in the longest key.
    ///   - longestValue: The number of characters in the longest value; `Int.max` if there is no limit.
    ///   - longestModule: The number of characters in the longest name of a module; 0 for a single module.
    ///   - isBesideDetail: Whether a detail shows the description of the selected toggle, so that the other columns matter
    ///     more.
    init(
        _ columns: Range<Int>,
        longestKey: Int,
        longestValue: Int = .max,
        longestModule: Int = 0,
        isBesideDetail: Bool = false
    ) {
        let end = columns.upperBound
        let room = columns.count
        func part(_ start: Int, _ count: Int) -> Range<Int> {
            let start = min(start, end)
            return start..<min(end, start + max(0, count))
        }
        flags = part(columns.lowerBound, room >= 24 ? 5 : room >= 8 ? 2 : min(1, room))
        let rest = room - flags.count
        // A third of the extra width on a wide screen goes to the value.
        let wideValue = min(80, 14 + max(0, rest - 95) / 3)
        let roomForValue = rest >= 60 ? wideValue : rest >= 30 ? 10 : rest >= 12 ? 5 : 0
        // The title needs five columns.
        let valueWidth = min(roomForValue, max(5, longestValue))
        // The source is more useful than the beginning of a description.
        let sourceWidth = rest >= (isBesideDetail ? 90 : 64) ? 15 : rest >= 38 ? 8 : 0
        let sourceGap = sourceWidth > 0 ? 1 : 0
        let gaps = (valueWidth > 0 ? 1 : 0) + sourceGap
        let roomForKey =
            rest >= 64 ? max(12, (rest - 14 - sourceWidth - gaps) * 3 / 5) : rest - valueWidth - sourceWidth - gaps
        key = part(flags.upperBound, min(max(8, longestKey), roomForKey))
        value = part(key.upperBound + 1, valueWidth)
        source = part(value.upperBound + sourceGap, sourceWidth)
        var start = source.upperBound + 1
        // Every column leaves room for the beginning of a description, unless a detail shows it.
        func optional(_ count: Int, leaving rest: Int) -> Range<Int> {
            guard count > 0, end - start - count - 1 >= (isBesideDetail ? -1 : rest) else { return end..<end }
            defer { start += count + 1 }
            return part(start, count)
        }
        module = optional(longestModule == 0 ? 0 : min(max(6, longestModule), 16), leaving: 16)
        owner = optional(12, leaving: 40)
        expiry = owner.isEmpty ? end..<end : optional(10, leaving: 40)
        age = expiry.isEmpty ? end..<end : optional(6, leaving: 40)
        let remaining = end - start
        description = remaining >= 16 ? part(start, remaining) : end..<end
        if description.isEmpty, valueWidth > 0 {
            // The remaining width goes to the value.
            let wider = max(0, remaining + 1)
            value = part(value.lowerBound, value.count + wider)
            source = part(value.upperBound + sourceGap, sourceWidth)
            func moved(_ columns: Range<Int>) -> Range<Int> {
                columns.isEmpty ? columns : part(columns.lowerBound + wider, columns.count)
            }
            (module, owner, expiry, age) = (moved(module), moved(owner), moved(expiry), moved(age))
        }
    }
}

extension ConsoleState {
    var layout: Layout { Layout(size, isDetailOpen: isDetailOpen, allowsSideDetail: settings.hasFrames) }

    /// Returns the columns of the list.
    func columns(_ layout: Layout) -> ListColumns {
        ListColumns(
            layout.listColumns,
            longestKey: toggles.catalog.longestKey,
            longestValue: toggles.catalog.longestValue,
            longestModule: toggles.catalog.longestModule,
            isBesideDetail: layout.isDetailBesideWideList
        )
    }

    /// The rules for measuring characters.
    var width: TextWidth { TextWidth(isAmbiguousWide: settings.isAmbiguousWide, hasUnicode: settings.hasUnicode) }

    var glyphs: Glyphs {
        let isASCII = settings.isASCII || !settings.hasUnicode || settings.isAmbiguousWide
        return settings.hasFrames ? isASCII ? .ascii : .unicode : .withoutFrames
    }
}
#endif
