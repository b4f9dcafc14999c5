import Foundation
import Testing

/// `toggles console` where there's no manifest, which shows the toggles of a running app.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleWithoutManifestTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
    }

    private func state(_ toggles: [String], process: Int) throws -> FixedState {
        try FixedState("shop", toggles: toggles, beside: shop.defaults, process: process)
    }

    @Test func showsAndChangesTogglesOfRunningApp() async throws {
        let app = try RunningShop(in: shop)
        let console = try ConsoleTerminal(in: shop)
        let screen = try await console.screen(showing: "no manifest here: toggles of shop 2.1.0")
        #expect(screen.contains("pid \(app.process)"), "\(screen)")
        #expect(screen.contains("search_ranking"), "\(screen)")
        // The first toggle is a Boolean.
        try console.terminal.type(" q")
        #expect(try await console.expectEnd() == 0)
        #expect(shop.text("home/defaults.json")?.contains("\"new_checkout\": true") == true)
    }

    @Test func keepsTogglesUntilAppStartsWithOthers() async throws {
        var state: FixedState? = try state([FixedState.integer("page_size", 4760)], process: 7)
        let console = try ConsoleTerminal(in: shop)
        try await console.screen(showing: "4760")
        state = nil
        let ended = try await console.screen(showing: "no running app")
        #expect(ended.contains("page_size"), "\(ended)")
        // Its toggles stay although there's neither an app nor a manifest.
        try console.terminal.press("R")
        let reloaded = try await console.screen(showing: "reloaded")
        #expect(reloaded.contains("page_size"), "\(reloaded)")
        #expect(!reloaded.contains("! manifest"), "\(reloaded)")
        state = try self.state(
            [FixedState.integer("page_size", 4761), FixedState.integer("shelf_size", 4762)],
            process: 8
        )
        let restarted = try await console.screen(showing: "shelf_size")
        #expect(restarted.contains("4762") && restarted.contains("pid 8"), "\(restarted)")
        withExtendedLifetime(state) {}
    }

    @Test func reportsTogglesOfRestartedAppThatCannotBeShown() async throws {
        var state: FixedState? = try state([FixedState.integer("page_size", 4765)], process: 7)
        let console = try ConsoleTerminal(in: shop)
        try await console.screen(showing: "4765")
        state = nil
        try await console.screen(showing: "no running app")
        state = try self.state(
            [
                FixedState.integer("page_size", 4766),
                #"{"key":"later","category":"ops","type":"color","default":1,"value":1,"source":"default"}"#,
            ],
            process: 8
        )
        try await console.screen(showing: "can't show: later")
        withExtendedLifetime(state) {}
    }
}
