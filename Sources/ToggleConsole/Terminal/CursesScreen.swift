#if !RELEASE || InternalBuild
import CNCurses

/// The screen as curses sees it: grids in, bytes for the terminal out.
///
/// It draws into memory and needs no terminal. Curses has one state for the whole process, so two screens must not be used
/// at the same time.
final class CursesScreen {
    /// Why there is no screen.
    enum Problem: Error, Equatable {
        /// Terminfo does not know the terminal.
        case unknownTerminal
        /// The terminal cannot move its cursor.
        case noCursorMotion
        /// The system refused, for this reason.
        case system(Int32)
    }

    private let screen: OpaquePointer
    /// What the terminal shows.
    private var shown: Grid
    private var needsEverything = true
    /// How the styles that occurred look, by their number.
    private var looks: [CellStyle: (attributes: Int32, pair: Int32)] = [:]
    private var run = Run()

    /// Where colours come from.
    var theme: Theme {
        didSet {
            guard theme != oldValue else { return }
            looks.removeAll(keepingCapacity: true)
            needsEverything = true
        }
    }

    /// How many colours are used.
    let depth: Theme.Depth
    /// Whether the terminal speaks as xterm does: mouse, bracketed paste, clipboard.
    let isModern: Bool

    init(terminal: String, size: Grid.Size, hasColours: Bool, theme: Theme = .default) throws(Problem) {
        var problem = cn_no_problem
        guard let screen = cn_screen_open(terminal, Int32(size.rows), Int32(size.columns), hasColours, &problem)
        else {
            switch problem {
            case cn_unknown_terminal: throw .unknownTerminal
            case cn_no_cursor_motion: throw .noCursorMotion
            default: throw .system(SystemCalls.failure)
            }
        }
        self.screen = screen
        self.theme = theme
        shown = Grid(size)
        isModern = cn_screen_is_modern(screen)
        let colours = Int(cn_screen_colours(screen))
        depth = colours >= 256 ? .many : colours >= 8 ? .eight : .mono
    }

    deinit {
        cn_screen_close(screen)
    }

    /// What takes the terminal over.
    var enter: String { String(cString: cn_screen_enter(screen)) }
    /// What gives the terminal back.
    var leave: String { String(cString: cn_screen_leave(screen)) }

