#if OVERRIDES
import ToggleBase

/// Passes events to the console's state, performs its effects, and shows its screen until the console ends.
///
/// The loop waits in a single place and without a timeout, so an idle console uses no CPU time.
final class ConsoleLoop {
    /// The reason why the console ended.
    enum End: Equatable, Sendable {
        /// The user quit.
        case quit
        /// A signal asked the process to terminate.
        case signal(Int32)
        /// The terminal was closed.
        case gone
    }

    private let terminal: ConsoleTerminal
    private let backend: ConsoleBackend
    private let mailbox: Mailbox
    private let editor = ExternalEditor.preferred(variable: ProcessEnvironment.value)
    private var state: ConsoleState
    private var end: End?

    init(_ state: ConsoleState, terminal: ConsoleTerminal, backend: ConsoleBackend, mailbox: Mailbox) {
        self.state = state
        self.terminal = terminal
        self.backend = backend
        self.mailbox = mailbox
    }

    /// Runs until the console ends, then restores the terminal.
    ///
    /// - Returns: Why the console ended.
    /// - Throws: ``ConsoleError`` if the terminal can't be used.
    func run() throws(ConsoleError) -> End {
        try terminal.enter()
        defer {
            terminal.leave()
            backend.finish()
            mailbox.take().forEach(report)
            for path in state.editedFiles.paths { Self.printError("Your text is in \(path).") }
            mailbox.close()
        }
        // The size may have changed since the state was created.
        try handle(.resize(terminal.size))
        var isFirst = true
        while end == nil {
            terminal.screen.theme = state.theme
            if !terminal.show(state.draw()) { end = .gone }
            if isFirst { backend.firstScreenIsShown() }
            isFirst = false
            for occurrence in terminal.wait() where end == nil { try handle(occurrence) }
            for event in mailbox.take() where end == nil { try handle(event) }
        }
        return end ?? .quit
    }

    /// Handles a result that arrives when the screen can no longer show it.
    private func report(_ event: ConsoleEvent) {
        switch event {
        case .report(.written(_, let failure, _)):
            for case .discard(let path) in state.handle(event) { FileWriting.remove(path) }
            if failure != nil, let message = state.message { Self.printError("error: \(message.text)") }
        case .edited(_, .success, let file): state.editedFiles.add(file)
        default: break
        }
    }

    private static func printError(_ line: String) {
        StandardStream.error.write(Array("\(line)\n".utf8))
    }

    private func handle(_ occurrence: ConsoleTerminal.Occurrence) throws(ConsoleError) {
        switch occurrence {
        case .event(let event): try handle(event)
        case .resized: try handle(.resize(terminal.size))
        case .stop: try perform(.suspend)
        case .continued:
            // The process was stopped externally, and another program may have used the terminal since.
            try terminal.enter()
            try handle(.resize(terminal.size))
        case .ended:
            let signal = terminal.signal
            try handle(.terminate)
            end = .signal(signal)
        case .gone: end = .gone
        }
    }

    private func handle(_ event: ConsoleEvent) throws(ConsoleError) {
        for effect in state.handle(event) { try perform(effect) }
    }

    private func perform(_ effect: ConsoleEffect) throws(ConsoleError) {
        switch effect {
        case .quit: end = end ?? .quit
        case .redraw: terminal.screen.invalidate()
        case .mouse(let isOn): terminal.hasMouse = isOn
        case .suspend:
            try terminal.suspend()
            try handle(.resize(terminal.size))
        case .copy(let text):
            if let failure = terminal.copy(text) { mailbox.put(.report(.notice(failure))) }
        case .edit(let key, let text, let fileExtension, let file):
            let result = try terminal.runOutside { editor.edit(text, fileExtension: fileExtension, in: file) }
            mailbox.put(.resize(terminal.size))
            mailbox.put(.edited(key: key, result.map(\.text), file: try? result.get().path))
        case .discard(let path): FileWriting.remove(path)
        case .request, .reload, .operate: backend.perform(effect)
        }
    }
}
#endif
