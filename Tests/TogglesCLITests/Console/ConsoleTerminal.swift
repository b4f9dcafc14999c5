import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A shell in a terminal that opens a console, prints how it ended, and opens the next one after Enter.
final class ConsoleTerminal {
    /// The text that the console shows when it is open.
    static let greeting = "page_size"

    let shop: Shop
    let terminal: Terminal
    private var number = 0

    /// - Parameters:
    ///   - command: The command to run; by default the console for the shop's manifest.
    ///   - shop: The shop; by default a new one.
    ///   - kind: The type of the terminal in `TERM`.
    ///   - environment: Additional environment variables.
    ///   - rows: The height of the terminal.
    ///   - before: Shell commands to run first.
    /// - Throws: An error if tmux or the command is missing.
    init(
        _ command: String? = nil,
        in shop: Shop? = nil,
        kind: String = "xterm-256color",
        environment: [String: String] = [:],
        rows: Int = 50,
        before: String = ""
    ) throws {
        let shop = try shop ?? Shop()
        self.shop = shop
        let toggles = try BuiltCommand("toggles").path
        // An interactive backtrace would wait for keys.
        let all = shop.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
        let script = """
            set -m
            # A shell does not outlive an interrupted program otherwise.
            trap : INT
            \(before)
            n=0
            while :; do
              n=$((n + 1))
              printf '\\033[2J\\033[H'
              stty -g > before
              sh -c 'echo $$ > new; mv new pid; exec \(command ?? "\(toggles) console")'
              code=$?
              stty -g > after
              echo "over $n: $code"
              read answer
              if [ "$answer" = bg ]; then
                bg > bg
                until jobs > jobs; grep -q Stopped jobs; do sleep 0.1; done
                stty -g > after
                echo "in the background $n"
                read answer
              fi
              if [ "$answer" = fg ]; then fg > fg; code=$?; stty -g > after; echo "over again $n: $code"; read answer; fi
            done
            """
        try shop.write(script, to: "script.sh")
        terminal = try Terminal(
            "exec sh script.sh",
            kind: kind,
            environment: all,
            in: shop.path,
            rows: rows
        )
    }

    /// Waits until the console shows a text.
    @discardableResult
    func screen(showing text: String = ConsoleTerminal.greeting) async throws -> String {
        try await terminal.screen(showing: text)
    }

    /// Waits until the console has drawn its last line, and returns the text on the screen.
    func completeText() async throws -> String {
        var text = ""
        // The rest of the screen was drawn before its last line.
        try await terminal.wait(for: "last line of the console") {
            text = try terminal.text()
            return text.contains("q quit")
        }
        return text
    }

    /// Sends a signal to the console.
    func signal(_ signal: Int32) throws {
        let text = try #require(shop.text("pid")?.trimmingCharacters(in: .whitespacesAndNewlines))
        kill(try #require(pid_t(text)), signal)
    }

    /// Waits until the console ends, and checks that it restored the terminal.
    ///
    /// - Parameters:
    ///   - again: Whether the console was stopped and continued.
    ///   - location: The location of the caller.
    /// - Returns: The exit code.
    /// - Throws: An error if it doesn't end.
    func expectEnd(again: Bool = false, at location: SourceLocation = #_sourceLocation) async throws -> Int32 {
        if !again { number += 1 }
        let prefix = again ? "over again \(number): " : "over \(number): "
        var code: Int32?
        try await terminal.wait(for: "end of the console") {
            let text = try terminal.text()
            let end = text.ranges(of: prefix).last?.upperBound
            code = end.flatMap { Int32(text[$0...].prefix(while: \.isNumber)) }
            return code != nil
        }
        try await terminal.wait(for: "restored terminal") { try terminal.modes() == Terminal.ordinaryModes }
        #expect(shop.text("before") == shop.text("after"), "the settings of the terminal", sourceLocation: location)
        return try #require(code, sourceLocation: location)
    }

    /// Brings the stopped console to the foreground, and waits until it has the terminal again.
    func resume() async throws {
        try terminal.type("fg")
        try terminal.press("Enter")
        // Without an alternate screen, the screen still shows the text from before.
        try await terminal.wait(for: "resumed console") { try terminal.modes() != Terminal.ordinaryModes }
        try await screen()
    }

    /// Opens the next console.
    func next() async throws {
        try terminal.press("Enter")
        // Without an alternate screen, the previous output stays until the script clears it.
        let ends = ["over \(number): ", "over again \(number): "]
        try await terminal.wait(for: "next console") {
            let text = try terminal.text()
            return !ends.contains { text.contains($0) }
        }
    }
}
