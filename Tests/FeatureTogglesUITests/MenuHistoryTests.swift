#if OVERRIDES
import FeatureToggles
import FeatureTogglesOverrides
import TestSupport
import Testing

@testable import FeatureTogglesUI

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MenuHistoryTests {
    @Test func stepsAreDescribed() throws {
        let menu = try MenuDriver()
        try menu.perform(.type("page_size", "9"))
        #expect(menu.model.canUndo && !menu.model.canRedo)
        try menu.perform(.undo)
        #expect(menu.model.message == .init(text: "undone: page_size 9 → unset", kind: .success))
        #expect(!menu.model.canUndo && menu.model.canRedo)
        try menu.perform(.redo)
        #expect(menu.model.message == .init(text: "redone: page_size unset → 9", kind: .success))
        try menu.perform(.redo)
        #expect(menu.model.message == .init(text: "nothing was undone", kind: .warning))
    }

    @Test func changeWithoutEffectIsNoStep() throws {
        let menu = try MenuDriver(overrides: ["page_size": 9])
        try menu.perform(.type("page_size", "9"))
        #expect(menu.model.message == .init(text: "it is already overridden with that value", kind: .success))
        try menu.perform(.unset("banner"))
        #expect(menu.model.message == .init(text: "it is already unset", kind: .success))
        #expect(!menu.model.canUndo)
    }

    @Test func skippedStepIsNamed() throws {
        let menu = try MenuDriver()
        try menu.perform(.type("page_size", "7"))
        try menu.perform(.elsewhere("page_size", nil))
        try menu.perform(.undo)
        #expect(
            menu.model.message == .init(text: "nothing changed: ‘page_size = 7’ was already undone", kind: .warning)
        )
        #expect(!menu.model.canUndo && menu.model.canRedo)
    }

    @Test func largeStepIsConfirmed() throws {
        let toggles = (1...11).map { ShopDefinitions.toggle("toggle_\($0)", .ops, .bool, false, "") }
        let menu = try MenuDriver(toggles: toggles)
        menu.model.set(toggles.map(\.key), to: true)
        menu.model.settle()
        #expect(menu.model.message?.text == "11 toggles = on")
        #expect(menu.model.overrideCount == 11)
        try menu.perform(.undo)
        let undo = try #require(menu.model.question)
        #expect(undo.title == "Undo: 11 toggles = on?")
        #expect(undo.yes == "Undo")
        #expect(undo.lines.first == "toggle_11: on → unset")
        #expect(undo.lines.count == 11)
        try menu.perform(.answer(true))
        #expect(try menu.overrides == [:])
        try menu.perform(.redo)
        let redo = try #require(menu.model.question)
        #expect(redo.title == "Redo: 11 toggles = on?")
        #expect(redo.lines.first == "toggle_1: unset → on")
        try menu.perform(.answer(false))
        #expect(try menu.overrides == [:])
    }

    @Test func foreignChangeIsNamedInTheQuestion() throws {
        let menu = try MenuDriver()
        try menu.perform(.type("page_size", "7"))
        try menu.perform(.elsewhere("page_size", 9))
        try menu.perform(.undo)
        let question = try #require(menu.model.question)
        #expect(question.title == "Undo page_size = 7 anyway?")
        #expect(
            question.lines == [
                "Another program has changed this since.",
                "page_size was 7 and is 9 now; this would write unset",
            ]
        )
    }

    @Test func answerAfterAnotherStepChangesNothing() throws {
        let menu = try MenuDriver()
        try menu.perform(.type("page_size", "7"))
        try menu.perform(.elsewhere("page_size", 9))
        try menu.perform(.undo)
        let question = try #require(menu.model.question)
        try menu.perform(.type("banner", "Sale"))
        menu.model.answer(true, to: question)
        #expect(
            menu.model.message
                == .init(text: "nothing was changed, because another program changed the history", kind: .warning)
        )
        menu.model.settle()
        #expect(try menu.overrides == ["page_size": 9, "banner": "Sale"])
    }

    @Test func unusableHistoryIsReportedAndKept() throws {
        let menu = try MenuDriver()
        try menu.folder.write("{", to: "toggles.console.json")
        let model = ToggleMenuModel(client: menu.client, today: { ShopDefinitions.today })
        #expect(model.earlierNotices.count == 1)
        #expect(model.earlierNotices.first?.hasPrefix("Pins and history cannot be read: ") == true)
        model.flipPin(menu.index("banner"))
        model.settle()
        #expect(model.isPinned(menu.index("banner")))
        #expect(model.earlierNotices.first?.contains("start empty; the file is kept as ") == true)
        #expect(model.message?.text == model.earlierNotices.first)
    }

    @Test func readOnlyMenuExplainsEachAction() throws {
        let menu = try MenuDriver(hasFile: false)
        let reason = try #require(menu.model.readOnlyReason)
        let preset = Preset(name: "demo", values: ["page_size": 7])
        let actions: [() -> Void] = [
            { menu.model.askToUnsetAll() }, { menu.model.applyNextStep(.undo) }, { menu.model.apply(preset) },
            { menu.model.unset(menu.index("banner")) },
        ]
        for action in actions {
            menu.model.message = nil
            action()
            #expect(menu.model.message == .init(text: reason, kind: .failure))
        }
        #expect(menu.model.question == nil)
        #expect(menu.model.importPreset(menu.model.text(of: preset)) == nil)
        menu.model.settle()
        #expect(menu.model.message?.text == "There is no local defaults file, so there are no presets.")
    }
}
#endif
