import Foundation
import Testing

/// External changes while `toggles console` is open.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct ConsoleFollowingTests {
    @Test func showsEditedManifest() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.shop.write(
            Shop.manifest.replacing("Results per page.", with: "How many results.").replacing(
                "banner:",
                with: "headline:"
            ),
            to: "toggles.yaml"
        )
        let screen = try await console.screen(showing: "How many results.")
        #expect(screen.contains("headline"))
        #expect(!screen.contains("banner"))
    }

    @Test func invalidManifestKeepsToggles() async throws {
        let console = try ConsoleTerminal()
        try await console.screen()
        try console.shop.write(Shop.manifest.replacing("type: int", with: "type: itn"), to: "toggles.yaml")
        let screen = try await console.screen(showing: "The previous toggles are shown: ")
        #expect(screen.contains("page_size"))
        try console.terminal.press("j")
        try await console.screen(showing: "! manifest")
        try console.shop.write(Shop.manifest.replacing("default: 20", with: "default: 4712"), to: "toggles.yaml")
        try await console.screen(showing: "4712")
        try FileManager.default.removeItem(atPath: "\(console.shop.path)/toggles.yaml")
        let without = try await console.screen(showing: "toggles.yaml is missing")
        #expect(without.contains("4712") && without.contains("! manifest"))
        try console.shop.write("", to: "toggles.yaml")
        try await console.screen(showing: "the file is empty")
    }

    @Test func manifestWithErrorsOpensWithTheOtherToggles() async throws {
        let shop = try Shop(manifest: Shop.manifest.replacing("type: int", with: "type: itn"))
        let console = try ConsoleTerminal(in: shop)
        let screen = try await console.screen(showing: "search_ranking")
        #expect(!screen.contains("page_size"), "\(screen)")
        try await console.screen(showing: "error: toggles.yaml:")
        // The header and the page of problems show it until it's corrected.
        try console.terminal.press("j")
        try await console.screen(showing: "! manifest")
        try console.terminal.press("!")
        #expect(try await console.screen(showing: " Problems ").contains("toggles.yaml:"))
        try console.terminal.press("q")
        try shop.write(Shop.manifest, to: "toggles.yaml")
        try await console.screen(showing: "page_size")
    }

    @Test func deletedManifestIsNotReplacedByRunningApp() async throws {
        let shop = try Shop()
        let cafe = try FixedState(
            "cafe",
            toggles: [FixedState.integer("oven_count", 4763)],
            beside: shop.defaults,
            process: 7
        )
        let console = try ConsoleTerminal(in: shop)
        try await console.screen()
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        try await console.screen(showing: "toggles.yaml is missing")
        try console.terminal.press("R")
        let reloaded = try await console.screen(showing: "reloaded")
        #expect(reloaded.contains("page_size") && !reloaded.contains("oven_count"), "\(reloaded)")
        // The manifest is read again once it is back.
        try shop.write(Shop.manifest.replacing("default: 20", with: "default: 4764"), to: "toggles.yaml")
        try await console.screen(showing: "4764")
        withExtendedLifetime(cafe) {}
    }

    /// Without a running app, the document to change is evaluated, too.
    @Test(arguments: [
        ("--remote", "remote READY"), ("--document", "no running app"), ("--document", "READY from flags.json"),
    ])
    func showsEditedRemoteDocument(option: String, header: String) async throws {
        func document(_ size: Int) -> String {
            """
            { "flags": { "page_size": { "state": "ENABLED", "variants": { "size": \(size) }, "defaultVariant": "size" } } }
            """
        }
        let toggles = try BuiltCommand("toggles").path
        let console = try ConsoleTerminal(
            "\(toggles) console \(option) flags.json",
            before: "echo '\(document(4713))' > flags.json"
        )
        #expect(try await console.screen(showing: "4713").contains(header))
        try console.shop.write(document(4714), to: "flags.json")
        try await console.screen(showing: "4714")
    }
}
