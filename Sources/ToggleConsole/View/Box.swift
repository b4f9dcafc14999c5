#if OVERRIDES
/// A frame in the middle of the screen, or the whole screen if there is no room for a frame.
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

extension Canvas {
    /// Draws an empty box with a title.
    mutating func draw(_ box: Box, title: String) {
        // Without frames, the box clears whole rows to stay distinguishable.
        let cleared = glyphs == .withoutFrames ? 0..<grid.size.columns : box.columns
        for row in box.rows { clear(.text, row: row, columns: cleared) }
        let titleStyle = CellStyle(.title, bold: true)
        guard box.hasFrame, let first = box.rows.first, let last = box.rows.last else {
            if box.innerRows.lowerBound > 0 { put(title, titleStyle, row: 0, columns: box.columns) }
            return
        }
        let style = CellStyle(.border)
        let line = String(repeating: glyphs.horizontal, count: max(0, box.columns.count - 2))
        put(glyphs.topLeft + line + glyphs.topRight, style, row: first, columns: box.columns)
        put(glyphs.bottomLeft + line + glyphs.bottomRight, style, row: last, columns: box.columns)
        for row in box.innerRows {
            put(glyphs.vertical, style, row: row, columns: box.columns.lowerBound..<box.columns.lowerBound + 1)
            put(glyphs.vertical, style, row: row, columns: box.columns.upperBound - 1..<box.columns.upperBound)
        }
        let room = box.columns.lowerBound + 2..<box.columns.upperBound - 2
        put(" \(title) ", titleStyle, row: first, columns: room)
    }
}
#endif
