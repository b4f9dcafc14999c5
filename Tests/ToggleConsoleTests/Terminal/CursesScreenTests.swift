import CNCurses
import TestSupport
import Testing

@testable import ToggleConsole

/// Tests the conversion of grids to bytes by curses, without a terminal.
///
/// The tests run one after the other, because curses has one state per process.
@Suite(.serialized)
struct CursesScreenTests {
    private static let terminals = ["xterm-256color", "tmux-256color", "screen-256color", "vt100", "linux"]

    private func screen(
        _ terminal: String = "xterm-256color",
        _ rows: Int = 5,
        _ columns: Int = 20,
        colors: Bool = true
    ) throws -> CursesScreen {
        _ = cn_use_locale()
        return try CursesScreen(terminal: terminal, size: Grid.Size(rows: rows, columns: columns), hasColors: colors)
    }

    private func grid(_ rows: Int = 5, _ columns: Int = 20, _ lines: [[(String, Int)]], _ style: CellStyle = .text)
        -> Grid
    {
        var grid = Grid(Grid.Size(rows: rows, columns: columns))
        for (row, line) in lines.enumerated() {
            var column = 0
            for (text, width) in line {
                grid.set(Grid.Cell(text: CellText(text), style: style), at: Grid.Position(row: row, column: column))
                if width == 2 {
                    grid.set(Grid.Cell(text: "", style: style), at: Grid.Position(row: row, column: column + 1))
                }
                column += width
            }
        }
        return grid
    }

    private func plain(_ rows: Int = 5, _ columns: Int = 20, _ lines: String..., style: CellStyle = .text) -> Grid {
        grid(rows, columns, lines.map { $0.map { (String($0), 1) } }, style)
    }

