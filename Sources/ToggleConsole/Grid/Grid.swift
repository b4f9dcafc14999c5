#if !RELEASE || InternalBuild
/// What the screen shows: rows of cells, and where the cursor is.
///
/// Drawing outside of it does nothing. A character that is two columns wide takes two cells, the second of which has an
/// empty text; it is never cut in half.
struct Grid: Equatable, Sendable {
    /// One cell.
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

    /// The rows that show what is a line below or above in another grid, which is what a list looks like that scrolls.
    ///
    /// - Parameters:
    ///   - other: A grid of the same size.
    ///   - changed: The rows that differ from the other grid's.
    /// - Returns: The longest run of such rows and by how many lines they moved up, down where that is negative; `nil` when
    ///   fewer than four of them changed.
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

    /// Puts a cell in its place; nothing happens outside of the screen.
    ///
    /// What remains of a wide character that loses one of its cells becomes blank.
    mutating func set(_ cell: Cell, at position: Position) {
        guard contains(position) else { return }
        let index = position.row * size.columns + position.column
        if cells[index].text.isEmpty, !cell.text.isEmpty, position.column > 0 { cells[index - 1].text = .blank }
        cells[index] = cell
        if position.column + 1 < size.columns, cells[index + 1].text.isEmpty { cells[index + 1].text = .blank }
    }

    /// Puts cells side by side, none of them a part of a wide character, from a place on, as far as there is room.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - position: Where the first one goes.
    ///   - style: How they look.
    ///   - text: What each of them shows, counted from 0.
    /// - Complexity: O(*n*) in the number of cells; faster than to set them one by one.
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
