#if !RELEASE || InternalBuild
/// A grid with the way in which the console writes on it.
struct Canvas {
    var grid: Grid
    let width: TextWidth
    let glyphs: Glyphs

    init(_ size: Grid.Size, width: TextWidth, glyphs: Glyphs) {
        grid = Grid(size)
        self.width = width
        self.glyphs = glyphs
    }

    /// Writes text in a row from a column on, cut with a mark where it does not fit.
    ///
    /// - Returns: The column behind it.
    @discardableResult
    mutating func put(_ text: String, _ style: CellStyle, row: Int, columns: Range<Int>) -> Int {
        guard !columns.isEmpty else { return columns.lowerBound }
        return grid.write(
            fitted(text, columns.count),
            style,
            at: Grid.Position(row: row, column: columns.lowerBound),
            limit: columns.upperBound,
            width: width
        )
    }

    /// Writes a line of different styles, cut at the end of the columns.
    @discardableResult
    mutating func put(_ line: StyledText, row: Int, columns: Range<Int>, reversed: Bool = false) -> Int {
        var column = columns.lowerBound
        for span in line.spans where column < columns.upperBound {
            var style = span.style
            if reversed { style.isReversed = true }
            column = put(span.text, style, row: row, columns: column..<columns.upperBound)
        }
        return column
    }

    /// Makes a part of a row blank in a style.
    mutating func clear(_ style: CellStyle, row: Int, columns: Range<Int>) {
        grid.fill(Grid.Cell(text: " ", style: style), row: row, columns: columns)
    }

    /// The text, cut with a mark when it is wider than there is room.
    func fitted(_ text: String, _ columns: Int) -> String {
        // A character has at most two columns and takes at least a byte, so short text needs no measuring.
        if text.utf8.count * 2 <= columns { return text }
        if let count = TextWidth.asciiCount(text) {
            if count <= columns { return text }
            return columns > 1 ? text.prefix(columns - 1) + glyphs.ellipsis : String(text.prefix(max(0, columns)))
        }
        let pieces = width.pieces(text)
        guard pieces.reduce(0, { $0 + $1.width }) > columns else { return text }
        var result = ""
        var used = 0
        for piece in pieces where used + piece.width <= columns - 1 {
            result += piece.text
            used += piece.width
            if used == columns - 1 { break }
        }
        return columns > 1 ? result + glyphs.ellipsis : result
    }

    /// The end of a text that fits, with a mark before it.
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
