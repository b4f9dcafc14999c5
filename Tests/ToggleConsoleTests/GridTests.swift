import Testing

@testable import ToggleConsole

@Suite struct GridTests {
    @Test func drawingOutsideTheGridDoesNothing() {
        var grid = Grid(Grid.Size(rows: 2, columns: 3))
        grid.set(Grid.Cell(text: "x", style: .text), at: Grid.Position(row: 2, column: 0))
        grid.set(Grid.Cell(text: "x", style: .text), at: Grid.Position(row: 0, column: -1))
        #expect(grid == Grid(Grid.Size(rows: 2, columns: 3)))
    }

    @Test func scrolledRowsAreDetected() {
        func grid(_ lines: [String]) -> Grid {
            var grid = Grid(Grid.Size(rows: lines.count, columns: 3))
            for (row, line) in lines.enumerated() {
                grid.write(line, .text, at: Grid.Position(row: row, column: 0), limit: 3, width: TextWidth())
            }
            return grid
        }
        func scrolled(_ before: [String], _ after: [String]) -> [Int]? {
            let (old, new) = (grid(before), grid(after))
            let changed = (0..<after.count).filter { !new.differences(from: old, row: $0).isEmpty }
            return new.scrolled(from: old, changed: changed).map { [$0.rows.lowerBound, $0.rows.upperBound, $0.lines] }
        }
        let list = ["head", "a", "b", "c", "d", "e", "f", "foot"]
        #expect(scrolled(list, ["head", "b", "c", "d", "e", "f", "g", "foot"]) == [1, 6, 1])
        #expect(scrolled(list, ["head", "z", "a", "b", "c", "d", "e", "foot"]) == [2, 7, -1])
        #expect(scrolled(list, ["head", "b", "c", "d", "e", "x", "y", "foot"]) == [1, 5, 1])
        #expect(scrolled(list, ["head", "b", "c", "d", "x", "y", "z", "foot"]) == nil)
        #expect(scrolled(list, list) == nil)
        #expect(scrolled(["", "", "", "", "", ""], ["", "", "", "", "", "a"]) == nil)
    }

    @Test(arguments: 0..<6)
    func overwrittenHalfCharacterBecomesBlank(column: Int) {
        var grid = Grid(Grid.Size(rows: 1, columns: 8))
        grid.write("機能性機", .text, at: Grid.Position(row: 0, column: 0), limit: 8, width: TextWidth())
        grid.write("abc", .text, at: Grid.Position(row: 0, column: column), limit: 8, width: TextWidth())
        #expect(grid.plainText.contains(column.isMultiple(of: 2) ? "abc" : " abc"))
        #expect(grid.plainText.count { "機能性".contains($0) } == 2)
        #expect(Invariants.problem(grid) == nil)
    }

    @Test func fillIsClampedToTheGrid() {
        var grid = Grid(Grid.Size(rows: 2, columns: 3))
        grid.fill("#", .text, row: 1, columns: -2..<2)
        grid.fill("+", .text, row: 1, columns: 2..<9)
        grid.fill("-", .text, row: 2, columns: 0..<3)
        grid.fill("-", .text, row: -1, columns: 0..<3)
        #expect(grid.plainText == "\n##+")
    }

    @Test(arguments: ["", "a", "é", "機", "🎉", "e\u{301}\u{302}\u{303}\u{304}", "🀄\u{E0100}\u{1E8D0}\u{1E8D1}"])
    func cellHoldsACharacterWithAccents(text: String) {
        let cell = CellText(text)
        #expect(cell.description == text)
        #expect(cell.count == text.utf8.count)
        #expect(cell.isEmpty == text.isEmpty)
        var bytes: [UInt8] = [0x41]
        cell.append(to: &bytes)
        #expect(bytes == [0x41] + Array(text.utf8))
    }

    @Test func cellTextIsCutBetweenScalars() {
        #expect(CellText("🎉🎉🎉🎉é").description == "🎉🎉🎉🎉")
        #expect(CellText("abc機機機機é").description == "abc機機機機")
        #expect(CellText("機機機機機é").description == "機機機機機")
        #expect(CellText("a\0b").description == "a")
        #expect(CellText(ascii: 0x7A) == "z")
    }
}
