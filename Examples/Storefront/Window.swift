import FeatureToggles
import ForcedUpdates
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Draws the shop on the terminal, and redraws it after each change.
struct Window {
    let client: ToggleClient
    /// The update policy, if there is one.
    let updates: UpdatePolicy?
    /// A hint for the user, such as which file to edit.
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
        // A locked version shows only the notice.
        let notice = UpdateLines(decision: decision).lines
        let screen = decision.isLocked ? [] : Screen(toggles: client, person: Storefront.person).lines
        let shop = (notice + (notice.isEmpty ? [] : [""]) + screen).map(visible)
        let complaints = updates?.problems.map { "! \($0)" } ?? []
        let remote = (RemoteLines(client: client, guidance: guidance).lines + complaints).map(visible)
        let text = fitted(shop, then: remote, then: [""] + hints).map(colored)
        // To avoid flicker, move to the top, erase the rest of each line, and then everything below.
        let frame = "\u{1B}[H" + text.joined(separator: "\u{1B}[K\n") + "\u{1B}[K\n\u{1B}[J"
        var bytes = Array(frame.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The lines that fit on the terminal.
    ///
    /// Hints are left out first, then the end of the shop. The lines about remote config matter most.
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

    /// A long line as several lines, broken between words.
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

    /// A line with a color if it is about a problem.
    private func colored(_ line: String) -> String {
        guard (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty else { return line }
        let color: Int? =
            if line.hasPrefix("! ") || line.hasPrefix("Remote config is ERROR") {
                31
            } else if line.hasPrefix("Remote config is STALE") || line.hasPrefix("Remote config is NOT_READY") {
                33
            } else {
                nil
            }
        return color.map { "\u{1B}[\($0)m\(line)\u{1B}[0m" } ?? line
    }

    /// A line without control characters, because texts can come from a remote document.
    private func visible(_ line: String) -> String {
        String(line.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "·" : $0 })
    }

    private var hints: [String] {
        [
            "To see what the shop resolved, and to override it, use a second terminal in the package's folder:",
            "  .build/debug/toggles console --document .build/debug/flags.json",
            "  .build/debug/toggles set search_ranking neural",
            "  .build/debug/toggles set new_checkout on",
            "  .build/debug/toggles set discount=0.2 price_display=struck_through",
            "  .build/debug/toggles unset --all",
            "Ctrl-C ends the shop.",
        ]
    }
}
