import Foundation
import Testing

/// Which executable shows the console.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(5)))
struct ConsoleCompanionTests {
    private static func program(of console: ConsoleTerminal) throws -> String {
        let pid = try #require(console.shop.text("pid")?.trimmingCharacters(in: .whitespacesAndNewlines))
        let ps = try #require(BuiltCommand(installed: "ps"))
        let answer = try ps.run(["-o", "comm=", "-p", pid], environment: [:], in: console.shop.path)
        return answer.output.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: "/").last.map(String.init)
            ?? ""
    }

    @Test func aManifestIsCompiledByTogglesTheFirstTimeAndAlwaysShownByItsCompanion() async throws {
        let console = try ConsoleTerminal()
        for _ in 0..<2 {
            try await console.screen()
            #expect(try Self.program(of: console) == "toggles-console")
            try console.terminal.press("q")
            #expect(try await console.expectEnd() == 0)
            try await console.next()
        }
        try await console.screen()

        // Another content, and it is read by toggles again, on its behalf.
        try console.shop.write(Shop.manifest.replacing("default: 20", with: "default: 4712"), to: "toggles.yaml")
        try await console.screen(showing: "4712")
        #expect(try Self.program(of: console) == "toggles-console")
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
    }

    @Test func withoutTheCompanionTogglesShowsEverythingItself() async throws {
        let toggles = try BuiltCommand("toggles").path
        let console = try ConsoleTerminal("./toggles console", before: "cp '\(toggles)' toggles")
        for _ in 0..<2 {
            try await console.screen()
            #expect(try Self.program(of: console) == "toggles")
            try console.terminal.press("q")
            #expect(try await console.expectEnd() == 0)
            try await console.next()
        }
    }

    @Test func whereNothingCanBeKeptTogglesShowsEverythingItself() async throws {
        let console = try ConsoleTerminal(environment: ["XDG_CACHE_HOME": "/dev/null"])
        try await console.screen()
        #expect(try Self.program(of: console) == "toggles")
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
    }

    @Test(arguments: [["--readonly"], ["--a11y"], ["--theme", "mono"]])
    func bothTakeTheSameArguments(arguments: [String]) async throws {
        let companion = try BuiltCommand("toggles-console").path
        let console = try ConsoleTerminal("\(companion) \(arguments.joined(separator: " "))")
        for _ in 0..<2 {
            try await console.screen()
            try console.terminal.press("q")
            #expect(try await console.expectEnd() == 0)
            try await console.next()
        }
    }
}
