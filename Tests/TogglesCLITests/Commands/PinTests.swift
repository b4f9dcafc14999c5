import Testing

struct PinTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func togglesArePinnedAndUnpinned() throws {
        #expect(try shop.run("pin").output == "Nothing is pinned.\n")
        #expect(try shop.run("pin", "page_size", "banner").output == "page_size is pinned\nbanner is pinned\n")
        #expect(try shop.run("pin").output == "banner\npage_size\n")
        #expect(
            try shop.run("unpin", "banner", "new_checkout").output
                == "banner is no longer pinned\nnew_checkout was not pinned\n"
        )
        #expect(try shop.run("unpin", "--all").output == "page_size is no longer pinned\n")
        #expect(try shop.run("unpin", "--all").output == "Nothing was pinned.\n")
    }

    @Test func misspelledKeyPinsNothing() throws {
        #expect(
            try shop.run("pin", "banner", "bannner")
                == BuiltCommand.Result(error: "There is no toggle ‘bannner’. Did you mean ‘banner’?\n", status: 2)
        )
        #expect(try shop.run("pin").output == "Nothing is pinned.\n")
    }

    @Test func unreadablePinsAreNotReplaced() throws {
        try shop.write("{", to: "home/defaults.console.json")
        let result = try shop.run("unpin", "--all")
        #expect(result.output == "")
        #expect(result.error.hasPrefix("Nothing was unpinned. Pins and history cannot be read: \(shop.path)/home/"))
        #expect(result.status == 2)
        #expect(shop.text("home/defaults.console.json") == "{")
    }
}
