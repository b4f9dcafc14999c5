#if !RELEASE || InternalBuild
/// Which part of the screen shows what.
struct Layout: Equatable, Sendable {
    /// The lines at the head: files and state, then views and filter, then the titles of the columns.
    var header: Range<Int>
    /// The lines of the list.
    var list: Range<Int>
    /// The lines at the foot: a message or prompt, then keys.
    var footer: Range<Int>
    /// The columns of the list.
    var listColumns: Range<Int>
    /// The columns of the detail beside the list; empty when there is none.
    var detailColumns: Range<Int>
    /// Whether the detail takes the place of the list.
    var isDetailAlone: Bool

    /// From how many columns on the detail stands beside the list.
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
