import FeatureToggles
import FeatureTogglesOverrides
import Foundation
import Testing

@testable import ToggleConsole

/// Compares whole screens with the reference files in `Screens`.
@Suite struct ScreenTests {
    struct Screen: Sendable, CustomTestStringConvertible {
        let name: String
        var rows = 24
        var columns = 80
        var isASCII = false
        var hasUnicode = true
        var isForScreenReaders = false
        var hasModules = false
        /// Whether an app is running; `nil` if the console doesn't follow apps.
        var hasApp: Bool?
        let keys: [Key]

        var testDescription: String { name }
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Screens")

    private static func typed(_ text: String) -> [Key] { text.map { .character($0) } }

    static let screens: [Screen] = [
        Screen(name: "list", keys: []),
        Screen(name: "list-1x1", rows: 1, columns: 1, keys: []),
        Screen(name: "list-3x20", rows: 3, columns: 20, keys: []),
        Screen(name: "list-6x40", rows: 6, columns: 40, keys: [.down]),
        Screen(name: "list-10x60", rows: 10, columns: 60, keys: [.end]),
        Screen(name: "list-50x160", rows: 50, columns: 160, keys: []),
        Screen(name: "list-50x160-without-detail", rows: 50, columns: 160, keys: [.left]),
        Screen(name: "modules-24x140", columns: 140, hasModules: true, keys: []),
        Screen(name: "modules-24x200", columns: 200, hasModules: true, keys: []),
        Screen(name: "modules-24x110", columns: 110, hasModules: true, keys: []),
        Screen(name: "module-filter", columns: 110, hasModules: true, keys: [.character("/")] + typed("module:pay")),
        Screen(name: "app", columns: 110, hasApp: true, keys: []),
        Screen(name: "no-app", columns: 110, hasApp: false, keys: []),
        Screen(name: "list-ascii", isASCII: true, keys: [.character("m"), .character("f")]),
        Screen(name: "list-without-unicode", isASCII: true, hasUnicode: false, keys: []),
        Screen(name: "list-a11y", isForScreenReaders: true, keys: [.down]),
        Screen(name: "detail-a11y", rows: 30, columns: 120, isForScreenReaders: true, keys: [.down, .enter]),
        Screen(name: "problems-a11y", isForScreenReaders: true, keys: [.character("!")]),
        Screen(name: "choice-a11y", isForScreenReaders: true, keys: typed("e")),
        Screen(name: "confirm-a11y", isForScreenReaders: true, keys: [.character("X"), .end, .enter]),
        Screen(name: "collapsed", keys: [.character("H")]),
        Screen(name: "detail", keys: [.down, .enter]),
        Screen(name: "detail-30x120", rows: 30, columns: 120, keys: [.down, .enter]),
        Screen(name: "detail-8x30", rows: 8, columns: 30, keys: [.enter]),
        Screen(name: "group-detail", columns: 100, keys: [.enter, .up]),
        Screen(name: "filter", keys: [.character("/")] + typed("check")),
        Screen(name: "filter-empty", keys: [.character("/")] + typed("zzz")),
        Screen(name: "overridden", keys: [.tab]),
        Screen(name: "conflicts", keys: [.backTab]),
        Screen(name: "marked", keys: typed("mmm")),
        Screen(name: "choice", keys: typed("e")),
        Screen(name: "prompt", keys: typed("/page") + [.enter, .character("e")]),
        Screen(name: "prompt-problem", keys: typed("/deliv") + [.enter, .character("e"), .character("x"), .enter]),
        Screen(name: "prompt-4x20", rows: 4, columns: 20, keys: typed("/page") + [.enter, .character("e")]),
        Screen(name: "confirm", keys: [.character("X"), .end, .enter]),
        Screen(name: "confirm-5x22", rows: 5, columns: 22, keys: [.character("X"), .end, .enter]),
        Screen(name: "presets", keys: [.character("p")]),
        Screen(name: "preset-difference", keys: [.character("p"), .enter]),
        Screen(name: "copy", keys: typed("y")),
        Screen(name: "sort", keys: typed("o")),
        Screen(name: "help", rows: 30, columns: 100, keys: [.character("?")]),
        Screen(name: "help-filtered", keys: [.character("?")] + typed("mark")),
        Screen(name: "palette", keys: [.character(":")] + typed("pres")),
        Screen(name: "problems", keys: [.character("!")]),
        Screen(
            name: "what-if",
            columns: 100,
            keys: [.character("W"), .control("u")] + typed("targetingKey=bob") + [.enter]
        ),
    ]

    /// Returns a console whose toggles cover everything that a row can show.
    static func console(_ screen: Screen) -> ConsoleDriver {
        var shop = ShopModel()
        shop.toggles.append(
            ShopModel.toggle("お知らせ_banner", .ops, .string, "機能 é🎉", "日本語の説明 and 👩‍👩‍👧 family", isPermanent: true)
        )
        if screen.hasModules {
            for (index, toggle) in shop.toggles.enumerated() {
                shop.modules[toggle.key] = ["Shop", "Payments", "Search"][index % 3]
            }
        }
        if let hasApp = screen.hasApp {
            shop.origin = hasApp ? ShopModel.app("shop 2.1.0, pid 4711") : .computed
        }
        shop.overrides = ["gift_wrapping": true, "page_size": 9, "banner": "Sale", "gone": true]
        shop.environment = ["banner": "From outside"]
        shop.remote = ["search_ranking": "neural", "discount": "half"]
        shop.remoteForUser = ["bob": ["admin_tools": true]]
        shop.problems = [ToggleProblem(source: .remote, origin: "flags.json", message: "‘a’ has no variants")]
        var memory = ConsoleMemory()
        memory.pins = ["admin_tools"]
        var options = ConsoleOptions()
        options.isASCII = screen.isASCII
        options.isForScreenReaders = screen.isForScreenReaders
        var settings = ConsoleSettings(options)
        settings.hasUnicode = screen.hasUnicode
        var console = ConsoleDriver(
            shop,
            memory: memory,
            settings: settings,
            rows: screen.rows,
            columns: screen.columns
        )
        console.presets = [
            Preset(name: "demo", values: ["new_checkout": true, "page_size": 9, "discount": "all"]),
            Preset(name: "sale", values: ["banner": "Half price"]),
        ]
        for key in screen.keys { console.press(key) }
        return console
    }

