#if OVERRIDES
import ToggleBase
import FeatureTogglesOverrides
import TestSupport
import Testing

@testable import FeatureTogglesUI

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MenuPresetTests {
    @Test func overridesAreSavedAndApplied() throws {
        let menu = try MenuDriver(overrides: ["new_checkout": true, "page_size": 7])
        #expect(menu.model.savePreset(" demo ") == nil)
        menu.model.settle()
        let preset = try #require(menu.model.presets.first)
        #expect(preset == Preset(name: "demo", values: ["new_checkout": true, "page_size": 7]))
        try menu.perform(.unset("new_checkout"))
        try menu.perform(.type("banner", "Sale"))
        let effect = menu.model.effect(of: preset)
        #expect(effect.changes == ["new_checkout: unset → on"])
        #expect(effect.otherCount == 1 && effect.omissions.isEmpty)
        menu.model.apply(preset)
        menu.model.settle()
        #expect(try menu.overrides == ["new_checkout": true, "page_size": 7, "banner": "Sale"])
        menu.model.apply(preset, removingOthers: true)
        menu.model.settle()
        #expect(try menu.overrides == preset.values)
        try menu.perform(.undo)
        #expect(try menu.overrides["banner"] == "Sale")
        menu.model.apply(Preset(name: "same", values: ["page_size": 7]))
        #expect(menu.model.message?.text == "applying ‘same’ changes nothing")
    }

    @Test(arguments: ["", ".hidden", "a/b"])
    func invalidNameIsRefused(_ name: String) throws {
        let menu = try MenuDriver()
        #expect(menu.model.savePreset(name) != nil)
    }

    @Test func replacingAsksFirst() throws {
        let menu = try MenuDriver(overrides: ["page_size": 7])
        _ = menu.model.savePreset("demo")
        try menu.perform(.type("page_size", "8"))
        _ = menu.model.savePreset("demo")
        menu.model.settle()
        #expect(menu.model.question?.title == "Replace the preset ‘demo’?")
        #expect(menu.model.presets.first?.values == ["page_size": 7])
        try menu.perform(.answer(true))
        #expect(menu.model.presets.first?.values == ["page_size": 8])
    }

    @Test func withoutOverridesNothingIsSaved() throws {
        let menu = try MenuDriver()
        #expect(menu.model.savePreset("demo") == "Nothing is overridden.")
        menu.model.settle()
        #expect(menu.model.presets.isEmpty)
    }

    @Test func presetIsDeletedAfterAQuestion() throws {
        let menu = try MenuDriver(overrides: ["page_size": 7])
        _ = menu.model.savePreset("demo")
        menu.model.settle()
        let preset = try #require(menu.model.presets.first)
        menu.model.askToDelete(preset)
        #expect(menu.model.question?.title == "Delete the preset ‘demo’?")
        try menu.perform(.answer(false))
        #expect(menu.model.hasPreset(like: preset))
        menu.model.askToDelete(preset)
        try menu.perform(.answer(true))
        #expect(!menu.model.hasPreset(like: preset))
    }

    @Test func exportedTextIsImported() throws {
        let menu = try MenuDriver()
        let preset = Preset(name: "demo", values: ["new_checkout": true, "banner": "Sale"])
        for text in [menu.model.text(of: preset), try #require(menu.model.codeText(of: preset))] {
            #expect(menu.model.importPreset(text) == nil)
            menu.model.settle()
            #expect(menu.model.presets == [preset])
            #expect(menu.model.question == nil)
        }
        #expect(menu.model.importPreset("hello") != nil)
    }

    @Test func presetWithCurlyQuotesIsImported() throws {
        let menu = try MenuDriver()
        let preset = Preset(name: "demo", values: ["banner": "Sale"])
        let text = menu.model.text(of: preset).replacing("\"", with: "”")
        #expect(menu.model.importPreset(text) == nil)
        menu.model.settle()
        #expect(menu.model.presets == [preset])
    }

    @Test func fileIsImported() throws {
        let menu = try MenuDriver()
        let preset = Preset(name: "demo", values: ["banner": "Größe"])
        #expect(menu.model.importPreset(preset.bytes) { _ in [] } == nil)
        menu.model.settle()
        #expect(menu.model.presets == [preset])
    }

    @Test func firstPresetAmongTheCodesOfAPictureIsImported() throws {
        let menu = try MenuDriver()
        let preset = Preset(name: "demo", values: ["banner": "Sale"])
        let code = try #require(menu.model.codeText(of: preset))
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
        #expect(menu.model.importPreset(picture) { $0 == picture ? ["https://example.com", code] : [] } == nil)
        menu.model.settle()
        #expect(menu.model.presets == [preset])
    }

    @Test func pictureWithoutAPresetIsRefused() throws {
        let menu = try MenuDriver()
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
        #expect(menu.model.importPreset(picture) { _ in [] } == "There is no QR code in the picture.")
        let problem = menu.model.importPreset(picture) { _ in ["{}"] }
        #expect(problem?.hasPrefix("The QR code isn't a preset. This is not a preset; write an object") == true)
        menu.model.settle()
        #expect(menu.model.presets.isEmpty)
    }

    @Test func longPresetHasNoCode() throws {
        let menu = try MenuDriver()
        let long = String(repeating: "x", count: ToggleMenuModel.maximumCodeSize)
        #expect(menu.model.codeText(of: Preset(name: "long", values: ["banner": .string(long)])) == nil)
    }

    @Test func unusableValuesAreLeftOut() throws {
        let menu = try MenuDriver()
        let preset = Preset(name: "old", values: ["gone": true, "page_size": "ten", "new_checkout": true])
        #expect(menu.model.effect(of: preset).omissions.count == 2)
        menu.model.apply(preset)
        menu.model.settle()
        #expect(try menu.overrides == ["new_checkout": true])
    }
}
#endif
