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
    init(_ command: String, environment: [String: String], in folder: String) throws {
        tmux = try #require(Self.tmux)
        self.environment = environment.merging(
            ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        ) { own, _ in own }
        self.folder = folder
        let started = try run("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "50", command)
        try #require(started.status == 0, "tmux does not start: \(started.error)")
    }

    deinit {
        // Everything that runs in the terminal ends with its server.
        _ = try? run("kill-server")
    }

    /// What the screen shows, with its colours as escape sequences.
    func screen() throws -> String {
        try run("capture-pane", "-e", "-p").output
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
    private func wait(until condition: () throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(10)
        while try !condition(), ContinuousClock.now < end { await Task.yield() }
    }

    private func run(_ arguments: String...) throws -> BuiltCommand.Result {
        try tmux.run(["-L", name] + arguments, environment: environment, in: folder)
    }
}
