#if OVERRIDES
import FeatureToggles
import FeatureTogglesOverrides
import TestSupport
import Testing

@testable import FeatureTogglesUI

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MenuEditingTests {
    @Test(arguments: EditingCases.scenarios)
    func editsLeadToOverrides(_ scenario: EditingScenario) throws {
        let menu = try MenuDriver(overrides: scenario.overrides)
        for step in scenario.steps { try menu.perform(step) }
        #expect(try menu.overrides == scenario.expected)
    }

    @Test(arguments: EditingCases.typedValues)
    func typedValueIsWritten(_ key: String, _ text: String, _ value: JSONValue) throws {
        let menu = try MenuDriver()
        #expect(menu.model.problem(with: text, for: menu.index(key)) == nil)
        try menu.perform(.type(key, text))
        #expect(try menu.overrides == [key: value])
    }

    @Test(arguments: EditingCases.invalidTexts)
    func invalidValueChangesNothing(_ key: String, _ text: String, _ sentence: String) throws {
        let menu = try MenuDriver(overrides: EditingCases.overridesBeforeInvalidTexts)
        let problem = try #require(menu.model.set(text, forKey: key))
        #expect(problem.contains(sentence))
        #expect(menu.model.problem(with: text, for: menu.index(key)) == problem)
        menu.model.settle()
        #expect(try menu.overrides == EditingCases.overridesBeforeInvalidTexts)
    }

    @Test func booleanHasThreeStates() throws {
        let menu = try MenuDriver(overrides: ["new_checkout": false])
        let index = menu.index("new_checkout")
        #expect(menu.model.choices(of: index).map(\.label) == ["unset", "on", "off"])
        #expect(menu.model.choices(of: index).map(\.detail) == ["off", "", "if unset, default"])
        #expect(menu.model.choices(of: index).map(\.title) == ["unset (off)", "on", "off (if unset, default)"])
        #expect(menu.model.currentChoice(of: index) == 2)
        menu.model.choose(0, for: index)
        #expect(menu.model.currentChoice(of: index) == 0, "visible before it is written")
        menu.model.settle()
        #expect(menu.model.currentChoice(of: index) == 0)
    }

    @Test func flipIsLabeledWithTheNextValue() throws {
        let menu = try MenuDriver()
        #expect(menu.model.flipLabel(of: menu.index("new_checkout")) == "Set to on")
        try menu.perform(.flip("new_checkout"))
        #expect(menu.model.flipLabel(of: menu.index("new_checkout")) == "Set to off")
        #expect(menu.model.flipLabel(of: menu.index("page_size")) == nil)
    }

    @Test func unusableOverrideIsOneOfTheChoices() throws {
        let menu = try MenuDriver(overrides: ["new_checkout": "maybe"])
        let index = menu.index("new_checkout")
        #expect(menu.model.choices(of: index).last?.title == "maybe (can't be used)")
        #expect(menu.model.currentChoice(of: index) == 3)
        try menu.perform(.choose("new_checkout", "maybe"))
        #expect(try menu.overrides == ["new_checkout": "maybe"])
        try menu.perform(.choose("new_checkout", true))
        #expect(menu.model.choices(of: index).count == 3)
        #expect(menu.model.currentChoice(of: index) == 1)
    }

    @Test func draftFollowsTheValueUntilItIsEdited() throws {
        let menu = try MenuDriver()
        let index = menu.index("page_size")
        var draft = menu.model.draft(of: index)
        try menu.perform(.type("page_size", "9"))
        draft.follow(menu.model.editableText(of: index))
        #expect(draft.text == "9" && !draft.isEdited)
        try menu.perform(.undo)
        draft.follow(menu.model.editableText(of: index))
        #expect(draft.text == "4")
        draft.text = "12"
        try menu.perform(.elsewhere("page_size", 8))
        draft.follow(menu.model.editableText(of: index))
        #expect(draft.text == "12" && draft.isEdited)
    }

    @Test func answerCountsAfterTheAlertHasClosed() throws {
        let menu = try MenuDriver(overrides: ["page_size": 7])
        menu.model.askToUnsetAll()
        let question = try #require(menu.model.question)
        menu.model.answer(false, to: question)
        #expect(menu.model.question == nil)
        menu.model.answer(true, to: question)
        menu.model.settle()
        #expect(try menu.overrides == [:])
    }

    @Test func longQuestionIsShortened() throws {
        func message(_ count: Int) -> String {
            let lines = (1...count).map { "line \($0)" }
            return ToggleMenuModel.Question(
                title: "Unset?",
                lines: lines,
                yes: "Unset",
                request: .write(OverrideChange([], title: ""))
            )
            .message
        }
        #expect(message(13).hasSuffix("line 12\nline 13"))
        #expect(message(14).hasSuffix("line 12\nand 2 more"))
    }

    @Test func repeatedFailureIsListedOnce() throws {
        let menu = try MenuDriver(hasFile: false)
        try menu.perform(.flip("new_checkout"))
        try menu.perform(.flip("new_checkout"))
        let reason = try #require(menu.model.readOnlyReason)
        #expect(menu.model.earlierNotices == [reason])
    }

    @Test func clientReadsTheNewValue() throws {
        let menu = try MenuDriver()
        try menu.perform(.type("page_size", "9"))
        let explanation = try #require(menu.client.explanations(ofKey: "page_size").first)
        #expect(explanation.evaluation.value == 9)
        #expect(menu.model.row(menu.index("page_size")).source == .localDefaults)
        #expect(menu.model.message == .init(text: "page_size = 9", kind: .success))
    }

    @Test func launchArgumentTakesPrecedence() throws {
        let menu = try MenuDriver(arguments: ["--toggle", "page_size=3"])
        try menu.perform(.type("page_size", "9"))
        let message = try #require(menu.model.message)
        #expect(message.kind == .warning)
        #expect(message.text.contains("takes precedence over the local defaults file"))
        #expect(menu.model.row(menu.index("page_size")).value == "3")
    }

    @Test func commandLineSharesTheHistory() throws {
        let menu = try MenuDriver()
        try menu.perform(.type("page_size", "9"))
        try menu.client.overrides.undo()
        menu.model.reload()
        menu.model.settle()
        #expect(try menu.overrides == [:])
        #expect(menu.model.row(menu.index("page_size")).value == "4")
    }

    @Test func resetAllAsksFirst() throws {
        let menu = try MenuDriver(overrides: ["new_checkout": true, "page_size": 7, "gone": 1])
        #expect(menu.model.overrideCount == 2)
        menu.model.askToUnsetAll()
        let question = try #require(menu.model.question)
        #expect(question.title == "Unset 2 overrides?")
        #expect(question.lines == ["new_checkout: on → unset", "page_size: 7 → unset"])
        try menu.perform(.answer(true))
        #expect(try menu.overrides == ["gone": 1])
        menu.model.askToUnsetAll()
        #expect(menu.model.question == nil)
        #expect(menu.model.message?.text == "nothing is overridden")
    }

    @Test func undoWithoutStepsSaysSo() throws {
        let menu = try MenuDriver()
        #expect(!menu.model.canUndo && !menu.model.canRedo)
        try menu.perform(.undo)
        #expect(menu.model.message?.text == "nothing was changed")
    }

    @Test func clientWithoutFileIsReadOnly() throws {
        let menu = try MenuDriver(hasFile: false)
        #expect(menu.model.readOnlyReason?.contains("no local defaults file") == true)
        try menu.perform(.flip("new_checkout"))
        #expect(menu.model.message?.kind == .failure)
        #expect(menu.model.row(menu.index("new_checkout")).value == "off")
    }

    @Test func unwritableFileIsReported() throws {
        let menu = try MenuDriver()
        try menu.folder.write("{", to: "toggles.json")
        try menu.perform(.flip("new_checkout"))
        #expect(menu.model.message?.kind == .failure)
        #expect(menu.model.override(of: menu.index("new_checkout")) == nil)
        #expect(menu.model.earlierNotices.count == 1)
        #expect(try menu.folder.text("toggles.json") == "{")
    }

    @Test func jsonIsEditedOnSeveralLines() throws {
        let menu = try MenuDriver()
        let text = menu.model.editableText(of: menu.index("delivery"))
        #expect(text == "{\n  \"days\": 3,\n  \"countries\": [\n    \"DE\"\n  ]\n}")
        #expect(menu.model.limits(of: menu.index("delivery")) == "JSON of the default's shape")
        #expect(menu.model.editableText(of: menu.index("banner")) == "Free returns")
    }

    @Test func removedToggleRejectsTheValue() throws {
        let menu = try MenuDriver()
        #expect(menu.model.set("1", forKey: "gone") == "‘gone’ is no longer declared")
    }
}
#endif
