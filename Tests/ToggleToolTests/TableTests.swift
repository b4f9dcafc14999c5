import Testing
import ToggleManifest

@testable import ToggleTool

/// Tests that tables fit the width of the terminal.
struct TableTests {
    private var table: Table {
        var table = Table(header: ["KEY", "VALUE", "SOURCE", "CATEGORY", "OWNER", "EXPIRES"])
        table.add(
            ["search_ranking", String(repeating: "v", count: 40), "local defaults", "ops", "search", "2027-01-31"]
                .map { Table.Cell(text: $0) }
        )
        table.add(
            ["new_checkout", "false", "default", "experiment", "payments", "2026-12-15"].map { Table.Cell(text: $0) }
        )
        return table
    }

    private func lines(_ columns: Int?) -> [String] {
        table.lines(
            style: TextStyle(environment: [:], isTerminal: false),
            flexible: 1,
            optional: [4, 3, 5],
            columns: columns
        )
        .map(\.description)
    }

    @Test(arguments: [30, 40, 60, 80, 100, 120])
    func noLineIsWiderThanTheTerminal(columns: Int) {
        let lines = lines(columns)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.count <= columns }, "\(lines.joined(separator: "\n"))")
    }

    @Test func leastImportantColumnsAreLeftOut() {
        #expect(
            lines(60) == [
                "KEY             VALUE             SOURCE          EXPIRES",
                "search_ranking  vvvvvvvvvvvvvvv…  local defaults  2027-01-31",
                "new_checkout    false             default         2026-12-15",
            ]
        )
    }

    @Test func wideCharactersTakeTwoColumns() {
        var table = Table(header: ["KEY", "VALUE", "OWNER"])
        table.add(["banner", "日本語のバナーをここに表示する", "growth"].map { Table.Cell(text: $0) })
        table.add(["title", "e\u{301}te\u{301}", "growth"].map { Table.Cell(text: $0) })
        let style = TextStyle(environment: [:], isTerminal: false)
        #expect(
            table.lines(style: style, flexible: 1, columns: 30) == [
                "KEY     VALUE           OWNER",
                "banner  日本語のバナ…   growth",
                "title   e\u{301}te\u{301}             growth",
            ]
        )
    }

    @Test func endOfPathRemains() {
        var table = Table(header: ["PID", "PROGRAM"])
        table.add([Table.Cell(text: "4711"), Table.Cell(text: "/home/me/shop/.build/debug/shop", keepsEnd: true)])
        let style = TextStyle(environment: [:], isTerminal: false)
        #expect(
            table.lines(style: style, flexible: 1, columns: 24) == ["PID   PROGRAM", "4711  ….build/debug/shop"]
        )
    }

    @Test func pipedTableIsComplete() {
        #expect(lines(nil)[1].contains(String(repeating: "v", count: 40)))
        #expect(lines(nil) == lines(500))
    }
}
