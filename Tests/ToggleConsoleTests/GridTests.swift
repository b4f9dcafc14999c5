import Testing

@testable import ToggleConsole

@Suite struct GridTests {
    @Test func drawingOutsideOfTheScreenDoesNothing() {
        var grid = Grid(Grid.Size(rows: 2, columns: 3))
        grid.set(Grid.Cell(text: "x", style: .text), at: Grid.Position(row: 2, column: 0))
        grid.set(Grid.Cell(text: "x", style: .text), at: Grid.Position(row: 0, column: -1))
        #expect(grid == Grid(Grid.Size(rows: 2, columns: 3)))
    }
}
