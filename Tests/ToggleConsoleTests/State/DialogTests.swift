import Testing

@testable import ToggleConsole

@Suite struct DialogTests {
    private var menu = Menu(
        "Menu",
        [
            Menu.Item("first", key: "1", intent: .quit), Menu.Item("second", key: "2", intent: .quit),
            Menu.Item("third", intent: .quit),
        ]
    )

    @Test(
        arguments: [
            (.enter, .choose(0)), ("2", .choose(1)), (" ", .choose(0)), ("q", .close), (.escape, .close), ("z", .stay),
        ] as [(Key, Dialog.Outcome)]
    )
    mutating func menuHandlesKeys(_ key: Key, _ outcome: Dialog.Outcome) {
        let answer = menu.handle(key, page: 10)
        #expect(answer == outcome)
    }

    @Test mutating func cursorStaysInMenu() {
        for (key, selected) in [("j", 1), (.pageDown, 2), (.down, 2), ("g", 0), ("k", 0), ("G", 2)] as [(Key, Int)] {
            let outcome1 = menu.handle(key, page: 10)
            #expect(outcome1 == .stay)
            #expect(menu.selected == selected)
        }
    }

    @Test mutating func typedTextFiltersCommands() {
        menu.kind = .commands
        for key in ["s", "e", "c"] as [Key] { _ = menu.handle(key, page: 10) }
        #expect(menu.shown.map(\.label) == ["second"])
        let outcome2 = menu.handle(.escape, page: 10)
        #expect(outcome2 == .stay)
        #expect(menu.shown.count == 3)
        let outcome3 = menu.handle(.escape, page: 10)
        #expect(outcome3 == .close)
    }

    @Test mutating func presetKeysActOnlyOnPresets() {
        let outcome4 = menu.handle("d", page: 10)
        #expect(outcome4 == .stay)
        menu.kind = .presets
        let outcome5 = menu.handle("d", page: 10)
        #expect(outcome5 == .perform(.deletePreset))
        let outcome6 = menu.handle("i", page: 10)
        #expect(outcome6 == .perform(.importPreset))
    }

    @Test func confirmationDefaultsToNo() {
        var question = Confirmation("Sure?", intent: .quit)
        let outcome7 = question.handle(.enter, page: 10)
        #expect(outcome7 == .choose(0))
        #expect(question.choices[0].intent == nil)
        let outcome8 = question.handle("Y", page: 10)
        #expect(outcome8 == .choose(1))
        _ = question.handle(.tab, page: 10)
        let outcome9 = question.handle(.enter, page: 10)
        #expect(outcome9 == .choose(1))
        _ = question.handle(.tab, page: 10)
        #expect(question.selected == 0)
    }

    @Test func editedAnswerClearsItsRejection() {
        var prompt = Prompt(title: "Value", note: "", text: "[1,", purpose: .context)
        prompt.reject(ConsoleError("column 2: no", column: 2))
        #expect(prompt.field.cursor == 1 && !prompt.hasUnsavedText)
        let outcome10 = prompt.handle(.enter)
        #expect(outcome10 == .submit && prompt.problem == "column 2: no")
        let outcome11 = prompt.handle("x")
        #expect(outcome11 == .stay && prompt.problem == nil)
        #expect(prompt.hasUnsavedText && prompt.field.text == "[x1,")
    }

    @Test func pageScrollsBelowItsEndUntilLimited() {
        var page = Page(title: "Page", lines: [])
        let outcome12 = page.handle("G", page: 5)
        #expect(outcome12 == .stay && page.scroll == .max)
        let outcome13 = page.handle("g", page: 5)
        #expect(outcome13 == .stay && page.scroll == 0)
        let outcome14 = page.handle(" ", page: 5)
        #expect(outcome14 == .stay && page.scroll == 5)
        let outcome15 = page.handle(.enter, page: 5)
        #expect(outcome15 == .close)
    }
}
