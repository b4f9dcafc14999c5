#if OVERRIDES
/// The content of the screen: rows of cells, and the cursor's position.
///
/// Drawing outside the grid does nothing. A character two columns wide takes two cells, of which the second has empty
/// text. Wide characters are never cut in half.
struct Grid: Equatable, Sendable {
    /// A cell of the grid.
    struct Cell: Hashable, Sendable {
        /// A base character with its accents, or empty in the second cell of a wide character.
        var text: CellText
        var style: CellStyle

        static let blank = Cell(text: .blank, style: .text)
    }

    /// The size of a screen in cells.
    struct Size: Hashable, Sendable {
        var rows: Int
        var columns: Int
    }

    /// A zero-based position on a screen.
    struct Position: Hashable, Sendable {
        var row: Int
        var column: Int
    }

    let size: Size
    /// The cells, row by row.
    private(set) var cells: [Cell]
    /// The position of the terminal's cursor, or `nil` if it is hidden.
    var cursor: Position?

    init(_ size: Size) {
        self.size = Size(rows: max(0, size.rows), columns: max(0, size.columns))
        cells = Array(repeating: .blank, count: self.size.rows * self.size.columns)
    }

    /// Returns the cells of a row, or an empty slice outside the grid.
    func row(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Returns the columns of a row from the first to the last cell that differs, including whole wide characters.
    ///
    /// - Parameters:
    ///   - other: A grid of the same size.
    ///   - row: The row.
    /// - Returns: The columns, empty if the rows are equal.
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

    private func isEqual(_ row: Int, to otherRow: Int, of other: Grid) -> Bool {
        guard otherRow >= 0, otherRow < other.size.rows else { return false }
        let (start, otherStart) = (row * size.columns, otherRow * size.columns)
        return cells.withUnsafeBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { others in
                for column in 0..<size.columns where cells[start + column] != others[otherStart + column] {
                    return false
                }
                return true
            }
        }
    }

    /// Returns the rows whose content moved by one line from another grid, as after scrolling a list.
    ///
    /// - Parameters:
    ///   - other: A grid of the same size.
    ///   - changed: The rows that differ between the grids.
    /// - Returns: The run of moved rows with the most changed ones, and the number of lines that they moved up, negative
    ///   for down; `nil` if no run has at least four changed rows.
    func scrolled(from other: Grid, changed: [Int]) -> (rows: Range<Int>, lines: Int)? {
        var best: (rows: Range<Int>, lines: Int)?
        var most = 3
        guard size == other.size, changed.count > most, let first = changed.first, let last = changed.last else {
            return nil
        }
        for lines in [1, -1] {
            var start = first
            for row in first...last + 1 {
                if row <= last, isEqual(row, to: row + lines, of: other) { continue }
                let count = changed.count { $0 >= start && $0 < row }
                if count > most {
                    best = (start..<row, lines)
                    most = count
                }
                start = row + 1
            }
        }
        return best
    }

    subscript(position: Position) -> Cell? {
        guard contains(position) else { return nil }
        return cells[position.row * size.columns + position.column]
    }

    func contains(_ position: Position) -> Bool {
        position.row >= 0 && position.row < size.rows && position.column >= 0 && position.column < size.columns
    }

    /// Sets a cell; does nothing outside the grid.
    ///
    /// If this overwrites one cell of a wide character, its other cell becomes blank.
    mutating func set(_ cell: Cell, at position: Position) {
        guard contains(position) else { return }
        let index = position.row * size.columns + position.column
        if cells[index].text.isEmpty, !cell.text.isEmpty, position.column > 0 { cells[index - 1].text = .blank }
        cells[index] = cell
        if position.column + 1 < size.columns, cells[index + 1].text.isEmpty { cells[index + 1].text = .blank }
    }

    /// Sets adjacent cells that start at a position, as far as they fit.
    ///
    /// The new cells must not contain wide characters.
    ///
    /// - Parameters:
    ///   - count: The number of cells.
    ///   - position: The position of the first one.
    ///   - style: The style of the cells.
    ///   - text: Returns the text of each cell by its offset from the first.
    /// - Complexity: O(*n*) in the number of cells; faster than setting them one by one.
    mutating func set(_ count: Int, at position: Position, style: CellStyle, _ text: (Int) -> CellText) {
        guard contains(position) else { return }
        let count = min(count, size.columns - position.column)
        guard count > 0 else { return }
        let first = position.row * size.columns + position.column
        if position.column > 0, cells[first].text.isEmpty { cells[first - 1].text = .blank }
        cells.withUnsafeMutableBufferPointer { cells in
            for place in 0..<count { cells[first + place] = Cell(text: text(place), style: style) }
        }
        if position.column + count < size.columns, cells[first + count].text.isEmpty {
            cells[first + count].text = .blank
        }
    }
}
#endif
