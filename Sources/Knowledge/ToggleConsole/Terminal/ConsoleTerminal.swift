#if OVERRIDES
import ToggleBase
import CNCurses

/// The process's terminal, controlled by the console while it runs.
///
/// The terminal is restored however the process ends, except by SIGKILL. Only one instance can exist at a time, and only
/// the thread that created it may use it.
final class ConsoleTerminal {
    /// Something that ends a wait.
    enum Occurrence {
        /// The user typed, clicked, or pasted.
        case event(ConsoleEvent)
        /// The terminal was resized.
        case resized
        /// The process should stop until it is continued.
        case stop
        /// The process was continued after something other than the console stopped it.
        case continued
        /// A signal asked the process to terminate.
        case ended
        /// The terminal was closed.
        case gone
    }

    /// The maximum size of the drawn screen.
    private static let maximumSize = Grid.Size(rows: 500, columns: 1_000)

    let screen: CursesScreen
    /// Whether the terminal can show non-ASCII characters.
    let hasUnicode: Bool
    private(set) var size: Grid.Size
    private var decoder: InputDecoder
    /// When the decoder's state last changed.
    private var decoded = ContinuousClock.now
    private var isActive = false
    private var isClosed = false
    /// Whether the terminal reports the mouse.
    var hasMouse: Bool {
        didSet {
            guard hasMouse != oldValue, isActive, screen.isModern else { return }
            _ = write(hasMouse ? Self.mouseOn : Self.mouseOff)
        }
    }

    /// Claims the terminal without changing it.
    ///
    /// - Parameters:
    ///   - name: The type of the terminal, as in `TERM`.
    ///   - hasColors: Whether to use colors.
    ///   - hasMouse: Whether to report the mouse.
    /// - Throws: ``ConsoleError`` if there is no terminal, if it can't show the console, or if it is already claimed.
    init(name: String, hasColors: Bool, hasMouse: Bool) throws(ConsoleError) {
        guard cn_is_available() else {
            throw .unavailable("The console needs curses, which this system does not have.")
        }
        guard SystemCalls.hasTerminal else { throw .noTerminal }
        let failure = cn_guard_claim(0, 1)
        guard failure == 0 else {
            throw SystemError(failure) == .resourceBusy ? .alreadyOpen : .system("set up the terminal", failure)
        }
        let isForeign = cn_use_locale()
        size = Self.currentSize
        do throws(ConsoleError) {
            screen = try CursesScreen(terminal: name, size: size, hasColors: hasColors)
        } catch {
            cn_restore_locale()
            cn_guard_release()
            throw error
        }
        hasUnicode = !isForeign && Self.hasUnicode(name)
        let escapeDelay = InputDecoder.escapeDelay(variable: ProcessEnvironment.value)
        decoder = InputDecoder(keys: screen.keys, escapeDelay: escapeDelay)
        self.hasMouse = hasMouse
    }

    /// Returns whether a type of terminal can show non-ASCII characters.
    ///
    /// The Linux console and the VT100 with its successors can't; `vte` is a modern terminal.
    static func hasUnicode(_ name: String) -> Bool {
        let number = name.hasPrefix("vt") ? name.dropFirst(2).first : nil
        return name != "linux" && number?.isNumber != true
    }

    deinit {
        close()
    }