    private func bytes(_ screen: CursesScreen, _ grid: Grid) -> String {
        screen.frame(of: grid) { String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    }

    @Test(arguments: terminals)
    func terminalsShowTheGrid(terminal: String) throws {
        let screen = try screen(terminal)
        let frame = bytes(screen, plain(5, 20, "one", "two"))
        #expect(frame.contains("one"))
        #expect(frame.contains("two"))
        #expect(screen.character(at: Grid.Position(row: 1, column: 2)) == "o")
    }

    @Test(arguments: [
        ("dumb", "‘dumb’ cannot move its cursor"), ("bogus", "‘bogus’ is unknown"), ("", "TERM is not set"),
    ])
    func unsuitableTerminalIsRejected(terminal: String, reason: String) {
        let error = #expect(throws: ConsoleError.self) { try screen(terminal) }
        #expect(error?.code == .unsuitableTerminal && error?.description.contains(reason) == true)
    }

    @Test func unchangedGridSendsNothing() throws {
        let screen = try screen()
        _ = bytes(screen, plain(5, 20, "one"))
        #expect(bytes(screen, plain(5, 20, "one")).isEmpty)
    }

    @Test func frameContainsOnlyChanges() throws {
        let screen = try screen()
        _ = bytes(screen, plain(5, 20, "one", "two", "three"))
        let frame = bytes(screen, plain(5, 20, "one", "2wo", "three"))
        #expect(frame.hasPrefix("\u{1B}[?2026h"))
        #expect(frame.hasSuffix("\u{1B}[?2026l"))
        #expect(frame.contains("2"))
        #expect(!frame.contains("one") && !frame.contains("three"))
        #expect(frame.utf8.count < 60)
    }

    @Test func invalidatedScreenIsRepainted() throws {
        let screen = try screen()
        _ = bytes(screen, plain(5, 20, "one", "two"))
        screen.invalidate()
        let frame = bytes(screen, plain(5, 20, "one", "two"))
        #expect(frame.contains("one") && frame.contains("two") && frame.contains("\u{1B}[2J"))
    }

    @Test func colorsDependOnThemeAndTerminal() throws {
        let style = CellStyle(.error)
        #expect(bytes(try screen("xterm-256color"), plain(5, 20, "red", style: style)).contains("\u{1B}[38;5;160m"))
        #expect(bytes(try screen("linux"), plain(5, 20, "red", style: style)).contains("\u{1B}[31m"))
        for screen in [try screen("xterm-256color", colors: false), try screen("vt100")] {
            let frame = bytes(screen, plain(5, 20, "red", style: style))
            #expect(!frame.contains(/\x1B\[[0-9;]*3[0-8]/))
            #expect(screen.depth == .mono)
        }
    }

    @Test func newThemeChangesColors() throws {
        let screen = try screen()
        _ = bytes(screen, plain(5, 20, "red", style: CellStyle(.error)))
        screen.theme = .contrast
        #expect(bytes(screen, plain(5, 20, "red", style: CellStyle(.error))).contains("\u{1B}[38;5;196m"))
        screen.theme = .mono
        #expect(!bytes(screen, plain(5, 20, "red", style: CellStyle(.error))).contains("38;5"))
    }

    @Test func cursorFollowsTheGrid() throws {
        let screen = try screen()
        var grid = plain(5, 20, "one")
        #expect(bytes(screen, grid).contains("\u{1B}[?25l"))
        grid.cursor = Grid.Position(row: 2, column: 3)
        let frame = bytes(screen, grid)
        #expect(frame.contains("\u{1B}[?25h") || frame.contains("\u{1B}[?12l\u{1B}[?25h"))
        grid.cursor = Grid.Position(row: 99, column: 3)
        #expect(bytes(screen, grid).contains("\u{1B}[?25l"))
    }

    @Test func wideAndCombiningCharactersKeepColumns() throws {
        let screen = try screen()
        let frame = bytes(
            screen,
            grid(5, 20, [[("機", 2), ("能", 2), ("|", 1)], [("🎉", 2), ("|", 1)], [("e\u{301}", 1), ("|", 1)]])
        )
        for text in ["機能|", "🎉|", "e\u{301}|"] { #expect(frame.contains(text)) }
        #expect(screen.character(at: Grid.Position(row: 0, column: 4)) == "|")
        #expect(screen.character(at: Grid.Position(row: 1, column: 2)) == "|")
    }

    @Test func charactersOfDisputedWidthKeepColumns() throws {
        // An ambiguous character that some terminals draw wide, and one that is newer than libc's tables.
        let screen = try screen()
        let first = grid(5, 20, [[("①", 2), ("a", 1), ("b", 1)], [("\u{1FAE8}", 2), ("c", 1)]])
        let frame = bytes(screen, first)
        #expect(frame.contains("①"))
        #expect(frame.contains("\u{1FAE8}"))
        #expect(screen.character(at: Grid.Position(row: 0, column: 2)) == "a")
        #expect(bytes(screen, first).isEmpty)
        // Overwritten characters disappear.
        let later = bytes(
            screen,
            grid(5, 20, [[("x", 1), ("y", 1), ("a", 1), ("b", 1)], [("\u{1FAE8}", 2), ("c", 1)]])
        )
        #expect(later.contains("xyab"))
        #expect(!later.contains("①") && !later.contains("\u{1FAE8}"))
    }

    @Test(arguments: 0..<20)
    func incrementalFramesMatchAFullFrame(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let pieces = [
            ("a", 1), ("b", 1), (" ", 1), ("機", 2), ("🎉", 2), ("e\u{301}", 1), ("①", 2), ("\u{1FAE8}", 2), ("ö", 1),
        ]
        var grid = Grid(Grid.Size(rows: 4, columns: 12))
        let positions = (0..<4).flatMap { row in (0..<12).map { Grid.Position(row: row, column: $0) } }
        var seen: [Unicode.Scalar?] = []
        do {
            let screen = try screen("xterm-256color", 4, 12)
            for _ in 0..<40 {
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                    let style = CellStyle(Bool.random(using: &random) ? .text : .error)
                    let place = Grid.Position(
                        row: Int.random(in: 0..<4, using: &random),
                        column: Int.random(in: 0...12 - piece.1, using: &random)
                    )
                    grid.set(Grid.Cell(text: CellText(piece.0), style: style), at: place)
                    if piece.1 == 2 {
                        let second = Grid.Position(row: place.row, column: place.column + 1)
                        grid.set(Grid.Cell(text: "", style: style), at: second)
                    }
                }
                _ = bytes(screen, grid)
            }
            seen = positions.map { screen.character(at: $0) }
        }
        let fresh = try screen("xterm-256color", 4, 12)
        _ = bytes(fresh, grid)
        for (position, character) in zip(positions, seen) {
            #expect(character == fresh.character(at: position), "\(position) of \(grid.plainText)")
        }
    }

    @Test(arguments: ["xterm-256color", "vt100", "linux"], 0..<8)
    func scrolledFramesMatchAFullFrame(terminal: String, seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let size = Grid.Size(rows: 12, columns: 24)
        // Some rows are equal, some contain wide characters, and one contains a character that curses doesn't know.
        let lines = (0..<40).map { number in
            number.isMultiple(of: 7) ? "" : number == 33 ? "\u{1FAE8} shakes" : "line \(number) 機能 of many"
        }
        func list(_ top: Int, selected: Int) -> Grid {
            var grid = Grid(size)
            let shown = ["head"] + lines[top..<top + 9] + ["foot \(selected)"]
            for (row, text) in shown.enumerated() {
                let style = CellStyle(.text, reversed: row == selected)
                grid.write(text, style, at: Grid.Position(row: row, column: 0), limit: 24, width: TextWidth())
            }
            return grid
        }
        var top = 0
        var seen: [Unicode.Scalar?] = []
        let positions = (0..<size.rows).flatMap { row in (0..<size.columns).map { Grid.Position(row: row, column: $0) }
        }
        var last = list(0, selected: 1)
        do {
            let screen = try screen(terminal, size.rows, size.columns)
            for _ in 0..<60 {
                _ = bytes(screen, last)
                top = min(lines.count - 9, max(0, top + Int.random(in: -2...3, using: &random)))
                last = list(top, selected: Int.random(in: 1...9, using: &random))
            }
            _ = bytes(screen, last)
            seen = positions.map { screen.character(at: $0) }
        }
        let fresh = try screen(terminal, size.rows, size.columns)
        _ = bytes(fresh, last)
        #expect(seen == positions.map { fresh.character(at: $0) }, "\(last.plainText)")
    }

    @Test func controlCharactersAreReplaced() throws {
        let frame = bytes(try screen(), grid(5, 20, [[("\u{1B}", 1), ("\u{7}", 1), ("\u{9B}", 1), ("a", 1)]]))
        #expect(frame.contains("???a"))
    }

    @Test(arguments: terminals)
    func screenCanHaveAnySize(terminal: String) throws {
        let screen = try screen(terminal)
        for (rows, columns) in [(1, 1), (1, 2), (40, 1), (1, 200), (80, 300), (3, 7), (24, 80)] {
            let line = String(repeating: "#", count: columns)
            var grid = Grid(Grid.Size(rows: rows, columns: columns))
            for row in 0..<rows {
                for (column, character) in line.enumerated() {
                    grid.set(
                        Grid.Cell(text: CellText(String(character)), style: .text),
                        at: Grid.Position(row: row, column: column)
                    )
                }
            }
            _ = bytes(screen, grid)
            #expect(screen.character(at: Grid.Position(row: rows - 1, column: columns - 1)) == "#")
            #expect(bytes(screen, grid).isEmpty)
        }
    }

    @Test func screensCanBeOpenedRepeatedly() throws {
        for number in 0..<50 {
            let screen = try screen(Self.terminals[number % Self.terminals.count], 5 + number % 7, 20)
            #expect(bytes(screen, plain(5 + number % 7, 20, "number \(number)")).contains("number"))
        }
    }

    @Test func leaveSequenceRevertsEnterSequence() throws {
        let screen = try screen()
        #expect(screen.enter.contains("\u{1B}[?1049h"))
        #expect(screen.leave.contains("\u{1B}[?1049l"))
        #expect(screen.leave.contains("\u{1B}[?25h"))
        let plain = try self.screen("vt100")
        #expect(plain.leave.contains("\u{1B}[999;1H\r\n"))
        #expect(!plain.isModern && screen.isModern)
    }
}