    @Test(arguments: screens)
    func screenMatchesTheReference(_ screen: Screen) throws {
        let grid = Self.console(screen).state.draw()
        var text = grid.plainText + "\n"
        if let cursor = grid.cursor { text += "cursor \(cursor.row) \(cursor.column)\n" }
        let file = Self.folder.appending(path: "\(screen.name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_REFERENCES"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let reference = try String(contentsOf: file, encoding: .utf8)
        #expect(text == reference, "if this is intended, run with UPDATE_REFERENCES=1 and review the difference")
    }

    @Test(arguments: [1, 2, 3, 5, 6, 7, 10, 24, 80])
    func screensFitEverySize(rows: Int) {
        for screen in Self.screens {
            var console = Self.console(screen)
            for columns in [1, 3, 8, 23, 24, 60, 89, 90, 300] {
                console.send(.resize(Grid.Size(rows: rows, columns: columns)))
                let grid = console.state.draw()
                #expect(Invariants.problem(grid) == nil, "\(screen.name) \(rows)×\(columns)")
                #expect(Invariants.problem(console.state) == nil, "\(screen.name) \(rows)×\(columns)")
            }
        }
    }

    @Test func emptyScreenDrawsNothing() {
        for size in [Grid.Size(rows: 0, columns: 0), Grid.Size(rows: 0, columns: 9), Grid.Size(rows: 9, columns: 0)] {
            for screen in Self.screens {
                var console = Self.console(screen)
                console.send(.resize(size))
                #expect(console.state.draw().cells.isEmpty)
            }
        }
    }

    @Test func screenReaderLayoutHasNoFrames() {
        for screen in Self.screens where screen.rows > 6 {
            var readable = screen
            readable.isForScreenReaders = true
            let grid = Self.console(readable).state.draw()
            #expect(grid.cursor != nil, "\(screen.name)")
            let rows = grid.plainText.split(separator: "\n")
            #expect(
                !rows.contains { $0.contains("|  ") || $0.contains("---") || $0.contains("\u{2500}") },
                "\(screen.name)"
            )
        }
    }

    @Test func sortedColumnStandsOut() {
        var console = ConsoleDriver(columns: 120)
        func title() -> [CellText] { console.state.draw().row(2).filter(\.style.isReversed).map(\.text) }
        #expect(title() == [])
        console.press(.character("o"), .character("2"))
        #expect(title() == ["K", "E", "Y"])
        console.press(.character("o"), .character("4"))
        #expect(title() == ["O", "W", "N", "E", "R"])
    }

    @Test func selectedRowIsReversedAndMarked() {
        let grid = ConsoleDriver().state.draw()
        let rows = (3..<24).filter { grid.row($0).contains { $0.style.isReversed && $0.style.role == .text } }
        #expect(rows == [4])
        #expect(grid.row(4).first?.text == "▶")
    }
}

/// The properties of every valid state and screen.
enum Invariants {
    static func problem(_ grid: Grid) -> String? {
        guard grid.cells.count == grid.size.rows * grid.size.columns else { return "cells are missing" }
        if let cursor = grid.cursor, !grid.contains(cursor) { return "the cursor is off the screen" }
        let width = TextWidth()
        for row in 0..<grid.size.rows {
            let cells = Array(grid.row(row))
            for (column, cell) in cells.enumerated() {
                if cell.text.count == 1 { continue }
                let columns = width.width(cell.text.description)
                if columns == 2, column + 1 >= cells.count || !cells[column + 1].text.isEmpty {
                    return "half a wide character at \(row), \(column)"
                }
                if cell.text.isEmpty, column == 0 || width.width(cells[column - 1].text.description) != 2 {
                    return "an empty cell at \(row), \(column)"
                }
                if columns > 2 || cell.text.description.unicodeScalars.count > 5 {
                    return "too long a text in the cell at \(row), \(column)"
                }
            }
        }
        return nil
    }

    static func problem(_ state: ConsoleState) -> String? {
        if state.list.rows.isEmpty {
            if state.list.selection != .nothing || state.list.selectedRow != 0 {
                return "an empty list has a selection"
            }
        } else {
            guard state.list.rows.indices.contains(state.list.selectedRow) else {
                return "the cursor is outside the list"
            }
            let height = max(1, state.layout.list.count)
            if state.list.selectedRow < state.list.top || state.list.selectedRow >= state.list.top + height {
                return "the cursor is not visible"
            }
            if case .toggle(let id, _) = state.list.selection, state.selectedToggle?.id != id {
                return "the cursor is on another toggle"
            }
        }
        for row in state.list.rows {
            if case .toggle(let index) = row, !state.toggles.model.toggles.indices.contains(index) {
                return "a line has no toggle"
            }
        }
        if state.edits.memory.undo.count > ConsoleMemory.historyLimit { return "the history is too long" }
        return nil
    }
}
