#if !RELEASE || InternalBuild
import CNCurses

/// The terminal that the process has, taken over while the console runs.
///
/// Whatever ends the process, except for a kill, the terminal is given back as it was. There is one at a time, and it
/// belongs to the thread that made it.
final class Terminal {
    /// What can happen while one waits.
    enum Occurrence {
        /// Somebody typed, clicked or pasted.
        case event(ConsoleEvent)
        /// Another size.
        case resized
        /// The process is to stop until it is continued.
        case stop
        /// The process was continued without having been stopped by the console.
        case continued
        /// A signal asks for the end.
        case ended
        /// There is nobody at the other end any more.
        case gone
    }

    /// The largest screen that is drawn.
    private static let largest = Grid.Size(rows: 500, columns: 1_000)

    let screen: CursesScreen
    /// Whether characters outside of ASCII can be shown.
    let hasUnicode: Bool
    private(set) var size: Grid.Size
    private var decoder: InputDecoder
    private var isActive = false
    private var isClosed = false
    /// Whether the mouse is reported.
    var hasMouse: Bool {
        didSet {
            guard hasMouse != oldValue, isActive, screen.isModern else { return }
            _ = write(hasMouse ? Self.mouseOn : Self.mouseOff)
        }
    }

    /// Claims the terminal without changing it.
    ///
    /// - Parameters:
    ///   - name: What kind of terminal it is, as `TERM` says.
    ///   - hasColours: Whether colours may be used.
    ///   - hasMouse: Whether the mouse is reported.
    /// - Throws: ``ConsoleError`` when there is none, it cannot show the console, or it is taken already.
    init(name: String, hasColours: Bool, hasMouse: Bool) throws(ConsoleError) {
        guard cn_is_available() else { throw .unavailable("This system has no curses, so there is no console.") }
        guard SystemCalls.hasTerminal else { throw .noTerminal }
        let failure = cn_guard_claim(0, 1)
        guard failure == 0 else {
            throw failure == SystemCalls.busy ? .alreadyOpen : .system("take the terminal", failure)
        }
        let isForeign = cn_use_locale()
        size = Self.currentSize
        do throws(CursesScreen.Problem) {
            screen = try CursesScreen(terminal: name, size: size, hasColours: hasColours)
        } catch {
            cn_restore_locale()
            cn_guard_release()
            throw .screen(error, terminal: name)
        }
        hasUnicode = !isForeign && Self.hasUnicode(name)
        decoder = InputDecoder(keys: screen.keys)
        self.hasMouse = hasMouse
    }

    /// Whether a kind of terminal can show characters outside of ASCII.
    ///
    /// The console of Linux cannot, nor can a VT100 and its successors; `vte` is a terminal of today.
    static func hasUnicode(_ name: String) -> Bool {
        let number = name.hasPrefix("vt") ? name.dropFirst(2).first : nil
        return name != "linux" && number?.isNumber != true
    }

    deinit {
        close()
    }

