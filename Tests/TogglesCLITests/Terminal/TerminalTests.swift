import Foundation
import Testing

/// What a person sees in a terminal.
///
/// Where tmux is not installed there is no terminal to look at.
@Suite(.enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(2)))
struct TerminalTests {
    /// The folder of the package, whose manifest is that of the storefront.
    private static let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
        .path(percentEncoded: false)

    @Test func theRunningStorefrontFollowsWhatIsSetFromOutside() async throws {
        let shop = try Shop()
        let storefront = try BuiltCommand("Storefront")
        let toggles = try BuiltCommand("toggles")
        func toggle(_ arguments: String...) throws -> Int32 {
            try toggles.run(arguments, environment: shop.environment, in: Self.package).status
        }
        let terminal = try Terminal("exec '\(storefront.path)'", environment: shop.environment, in: Self.package)
        #expect(try await terminal.screen(showing: "[ Checkout ]").contains("1 address › 2 payment › 3 confirm"))

        #expect(try toggle("set", "new_checkout", "on") == 0)
        let changed = try await terminal.screen(showing: "Checkout: everything on one page")
        #expect(changed.contains("Checkout: everything on one page"))
        #expect(!changed.contains("2 payment"))

        #expect(try toggle("set", "checkout_button=treatment", "banner=Half price") == 0)
        let both = try await terminal.screen(showing: "[ Get it tomorrow ]")
        #expect(both.contains("« Half price »"))
        #expect(both.contains("[ Get it tomorrow ]"))

        #expect(try toggle("unset", "--all") == 0)
        #expect(try await terminal.screen(showing: "1 address").contains("« Free returns within thirty days »"))
    }

    @Test func aTableHasColoursOnATerminalUnlessTheyAreUnwanted() async throws {
        let shop = try Shop()
        let toggles = try BuiltCommand("toggles").path
        _ = try shop.run("set", "page_size", "3")
        func screen(_ environment: [String: String]) async throws -> String {
            let terminal = try Terminal(
                "'\(toggles)' list --overridden; echo the end; read answer",
                environment: shop.environment.merging(environment) { $1 },
                in: shop.path
            )
            return try await terminal.screen(showing: "the end")
        }
        let coloured = try await screen([:])
        #expect(coloured.contains("\u{1B}[1mKEY"))
        #expect(coloured.contains("\u{1B}[33m3"))
        let plain = try await screen(["NO_COLOR": "1"])
        #expect(plain.contains("page_size  3      local defaults  ops       search  2027-01-31"))
        #expect(!plain.contains("\u{1B}"))
        #expect(try await screen(["NO_COLOR": ""]).contains("\u{1B}[1mKEY"))
    }
}
