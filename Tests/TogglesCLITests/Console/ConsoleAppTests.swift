import Foundation
import Testing

/// A running app while `toggles console` is open.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleAppTests {
    /// A remote document that sets the page size.
    private static func document(_ size: Int) -> String {
        """
        {"flags": {"page_size": {"state": "ENABLED", "variants": {"a": \(size)}, "defaultVariant": "a"}}}
        """
    }

    @Test func showsValuesOfRunningApp() async throws {
        let shop = try Shop()
        let app = try RunningShop(in: shop, remote: Self.document(4715))
        let console = try ConsoleTerminal(in: shop)
        let screen = try await console.screen(showing: "4715")
        #expect(screen.contains("shop 2.1.0, pid \(app.process)"), "\(screen)")
        #expect(screen.contains("remote READY"), "\(screen)")
    }

    @Test func followsAppThatStartsAndIsKilled() async throws {
        let shop = try Shop()
        let console = try ConsoleTerminal(in: shop)
        try await console.screen(showing: "no running app")
        for size in 4720..<4723 {
            let app = try RunningShop(in: shop, remote: Self.document(size))
            let screen = try await console.screen(showing: "\(size)")
            #expect(screen.contains("pid \(app.process)"), "\(screen)")
            app.kill()
            let after = try await console.screen(showing: "no running app")
            #expect(!after.contains("\(size)"), "\(after)")
        }
    }

    @Test func anotherContextIsEvaluatedWithDocumentOfRestartedApp() async throws {
        let shop = try Shop()
        let toggles = try BuiltCommand("toggles").path
        var app = try RunningShop(in: shop, remote: Self.document(4716))
        let console = try ConsoleTerminal("\(toggles) console --context targetingKey=ada", in: shop)
        try await console.screen(showing: "4716")
        app.kill()
        app = try RunningShop(in: shop, remote: Self.document(4717))
        let screen = try await console.screen(showing: "4717")
        // The values aren't those of the app.
        #expect(!screen.contains("pid \(app.process)"), "\(screen)")
    }

    @Test func unreadableAppIsReportedForAnotherContext() async throws {
        let shop = try Shop()
        let app = try FixedState(#"{"version":2}"#, beside: shop.defaults, process: 7)
        let toggles = try BuiltCommand("toggles").path
        let console = try ConsoleTerminal("\(toggles) console --context targetingKey=ada", in: shop)
        let screen = try await console.screen(showing: "defaults.state")
        #expect(!screen.contains("no running app"), "\(screen)")
        withExtendedLifetime(app) {}
    }

    @Test func appFollowsConsole() async throws {
        let shop = try Shop()
        let app = try RunningShop(in: shop)
        let console = try ConsoleTerminal(in: shop)
        try await console.screen(showing: "pid \(app.process)")
        try BuiltCommand("toggles").run(["set", "page_size", "4730"], environment: shop.environment, in: shop.path)
            .expectSuccess()
        app.waitForWrite()
        try await console.screen(showing: "4730")
    }
}

extension BuiltCommand.Result {
    fileprivate func expectSuccess() { #expect(status == 0, "\(self)") }
}
