#if !RELEASE || InternalBuild
/// The console line by line: commands come from the standard input, answers go to the standard output.
///
/// What a command has written is written before the next line is read, so a script may rely on it.
final class LineLoop {
    /// The longest line, in bytes.
    static let longestLine = 1 << 20

    private var console: LineConsole
    private let world: any ConsoleWorld
    private let mailbox: Mailbox
    private let bell: Bell
    private let editor: ExternalEditor
    private var isOver = false
    /// How many answers to effects are still to come.
    private var awaited = 0
    private var input: [UInt8] = []
    private var hasInputEnded = false

    init(_ console: LineConsole, world: any ConsoleWorld, mailbox: Mailbox, bell: Bell, editor: ExternalEditor) {
        self.console = console
        self.world = world
        self.mailbox = mailbox
        self.bell = bell
        self.editor = editor
    }

    /// Runs until the input ends or somebody wants the end.
    func run() {
        console.greeting.forEach(Self.say)
        prompt()
        while !isOver {
            if awaited == 0, let line = nextLine() {
                answer(console.handle(line: line))
                if awaited == 0 { prompt() }
            } else if awaited == 0, hasInputEnded {
                answer(console.handle(.terminate))
                isOver = true
            } else {
                wait()
            }
        }
        while awaited > 0 { wait() }
        world.finish()
        mailbox.close()
    }

    /// Waits for more input or for an event.
    private func wait() {
        let ready = bell.wait(alsoForInput: awaited == 0 && !hasInputEnded)
        if ready.input, !SystemCalls.readInput(into: &input) { hasInputEnded = true }
        guard ready.bell else { return }
        bell.silence()
        let wasWaiting = awaited > 0
        for event in mailbox.take() {
            switch event {
            case .written, .presets: awaited = max(0, awaited - 1)
            default: break
            }
            answer(console.handle(event))
        }
        if wasWaiting, awaited == 0, !isOver { prompt() }
    }

    private func nextLine() -> String? {
        if let end = input.firstIndex(of: 0x0A) {
            defer { input.removeSubrange(...end) }
            return String(decoding: input[..<end], as: UTF8.self)
        }
        if hasInputEnded, !input.isEmpty {
            defer { input = [] }
            return String(decoding: input, as: UTF8.self)
        }
        if input.count > Self.longestLine {
            input = []
            Self.say("error: the line is longer than \(Self.longestLine) bytes")
        }
        return nil
    }

    private func answer(_ answer: LineConsole.Answer) {
        answer.lines.forEach(Self.say)
        for effect in answer.effects { perform(effect) }
    }

    private func perform(_ effect: ConsoleEffect) {
        switch effect {
        case .quit: isOver = true
        // Who reads line by line copies from there.
        case .copy(let text): Self.say(text)
        case .mouse, .redraw: break
        case .suspend: SystemCalls.stop()
        case .edit(let key, let text, let fileExtension):
            answer(console.handle(.edited(key: key, edited(text, fileExtension))))
        case .write, .loadPresets, .savePreset, .deletePreset, .exportPreset, .importPreset, .replace:
            if world.perform(effect) { awaited += 1 }
        case .remember, .reload:
            _ = world.perform(effect)
        }
    }

    private func edited(_ text: String, _ fileExtension: String) -> Result<String, ConsoleFailure> {
        guard SystemCalls.hasTerminal else {
            return .failure(ConsoleFailure("There is no terminal for the editor; write set KEY VALUE instead."))
        }
        do throws(ConsoleFailure) {
            return .success(try editor.edit(text, fileExtension: fileExtension))
        } catch {
            return .failure(error)
        }
    }

    private func prompt() {
        if !isOver, SystemCalls.hasTerminal { SystemCalls.print("> ") }
    }

    private static func say(_ line: String) { SystemCalls.print(line + "\n") }
}
#endif
