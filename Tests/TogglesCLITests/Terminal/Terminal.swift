import Foundation
import TestSupport
import Testing

/// A terminal that runs a program: a separate tmux server, which ends with the value.
final class Terminal {
    /// The tmux command, if it is installed.
    static let tmux = BuiltCommand(installed: "tmux")

    private let tmux: BuiltCommand
    private let name = "toggles-\(UUID().uuidString.prefix(8))"
    private let environment: [String: String]
    private let folder: String

    /// Runs a shell command in a new terminal.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - kind: The type of the terminal in `TERM`; `nil` for the default of tmux.
    ///   - environment: The environment of the command.
    ///   - folder: The working directory.
    ///   - rows: The height of the terminal.
    ///   - columns: The width of the terminal.
    /// - Throws: An error if tmux is missing or doesn't start.
    init(
        _ command: String,
        kind: String? = nil,
        environment: [String: String],
        in folder: String,
        rows: Int = 50,
        columns: Int = 120
    ) throws {
        tmux = try #require(Self.tmux)
        self.environment = environment.merging(
            ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        ) { own, _ in own }
        self.folder = folder
        let command = kind.map { "TERM=\($0); export TERM; \(command)" } ?? command
        try run("-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command)
    }

    deinit {
        // All programs in the terminal end with its server. The folder may have been deleted.
        _ = try? tmux.run(["-L", name, "kill-server"], environment: environment, in: "/")
    }

    /// Returns the text on the screen, with colors as escape sequences.
    func screen() throws -> String {
        try query("capture-pane", "-e", "-p").output
    }

    /// Returns the text on the screen, without colors.
    func text() throws -> String {
        try query("capture-pane", "-p").output
    }

    /// Returns the modes that programs have changed: the alternate screen, mouse reporting, the hidden cursor, and the
    /// application keypad.
    func modes() throws -> String {
        let answer = try query(
            "display-message",
            "-p",
            "screen #{alternate_on} mouse #{mouse_any_flag} cursor #{cursor_flag} keypad #{keypad_flag}"
        )
        return answer.output.trimmingCharacters(in: .newlines)
    }

    /// The modes of a terminal that no program has changed.
    static let ordinaryModes = "screen 0 mouse 0 cursor 1 keypad 0"

    /// Presses keys, given by their names in tmux.
    func press(_ keys: String...) throws {
        for key in keys { try run("send-keys", key) }
    }

    /// Presses many keys at once.
    func press(_ keys: [String]) throws {
        try run(["send-keys"] + keys)
    }

    /// Types characters instead of keys given by name.
    func type(_ text: String) throws {
        try run("send-keys", "-l", text)
    }

    /// Pastes a text as a terminal does.
    func paste(_ text: String) throws {
        try run("set-buffer", text)
        try run("paste-buffer", "-p")
    }

    /// Sends bytes to the program, as a terminal does for keys.
    func send(_ bytes: String) throws {
        try run("set-buffer", bytes)
        try run("paste-buffer", "-r")
    }

    /// Writes all further output of programs to a file in the working directory.
    func record(to file: String) throws {
        try run("pipe-pane", "cat > \(file)")
    }

    /// Resizes the terminal.
    func resize(columns: Int, rows: Int) throws {
        try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Closes the terminal.
    func vanish() throws {
        try run("kill-server")
    }

    /// Waits until the screen shows a text, and returns the screen.
    func screen(showing text: String) async throws -> String {
        var screen = ""
        try await wait(for: "‘\(text)’ on the screen") {
            screen = try self.screen()
            return screen.contains(text)
        }
        return screen
    }

    /// Waits until a query returns `true`.
    func wait(for expectation: String, until isMet: () throws -> Bool) async throws {
        try await poll(for: expectation, insteadOf: { "The screen shows:\n\(try text())" }, until: isMet)
    }

    /// Asks tmux about the terminal; the answer is empty after the program has ended.
    private func query(_ arguments: String...) throws -> BuiltCommand.Result {
        try tmux.run(["-L", name] + arguments, environment: environment, in: folder)
    }

    /// Runs a command of tmux, which must succeed: a key that tmux didn't send would look like one that the program lost.
    private func run(_ arguments: String...) throws { try run(arguments) }

    private func run(_ arguments: [String]) throws {
        let result = try tmux.run(["-L", name] + arguments, environment: environment, in: folder)
        try #require(result.status == 0, "tmux \(arguments): \(result.error)")
    }
}
