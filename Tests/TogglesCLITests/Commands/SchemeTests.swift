import Testing

struct SchemeTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func printsArgumentsVariablesAndUITest() throws {
        #expect(
            try shop.run("scheme", "newCheckout=on", "page_size=30", "banner=Half \"price\"")
                == BuiltCommand.Result(
                    output: """
                        Arguments passed on launch, one for each line:
                          --toggle new_checkout=true
                          --toggle page_size=30
                          --toggle 'banner=Half "price"'

                        Or environment variables:
                          TOGGLE_NEW_CHECKOUT = true
                          TOGGLE_PAGE_SIZE = 30
                          TOGGLE_BANNER = Half "price"

                        In a UI test:
                          app.launchArguments += ["--toggle", "new_checkout=true", "--toggle", "page_size=30", "--toggle", "banner=Half \\"price\\""]

                        """
                )
        )
    }

    @Test func printedArgumentsOverrideToggles() throws {
        let json = try shop.run("scheme", "page_size", "30", "--json")
        #expect(json.output.contains("\"page_size=30\""))
        #expect(try shop.run("get", "page_size", environment: ["TOGGLE_PAGE_SIZE": "30"]).output == "30\n")
    }

    @Test func allInvalidSettingsAreReported() throws {
        let result = try shop.run("scheme", "page_sze=30", "page_size=many")
        #expect(result.status == 2)
        #expect(result.error.contains("Did you mean ‘page_size’?"))
        #expect(result.error.split(separator: "\n").count == 2, "\(result)")
        #expect(try shop.run("scheme", "page_size").error.contains("toggles scheme page_size VALUE"))
    }
}
