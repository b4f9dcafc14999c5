#if OVERRIDES
import ToggleBase
import CNCurses

/// A curses screen that converts grids to output bytes for the terminal.
///
/// It draws into memory and doesn't need a terminal. Curses has one state for the whole process, so two screens must not
/// be used at the same time.
final class CursesScreen {
    private let screen: OpaquePointer
    /// The content of the terminal.
    private var shown: Grid
    private var needsFullRepaint = true
    /// The attributes and color pairs of the styles used so far.
    private var looks: [CellStyle: (attributes: Int32, pair: Int32)] = [:]
    private var run = Run()

    /// The theme that determines the colors.
    var theme: Theme {
        didSet {
            guard theme != oldValue else { return }
            looks.removeAll(keepingCapacity: true)
            needsFullRepaint = true
        }
    }

    /// The number of colors that are used.
    let depth: Theme.Depth
    /// Whether the terminal supports xterm's mouse, bracketed paste, and clipboard sequences.
    let isModern: Bool

    init(terminal: String, size: Grid.Size, hasColors: Bool, theme: Theme = .default) throws(ConsoleError) {
        var problem = cn_no_problem
        guard let screen = cn_screen_open(terminal, Int32(size.rows), Int32(size.columns), hasColors, &problem)
        else {
            switch problem {
            case cn_unknown_terminal where terminal.isEmpty:
                throw .unsuitable("TERM is not set. Set it to the type of the terminal, for example xterm-256color.")
            case cn_unknown_terminal:
                throw .unsuitable(
                    "The terminal ‘\(terminal)’ is unknown. Set TERM to one that is installed, for example xterm-256color."
                )
            case cn_no_cursor_motion:
                throw .unsuitable("The terminal ‘\(terminal)’ cannot move its cursor, which the console needs.")
            default: throw .system("open the screen", SystemError.last.code)
            }
        }
        self.screen = screen
        self.theme = theme
        shown = Grid(size)
        isModern = cn_screen_is_modern(screen)
        let colors = Int(cn_screen_colors(screen))
        depth = colors >= 256 ? .many : colors >= 8 ? .eight : .mono
    }

    deinit {
        cn_screen_close(screen)
    }

    /// The sequence that enters the console's screen.
    var enter: String { String(cString: cn_screen_enter(screen)) }
    /// The sequence that restores the terminal.
    var leave: String { String(cString: cn_screen_leave(screen)) }

    /// The key sequences in terminfo.
    var keys: [(sequence: [UInt8], key: Key)] {
        let names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
        ]
        var result: [(sequence: [UInt8], key: Key)] = []
        for (name, key) in names + (1...12).map({ ("kf\($0)", Key.function($0)) }) {
            guard let sequence = cn_screen_key(screen, name).map({ Array(String(cString: $0).utf8) }) else { continue }
            guard sequence.first == 0x1B, sequence.count > 2 else { continue }
            // If two keys send the same sequence, the later one applies.
            result.insert((sequence, key), at: 0)
        }
        return result
    }

    /// Changes the size of the screen.
    func resize(_ size: Grid.Size) {
        cn_screen_resize(screen, Int32(size.rows), Int32(size.columns))
        shown = Grid(size)
        needsFullRepaint = true
    }

    /// Makes the next frame repaint everything, because the terminal's content is unknown.
    func invalidate() {
        needsFullRepaint = true
    }

    /// Sends the output that makes the terminal show a grid; it is empty if the terminal already does.
    ///
    /// - Parameters:
    ///   - grid: The grid to show. In each row, only the part that differs from the previous grid is processed.
    ///   - send: Sends the bytes, which are valid only during the call.
    /// - Returns: The result of `send`.
    func frame<Answer>(of grid: Grid, _ send: (UnsafeBufferPointer<CChar>) throws -> Answer) rethrows -> Answer {
        if grid.size != shown.size { resize(grid.size) }
        if needsFullRepaint {
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
            needsFullRepaint,
            isModern,
            &length
        )
        shown = grid
        needsFullRepaint = false
        return try send(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// Returns the character at a position according to curses.
    func character(at position: Grid.Position) -> Unicode.Scalar? {
        Unicode.Scalar(cn_screen_character(screen, Int32(position.row), Int32(position.column)))
    }

    /// Draws the cells that changed, or after scrolling a list only its new rows.
    private func drawDifferences(of grid: Grid) {
        let columns = (0..<grid.size.rows).map { grid.differences(from: shown, row: $0) }
        let scrolled = grid.scrolled(from: shown, changed: columns.indices.filter { !columns[$0].isEmpty })
        if let (rows, lines) = scrolled {
            // The rows and their previous positions. Curses moves them and leaves the vacated rows blank.
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

    /// Draws part of a row with one call for each run of equal style.
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

    /// The cells of a run of equal style, reused to avoid allocations.
    private struct Run {
        /// The bytes of all cells.
        var text: [UInt8] = []
        /// The number of bytes in each cell.
        var lengths: [UInt8] = []

        /// Collects cells with a style, and returns the index of the first cell with a different one.
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
        // The selected row is a uniform bar; reversing the colors of each part would give it several colors.
        let role = style.isReversed && style.role != .bar ? .text : style.role
        let colors = theme.colors(of: role, depth: depth)
        var attributes: Int32 = 0
        if style.isBold { attributes |= Int32(cn_bold) }
        if style.isUnderlined { attributes |= Int32(cn_underlined) }
        if style.isReversed { attributes |= Int32(cn_reversed) }
        let pair = cn_screen_pair(screen, Int32(colors.foreground ?? -1), Int32(colors.background ?? -1))
        if pair == 0 {
            // Without colors, bars are reversed and less important text is faint.
            if role == .bar { attributes ^= Int32(cn_reversed) }
            if role == .faint { attributes |= Int32(cn_faint) }
            if role == .title { attributes |= Int32(cn_bold) }
        }
        looks[style] = (attributes, pair)
        return (attributes, pair)
    }
}

/// Not sendable, because curses may only be used on one thread.
@available(*, unavailable)
extension CursesScreen: Sendable {}
#endif
