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
    let hints: Hints

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
        let shop = notice + (notice.isEmpty ? [] : [""]) + screen
        let complaints = updates?.problems.map { "! \($0)" } ?? []
        let remote = RemoteLines(client: client, guidance: guidance).lines + complaints
        let text = fitted(shop, remote).map { colored(visible($0)) }
        // To avoid flicker, move to the top, erase the rest of each line, and then everything below.
        let frame = "\u{1B}[H" + text.joined(separator: "\u{1B}[K\n") + "\u{1B}[K\n\u{1B}[J"
        var bytes = Array(frame.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The lines that fit on the terminal, or all lines if its size is unknown.
    private func fitted(_ shop: [String], _ remote: [String]) -> [String] {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 1 && size.ws_col > 1
        let layout =
            isKnown
            ? WindowLayout(rows: Int(size.ws_row) - 1, columns: Int(size.ws_col) - 1)
            : WindowLayout(rows: .max, columns: .max)
        return layout.lines(shop: shop, remote: remote, hints: hints)
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
}