    /// The sequences that terminfo knows for keys.
    var keys: [[UInt8]: Key] {
        let names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
        ]
        var result: [[UInt8]: Key] = [:]
        for (name, key) in names + (1...12).map({ ("kf\($0)", Key.function($0)) }) {
            guard let sequence = cn_screen_key(screen, name).map({ Array(String(cString: $0).utf8) }) else { continue }
            if sequence.first == 0x1B, sequence.count > 2 { result[sequence] = key }
        }
        return result
    }

    /// The terminal has another size.
    func resize(_ size: Grid.Size) {
        cn_screen_resize(screen, Int32(size.rows), Int32(size.columns))
        shown = Grid(size)
        needsEverything = true
    }

    /// Sends everything again with the next frame: the terminal shows something else.
    func forget() {
        needsEverything = true
    }

    /// What to send to the terminal so that it shows a grid; nothing when it does.
    ///
    /// - Parameters:
    ///   - grid: What to show. Of each row, only the part that differs from the grid before is looked at.
    ///   - send: Is called with the bytes, which are gone when it returns.
    /// - Returns: What `send` answers.
    func frame<Answer>(of grid: Grid, _ send: (UnsafeBufferPointer<CChar>) throws -> Answer) rethrows -> Answer {
        if grid.size != shown.size { resize(grid.size) }
        if needsEverything {
            for row in 0..<grid.size.rows { draw(grid.row(row), columns: 0..<grid.size.columns, row: row) }
        } else {
            drawDifferences(of: grid)
        }
        var length = 0
        let cursor = grid.cursor.flatMap { grid.contains($0) ? $0 : nil }
        let bytes = cn_screen_frame(
            screen,
            Int32(cursor?.row ?? -1),
            Int32(cursor?.column ?? -1),
            needsEverything,
            isModern,
            &length
        )
        shown = grid
        needsEverything = false
        return try send(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// The character that curses believes to be in a place.
    func character(at position: Grid.Position) -> Unicode.Scalar? {
        Unicode.Scalar(cn_screen_character(screen, Int32(position.row), Int32(position.column)))
    }

    /// Draws what differs from what is shown, of a list that was scrolled only what is new.
    private func drawDifferences(of grid: Grid) {
        let columns = (0..<grid.size.rows).map { grid.differences(from: shown, row: $0) }
        let scrolled = grid.scrolled(from: shown, changed: columns.indices.filter { !columns[$0].isEmpty })
        if let (rows, lines) = scrolled {
            // The rows and where they were: curses moves them, and has blanks in what they leave.
            let area = lines > 0 ? rows.lowerBound..<rows.upperBound + lines : rows.lowerBound + lines..<rows.upperBound
            if cn_screen_scroll(screen, Int32(area.lowerBound), Int32(area.upperBound - 1), Int32(lines)) {
                for row in columns.indices where !rows.contains(row) {
                    let changed = area.contains(row) ? 0..<grid.size.columns : columns[row]
                    if !changed.isEmpty { draw(grid.row(row), columns: changed, row: row) }
                }
                return
            }
        }
        for row in columns.indices where !columns[row].isEmpty {
            draw(grid.row(row), columns: columns[row], row: row)
        }
    }

    // MARK: Runs

    /// Draws a part of a row: one call for each run of one style.
    private func draw(_ cells: ArraySlice<Grid.Cell>, columns: Range<Int>, row: Int) {
        let first = cells.startIndex
        let last = first + columns.upperBound
        var start = first + columns.lowerBound
        while start < last {
            let style = cells[start].style
            let end = run.collect(cells[start..<last], style)
            let look = look(of: style)
            cn_screen_put(
                screen,
                Int32(row),
                Int32(start - first),
                run.text,
                run.lengths,
                Int32(run.lengths.count),
                look.attributes,
                look.pair
            )
            start = end
        }
    }

    /// The cells of a run of one style, kept for their memory.
    private struct Run {
        /// The bytes of all cells.
        var text: [UInt8] = []
        /// How many of them each cell has.
        var lengths: [UInt8] = []

        /// Takes cells as long as they have a style; returns where others begin.
        mutating func collect(_ cells: ArraySlice<Grid.Cell>, _ style: CellStyle) -> Int {
            text.removeAll(keepingCapacity: true)
            lengths.removeAll(keepingCapacity: true)
            for index in cells.indices {
                guard cells[index].style == style || cells[index].text.isEmpty else { return index }
                cells[index].text.append(to: &text)
                lengths.append(UInt8(cells[index].text.count))
            }
            return cells.endIndex
        }
    }

    private func look(of style: CellStyle) -> (attributes: Int32, pair: Int32) {
        if let known = looks[style] { return known }
        // A selected row is one bar: with the colours of its parts reversed it would be a patchwork.
        let role = style.isReversed && style.role != .bar ? .text : style.role
        let colours = theme.colours(of: role, depth: depth)
        var attributes: Int32 = 0
        if style.isBold { attributes |= Int32(cn_bold) }
        if style.isUnderlined { attributes |= Int32(cn_underlined) }
        if style.isReversed { attributes |= Int32(cn_reversed) }
        let pair = cn_screen_pair(screen, Int32(colours.foreground ?? -1), Int32(colours.background ?? -1))
        if pair == 0 {
            // Without colours, bars are reversed and what matters less is faint.
            if role == .bar { attributes ^= Int32(cn_reversed) }
            if role == .faint { attributes |= Int32(cn_faint) }
            if role == .title { attributes |= Int32(cn_bold) }
        }
        looks[style] = (attributes, pair)
        return (attributes, pair)
    }
}

/// Curses belongs to one thread.
@available(*, unavailable)
extension CursesScreen: Sendable {}
#endif
