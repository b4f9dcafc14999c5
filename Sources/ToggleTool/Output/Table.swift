import FeatureToggles

/// Text in columns, without control characters.
package struct Table {
    /// A text and its colors, which don't count as width.
    package struct Cell {
        package let text: String
        package var style: (String) -> String

        package init(text: String, style: @escaping (String) -> String = { $0 }) {
            self.text = text
            self.style = style
        }
    }

    private let header: [String]
    private var rows: [[Cell]] = []

    /// Creates a table without rows.
    package init(header: [String]) {
        self.header = header.map(\.printableLine)
    }

    /// Adds a row with a cell for each column.
    package mutating func add(_ row: [Cell]) {
        rows.append(row.map { Cell(text: $0.text.printableLine, style: $0.style) })
    }

    /// Returns the table as lines, with two spaces between columns.
    ///
    /// - Parameters:
    ///   - style: The style of the header.
    ///   - flexible: The column that is truncated if a line is wider than `columns`.
    ///   - columns: The width of the terminal, or `nil` for no limit.
    /// - Returns: The header and a line for each row.
    package func lines(style: TextStyle, flexible: Int, columns: Int?) -> [String] {
        var widths = header.map(\.count)
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.text.count) }
        }
        if let columns {
            let excess = widths.reduce(0, +) + 2 * (widths.count - 1) - columns
            if excess > 0 { widths[flexible] = max(8, widths[flexible] - excess) }
        }
        let head = line(header.map { Cell(text: $0, style: style.bold) }, widths)
        return [head] + rows.map { line($0, widths) }
    }

    private func line(_ cells: [Cell], _ widths: [Int]) -> String {
        var result = ""
        for (column, cell) in cells.enumerated() {
            let width = widths[column]
            let text = cell.text.count <= width ? cell.text : cell.text.prefix(width - 1) + "…"
            result += text.isEmpty ? "" : cell.style(text)
            if column < cells.count - 1 {
                result += String(repeating: " ", count: width - text.count + 2)
            }
        }
        while result.last == " " { result.removeLast() }
        return result
    }
}
