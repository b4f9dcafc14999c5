#if OVERRIDES
import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Passes events to the program, performs its effects, and shows its screen, until the console ends.
///
/// It waits in one place and without a timeout, so an idle console uses no CPU time.
final class ConsoleLoop<Program: ConsoleProgram> {
    private let terminal: Terminal
    private let world: any ConsoleWorld
    private let editor: ExternalEditor
    private var program: Program
    private var end: ConsoleEnd?
    private let mailbox: Mailbox

    init(
        _ program: Program,
        terminal: Terminal,
        world: any ConsoleWorld,
        mailbox: Mailbox,
        editor: ExternalEditor
    ) {
        self.program = program
        self.mailbox = mailbox
        self.terminal = terminal
        self.world = world
        self.editor = editor
    }

    /// Runs until the console ends, then restores the terminal.
    ///
    /// - Returns: Why the console ended.
    /// - Throws: ``ConsoleError`` if the terminal can't be used.
    func run() throws(ConsoleError) -> ConsoleEnd {
        try terminal.enter()
        defer {
            terminal.leave()
            world.finish()
            // The screen can't show these failures any more.
            for case .written(_, let failure?, _) in mailbox.take() {
                _ = FileWriting.write(Array("error: \(failure)\n".utf8), to: STDERR_FILENO)
            }
            mailbox.close()
        }
        // The size may have changed since the program was created.
        try handle(.resize(terminal.size))
        while end == nil {
            show()
            for occurrence in terminal.wait() where end == nil { try handle(occurrence) }
            for event in mailbox.take() where end == nil { try handle(event) }
        }
        return end ?? .quit
    }

    private func show() {
        terminal.screen.theme = program.theme
        if !terminal.show(program.draw()) { end = .gone }
    }

    private func handle(_ occurrence: Terminal.Occurrence) throws(ConsoleError) {
        switch occurrence {
        case .event(let event): try handle(event)
        case .resized: try handle(.resize(terminal.size))
        case .stop: try perform(.suspend)
        case .continued:
            // The process was stopped from outside, and another program may have used the terminal since.
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
        for effect in program.handle(event) { try perform(effect) }
    }

    private func perform(_ effect: ConsoleEffect) throws(ConsoleError) {
        switch effect {
        case .quit: end = end ?? .quit
        case .redraw: terminal.screen.forget()
        case .mouse(let isOn): terminal.hasMouse = isOn
        case .suspend:
            try terminal.suspend()
            try handle(.resize(terminal.size))
        case .copy(let text):
            if let failure = terminal.copy(text) { mailbox.put(.notice(failure)) }
        case .edit(let key, let text, let fileExtension):
            let result = try terminal.lend { () -> Result<String, ConsoleFailure> in
                do throws(ConsoleFailure) {
                    return .success(try editor.edit(text, fileExtension: fileExtension))
                } catch {
                    return .failure(error)
                }
            }
            mailbox.put(.resize(terminal.size))
            mailbox.put(.edited(key: key, result))
        case .write, .remember, .loadPresets, .savePreset, .deletePreset, .exportPreset, .importPreset, .replace,
            .reload:
            _ = world.perform(effect)
        }
    }
}
#endif
