import Foundation
import Testing

/// The display of characters that the system doesn't know.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleDrawingTests {
    /// Characters newer than many systems: they are drawn over the output of curses, which doesn't know them.
    private static let manifest =
        "schema: 1\nnamespace: ShopToggles\napplication: shop\ntoggles:\n"
        + (10..<40).map { number in
            """
              toggle_\(number):
                category: ops
                description: "\u{1FAE9} new \u{1FAC6}."
                owner: team
                created: 2026-11-01
            """
        }
        .joined(separator: "\n") + "\n"

    @Test func directlyDrawnCharactersKeepCursorPosition() async throws {
        let console = try ConsoleTerminal(
            rows: 30,
            before: "cat > toggles.yaml <<'END'\n\(Self.manifest)END\n"
        )
        try await console.screen(showing: "toggle_10")
        let head = try #require(try console.terminal.text().split(separator: "\n").first)
        for _ in 0..<3 {
            try console.terminal.press("g")
            // The line of a group can't be scrolled, and a message explains that.
            try console.terminal.press("J")
            try await console.screen(showing: "no details are open")
            let screen = try console.terminal.text()
            let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first == head, "\(screen)")
            #expect(screen.contains("q quit"), "\(screen)")
            try console.terminal.press("Down")
            try await console.terminal.wait(for: "screen without the message") {
                try !console.terminal.text().contains("no details are open")
            }
        }
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
    }
}
