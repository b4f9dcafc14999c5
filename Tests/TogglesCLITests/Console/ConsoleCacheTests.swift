import Foundation
import Testing

/// The console with and without a compiled manifest.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(5)))
struct ConsoleCacheTests {
    @Test func showsCompiledManifestAndFollowsChanges() async throws {
        let console = try ConsoleTerminal()
        for _ in 0..<2 {
            try await console.screen()
            try console.terminal.press("q")
            #expect(try await console.expectEnd() == 0)
            try await console.next()
        }
        try await console.screen()
        try console.shop.write(Shop.manifest.replacing("default: 20", with: "default: 4712"), to: "toggles.yaml")
        try await console.screen(showing: "4712")
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
    }

    @Test func consoleWorksWithoutCache() async throws {
        let console = try ConsoleTerminal(environment: ["XDG_CACHE_HOME": "/dev/null"])
        try await console.screen()
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
    }

    @Test(arguments: ["--readonly", "--a11y", "--theme mono"])
    func usualAndUnusualArgumentsWork(arguments: String) async throws {
        let toggles = try BuiltCommand("toggles").path
        let console = try ConsoleTerminal("\(toggles) console \(arguments)")
        try await console.screen()
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
    }
}
