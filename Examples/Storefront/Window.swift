import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Draws the shop on the terminal, again after each change.
struct Window {
    let client: ToggleClient

    func run() async {
        let changes = client.changes()
        draw()
        for await _ in changes { draw() }
    }

    private func draw() {
        let screen = Screen(toggles: client, person: Storefront.person)
        let text = fitted(screen.lines, then: problems, then: [""] + hints).map(visible)
        // Home, then each line with what was behind it erased, then what was below: no flicker.
        let frame = "\u{1B}[H" + text.joined(separator: "\u{1B}[K\n") + "\u{1B}[K\n\u{1B}[J"
        var bytes = Array(frame.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The lines that the terminal has room for; what comes last is left out first.
    private func fitted(_ shop: [String], then problems: [String], then hints: [String]) -> [String] {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1, size.ws_col > 0 else {
            return shop + problems + hints
        }
        let rows = Int(size.ws_row) - 1
        var lines = Array((shop + problems).prefix(rows))
        if lines.count + hints.count <= rows { lines += hints }
        return lines.map { String($0.prefix(Int(size.ws_col) - 1)) }
    }

    /// A line without what would command the terminal: texts come from other people's documents.
    private func visible(_ line: String) -> String {
        String(line.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "·" : $0 })
    }

    private var hints: [String] {
        [
            "In a second terminal, in the package's folder:",
            "  .build/debug/toggles list",
            "  .build/debug/toggles set search_ranking neural",
            "  .build/debug/toggles set new_checkout on",
            "  .build/debug/toggles set discount=0.2 price_display=struck_through",
            "  .build/debug/toggles unset --all",
            "Ctrl-C ends the shop.",
        ]
    }

    private var problems: [String] {
        client.problems.map { "! \($0)" }
    }
}
