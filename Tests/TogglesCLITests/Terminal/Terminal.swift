import Foundation
import Testing

/// A terminal with a program in it: a tmux server of its own, which ends with the value.
final class Terminal {
    /// tmux, where it is installed.
    static let tmux = BuiltCommand(installed: "tmux")

    private let tmux: BuiltCommand
    private let name = "toggles-\(UUID().uuidString.prefix(8))"
    private let environment: [String: String]
    private let folder: String

    /// Runs a shell command in a new terminal of 120 columns.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - kind: What programs take the terminal for; `nil` for what tmux says.
    ///   - environment: The environment of the command.
    ///   - folder: The folder that it is run in.
    ///   - rows: The height of the terminal.
    /// - Throws: When tmux is missing or does not start.
    init(
        _ command: String,
        kind: String? = nil,
        environment: [String: String],
        in folder: String,
        rows: Int = 50
    ) throws {
        tmux = try #require(Self.tmux)
        self.environment = environment.merging(
            ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        ) { own, _ in own }
        self.folder = folder
        let command = kind.map { "TERM=\($0); export TERM; \(command)" } ?? command
        let started = try run("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "\(rows)", command)
        try #require(started.status == 0, "tmux does not start: \(started.error)")
    }

    deinit {
        // Everything that runs in the terminal ends with its server. The folder may be gone by now.
        _ = try? tmux.run(["-L", name, "kill-server"], environment: environment, in: "/")
    }

    /// What the screen shows, with its colours as escape sequences.
    func screen() throws -> String {
        try run("capture-pane", "-e", "-p").output
    }

    /// What the screen shows, without colours.
    func text() throws -> String {
        try run("capture-pane", "-p").output
    }

    /// What programs have changed: whether there is another screen, the mouse is reported, the cursor is hidden, the keypad
    /// is the program's.
    func modes() throws -> String {
        let answer = try run(
            "display-message",
            "-p",
            "screen #{alternate_on} mouse #{mouse_any_flag} cursor #{cursor_flag} keypad #{keypad_flag}"
        )
        return answer.output.trimmingCharacters(in: .newlines)
    }

    /// The modes of a terminal that nobody has.
    static let ordinaryModes = "screen 0 mouse 0 cursor 1 keypad 0"

    /// Presses keys, by the names that tmux has for them.
    func press(_ keys: String...) throws {
        for key in keys { _ = try run("send-keys", key) }
    }

    /// Presses many keys at once.
    func press(_ keys: [String]) throws {
        _ = try tmux.run(["-L", name, "send-keys"] + keys, environment: environment, in: folder)
    }

    /// Types characters, which are no names of keys.
    func type(_ text: String) throws {
        _ = try run("send-keys", "-l", text)
    }

    /// Pastes a text as a terminal does.
    func paste(_ text: String) throws {
        _ = try run("set-buffer", text)
        _ = try run("paste-buffer", "-p")
    }

    /// Gives the terminal another size.
    func resize(columns: Int, rows: Int) throws {
        _ = try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Closes the terminal.
    func vanish() throws {
        _ = try run("kill-server")
    }

    /// Waits until the screen shows a text, for ten seconds at most.
    ///
    /// - Returns: The screen, whether it shows the text or not.
    func screen(showing text: String) async throws -> String {
        var screen = ""
        try await wait {
            screen = try self.screen()
            return screen.contains(text)
        }
        return screen
    }

    /// Asks again and again until the answer is yes, for ten seconds at most.
    ///
    /// Each question runs a command, so this does not spin.
    func wait(until condition: () throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(10)
        while try !condition(), ContinuousClock.now < end { await Task.yield() }
    }

    private func run(_ arguments: String...) throws -> BuiltCommand.Result {
        try tmux.run(["-L", name] + arguments, environment: environment, in: folder)
    }
}
