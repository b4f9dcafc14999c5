import Foundation
import Testing

/// Keys that arrive in parts or in another encoding, and pastes without an end.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleKeyboardTests {
    @Test func keysInPartsAreTheSame() async throws {
        let console = try ConsoleTerminal(environment: ["ESCDELAY": "5000"])
        try await console.screen()
        try console.terminal.send("/")
        try console.terminal.send("zx")
        // Left, Home, and End, each in two parts.
        for part in ["\u{1B}", "[D", "1", "\u{1B}O", "H", "2", "\u{1B}[", "F", "3", "\u{1B}[1;5", "A"] {
            try console.terminal.send(part)
        }
        try await console.screen(showing: "2z1x3")
        #expect(console.shop.text("home/defaults.json") == nil)
    }

    @Test func partsOfAKeyAreNoCommandsWithoutADelay() async throws {
        let console = try ConsoleTerminal(environment: ["ESCDELAY": "0"])
        try await console.screen()
        try console.terminal.send("/zx")
        try await console.screen(showing: "zx")
        try console.terminal.send("\u{1B}")
        // Esc closed the filter at once, so A would mark all toggles, and Space ask about them.
        try await console.screen(showing: "Esc clears the filter")
        try console.terminal.send("[A")
        try console.terminal.send(":")
        try await console.screen(showing: "Palette")
        #expect(try !console.terminal.text().contains("marked"))
    }

    @Test func changesDoNotPostponeEscape() async throws {
        let console = try ConsoleTerminal(environment: ["ESCDELAY": "1000"])
        try await console.screen()
        try console.terminal.send("/page")
        try await console.screen(showing: "/page")
        try console.terminal.send("\u{1B}")
        // Each change wakes the console long before the delay is over.
        var number = 0
        try await console.terminal.wait(for: "the end of the filter") {
            number += 1
            try console.shop.write(#"{"version": 1, "toggles": {"page_size": \#(number)}}"#, to: "home/defaults.json")
            return try !console.terminal.text().contains("Esc done")
        }
        #expect(try !console.terminal.text().contains("Esc done"))
    }

    @Test func keyboardProtocolsAreDecodedAndTurnedOff() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.terminal.send("\u{1B}[63;2;63u\u{1B}[63;2:3u")
        try await console.screen(showing: "Help")
        try console.terminal.send("\u{1B}[27;1:1u\u{1B}[27;1:3u")
        try console.terminal.send("\u{1B}[27;5;99~")
        #expect(try await console.expectEnd() == 0)
        try console.terminal.record(to: "output")
        try await console.next()
        try await console.screen()
        try console.terminal.send("\u{1B}[99;5u")
        #expect(try await console.expectEnd() == 0)
        let output = try #require(console.shop.text("output"))
        let parts = ["\u{1B}[?1049h", "\u{1B}[>0u", "page_size", "\u{1B}[<u", "\u{1B}[?1049l"]
        let places = parts.map { output.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil))
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test func textOfAPasteIsNeverACommand() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.terminal.send("/\u{1B}[200~A")
        try await console.screen(showing: "the end of the pasted text has not arrived")
        try console.terminal.send(" q\rx\u{3}\u{1B}[A")
        try console.terminal.send("ZW")
        #expect(try !console.terminal.text().contains("over 1"))
        // Only the end of the paste, or Esc, ends it.
        try console.terminal.send("\u{1B}[201~")
        try await console.screen(showing: "A q x[AZW")
        // A typed letter removes the message, which must not be taken for that of the next paste.
        try console.terminal.send("\u{15}page_size")
        try await console.screen(showing: "1/8")
        try console.terminal.send("\u{15}\u{1B}[200~zx")
        try await console.screen(showing: "the end of the pasted text has not arrived")
        try console.terminal.send("\u{1B}")
        try await console.screen(showing: "zx")
        #expect(console.shop.text("home/defaults.json") == nil)
        try console.terminal.press("Enter", "q")
        #expect(try await console.expectEnd() == 0)
    }
}
