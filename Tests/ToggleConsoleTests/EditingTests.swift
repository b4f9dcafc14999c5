import FeatureToggles
import FeatureTogglesOverrides
import TestSupport
import Testing

@testable import ToggleConsole

@Suite struct EditingTests {
    @Test(arguments: EditingCases.typedValues)
    func typedValueIsWritten(_ key: String, _ text: String, _ value: JSONValue) {
        var console = ConsoleDriver()
        console.select(key)
        console.press(.character("e"), .control("u"))
        console.type(text)
        console.press(.enter)
        #expect(console.shop.overrides == [key: value])
        #expect(console.state.dialogs.isEmpty)
    }

    @Test(arguments: EditingCases.invalidTexts)
    func invalidValueKeepsThePromptOpen(_ key: String, _ text: String, _ sentence: String) {
        var shop = ShopModel()
        shop.overrides = ["page_size": 7, "discount": 0.25, "delivery": ["days": 2, "countries": []]]
        let before = shop.overrides
        var console = ConsoleDriver(shop)
        console.select(key)
        console.press(.character("e"), .control("u"))
        console.type(text)
        console.press(.enter)
        #expect(console.shop.overrides == before)
        guard case .prompt(let prompt) = console.state.dialogs.last else {
            Issue.record("the prompt is closed")
            return
        }
        #expect(prompt.problem?.contains(sentence) == true, "\(prompt.problem ?? "")")
        #expect(prompt.field.text == text)
        console.press(.escape)
        #expect(console.shop.overrides == before)
    }

