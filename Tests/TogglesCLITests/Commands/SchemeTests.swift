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

    @Test func lineBreakIsNotShownAsSpace() throws {
        let result = try shop.run("scheme", "banner=one\n\ttwo\u{1B}", "page_size=30")
        #expect(
            result.output == #"""
                Arguments passed on launch, one for each line:
                  --toggle page_size=30

                Or environment variables:
                  TOGGLE_PAGE_SIZE = 30

                In a UI test:
                  app.launchArguments += ["--toggle", "banner=one\n\ttwo\u{1b}", "--toggle", "page_size=30"]

                """#
        )
        #expect(
            result.error == """
                warning: ‘banner’ is only in the line for a UI test, because a scheme can't hold its line breaks or other \
                control characters.

                """
        )
        #expect(try shop.run("scheme", "banner", "one\ntwo").output.hasPrefix("In a UI test:\n"))
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
