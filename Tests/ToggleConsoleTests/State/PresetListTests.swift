import FeatureToggles
import FeatureTogglesOverrides
import Testing

@testable import ToggleConsole

@Suite struct PresetListTests {
    private let demo = Preset(name: "demo", values: ["new_checkout": true, "gone": 1])
    private var presets = PresetList()

    private func review(_ preset: Preset, isComplete: Bool = false) -> PresetReview {
        let overrides: [String: JSONValue] = ["banner": "Sale"]
        return PresetReview(preset, toggles: ShopModel.standard, overrides: overrides, isComplete: isComplete)
    }

    @Test mutating func menuExplainsMissingPresets() {
        #expect(presets.menu(ellipsis: "…") { review($0) }.note == "reading the presets …")
        presets.receive([])
        #expect(presets.menu(ellipsis: "…") { review($0) }.note.hasPrefix("no presets yet"))
    }

    @Test(arguments: [
        (Action.presets, "Presets", 0), (.deletePreset, "Delete a preset", 1), (.exportPreset, "Export a preset", 2),
    ])
    mutating func menuIntentDependsOnAction(_ action: Action, _ title: String, _ intent: Int) {
        presets.receive([Preset(name: "sale", values: [:]), demo])
        presets.action = action
        let menu = presets.menu(ellipsis: "…") { review($0) }
        #expect(menu.title == title)
        #expect(menu.items.map(\.label) == ["demo", "sale"])
        #expect(menu.items.map(\.detail) == ["2 overrides, changes 1", "0 overrides, no changes"])
        let intents: [Intent] = [.openPreset(demo), .askToDeletePreset("demo"), .askWhereToExport(demo)]
        #expect(menu.items.first?.intent == intents[intent])
    }

    @Test func confirmationListsChangesAndOmissions() {
        let question = PresetList.confirmation(
            demo,
            review(demo),
            complete: review(demo, isComplete: true),
            lines: [StyledText("new_checkout")],
            readOnlyReason: nil
        )
        #expect(question.title == "Apply ‘demo’?")
        #expect(
            question.lines.map(\.text) == [
                "new_checkout", "gone is left out: \(review(demo).omissions[0].message)",
                "1 other override stays unless you choose Only this",
            ]
        )
        #expect(question.choices.map(\.label) == ["No", "Apply", "Only this"])
    }

    @Test func readOnlyConsoleOnlyShowsChanges() {
        let question = PresetList.confirmation(
            demo,
            review(demo),
            complete: review(demo),
            lines: [],
            readOnlyReason: "read-only"
        )
        #expect(question.title == "What ‘demo’ would change")
        #expect(question.choices.allSatisfy { $0.intent == nil })
    }
}

@Suite struct WhatIfTests {
    private var shop = ShopModel()

    init() { shop.remoteForUser = ["bob": ["admin_tools": true]] }

    @Test func onlyOtherValuesCountAsChanged() {
        let toggles = ShopModel.standard
        let bob = WhatIf(EvaluationContext(targetingKey: "bob"), shop.model.overview)
        #expect(bob.changed == Set(toggles.filter { $0.key == "admin_tools" }.map(\.id)))
        #expect(bob.summary == "1 toggle has a different value for this context; filter with is:changed")
        let eve = WhatIf(EvaluationContext(targetingKey: "eve"), shop.model.overview)
        #expect(eve.summary == "no toggle has a different value for this context")
        #expect(WhatIf().changed.isEmpty)
    }

    @Test mutating func newModelUpdatesChangedToggles() {
        var bob = WhatIf(EvaluationContext(targetingKey: "bob"), shop.model.overview)
        shop.environment = ["admin_tools": true]
        bob.update(shop.model.overview)
        #expect(bob.changed.isEmpty)
    }

    @Test func whatIfContextDeterminesValues() {
        var toggles = InspectedToggles(shop.model.overview, pins: [])
        #expect(toggles.resolution(8).isOff)
        toggles.setWhatIf(EvaluationContext(targetingKey: "bob"))
        #expect(toggles.resolution(8).isOn)
        toggles.setWhatIf(nil)
        #expect(toggles.resolution(8).isOff && toggles.whatIf.changed.isEmpty)
    }
}
