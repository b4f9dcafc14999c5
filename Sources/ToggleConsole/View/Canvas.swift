#if OVERRIDES
/// A grid with the console's drawing functions.
struct Canvas {
    var grid: Grid
    let width: TextWidth
    let glyphs: Glyphs
    /// The mark where text is cut.
    let ellipsis: CellText

    init(_ size: Grid.Size, width: TextWidth, glyphs: Glyphs) {
        grid = Grid(size)
        self.width = width
        self.glyphs = glyphs
        ellipsis = CellText(glyphs.ellipsis)
    }

    /// Writes text in a row, cut with a mark if it doesn't fit.
    ///
    /// - Returns: The column after the text.
    @discardableResult
    mutating func put(_ text: String, _ style: CellStyle, row: Int, columns: Range<Int>) -> Int {
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

    /// Writes a styled line, cut at the end of the columns.
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

    /// Clears part of a row in a style.
    mutating func clear(_ style: CellStyle, row: Int, columns: Range<Int>) {
        grid.fill(.blank, style, row: row, columns: columns)
    }

    /// Returns the pieces of a text, cut with a mark if they don't fit.
    private func fitted(_ text: String, _ columns: Int) -> [TextWidth.Piece] {
        var (pieces, isWhole) = width.pieces(text, columns: columns)
        guard !isWhole, columns > 1 else { return pieces }
        var used = pieces.reduce(0) { $0 + $1.width }
        while used > columns - 1, let last = pieces.popLast() { used -= last.width }
        return pieces + [TextWidth.Piece(text: glyphs.ellipsis, width: 1)]
    }

    /// Returns the end of a text that fits, with a mark before it.
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