    /// Releases the claim; the terminal must not be used afterward.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        cn_guard_release()
        cn_restore_locale()
    }

    // MARK: Entering and leaving

    private static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
    private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"
    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"
    /// Turns off the keyboard protocol that a program has left on, and restores it.
    private static let plainKeysOn = "\u{1B}[>0u"
    private static let plainKeysOff = "\u{1B}[<u"

    /// Enters the console's screen; the next frame is drawn completely.
    func enter() throws(ConsoleError) {
        var (enter, leave) = (screen.enter, screen.leave)
        if screen.isModern {
            enter += Self.plainKeysOn + Self.pasteOn + (hasMouse ? Self.mouseOn : "")
            leave = "\u{1B}[?2026l" + Self.mouseOff + Self.pasteOff + Self.plainKeysOff + leave
        }
        let failure = cn_guard_enter(enter, leave)
        guard failure == 0 else { throw .system("set up the terminal", failure) }
        isActive = true
        measure()
        screen.invalidate()
    }

    /// Restores the terminal, and shows the output that was held back.
    func leave() {
        cn_guard_leave()
        isActive = false
    }

    /// Restores the terminal, stops the process, and reenters the console's screen when the process continues.
    func suspend() throws(ConsoleError) {
        leave()
        _ = cn_guard_stop()
        try enter()
    }

    /// Restores the terminal while another program runs.
    func runOutside<Answer>(_ program: () -> Answer) throws(ConsoleError) -> Answer {
        leave()
        let answer = program()
        try enter()
        return answer
    }

    /// Restores a terminal after its process was killed.
    static func reset(name: String) {
        var problem = cn_no_problem
        let screen = cn_screen_open(name, 24, 80, false, &problem)
        defer { cn_screen_close(screen) }
        let isModern = screen.map { cn_screen_is_modern($0) } ?? false
        let others = "\u{1B}[?2026l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1015l\u{1B}[?1005l\u{1B}[?7h"
        let leave = screen.map { String(cString: cn_screen_leave($0)) } ?? ""
        cn_reset(0, 1, (isModern ? others + mouseOff + pasteOff + plainKeysOff : "") + leave)
    }

    // MARK: Showing

    /// Shows a grid, in one write.
    ///
    /// - Returns: Whether the terminal still exists.
    func show(_ grid: Grid) -> Bool {
        screen.frame(of: grid) { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
            return cn_guard_write(start, bytes.count) == 0
        }
    }

    /// Copies a text to the terminal's clipboard.
    ///
    /// - Returns: Why copying failed, or `nil` on success.
    func copy(_ text: String) -> String? {
        guard screen.isModern else { return "This terminal does not support copying to its clipboard." }
        guard let sequence = Clipboard.sequence(for: text) else {
            return "The text is longer than the \(Clipboard.limit) bytes that terminals accept for their clipboard."
        }
        return write(sequence) ? nil : "The terminal does not respond."
    }

    private func write(_ text: String) -> Bool {
        cn_guard_write(text, text.utf8.count) == 0
    }

    // MARK: Waiting

    /// Waits for occurrences, with a timeout only while an input sequence is incomplete.
    ///
    /// An empty result means that ``wake`` was called, or that nothing complete has arrived.
    func wait() -> [Occurrence] {
        // Counted from the last input, because messages also end a wait.
        let deadline = decoder.pendingTimeout.map { decoded + .milliseconds($0) }
        let what = cn_guard_wait(deadline.map { Self.milliseconds(until: $0) } ?? -1)
        if what & Int32(cn_is_gone) != 0 { return [.gone] }
        var occurrences = what & Int32(cn_has_messages) != 0 ? messages() : []
        if what & Int32(cn_has_input) != 0 {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = cn_guard_read(&bytes, bytes.count)
            // The input has ended or failed, so no more keys will arrive.
            if count == 0 || (count < 0 && SystemError.last != .wouldBlock) { return [.gone] }
            occurrences += decoder.events(of: bytes.prefix(max(0, count))).map { .event($0) }
            decoded = .now
        } else if let deadline, deadline <= .now {
            occurrences += decoder.timeOut().map { .event($0) }
            decoded = .now
        }
        return occurrences
    }

    /// Returns the milliseconds until a time, rounded up.
    private static func milliseconds(until time: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = (time - .now).components
        return Int32(max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    /// Ends a wait.
    ///
    /// Can be called from any thread while the terminal exists.
    static let wake: @Sendable () -> Void = { cn_guard_wake() }

    /// The signal that asked the process to terminate.
    var signal: Int32 { cn_guard_signal() }

    private func messages() -> [Occurrence] {
        var tags = [UInt8](repeating: 0, count: 256)
        let count = cn_guard_messages(&tags, tags.count)
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
        let isReported = cn_guard_size(&rows, &columns)
        let size =
            isReported
            ? Grid.Size(rows: Int(rows), columns: Int(columns)) : unreportedSize(variable: ProcessEnvironment.value)
        return Grid.Size(rows: min(size.rows, maximumSize.rows), columns: min(size.columns, maximumSize.columns))
    }

    /// Returns the size of a terminal that doesn't report it, such as a serial line.
    static func unreportedSize(variable: (String) -> String?) -> Grid.Size {
        func number(_ name: String, or usual: Int) -> Int {
            variable(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? usual
        }
        return Grid.Size(rows: number("LINES", or: 24), columns: number("COLUMNS", or: 80))
    }
}

/// Not sendable, because the terminal may only be used on one thread.
@available(*, unavailable)
extension ConsoleTerminal: Sendable {}
#endif