    @Test func cursorMovesToTheJSONError() {
        var console = ConsoleDriver()
        console.select("delivery")
        console.press(.character("e"), .control("u"))
        console.type(#"{"days": x}"#)
        console.press(.enter)
        guard case .prompt(let prompt) = console.state.dialogs.last else {
            Issue.record("the prompt is closed")
            return
        }
        #expect(prompt.field.cursor == 9)
    }

    @Test func promptShowsLimitsAndDefault() {
        var console = ConsoleDriver(columns: 100)
        console.select("page_size")
        console.press(.character("e"))
        #expect(console.screen.contains("a whole number from \(Int.min) to \(Int.max); default 4"))
    }

    @Test func lettersInAPromptAreText() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("e"), .control("u"))
        console.type("q:?x/ u")
        console.press(.enter)
        #expect(console.shop.overrides == ["banner": "q:?x/ u"])
    }

    @Test func pastedLineBreaksDoNotSubmit() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("e"), .control("u"))
        console.send(.paste("two\nlines\u{1B}[31m"))
        #expect(console.shop.overrides.isEmpty)
        console.press(.enter)
        #expect(console.shop.overrides == ["banner": "two lines[31m"])
    }

    @Test func quitAsksAboutUnsavedText() {
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

    @Test func editedJSONIsValidated() {
        var console = ConsoleDriver()
        console.select("delivery")
        console.press(.character("E"))
        #expect(
            console.effects.last
                == .edit(
                    key: "delivery",
                    text: "{\n  \"days\": 3,\n  \"countries\": [\n    \"DE\"\n  ]\n}",
                    fileExtension: "json"
                )
        )
        console.send(.edited(key: "delivery", .success("{\n  \"days\": 9,\n  oops\n}")))
        #expect(console.shop.overrides.isEmpty)
        // The column in the prompt's single line.
        #expect(console.screen.contains("column 18: "))
        guard case .prompt(let prompt) = console.state.dialogs.last else {
            Issue.record("the edited text is lost")
            return
        }
        #expect(prompt.field.cursor == 17)
        console.press(.control("x"))
        #expect(
            console.effects.last
                == .edit(key: "delivery", text: "{\n  \"days\": 9,\n  oops\n}", fileExtension: "json"),
            "the editor gets the text with its line breaks"
        )
        console.send(.edited(key: "delivery", .success("{ \"days\": 9, }\n")))
        #expect(console.state.dialogs.count == 1)
        console.press(.escape)
        console.send(.edited(key: "delivery", .success("{ \"days\": 9, \"countries\": [] }")))
        #expect(console.shop.overrides == ["delivery": ["days": 9, "countries": []]])
        console.send(.edited(key: "delivery", .failure(ConsoleError("vi ended with 1"))))
        #expect(console.screen.contains("error: vi ended with 1"))
    }

    @Test(arguments: ["Free returns", "two\n\n", ""])
    func uneditedTextOverridesNothing(_ text: String) {
        var shop = ShopModel()
        shop.remote = ["banner": .string(text)]
        var console = ConsoleDriver(shop)
        console.select("banner")
        console.press(.character("E"))
        #expect(console.effects == [.edit(key: "banner", text: text, fileExtension: "txt")])
        console.send(.edited(key: "banner", .success(text)))
        #expect(console.shop.overrides.isEmpty)
        #expect(console.screen.contains("nothing was changed"))
        console.press(.character("E"))
        console.send(.edited(key: "banner", .success(text + "\n")))
        #expect(console.shop.overrides == ["banner": .string(text + "\n")])
    }

    @Test func longTextIsEditedExternally() {
        let long = String(repeating: "x", count: TextField.limit + 1)
        var shop = ShopModel()
        shop.overrides = ["banner": .string(long)]
        var console = ConsoleDriver(shop)
        console.select("banner")
        console.press(.character("e"))
        #expect(console.screen.contains("more characters than fit on a line; edit it with E"))
        #expect(console.state.dialogs.isEmpty)
        console.press(.character("E"))
        console.send(.edited(key: "banner", .success(long + "!")))
        #expect(console.shop.overrides == ["banner": .string(long + "!")])
    }

    @Test func invalidLongTextReturnsToTheEditor() {
        let long = "[" + String(repeating: "1,", count: TextField.limit)
        var console = ConsoleDriver()
        console.select("delivery")
        console.press(.character("E"))
        console.send(.edited(key: "delivery", .success(long)))
        #expect(console.screen.contains("Edit ‘delivery’ again?"))
        console.press(.character("y"))
        #expect(console.effects.last == .edit(key: "delivery", text: long, fileExtension: "json"))
        #expect(console.shop.overrides.isEmpty)
    }

    @Test(arguments: ["the disk is full", "Nothing was changed, since the file is damaged."])
    func unstoredTextStaysInItsFile(failure: String) {
        var console = ConsoleDriver(columns: 200)
        console.select("banner")
        console.press(.character("E"))
        console.failure = failure
        console.send(.edited(key: "banner", .success("Sale"), file: "/tmp/a.txt"))
        let end = failure == "the disk is full" ? "The disk is full." : failure
        #expect(console.screen.contains("error: Your text is in /tmp/a.txt. \(end)"))
        console.press(.character("E"))
        console.send(.edited(key: "banner", .success("Sale"), file: "/tmp/b.txt"))
        #expect(console.shop.overrides == ["banner": "Sale"])
        #expect(console.discarded == ["/tmp/b.txt"])
    }

    @Test func textFromAPromptStaysInItsFile() {
        var console = ConsoleDriver(columns: 200)
        console.select("delivery")
        console.press(.character("E"))
        console.send(.edited(key: "delivery", .success("{\"days\": 9,}"), file: "/tmp/a.json"))
        console.press(.end, .control("u"))
        console.type(#"{"days": 9, "countries": []}"#)
        #expect(console.discarded == [])
        console.failure = "the disk is full"
        console.press(.enter)
        #expect(console.screen.contains("Your text is in /tmp/a.json. The disk is full."))
        #expect(console.discarded == [])
    }

    @Test func unneededFilesAreDiscarded() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("E"))
        console.send(.edited(key: "banner", .success("Free returns"), file: "/tmp/a.txt"))
        #expect(console.discarded == ["/tmp/a.txt"])
        console.send(.edited(key: "delivery", .success("{"), file: "/tmp/b.json"))
        console.press(.control("x"))
        #expect(console.discarded == ["/tmp/a.txt"])
        console.send(.edited(key: "delivery", .success("[1,"), file: "/tmp/c.json"))
        #expect(console.discarded == ["/tmp/a.txt", "/tmp/b.json"])
        console.press(.end, .control("u"))
        console.type(#"{"days": 9, "countries": []}"#)
        console.press(.enter)
        #expect(console.discarded == ["/tmp/a.txt", "/tmp/b.json", "/tmp/c.json"])
        #expect(console.state.editedFiles.paths == [])
    }

    @Test func rejectedTextStaysInItsFile() {
        var console = ConsoleDriver()
        console.select("delivery")
        console.press(.character("E"))
        console.send(.edited(key: "delivery", .success("{"), file: "/tmp/a.json"))
        console.press(.escape)
        #expect(console.screen.contains("Your text is in /tmp/a.json. Nothing was changed."))
        #expect(console.state.dialogs.isEmpty)
        #expect(console.discarded == [])
        #expect(console.state.editedFiles.paths == [])
    }

    @Test(arguments: [Key.enter, .escape, .character("n"), .character("q")])
    func rejectedLongTextStaysInItsFile(key: Key) {
        let long = "[" + String(repeating: "1,", count: TextField.limit)
        var console = ConsoleDriver()
        console.select("delivery")
        console.press(.character("E"))
        console.send(.edited(key: "delivery", .success(long), file: "/tmp/a.json"))
        console.press(key)
        #expect(console.screen.contains("Your text is in /tmp/a.json. Nothing was changed."))
        #expect(console.state.dialogs.isEmpty)
        #expect(console.discarded == [])
    }

    @Test func rejectedLongTextIsEditedInItsFile() {
        let long = "[" + String(repeating: "1,", count: TextField.limit)
        var console = ConsoleDriver(columns: 120)
        console.select("delivery")
        console.press(.character("E"))
        console.send(.edited(key: "delivery", .success(long), file: "/tmp/a.json"))
        console.press(.character("y"))
        #expect(
            console.effects.last
                == .edit(key: "delivery", text: long, fileExtension: "json", file: "/tmp/a.json")
        )
        console.send(.edited(key: "delivery", .success(long), file: "/tmp/a.json"))
        #expect(console.screen.contains("Your text is in /tmp/a.json. Nothing was changed."))
        #expect(console.discarded == [])
    }

    @Test func lineModeNamesTheFileOfARejectedText() {
        let shop = ShopModel()
        var console = LineConsole(model: shop.model, memory: ConsoleMemory(), settings: ConsoleDriver.settings)
        let long = "[" + String(repeating: "1,", count: TextField.limit)
        _ = console.handle(.edited(key: "delivery", .success(long), file: "/tmp/a.json"))
        #expect(console.handle(line: "").lines == ["Your text is in /tmp/a.json. Nothing was changed."])
        _ = console.handle(.edited(key: "delivery", .success("{"), file: "/tmp/b.json"))
        let answer = console.handle(line: ".")
        #expect(answer == LineConsole.Answer(lines: ["Your text is in /tmp/b.json. Nothing was changed."]))
    }

    @Test func truncatedPasteIsRejected() {
        var console = ConsoleDriver()
        console.select("banner")
        console.press(.character("e"))
        console.send(.paste(String(repeating: "x", count: TextField.limit)))
        #expect(console.screen.contains("its end was cut off"))
        console.press(.enter)
        #expect(console.shop.overrides.isEmpty)
        console.press(.control("u"))
        console.type("ok")
        console.press(.enter)
        #expect(console.shop.overrides == ["banner": "ok"])
    }

    @Test func removedToggleRejectsTheValue() {
        var console = ConsoleDriver()
        console.select("page_size")
        console.press(.character("e"))
        console.type("1")
        console.change { $0.toggles.removeAll { $0.key == "page_size" } }
        console.press(.enter)
        #expect(console.screen.contains("‘page_size’ is no longer declared"))
        #expect(console.shop.overrides.isEmpty)
    }

    @Test(arguments: [
        ["e", "\u{301}"], ["👍", "🏽"], ["👩", "\u{200D}", "🚀"], ["\u{1F1E9}", "\u{1F1EA}"],
        ["\u{1112}", "\u{1161}", "\u{11AB}"],
    ])
    func typedScalarsCombine(_ parts: [String]) {
        var field = TextField("ab")
        _ = field.handle(.left)
        for scalar in parts.joined().unicodeScalars { _ = field.handle(.character(Character(scalar))) }
        #expect(field.text == "a\(parts.joined())b")
        #expect(field.cursor == 2)
        #expect(field.characters.count == 3)
        _ = field.handle(.backspace)
        #expect(field.text == "ab")
    }

    @Test func insertedFlagRegroupsFollowingFlags() {
        var field = TextField("🇩🇪🇫🇷")
        _ = field.handle(.home)
        _ = field.handle(.character("\u{1F1FA}"))
        #expect(field.text == "🇺🇩🇪🇫🇷")
        #expect(field.characters == Array("🇺🇩🇪🇫🇷"))
        #expect(field.cursor == 1)
        _ = field.handle(.end)
        _ = field.handle(.control("u"))
        #expect(field.text.isEmpty)
    }

    @Test func fieldSupportsLineEditingKeys() {
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
