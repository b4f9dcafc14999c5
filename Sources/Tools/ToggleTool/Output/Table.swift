import ToggleBase
package import ToggleManifest

/// Text in columns, without control characters.
package struct Table {
    /// A text and its colors, which don't count as width.
    package struct Cell {
        package let text: String
        package var style: (String) -> TerminalText
        /// Whether the end remains if the cell is truncated, as for a path.
        package var keepsEnd: Bool

        package init(
            text: String,
            keepsEnd: Bool = false,
            style: @escaping (String) -> TerminalText = { TerminalText($0) }
        ) {
            self.text = text
            self.keepsEnd = keepsEnd
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
        rows.append(row.map { Cell(text: $0.text.printableLine, keepsEnd: $0.keepsEnd, style: $0.style) })
    }

    /// The number of columns of the terminal that remain of a cell that is truncated.
    private static let minimumWidth = 8

    /// Returns the table as lines, with two spaces between columns.
    ///
    /// Lines that would be wider than the terminal would wrap, so that the table could no longer be read.
    ///
    /// - Parameters:
    ///   - style: The style of the header.
    ///   - flexible: The column that is truncated first if a line is wider than `columns`.
    ///   - optional: The columns that are left out if that is not enough, the least important first.
    ///   - columns: The width of the terminal, or `nil` for no limit.
    /// - Returns: The header and a line for each row.
    package func lines(style: TextStyle, flexible: Int, optional: [Int] = [], columns: Int?) -> [TerminalText] {
        var widths = header.map(\.terminalWidth)
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.text.terminalWidth) }
        }
        var shown = Array(header.indices)
        if let columns {
            func excess() -> Int { shown.reduce(2 * (shown.count - 1)) { $0 + widths[$1] } - columns }
            let whole = widths[flexible]
            widths[flexible] = min(whole, Self.minimumWidth)
            for column in optional where excess() > 0 { shown.removeAll { $0 == column } }
            while excess() > 0, let widest = shown.max(by: { widths[$0] < widths[$1] }),
                widths[widest] > Self.minimumWidth
            {
                widths[widest] -= 1
            }
            // What is left goes back to the flexible column.
            widths[flexible] += min(whole - widths[flexible], max(0, -excess()))
        }
        let head = line(header.map { Cell(text: $0, style: style.bold) }, shown, widths)
        return [head] + rows.map { line($0, shown, widths) }
    }

    private func line(_ cells: [Cell], _ shown: [Int], _ widths: [Int]) -> TerminalText {
        var parts: [TerminalText] = []
        var gap = 0
        for column in shown {
            let text = cells[column].truncated(to: widths[column])
            if !text.isEmpty {
                parts += [TerminalText(String(repeating: " ", count: gap)), cells[column].style(text)]
                gap = 0
            }
            gap += widths[column] - text.terminalWidth + 2
        }
        return parts.joined(separator: "")
    }
}

extension Table.Cell {
    /// Returns the text if it fits into a column, or else its beginning or end with an ellipsis.
    fileprivate func truncated(to width: Int) -> String {
        guard text.terminalWidth > width else { return text }
        var rest = width - 1
        func fits(_ character: Character) -> Bool {
            rest -= String(character).terminalWidth
            return rest >= 0
        }
        return keepsEnd ? "…" + String(text.reversed().prefix(while: fits).reversed()) : text.prefix(while: fits) + "…"
    }
}
