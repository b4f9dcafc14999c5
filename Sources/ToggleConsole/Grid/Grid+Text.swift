#if !RELEASE || InternalBuild
extension Grid {
    /// Writes text from a place to the right, as far as there is room.
    ///
    /// - Parameters:
    ///   - text: The text; line breaks and tabs become blanks.
    ///   - style: How it looks.
    ///   - position: Where it begins.
    ///   - limit: The first column that must not be written to.
    ///   - width: How characters are measured.
    /// - Returns: The column behind the text.
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
        var column = position.column
        var text = text
        let isPlain = text.withUTF8 { bytes in
            for byte in bytes where byte < 0x20 || byte > 0x7E { return false }
            for byte in bytes {
                guard column < limit else { break }
                set(
                    Cell(text: Self.ascii[Int(byte) - 0x20], style: style),
                    at: Position(row: position.row, column: column)
                )
                column += 1
            }
            return true
        }
        if isPlain { return column }
        for piece in width.pieces(text) {
            guard column + piece.width <= limit else { break }
            set(Cell(text: piece.text, style: style), at: Position(row: position.row, column: column))
            if piece.width == 2 {
                set(Cell(text: "", style: style), at: Position(row: position.row, column: column + 1))
            }
            column += piece.width
        }
        return column
    }

    /// Gives every cell of a part of a row the same content.
    mutating func fill(_ cell: Cell, row: Int, columns: Range<Int>) {
        for column in columns { set(cell, at: Position(row: row, column: column)) }
    }

    /// The rows as text, without the blanks at their ends.
    var plainText: String {
        (0..<size.rows).map { number in
            var line = row(number).map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
        .joined(separator: "\n")
    }

    /// The printable characters of ASCII, from the blank on.
    private static let ascii: [String] = (0x20..<0x7F).map { String(Unicode.Scalar(UInt8($0))) }
}
#endif
