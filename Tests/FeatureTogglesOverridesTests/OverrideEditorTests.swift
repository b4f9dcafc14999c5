import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesOverrides

@Suite(.timeLimit(.minutes(20))) struct OverrideEditorTests {
    let folder: TemporaryFolder
    let client: ToggleClient
    private let user = EvaluationContext(targetingKey: "ada")

    init() throws {
        folder = try TemporaryFolder()
        client = Self.makeClient(folder)
    }

    private static func makeClient(_ folder: TemporaryFolder) -> ToggleClient {
        ToggleClient(
            registries: [ShopToggles.registry],
            overrides: OverrideSources(localDefaultsPath: folder.path("toggles.json"))
        )
    }

    @Test func everyCategoryCanBeSet() throws {
        try client.overrides.set(.newCheckout, to: true)
        try client.overrides.set(.pageSize, to: 7)
        try client.overrides.set(.button, to: .treatment)
        try client.overrides.set(.adminTools, to: true)
        try client.overrides.set(.bookStore, to: .shadow)
        #expect(client.isEnabled(.newCheckout))
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.variant(of: .button, for: user) == .treatment)
        #expect(client.isEnabled(.adminTools, for: user))
        #expect(client.stage(of: .bookStore) == .shadow)
        #expect(client.evaluation(of: .pageSize).source == .localDefaults)
    }

    @Test func everyCategoryCanBeUnset() throws {
        let overrides = client.overrides
        try overrides.set(.newCheckout, to: true)
        try overrides.set(.pageSize, to: 7)
        try overrides.set(.button, to: .treatment)
        try overrides.set(.adminTools, to: true)
        try overrides.set(.bookStore, to: .shadow)
        try overrides.unset(.newCheckout)
        try overrides.unset(.pageSize)
        try overrides.unset(.button)
        try overrides.unset(.adminTools)
        #expect(try overrides.unset(.bookStore).title == "unset book_store")
        #expect(try LocalDefaultsFile(path: folder.path("toggles.json")).read().values == [:])
        #expect(client.value(of: .pageSize) == 20)
    }

    @Test func togglesWithoutTypedKeysCanBeSet() throws {
        let values: [String: JSONValue] = [
            "new_checkout": true, "page_size": 7, "button": "treatment", "admin_tools": true, "book_store": "shadow",
        ]
        for definition in client.definitions {
            guard let value = values[definition.key] else { continue }
            try client.overrides.set(definition, to: value)
            #expect(client.value(of: definition) == value)
            #expect(client.isEnabled(definition) == (definition.type == .bool ? true : nil))
        }
        #expect(client.isEnabled(.newCheckout))
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.stage(of: .bookStore) == .shadow)
        for definition in client.definitions { try client.overrides.unset(definition) }
        #expect(try LocalDefaultsFile(path: folder.path("toggles.json")).read().values == [:])
        #expect(client.definitions.allSatisfy { client.value(of: $0) == $0.defaultValue })
        try client.overrides.set(8, forKey: "page_size")
        #expect(client.value(of: .pageSize) == 8)
        #expect(try client.overrides.undo().title == "page_size = 8")
        try client.overrides.set("treatment", forKey: "button")
        #expect(try client.overrides.unset(forKey: "button").keys == ["button"])
        #expect(try client.overrides.unset(forKey: "button").keys == [])
    }

    @Test(arguments: [
        ("page_size", "seven" as JSONValue, "‘page_size’ can't have that value: "),
        ("button", "blue", "‘button’ can't have that value: "),
        ("new_checkout", 1, "‘new_checkout’ can't have that value: "),
        ("book_store", "lve", "‘book_store’ can't have that value: "),
        ("new_chekout", true, "‘new_chekout’ is in none of the client's registries"),
    ])
    func valuesAreChecked(key: String, value: JSONValue, message: String) {
        let error = #expect(throws: OverrideError.self) { try client.overrides.set(value, forKey: key) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
        #expect(key != "new_chekout" || error?.description.hasSuffix(" Is it ‘new_checkout’?") == true)
        #expect(client.evaluation(of: .pageSize).source == .default)
    }

    @Test func overrideSurvivesTheClient() throws {
        try client.overrides.set(.newCheckout, to: true)
        #expect(Self.makeClient(folder).isEnabled(.newCheckout))
    }

    @Test func otherClientsFollowTheChange() async throws {
        let other = Self.makeClient(folder)
        var updates = other.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 20)
        try client.overrides.set(.pageSize, to: 9)
        #expect(await updates.next() == 9)
    }

    @Test func overrideEqualToTheDefaultIsKept() throws {
        try client.overrides.set(.pageSize, to: 20)
        #expect(client.evaluation(of: .pageSize).source == .localDefaults)
    }

    @Test func undoAndRedoRestoreValues() throws {
        try client.overrides.set(.pageSize, to: 7)
        try client.overrides.set(.pageSize, to: 8)
        #expect(try client.overrides.undo().title == "page_size = 8")
        #expect(client.value(of: .pageSize) == 7)
        try client.overrides.undo()
        #expect(client.evaluation(of: .pageSize).source == .default)
        try client.overrides.redo()
        #expect(client.value(of: .pageSize) == 7)
    }

    @Test func undoWithoutHistoryChangesNothing() throws {
        let update = try client.overrides.undo()
        #expect(update.keys == [])
        #expect(update.title == nil)
        #expect(folder.files() == [])
    }

    @Test func undoSkipsChangesAlreadyUndone() throws {
        try client.overrides.set(.pageSize, to: 7)
        try client.overrides.set(.newCheckout, to: true)
        try LocalDefaultsFile(path: folder.path("toggles.json")).update([.unset("new_checkout")])
        #expect(try client.overrides.undo().keys == ["page_size"])
    }

    @Test func undoRefusesAChangeByAnotherProgram() throws {
        try client.overrides.set(.pageSize, to: 7)
        try LocalDefaultsFile(path: folder.path("toggles.json")).update([.set("page_size", 30)])
        let error = #expect(throws: OverrideError.self) { try client.overrides.undo() }
        #expect(error?.code == .conflict)
        #expect(client.value(of: .pageSize) == 30 || client.value(of: .pageSize) == 7)
        #expect(try LocalDefaultsFile(path: folder.path("toggles.json")).read().values["page_size"] == 30)
    }

    @Test func forcedUndoOverwritesAChangeByAnotherProgram() throws {
        let file = LocalDefaultsFile(path: folder.path("toggles.json"))
        try client.overrides.set(.discount, to: 0.25)
        try client.overrides.set(.pageSize, to: 7)
        try file.update([.set("page_size", 30)])
        #expect(throws: OverrideError.self) { try client.overrides.undo() }
        #expect(try client.overrides.undo(isForced: true).keys == ["page_size"])
        #expect(client.evaluation(of: .pageSize).source == .default)
        #expect(try client.overrides.undo().keys == ["discount"])
        #expect(try file.read().values == [:])
    }

    @Test func forcedRedoOverwritesAChangeByAnotherProgram() throws {
        try client.overrides.set(.pageSize, to: 7)
        try client.overrides.undo()
        try LocalDefaultsFile(path: folder.path("toggles.json")).update([.set("page_size", 30)])
        let error = #expect(throws: OverrideError.self) { try client.overrides.redo() }
        #expect(error?.code == .conflict)
        try client.overrides.redo(isForced: true)
        #expect(client.value(of: .pageSize) == 7)
        // As in the console, a later undo restores the value that was recorded with the change.
        try client.overrides.undo()
        #expect(client.evaluation(of: .pageSize).source == .default)
    }

    @Test func unchangedValueLeavesTheHistoryAlone() throws {
        try client.overrides.set(.pageSize, to: 7)
        let update = try client.overrides.set(.pageSize, to: 7)
        #expect(update.keys == [])
        try client.overrides.undo()
        #expect(client.value(of: .pageSize) == 20)
    }

    @Test func unsettingWithoutAFileCreatesNone() throws {
        try client.overrides.unset(.pageSize)
        try client.overrides.unsetAll()
        #expect(folder.files() == [])
    }

    @Test func unsetAllKeepsTogglesOfOtherPrograms() throws {
        try folder.write(#"{"version": 1, "toggles": {"page_size": 7, "elsewhere": true}}"#, to: "toggles.json")
        let update = try client.overrides.unsetAll()
        #expect(update.keys == ["page_size"])
        #expect(try LocalDefaultsFile(path: folder.path("toggles.json")).read().values == ["elsewhere": true])
    }

    @Test func presetIsAppliedAsOneChange() throws {
        try folder.write(
            #"{"version": 1, "name": "qa", "toggles": {"new_checkout": true, "page_size": 5}}"#,
            to: "presets/qa.json"
        )
        try client.overrides.set(.discount, to: 0.25)
        #expect(client.overrides.presets == ["qa"])
        let update = try client.overrides.apply(preset: "qa")
        #expect(update.keys.sorted() == ["new_checkout", "page_size"])
        #expect(client.isEnabled(.newCheckout))
        try client.overrides.undo()
        #expect(!client.isEnabled(.newCheckout))
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.value(of: .discount) == 0.25)
        try client.overrides.apply(preset: "qa", removingOthers: true)
        #expect(client.evaluation(of: .discount).source == .default)
    }

    @Test func unusableValuesOfAPresetAreReported() throws {
        try folder.write(
            #"{"version": 1, "toggles": {"page_siz": 1, "page_size": "x", "new_checkout": true}}"#,
            to: "presets/qa.json"
        )
        let update = try client.overrides.apply(preset: "qa")
        #expect(update.keys == ["new_checkout"])
        #expect(
            update.problems.map(\.message) == [
                "page_size was left out: \"x\" is a string, but ‘page_size’ takes a whole number.",
                "page_siz was left out: There is no toggle ‘page_siz’. Did you mean ‘page_size’?",
            ]
        )
        #expect(update.problems.allSatisfy { $0.origin == folder.path("presets/qa.json") })
    }

    @Test func unknownPresetIsRefused() throws {
        let error = #expect(throws: OverrideError.self) { try client.overrides.apply(preset: "qa") }
        #expect(error?.code == .unknownPreset)
    }

    @Test func currentOverridesCanBeSavedAsAPreset() throws {
        try client.overrides.set(.pageSize, to: 7)
        try client.overrides.save(preset: "mine")
        try client.overrides.set(.pageSize, to: 8)
        #expect(throws: OverrideError.self) { try client.overrides.save(preset: "mine") }
        try client.overrides.save(preset: "mine", isReplacing: true)
        try client.overrides.unsetAll()
        try client.overrides.apply(preset: "mine")
        #expect(client.value(of: .pageSize) == 8)
    }

    @Test func undeclaredToggleIsRefused() throws {
        let error = #expect(throws: OverrideError.self) { try client.overrides.set(.undeclared, to: 1) }
        #expect(error?.code == .unknownToggle)
        #expect(folder.files() == [])
    }

    @Test func infinityIsRefused() throws {
        #expect(throws: OverrideError.self) { try client.overrides.set(.discount, to: .infinity) }
        #expect(client.value(of: .discount) == 0.5)
    }

    @Test func clientWithoutAFileIsRefused() {
        let client = ToggleClient(registries: [ShopToggles.registry], overrides: OverrideSources())
        let error = #expect(throws: OverrideError.self) { try client.overrides.set(.pageSize, to: 1) }
        #expect(error?.code == .failed)
        #expect(client.overrides.presets == [])
    }

    @Test func damagedFileIsNotReplaced() throws {
        try folder.write("{", to: "toggles.json")
        #expect(throws: OverrideError.self) { try client.overrides.set(.pageSize, to: 1) }
        #expect(try folder.text("toggles.json") == "{")
    }
}
