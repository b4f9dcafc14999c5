import FeatureToggles
import ForcedUpdates

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
    /// Whether this version may go on; `nil` where there is no policy.
    let updates: UpdatePolicy?
    /// What a person can do with the remote document.
    let guidance: String

    func run() async {
        let (changes, again) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in client.changes() { again.yield() } }
            if let updates {
                group.addTask { for await _ in updates.decisions() { again.yield() } }
                group.addTask { for await _ in updates.problemChanges() { again.yield() } }
            }
            draw()
            for await _ in changes { draw() }
        }
    }

    private func draw() {
        let decision = updates?.decision ?? .upToDate
        // A shop that may not go on shows why, and nothing of itself.
        let notice = UpdateLines(decision: decision).lines
        let screen = decision.mayGoOn ? Screen(toggles: client, person: Storefront.person).lines : []
        let shop = (notice + (notice.isEmpty ? [] : [""]) + screen).map(visible)
        let complaints = updates?.problems.map { "! \($0)" } ?? []
        let remote = (RemoteLines(client: client, guidance: guidance).lines + complaints).map(visible)
        let text = fitted(shop, then: remote, then: [""] + hints)
        // Home, then each line with what was behind it erased, then what was below: no flicker.
        let frame = "\u{1B}[H" + text.joined(separator: "\u{1B}[K\n") + "\u{1B}[K\n\u{1B}[J"
        var bytes = Array(frame.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The lines that the terminal has room for.
    ///
    /// Hints are left out first, then the end of the shop: what is said about remote config is why somebody looks here.
    private func fitted(_ shop: [String], then remote: [String], then hints: [String]) -> [String] {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1, size.ws_col > 1 else {
            return shop + [""] + remote + hints
        }
        let (rows, columns) = (Int(size.ws_row) - 1, Int(size.ws_col) - 1)
        let remote = remote.flatMap { wrapped($0, to: columns) }.prefix(rows)
        let rest = rows - remote.count
        let lines = (rest > shop.count ? shop + [""] : Array(shop.prefix(rest))) + remote
        let isRoomy = lines.count + hints.count <= rows
        return (isRoomy ? lines + hints : lines).map { String($0.prefix(columns)) }
    }

    /// A long line as several, broken between words.
    private func wrapped(_ line: String, to columns: Int) -> [String] {
        var lines = [""]
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// A line without what would command the terminal: texts come from other people's documents.
    private func visible(_ line: String) -> String {
        String(line.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "·" : $0 })
    }

    private var hints: [String] {
        [
            "Overrides, in a second terminal, in the package's folder:",
            "  .build/debug/toggles list",
            "  .build/debug/toggles set search_ranking neural",
            "  .build/debug/toggles set new_checkout on",
            "  .build/debug/toggles set discount=0.2 price_display=struck_through",
            "  .build/debug/toggles unset --all",
            "Ctrl-C ends the shop.",
        ]
    }
}
