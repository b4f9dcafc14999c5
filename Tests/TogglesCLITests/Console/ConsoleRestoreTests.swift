import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Restoring the terminal, however the console ends.
///
/// Serialized like the other suites with consoles, because each console watches several files, and a machine can be
/// limited to 128 watchers.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleRestoreTests {
    static let terminals = ["xterm-256color", "tmux-256color", "screen-256color", "vt100", "linux"]

    @Test(arguments: terminals)
    func everyExitRestoresTerminal(kind: String) async throws {
        let console = try ConsoleTerminal(kind: kind)
        func end(_ action: () throws -> Void) async throws -> Int32 {
            try await console.screen()
            #expect(try console.terminal.modes() != Terminal.ordinaryModes)
            try action()
            let code = try await console.expectEnd()
            try await console.next()
            return code
        }
        #expect(try await end { try console.terminal.press("q") } == 0)
        #expect(try await end { try console.terminal.press("C-c") } == 0)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGUSR1] {
            #expect(try await end { try console.signal(signal) } == 128 + signal, "signal \(signal)")
        }
        #expect(try await end { try console.terminal.press("C-\\") } == 128 + SIGQUIT)
    }

    @Test(arguments: terminals)
    func suspendingReleasesTerminalAndResumingTakesIt(kind: String) async throws {
        let console = try ConsoleTerminal(kind: kind)
        for action in [{ try console.terminal.press("C-z") }, { try console.signal(SIGTSTP) }] {
            try await console.screen()
            try action()
            #expect(try await console.expectEnd() == 128 + SIGTSTP)
            try console.terminal.resize(columns: 100, rows: 40)
            try await console.resume()
            try console.terminal.resize(columns: 120, rows: 50)
            // Everything works as before.
            try console.terminal.press("q")
            #expect(try await console.expectEnd(again: true) == 0)
            try await console.next()
        }
    }

    @Test func externallyStoppedConsoleResumes() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.signal(SIGSTOP)
        // No code can run before it stops.
        _ = try await console.terminal.screen(showing: "over 1: \(128 + SIGSTOP)")
        try console.terminal.type("fg")
        // The stopped console left the terminal without the translation of Enter.
        try console.terminal.press("C-j")
        try await console.terminal.wait(for: "continued console") {
            try console.terminal.modes() != Terminal.ordinaryModes && !console.terminal.text().contains("over 1")
        }
        try await console.screen()
        #expect(try !console.terminal.text().contains("over 1"))
        try console.signal(SIGKILL)
    }

    @Test func backgroundConsoleLeavesTerminalToShell() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.terminal.press("C-z")
        #expect(try await console.expectEnd() == 128 + SIGTSTP)
        try console.terminal.type("bg")
        try console.terminal.press("Enter")
        // It is stopped again instead of taking the terminal.
        try await console.screen(showing: "in the background 1")
        #expect(try console.terminal.modes() == Terminal.ordinaryModes)
        #expect(console.shop.text("before") == console.shop.text("after"))
        try await console.resume()
        try console.terminal.press("q")
        #expect(try await console.expectEnd(again: true) == 0)
    }

    @Test func consoleStartedInBackgroundWaitsForForeground() async throws {
        let shop = try Shop()
        let toggles = try BuiltCommand("toggles").path
        try shop.write(
            """
            set -m
            stty -g > before
            '\(toggles)' console &
            until jobs > jobs; grep -q Stopped jobs; do sleep 0.1; done
            stty -g > during
            echo "it waits"
            read answer
            fg > fg
            stty -g > after
            echo "it is over"
            read answer
            """,
            to: "script.sh"
        )
        let terminal = try Terminal("exec sh script.sh", environment: shop.environment, in: shop.path)
        #expect(try await terminal.screen(showing: "it waits").contains("it waits"))
        #expect(try terminal.modes() == Terminal.ordinaryModes)
        #expect(shop.text("before") == shop.text("during"))
        try terminal.press("Enter")
        #expect(try await terminal.screen(showing: ConsoleTerminal.greeting).contains(ConsoleTerminal.greeting))
        try terminal.press("q")
        #expect(try await terminal.screen(showing: "it is over").contains("it is over"))
        #expect(try terminal.modes() == Terminal.ordinaryModes)
        #expect(shop.text("before") == shop.text("after"))
    }

    @Test(arguments: ["", "trap '' HUP"])
    func consoleEndsWhenTerminalCloses(before: String) async throws {
        let console = try ConsoleTerminal(before: before)
        try await console.screen()
        try console.terminal.vanish()
        let pid = try #require(console.shop.text("pid")?.trimmingCharacters(in: .whitespacesAndNewlines))
        let number = try #require(pid_t(pid))
        /// Whether the process has ended, even if no parent waits for it.
        func isOver() -> Bool {
            guard kill(number, 0) == 0 else { return true }
            let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
            return status.contains("State:\tZ")
        }
        try await poll(for: "end of the console") { isOver() }
    }

    @Test func terminalIsRestoredAfterKilledConsole() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.signal(SIGKILL)
        _ = try await console.terminal.screen(showing: "over 1: 137")
        #expect(try console.terminal.modes() != Terminal.ordinaryModes)
        let toggles = try BuiltCommand("toggles").path
        let other = try Terminal(
            "printf '\\033[?1049h\\033[?1000h\\033[?25l\\033[?1h'; stty raw -echo; '\(toggles)' console --reset-terminal; "
                + "stty -a | grep -o ' icanon\\| echo ' ; echo done; read answer",
            environment: console.shop.environment,
            in: console.shop.path
        )
        let screen = try await other.screen(showing: "done")
        #expect(screen.contains(" icanon") && screen.contains(" echo"))
        #expect(try other.modes() == Terminal.ordinaryModes)
    }
}