    /// Gives up the claim; nothing else may be done afterwards.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        cn_guard_release()
        cn_restore_locale()
    }

    // MARK: Taking and giving back

    private static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
    private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"
    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"

    /// Takes the terminal; the next frame shows everything.
    func enter() throws(ConsoleError) {
        var (enter, leave) = (screen.enter, screen.leave)
        if screen.isModern {
            enter += Self.pasteOn + (hasMouse ? Self.mouseOn : "")
            leave = "\u{1B}[?2026l" + Self.mouseOff + Self.pasteOff + leave
        }
        let failure = cn_guard_enter(enter, leave)
        guard failure == 0 else { throw .system("take the terminal", failure) }
        isActive = true
        measure()
        screen.forget()
    }

    /// Gives the terminal back, and shows what others wrote meanwhile.
    func leave() {
        cn_guard_leave()
        isActive = false
    }

    /// Gives the terminal back, stops the process, and takes the terminal again when it is continued.
    func suspend() throws(ConsoleError) {
        leave()
        _ = cn_guard_stop()
        try enter()
    }

    /// Lets a program have the terminal meanwhile.
    func lend<Answer>(to program: () -> Answer) throws(ConsoleError) -> Answer {
        leave()
        let answer = program()
        try enter()
        return answer
    }

    /// What puts a terminal right that a killed process left as it was.
    static func reset(name: String) {
        var problem = cn_no_problem
        let screen = cn_screen_open(name, 24, 80, false, &problem)
        defer { cn_screen_close(screen) }
        let isModern = screen.map { cn_screen_is_modern($0) } ?? false
        let others = "\u{1B}[?2026l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1015l\u{1B}[?1005l\u{1B}[?7h"
        let leave = screen.map { String(cString: cn_screen_leave($0)) } ?? ""
        cn_reset(0, 1, (isModern ? others + mouseOff + pasteOff : "") + leave)
    }

    // MARK: Showing

    /// Shows a grid, in one write.
    ///
    /// - Returns: Whether there still is a terminal.
    func show(_ grid: Grid) -> Bool {
        screen.frame(of: grid) { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
            return cn_guard_write(start, bytes.count) == 0
        }
    }

    /// Puts a text into the terminal's clipboard.
    ///
    /// - Returns: The sentence that says why not, or `nil`.
    func copy(_ text: String) -> String? {
        guard screen.isModern else { return "This terminal has no clipboard that programs can reach." }
        guard let sequence = Clipboard.sequence(for: text) else {
            return "The text is longer than the \(Clipboard.limit) bytes that terminals take for their clipboard."
        }
        return write(sequence) ? nil : "The terminal does not answer."
    }

    private func write(_ text: String) -> Bool {
        cn_guard_write(text, text.utf8.count) == 0
    }

    // MARK: Waiting

    /// Waits until something happens, without a time limit unless something is half read.
    ///
    /// An empty answer means that somebody called ``wake()``.
    func wait() -> [Occurrence] {
        let patience = decoder.patience
        let what = cn_guard_wait(Int32(patience ?? -1))
        if what & Int32(cn_is_gone) != 0 { return [.gone] }
        var occurrences = what & Int32(cn_has_news) != 0 ? news() : []
        if what & Int32(cn_has_input) != 0 {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = cn_guard_read(&bytes, bytes.count)
            // The end of the input, or an error: nobody will ever type again.
            if count == 0 || (count < 0 && SystemCalls.failure != SystemCalls.tryAgain) { return [.gone] }
            occurrences += decoder.events(of: bytes.prefix(max(0, count))).map { .event($0) }
        } else if what == 0, patience != nil {
            occurrences += decoder.timeOut().map { .event($0) }
        }
        return occurrences
    }

    /// Makes a wait end.
    ///
    /// Is safe on any thread while the terminal exists.
    static let wake: @Sendable () -> Void = { cn_guard_wake() }

    /// The signal that asked for the end.
    var signal: Int32 { cn_guard_signal() }

    private func news() -> [Occurrence] {
        var tags = [UInt8](repeating: 0, count: 256)
        let count = cn_guard_news(&tags, tags.count)
        var found = Set(tags.prefix(max(0, count)).map { Int($0) })
        found.remove(cn_woken)
        return found.sorted().compactMap { tag in
            switch tag {
            case cn_resized:
                measure()
                return .resized
            case cn_stop: return .stop
            case cn_continued: return .continued
            case cn_ended: return .ended
            default: return nil
            }
        }
    }

    // MARK: Size

    private func measure() {
        size = Self.currentSize
    }

    private static var currentSize: Grid.Size {
        var (rows, columns): (Int32, Int32) = (0, 0)
        var size = Grid.Size(rows: 24, columns: 80)
        if cn_guard_size(&rows, &columns) {
            size = Grid.Size(rows: Int(rows), columns: Int(columns))
        } else {
            // As on a serial line, which knows no size.
            if let rows = SystemCalls.variable("LINES").flatMap({ Int($0) }) { size.rows = rows }
            if let columns = SystemCalls.variable("COLUMNS").flatMap({ Int($0) }) { size.columns = columns }
        }
        return Grid.Size(
            rows: min(max(1, size.rows), largest.rows),
            columns: min(max(1, size.columns), largest.columns)
        )
    }
}

/// The terminal belongs to one thread.
@available(*, unavailable)
extension Terminal: Sendable {}
#endif
