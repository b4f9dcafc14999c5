import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An app that opens the console on its own client, and logs and crashes in the meantime.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleHostTests {
    private static let greeting = "mischief"

    private func host(kind: String = "xterm-256color") throws -> ConsoleTerminal {
        let path = try BuiltCommand("test-host").path
        return try ConsoleTerminal("\(path) console home/defaults.json", kind: kind, rows: 30)
    }

    private func tell(_ console: ConsoleTerminal, _ mischief: String) throws {
        // Replaces the file atomically.
        try console.shop.write(#"{"version": 1, "toggles": {"mischief": "\#(mischief)"}}"#, to: "home/new.json")
        rename("\(console.shop.path)/home/new.json", console.shop.defaults)
    }

    @Test func closingConsoleRestoresTerminalOfApp() async throws {
        let console = try host()
        try await console.screen(showing: Self.greeting)
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
        let text = try console.terminal.text()
        #expect(text.contains("before the console") && text.contains("after the console"))
    }

    @Test func appLogIsPrintedAfterConsoleCloses() async throws {
        let console = try host()
        try await console.screen(showing: Self.greeting)
        try tell(console, "log")
        let screen = try await console.screen(showing: "log")
        #expect(!screen.contains("by the app"))
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
        let text = try console.terminal.text()
        #expect(text.contains("printed by the app") && text.contains("logged by the app"))
    }

    @Test func newestAppLogIsKept() async throws {
        let console = try host()
        try await console.screen(showing: Self.greeting)
        try tell(console, "flood")
        try await console.screen(showing: "flood")
        let pid = try #require(console.shop.text("pid")?.trimmingCharacters(in: .whitespacesAndNewlines))
        // The log goes to a pipe, so no file grows while no key is pressed.
        #if os(Linux)
        let kept = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/2")
        #expect(kept.hasPrefix("pipe:"))
        #endif
        try await console.terminal.wait(for: "end of the flood") { console.shop.text("flooded") != nil }
        try console.terminal.press("j")
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
        let text = try console.terminal.text()
        #expect(text.contains("19999 words of the app"))
        #expect(text.contains("the newest of them"))
    }

    @Test(arguments: ConsoleRestoreTests.terminals)
    func crashMessageIsVisible(kind: String) async throws {
        let console = try host(kind: kind)
        func crash(_ mischief: String) async throws -> (code: Int32, text: String) {
            try await console.screen(showing: Self.greeting)
            try tell(console, mischief)
            let code = try await console.expectEnd()
            let text = try console.terminal.text()
            try tell(console, "none")
            try await console.next()
            return (code, text)
        }
        let trap = try await crash("trap")
        #expect([128 + SIGILL, 128 + SIGTRAP].contains(trap.code))
        #expect(trap.text.contains("Fatal error: boom"))
        let abort = try await crash("abort")
        #expect(abort.code == 128 + SIGABRT)
        #expect(abort.text.contains("about to abort"))
        let fault = try await crash("fault")
        #expect(fault.code == 128 + SIGSEGV)
        #expect(fault.text.contains("about to fault"))
        #expect(try await crash("exit").code == 7)
    }
}
