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

/// Random keys and sizes with a random manifest, while another process writes the same local defaults file.
///
/// `TOGGLES_TORTURE_ACTIONS` makes it longer, as `make torture` does, and `TOGGLES_TORTURE_SEED` repeats a run.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleTortureTests {
    /// The keys to press, by their names in tmux.
    ///
    /// They don't include `o`, which removes the other process's overrides when a preset
    /// is applied alone, nor C-e, which can write files anywhere.
    private static let keys =
        "abcdefghijklmnprstuvwxyzABDFGHJKLMNPQRSTUVWXYZ0123456789!?:.,={}[]".map(String.init)
        + [
            "Space", "Space", "Space", "Enter", "Enter", "Enter", "Escape", "Escape", "Tab", "BTab", "Up", "Down",
            "Down",
            "Left", "Right", "Home", "End", "PageUp", "PageDown", "BSpace", "DC", "F1", "C-d", "C-u", "C-f", "C-b",
            "C-r",
            "C-x", "C-o", "C-l", "C-a", "C-k", "C-w", "é", "機",
        ]

    @Test func randomKeysLoseNoForeignOverrides() async throws {
        let environment = ProcessInfo.processInfo.environment
        let actions = environment["TOGGLES_TORTURE_ACTIONS"].flatMap { Int($0) } ?? 200
        let seed = environment["TOGGLES_TORTURE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
        print("console torture: \(actions) actions, seed \(seed)")
        var random = SeededRandom(seed: seed)
        let shop = try Shop(manifest: RandomManifest(&random).text)
        try shop.write(Self.script(try BuiltCommand("toggles").path), to: "script.sh")
        let terminal = try Terminal(
            "exec sh script.sh",
            environment: shop.environment.merging(
                ["EDITOR": "true", "VISUAL": "true", "SWIFT_BACKTRACE": "enable=no"]
            ) { $1 },
            in: shop.path
        )
        _ = try await terminal.screen(showing: "toggle_")
        let other = try OtherWriter(shop)
        defer { other.stop() }
        try await poll(for: "override of the other process") { other.acknowledged > 0 }

        var presses = 0
        var changes = 0
        var own = NSDictionary()
        for _ in 0..<actions {
            presses += try act(in: terminal, &random)
            var now = try #require(whole(shop), "seed \(seed): the local defaults file is torn")
            now["outside"] = nil
            let found = now as NSDictionary
            if !own.isEqual(found) { changes += 1 }
            own = found
            try #require(ends(shop).allSatisfy { $0 == "0" }, "seed \(seed): it ended with \(ends(shop))")
        }

        // Ends the last console.
        try shop.write("", to: "over")
        try await terminal.wait(for: "end of the last console, seed \(seed),") {
            if let pid = shop.text("pid").flatMap({ pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
                kill(pid, SIGTERM)
            }
            return ends(shop).last == "over"
        }
        #expect(ends(shop).dropLast().allSatisfy { ["0", "143"].contains($0) }, "seed \(seed): \(ends(shop))")
        try await terminal.wait(for: "restored terminal, seed \(seed),") {
            try terminal.modes() == Terminal.ordinaryModes
        }

        other.stop()
        let acknowledged = other.acknowledged
        let written = try overrides(shop)["outside"] as? Int ?? 0
        #expect(written >= acknowledged, "seed \(seed): an override of the other process is lost")
        #expect(try shop.run("list", "--json").status == 0, "seed \(seed)")
        print(
            """
            console torture: \(presses) keys, \(changes) changes of overrides, \(acknowledged) writes of another process, \
            \(ends(shop).count - 1) consoles
            """
        )
        // A console that writes nothing can't lose anything.
        #expect(changes >= actions / 20, "seed \(seed): the console changed too few overrides")
    }

    /// Opens consoles one after another, and records how each ended and whether it restored the terminal.
    private static func script(_ toggles: String) -> String {
        """
        set -m
        while [ ! -e over ]; do
          stty -g > before
          sh -c 'echo $$ > new; mv new pid; exec "\(toggles)" console'
          code=$?
          # The palette stops it, too.
          while [ $code = 148 ]; do fg > fg; code=$?; done
          stty -g > after
          cmp -s before after || code="the settings of the terminal"
          echo "$code" >> ends
        done
        echo over >> ends
        read answer
        """
    }

    /// The results of the consoles so far.
    private func ends(_ shop: Shop) -> [String] {
        (shop.text("ends") ?? "").split(separator: "\n").map(String.init)
    }

    /// Performs a random action on the console.
    ///
    /// - Returns: The number of pressed keys.
    private func act(in terminal: Terminal, _ random: inout SeededRandom) throws -> Int {
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            try terminal.resize(
                columns: .random(in: 1...200, using: &random),
                rows: .random(in: 1...60, using: &random)
            )
            return 0
        case 1:
            try terminal.paste("pasted \n{\"a\": 1} 機")
            return 0
        case 2:
            // A slash is typed only where it opens the filter, because in a file name it could lead anywhere.
            try terminal.press(["Escape", "Escape", "Escape", "Escape", "/", "t", "o"])
            return 7
        default:
            let keys = (0..<Int.random(in: 1...25, using: &random)).compactMap { _ in
                Self.keys.randomElement(using: &random)
            }
            try terminal.press(keys)
            return keys.count
        }
    }

    /// Returns the overrides; `nil` if the file is torn.
    private func whole(_ shop: Shop) -> [String: Any]? {
        guard FileManager.default.fileExists(atPath: shop.defaults) else { return [:] }
        return try? overrides(shop)
    }

    private func overrides(_ shop: Shop) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: shop.defaults))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(document["toggles"] as? [String: Any])
    }
}

/// A process that keeps writing its own overrides, and reports each one that is in the file.
private final class OtherWriter {
    private let shop: Shop
    private let process: ChildProcess
    private var isStopped = false

    init(_ shop: Shop) throws {
        self.shop = shop
        try shop.write("", to: "written")
        try shop.write("", to: "refused")
        process = try ChildProcess(
            try BuiltCommand("test-host").path,
            ["defaults", "write", shop.defaults, "outside", "20"],
            environment: shop.environment,
            in: shop.path,
            output: "\(shop.path)/written",
            error: "\(shop.path)/refused"
        )
    }

    /// The last reported override.
    var acknowledged: Int {
        let lines = (shop.text("written") ?? "").split(separator: "\n")
        return lines.last.flatMap { Int($0) } ?? 0
    }

    func stop() {
        guard !isStopped else { return }
        isStopped = true
        process.end()
    }
}
