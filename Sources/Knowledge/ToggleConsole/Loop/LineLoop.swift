#if OVERRIDES
import ToggleBase
import FeatureToggles

/// Runs the console in line mode: reads commands from standard input, and writes answers to standard output.
///
/// A command's output is written before the next line is read, so scripts can rely on the order.
final class LineLoop {
    /// The maximum length of a line in bytes.
    static let maximumLineLength = 1 << 20

    private var console: LineConsole
    private let backend: ConsoleBackend
    private let mailbox: Mailbox
    private let bell: Bell
    private let editor = ExternalEditor.preferred(variable: ProcessEnvironment.value)
    private var isOver = false
    private var hasFailed = false
    /// The number of effects whose results are pending.
    private var pendingResults = 0
    private var input = LineBuffer(limit: maximumLineLength)
    private var hasInputEnded = false

    init(_ console: LineConsole, backend: ConsoleBackend, mailbox: Mailbox, bell: Bell) {
        self.console = console
        self.backend = backend
        self.mailbox = mailbox
        self.bell = bell
    }

    /// Runs until the input ends or the user quits.
    ///
    /// - Returns: Whether every line succeeded.
    func run() -> Bool {
        console.greeting.forEach(Self.say)
        prompt()
        while !isOver {
            if pendingResults == 0, let line = nextLine() {
                answer(console.handle(line: line))
                if pendingResults == 0 { prompt() }
            } else if pendingResults == 0, hasInputEnded {
                answer(console.handle(.terminate))
                isOver = true
            } else {
                wait()
            }
        }
        while pendingResults > 0 { wait() }
        console.state.discardFiles().forEach(perform)
        for path in console.state.editedFiles.paths { Self.say("Your text is in \(path).") }
        backend.finish()
        mailbox.close()
        return !hasFailed
    }

    /// Waits for more input or an event.
    private func wait() {
        let ready = bell.wait(alsoForInput: pendingResults == 0 && !hasInputEnded)
        if ready.input {
            var bytes: [UInt8] = []
            hasInputEnded = !SystemCalls.readInput(into: &bytes)
            input.append(bytes)
        }
        guard ready.bell else { return }
        bell.silence()
        let wasWaiting = pendingResults > 0
        for event in mailbox.take() {
            switch event {
            case .report(.written), .report(.presets), .previewed, .operated, .reloaded:
                pendingResults = max(0, pendingResults - 1)
            default: break
            }
            answer(console.handle(event))
        }
        if wasWaiting, pendingResults == 0, !isOver { prompt() }
    }

    private func nextLine() -> String? {
        while let part = input.next(hasEnded: hasInputEnded) {
            switch part {
            case .line(let line): return line
            case .tooLong: fail("the line is longer than \(Self.maximumLineLength) bytes, so it is ignored")
            case .notUTF8: fail("the line is not UTF-8, so it is ignored")
            }
        }
        return nil
    }

    private func answer(_ answer: LineConsole.Answer) {
        answer.lines.forEach(Self.say)
        if answer.hasFailed { hasFailed = true }
        for effect in answer.effects { perform(effect) }
    }

    private func perform(_ effect: ConsoleEffect) {
        switch effect {
        case .quit: isOver = true
        // In line mode, the text is printed, so that the user can copy it from the output.
        case .copy(let text): SystemCalls.print(text.printable + "\n")
        case .mouse, .redraw: break
        case .suspend:
            // Without a terminal, fg can't resume the process.
            guard SystemCalls.hasTerminal else { return fail("suspending needs a terminal") }
            SystemCalls.stop()
        case .edit(let key, let text, let fileExtension, let file):
            let result = edited(text, fileExtension, file)
            answer(console.handle(.edited(key: key, result.map(\.text), file: try? result.get().path)))
        case .discard(let path): FileWriting.remove(path)
        case .request(.remember): backend.perform(effect)
        case .request, .operate, .reload:
            backend.perform(effect)
            pendingResults += 1
        }
    }

    private func fail(_ sentence: String) {
        Self.say("error: \(sentence)")
        hasFailed = true
    }

    private func edited(
        _ text: String,
        _ fileExtension: String,
        _ file: String?
    ) -> Result<ExternalEditor.Edited, ConsoleError> {
        guard SystemCalls.hasTerminal else {
            return .failure(ConsoleError("The editor needs a terminal; write set KEY VALUE instead."))
        }
        return editor.edit(text, fileExtension: fileExtension, in: file)
    }

    private func prompt() {
        if !isOver, SystemCalls.hasTerminal { SystemCalls.print("> ") }
    }

    /// Prints a line and escapes its control characters, because parts of it come from files and servers.
    private static func say(_ line: String) { SystemCalls.print(JSONValue.oneLine(line) + "\n") }
}
#endif
