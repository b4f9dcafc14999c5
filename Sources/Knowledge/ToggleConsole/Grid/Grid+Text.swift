#if OVERRIDES
extension Grid {
    /// Writes text that starts at a position, as far as it fits.
    ///
    /// - Parameters:
    ///   - text: The text; line breaks and tabs become spaces.
    ///   - style: The style of the text.
    ///   - position: The position of the first character.
    ///   - limit: The first column that must not be written to.
    ///   - width: The rules for measuring characters.
    /// - Returns: The column after the text.
    @discardableResult
    mutating func write(
        _ text: String,
        _ style: CellStyle,
        at position: Position,
        limit: Int,
        width: TextWidth
    ) -> Int {
        let limit = min(limit, size.columns)
        guard position.row >= 0, position.row < size.rows, position.column < limit else { return position.column }
        if let count = TextWidth.asciiCount(text) {
            let count = min(count, limit - position.column)
            let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
                set(count, at: position, style: style) { CellText(ascii: bytes[$0]) }
            }
            if isWritten != nil { return position.column + count }
        }
        return write(width.pieces(text, columns: limit - position.column).pieces, style, at: position, limit: limit)
    }

    /// Writes pieces of text that start at a position, as far as they fit.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - style: The style of the text.
    ///   - position: The position of the first piece.
    ///   - limit: The first column that must not be written to.
    /// - Returns: The column after the text.
    @discardableResult
    mutating func write(_ pieces: [TextWidth.Piece], _ style: CellStyle, at position: Position, limit: Int) -> Int {
        let limit = min(limit, size.columns)
        guard contains(position) else { return position.column }
        var position = position
        for piece in pieces {
            guard position.column + piece.width <= limit else { break }
            set(Cell(text: CellText(piece.text), style: style), at: position)
            position.column += 1
            if piece.width == 2 {
                set(Cell(text: .empty, style: style), at: position)
                position.column += 1
            }
        }
        return position.column
    }

    /// Sets the text and style of every cell in part of a row.
    mutating func fill(_ text: CellText, _ style: CellStyle, row: Int, columns: Range<Int>) {
        let columns = columns.clamped(to: 0..<size.columns)
        set(columns.count, at: Position(row: row, column: columns.lowerBound), style: style) { _ in text }
    }

    /// The rows as text, without trailing spaces.
    var plainText: String {
        (0..<size.rows).map { number in
            var line = row(number).map(\.text.description).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
        .joined(separator: "\n")
    }
}
#endif
