#if !RELEASE || InternalBuild
/// What the screen shows: rows of cells, and where the cursor is.
///
/// Drawing outside of it does nothing. A character that is two columns wide takes two cells, the second of which has an
/// empty text; it is never cut in half.
struct Grid: Equatable, Sendable {
    /// One cell.
    struct Cell: Hashable, Sendable {
        /// A base character with its accents, or empty in the second cell of a wide character.
        var text: String
        var style: CellStyle

        static let blank = Cell(text: " ", style: .text)
    }

    /// The size of a screen in cells.
    struct Size: Hashable, Sendable {
        var rows: Int
        var columns: Int
    }

    /// A place on a screen, from 0.
    struct Position: Hashable, Sendable {
        var row: Int
        var column: Int
    }

    let size: Size
    /// The cells, row by row.
    private(set) var cells: [Cell]
    /// Where the terminal's cursor is shown, or `nil` when it is hidden.
    var cursor: Position?

    init(_ size: Size) {
        self.size = Size(rows: max(0, size.rows), columns: max(0, size.columns))
        cells = Array(repeating: .blank, count: self.size.rows * self.size.columns)
    }

    /// The cells of a row, or none outside of the screen.
    func row(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// The columns of a row between the first and the last cell that differ, both included; wide characters are whole.
    ///
    /// - Parameters:
    ///   - other: A grid of the same size.
    ///   - row: The row.
    /// - Returns: The columns, none where the rows are equal.
    func differences(from other: Grid, row: Int) -> Range<Int> {
        guard row >= 0, row < size.rows, size == other.size else { return 0..<0 }
        let start = row * size.columns
        return cells.withUnsafeBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { others in
                var first = start
                var last = start + size.columns
                while first < last, cells[first] == others[first] { first += 1 }
                while first < last, cells[last - 1] == others[last - 1] { last -= 1 }
                guard first < last else { return 0..<0 }
                while first > start, cells[first].text.isEmpty { first -= 1 }
                while last < start + size.columns, cells[last].text.isEmpty { last += 1 }
                return first - start..<last - start
            }
        }
    }

    subscript(position: Position) -> Cell? {
        guard contains(position) else { return nil }
        return cells[position.row * size.columns + position.column]
    }

    func contains(_ position: Position) -> Bool {
        position.row >= 0 && position.row < size.rows && position.column >= 0 && position.column < size.columns
    }

    /// Puts a cell in its place; nothing happens outside of the screen.
    ///
    /// What remains of a wide character that loses one of its cells becomes blank.
    mutating func set(_ cell: Cell, at position: Position) {
        guard contains(position) else { return }
        let index = position.row * size.columns + position.column
        if cells[index].text.isEmpty, !cell.text.isEmpty, position.column > 0 { cells[index - 1].text = " " }
        cells[index] = cell
        if position.column + 1 < size.columns, cells[index + 1].text.isEmpty { cells[index + 1].text = " " }
    }
}
#endif
