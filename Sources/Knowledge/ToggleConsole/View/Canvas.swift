#if OVERRIDES
/// A grid with drawing functions for the console.
struct Canvas {
    var grid: Grid
    let width: TextWidth
    let glyphs: Glyphs
    /// The mark at which text is truncated.
    let ellipsis: CellText

    init(_ size: Grid.Size, width: TextWidth, glyphs: Glyphs) {
        grid = Grid(size)
        self.width = width
        self.glyphs = glyphs
        ellipsis = CellText(glyphs.ellipsis)
    }

    /// All columns.
    var columns: Range<Int> { 0..<grid.size.columns }

    /// Writes text in a row, and truncates it with an ellipsis if it doesn't fit.
    ///
    /// - Returns: The column after the text.
    @discardableResult
    mutating func put(_ text: String, _ style: CellStyle, _ row: Int, _ columns: Range<Int>) -> Int {
        guard !columns.isEmpty else { return columns.lowerBound }
        let position = Grid.Position(row: row, column: columns.lowerBound)
        guard let count = TextWidth.asciiCount(text) else {
            return grid.write(fitted(text, columns.count), style, at: position, limit: columns.upperBound)
        }
        let isCut = count > columns.count && columns.count > 1
        let limit = isCut ? columns.upperBound - 1 : columns.upperBound
        let end = grid.write(text, style, at: position, limit: limit, width: width)
        guard isCut else { return end }
        grid.set(Grid.Cell(text: ellipsis, style: style), at: Grid.Position(row: row, column: limit))
        return columns.upperBound
    }

    /// Writes text from a column to the end of a row, or up to another column.
    ///
    /// - Returns: The column after the text.
    @discardableResult
    mutating func put(_ text: String, _ style: CellStyle, _ row: Int, from column: Int, to end: Int? = nil) -> Int {
        put(text, style, row, column..<max(column, end ?? grid.size.columns))
    }

    /// Writes a styled line, cut at the end of the columns.
    mutating func put(_ line: StyledText, _ row: Int, _ columns: Range<Int>) {
        var column = columns.lowerBound
        for span in line.spans where column < columns.upperBound {
            column = put(span.text, span.style, row, column..<columns.upperBound)
        }
    }

    /// Clears part of a row in a style.
    mutating func clear(_ style: CellStyle, _ row: Int, _ columns: Range<Int>) {
        grid.fill(.blank, style, row: row, columns: columns)
    }

    /// Places the terminal's cursor.
    mutating func placeCursor(_ row: Int, _ column: Int) { grid.cursor = Grid.Position(row: row, column: column) }

    /// Draws a text field after its mark, scrolled so that its cursor is visible.
    mutating func put(_ field: TextField, mark: String, _ row: Int, _ columns: Range<Int>) {
        let start = put(mark, CellStyle(.key, bold: true), row, columns)
        let columns = (start..<max(start, columns.upperBound)).clamped(to: self.columns)
        guard !columns.isEmpty else { return }
        // Measure only the visible part, because the text may be very long.
        var first = field.cursor
        var used = 0
        while first > 0 {
            let piece = width.width(String(field.characters[first - 1]))
            guard used + piece < columns.count else { break }
            used += piece
            first -= 1
        }
        let shown = String(field.characters[first...].prefix(columns.count))
        let position = Grid.Position(row: row, column: columns.lowerBound)
        grid.write(shown, CellStyle(.text, bold: true), at: position, limit: columns.upperBound, width: width)
        placeCursor(row, min(columns.upperBound - 1, columns.lowerBound + used))
    }

    /// Draws an empty box with a title.
    mutating func draw(_ box: Box, title: String) {
        // Without frames, the box clears whole rows to set itself apart.
        for row in box.rows { clear(.text, row, glyphs == .withoutFrames ? columns : box.columns) }
        let titleStyle = CellStyle(.title, bold: true)
        guard box.hasFrame, let first = box.rows.first, let last = box.rows.last else {
            if box.innerRows.lowerBound > 0 { put(title, titleStyle, 0, box.columns) }
            return
        }
        let style = CellStyle(.border)
        let line = String(repeating: glyphs.horizontal, count: max(0, box.columns.count - 2))
        put(glyphs.topLeft + line + glyphs.topRight, style, first, box.columns)
        put(glyphs.bottomLeft + line + glyphs.bottomRight, style, last, box.columns)
        for row in box.innerRows {
            put(glyphs.vertical, style, row, box.columns.prefix(1))
            put(glyphs.vertical, style, row, box.columns.suffix(1))
        }
        put(" \(title) ", titleStyle, first, box.columns.dropFirst(2).dropLast(2))
    }

    /// Returns the pieces of a text, truncated with an ellipsis if they don't fit.
    private func fitted(_ text: String, _ columns: Int) -> [TextWidth.Piece] {
        var (pieces, isWhole) = width.pieces(text, columns: columns)
        guard !isWhole, columns > 1 else { return pieces }
        var used = pieces.reduce(0) { $0 + $1.width }
        while used > columns - 1, let last = pieces.popLast() { used -= last.width }
        return pieces + [TextWidth.Piece(text: glyphs.ellipsis, width: 1)]
    }

    /// Returns a text, truncated at its beginning with an ellipsis if it doesn't fit.
    func fittedEnd(_ text: String, _ columns: Int) -> String {
        let pieces = width.pieces(text)
        guard pieces.reduce(0, { $0 + $1.width }) > columns else { return text }
        var end: [String] = []
        var used = 1
        for piece in pieces.reversed() {
            guard used + piece.width <= columns else { break }
            end.append(piece.text)
            used += piece.width
        }
        return columns > 0 ? glyphs.ellipsis + end.reversed().joined() : ""
    }
}
#endif
