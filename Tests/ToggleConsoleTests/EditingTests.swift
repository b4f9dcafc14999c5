import FeatureToggles
import Testing

@testable import ToggleConsole

@Suite struct EditingTests {
    @Test(
        arguments: [
            ("page_size", "12", 12), ("page_size", " 12 ", 12), ("page_size", "-3", -3), ("discount", "1", 1.0),
            ("discount", "1e-3", 0.001), ("banner", "", ""), ("banner", "  two  words ", "  two  words "),
            ("delivery", #"{"days": 1, "countries": []}"#, ["days": 1, "countries": []]),
        ] as [(String, String, JSONValue)]
    )
    func aTypedValueIsWritten(_ key: String, _ text: String, _ value: JSONValue) {
        var console = ConsoleDriver()
        console.select(key)
        console.press(.character("e"), .control("u"))
        console.type(text)
        console.press(.enter)
        #expect(console.shop.overrides == [key: value])
        #expect(console.state.layers.isEmpty)
    }

    @Test(arguments: [
        ("page_size", "ten", "takes a whole number"), ("page_size", "1.5", "takes a whole number"),
        ("page_size", "99999999999999999999", "takes a whole number"), ("page_size", "", "takes a whole number"),
        ("discount", "0x10", "takes a number"), ("discount", "inf", "takes a number"),
        ("delivery", #"{"days": 1,}"#, "column 11"), ("delivery", #"{"days": "one"}"#, "shape"),
        ("delivery", "", "column 1"),
    ])
    func aTypoKeepsTheValueAndSaysWhatIsWrong(_ key: String, _ text: String, _ sentence: String) {
        var shop = ShopModel()
        shop.overrides = ["page_size": 7, "discount": 0.25, "delivery": ["days": 2, "countries": []]]
        let before = shop.overrides
        var console = ConsoleDriver(shop)
        console.select(key)
        console.press(.character("e"), .control("u"))
        console.type(text)
        console.press(.enter)
        #expect(console.shop.overrides == before)
        guard case .prompt(let prompt) = console.state.layers.last else {
            Issue.record("the prompt is closed")
            return
        }
        #expect(prompt.problem?.contains(sentence) == true, "\(prompt.problem ?? "")")
        #expect(prompt.field.text == text)
        console.press(.escape)
        #expect(console.shop.overrides == before)
    }

    @Test func theCursorGoesToTheMistakeInJSON() {
        var console = ConsoleDriver()
        console.select("delivery")
        console.press(.character("e"), .control("u"))
        console.type(#"{"days": x}"#)
        console.press(.enter)
        guard case .prompt(let prompt) = console.state.layers.last else {
            Issue.record("the prompt is closed")
            return
        }
        #expect(prompt.field.cursor == 9)
    }

    @Test func aPromptShowsTypeLimitsAndDefault() {
        var console = ConsoleDriver(columns: 100)
        console.select("page_size")
        console.press(.character("e"))
        #expect(console.screen.contains("a whole number from \(Int.min) to \(Int.max); default 4"))
    }

    @Test func lettersBelongToThePrompt() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("e"), .control("u"))
        console.type("q:?x/ u")
        console.press(.enter)
        #expect(console.shop.overrides == ["banner": "q:?x/ u"])
    }

    @Test func lineBreaksInAPasteAreNoEnter() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("e"), .control("u"))
        console.send(.paste("two\nlines\u{1B}[31m"))
        #expect(console.shop.overrides.isEmpty)
        console.press(.enter)
        #expect(console.shop.overrides == ["banner": "two lines[31m"])
    }

    @Test func controlCAsksOnlyWhenSomethingWouldBeLost() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("e"))
        console.type("!")
        console.press(.control("c"))
        #expect(console.effects.isEmpty)
        console.press(.enter)
        #expect(console.effects.isEmpty)
        console.press(.control("c"), .character("y"))
        #expect(console.effects == [.quit])
    }

    @Test func theEditorGetsJSONAndItsAnswerIsChecked() {
        var console = ConsoleDriver()
        console.select("delivery")
        console.press(.character("E"))
        #expect(
            console.effects.last
                == .edit(
                    key: "delivery",
                    text: "{\n  \"days\": 3,\n  \"countries\": [\n    \"DE\"\n  ]\n}\n",
                    fileExtension: "json"
                )
        )
        console.send(.edited(key: "delivery", .success("{\n  \"days\": 9,\n  oops\n}\n")))
        #expect(console.shop.overrides.isEmpty)
        #expect(console.screen.contains("line 3, column 3"))
        console.press(.escape)
        console.send(.edited(key: "delivery", .success("{ \"days\": 9, \"countries\": [] }\n")))
        #expect(console.shop.overrides == ["delivery": ["days": 9, "countries": []]])
        console.send(.edited(key: "delivery", .failure(ConsoleFailure("vi ended with 1"))))
        #expect(console.screen.contains("error: vi ended with 1"))
    }

    @Test func aToggleThatIsGoneRefusesTheValue() {
        var console = ConsoleDriver()
        console.select("page_size")
        console.press(.character("e"))
        console.type("1")
        console.change { $0.toggles.removeAll { $0.key == "page_size" } }
        console.press(.enter)
        #expect(console.screen.contains("‘page_size’ is no longer declared"))
        #expect(console.shop.overrides.isEmpty)
    }

    @Test func theLineIsEditedAsInAShell() {
        var field = TextField("one two")
        let steps: [(Key, String, Int)] = [
            (.control("w"), "one ", 4), (.character("é"), "one é", 5), (.home, "one é", 0), (.delete, "ne é", 0),
            (.right, "ne é", 1), (.control("k"), "n", 1), (.backspace, "", 0), (.backspace, "", 0), (.left, "", 0),
        ]
        for (key, text, cursor) in steps {
            let isTaken = field.handle(key)
            #expect(isTaken)
            #expect(field.text == text)
            #expect(field.cursor == cursor)
        }
    }
}
