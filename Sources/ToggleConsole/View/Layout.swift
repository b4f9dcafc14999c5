#if OVERRIDES
/// The regions of the screen.
struct Layout: Equatable, Sendable {
    /// The rows of the header: files and state, then views and filter, then column titles.
    var header: Range<Int>
    /// The rows of the list.
    var list: Range<Int>
    /// The rows of the footer: a message or prompt, then keys.
    var footer: Range<Int>
    /// The columns of the list.
    var listColumns: Range<Int>
    /// The columns of the detail next to the list; empty if it is not shown there.
    var detailColumns: Range<Int>
    /// Whether the detail replaces the list.
    var isDetailAlone: Bool

    /// The minimum number of columns for a detail next to the list.
    static let columnsForTwo = 90

    init(_ size: Grid.Size, isDetailOpen: Bool, hasRoomForTwo: Bool = true) {
        let rows = max(0, size.rows)
        let columns = max(0, size.columns)
        let head = rows >= 10 ? 3 : rows >= 6 ? 2 : rows >= 3 ? 1 : 0
        let foot = rows >= 6 ? 2 : rows >= 2 ? 1 : 0
        header = 0..<min(head, rows)
        list = header.upperBound..<max(header.upperBound, rows - foot)
        footer = list.upperBound..<max(list.upperBound, rows)
        isDetailAlone = isDetailOpen && (columns < Self.columnsForTwo || !hasRoomForTwo)
        guard isDetailOpen, !isDetailAlone else {
            listColumns = 0..<columns
            detailColumns = isDetailOpen ? 0..<columns : columns..<columns
            return
        }
        let split = columns * 45 / 100
        listColumns = 0..<split
        detailColumns = split + 1..<columns
    }
}

extension ConsoleState {
    var layout: Layout { Layout(size, isDetailOpen: isDetailOpen, hasRoomForTwo: settings.hasFrames) }
}
#endif
