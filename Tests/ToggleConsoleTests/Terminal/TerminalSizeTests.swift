import Testing

@testable import ToggleConsole

/// Tests the size of terminals that don't report it.
struct TerminalSizeTests {
    @Test(arguments: [
        ([:], 24, 80), (["LINES": "50", "COLUMNS": "132"], 50, 132), (["LINES": "0", "COLUMNS": "-1"], 24, 80),
        (["LINES": "many", "COLUMNS": "99999999999999999999"], 24, 80),
    ])
    func sizeComesFromTheEnvironment(environment: [String: String], rows: Int, columns: Int) {
        #expect(ConsoleTerminal.unreportedSize { environment[$0] } == Grid.Size(rows: rows, columns: columns))
    }
}
