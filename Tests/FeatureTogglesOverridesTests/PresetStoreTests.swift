import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesOverrides

struct PresetStoreTests {
    let folder: TemporaryFolder
    let store: PresetStore
    private let demo = Preset(name: "demo", values: ["search_ranking": "neural", "new_checkout": true])

    init() throws {
        folder = try TemporaryFolder()
        store = PresetStore(folder: folder.path("presets"))
    }

    @Test func presetIsSavedAsJSON() throws {
        try store.save(demo)
        #expect(
            try folder.text("presets/demo.json") == """
                {
                  "version": 1,
                  "name": "demo",
                  "toggles": {
                    "new_checkout": true,
                    "search_ranking": "neural"
                  }
                }

                """
        )
        #expect(try store.preset("demo") == demo)
        #expect(try store.preset("other") == nil)
        let (presets, problems) = store.all()
        #expect(presets == [demo])
        #expect(problems == [])
    }

    @Test func presetNameIsItsFileName() throws {
        try folder.write(#"{ "name": "other", "toggles": {} }"#, to: "presets/mine.json")
        #expect(store.all().presets == [Preset(name: "mine", values: [:])])
    }

    @Test func brokenPresetFilesAreReported() throws {
        try store.save(demo)
        try folder.write("{", to: "presets/broken.json")
        try folder.write("[]", to: "presets/list.json")
        try folder.write(#"{"version": 9, "toggles": {}}"#, to: "presets/new.json")
        try folder.write("", to: "presets/readme.txt")
        let (presets, problems) = store.all()
        #expect(presets == [demo])
        #expect(problems.count == 3)
        #expect(problems[0].hasPrefix("\(folder.path)/presets/broken.json: line 1, column 2: "))
        #expect(problems[1].contains("This is not a preset"))
        #expect(problems[2].contains("has version 9, but only version 1 is supported here"))
    }

    @Test(
        arguments: [
            "", ".", "..", ".hidden", "a/b", "../a", "a\\b", "a:b", "a\nb", "a\u{0}b", " a", "a ",
            String(repeating: "x", count: 65),
        ]
    )
    func invalidNamesAreRejected(name: String) throws {
        #expect(PresetFolder.problem(ofName: name) != nil)
        #expect(throws: OverrideError.self) { try store.save(Preset(name: name, values: [:])) }
        #expect(throws: OverrideError.self) { try store.delete([name]) }
        #expect(throws: OverrideError.self) { try store.preset(name) }
        #expect(folder.files() == [])
    }

    @Test(arguments: ["demo", "Früh-Test 2", "日本語", "a.b", "🛒"])
    func otherNamesAreValid(name: String) throws {
        let preset = Preset(name: name, values: ["a": 1])
        try store.save(preset)
        #expect(store.all().presets == [preset])
        try store.delete([name])
        #expect(store.all().presets == [])
        #expect(folder.files("presets") == [])
    }

    @Test func deletingAnUnknownPresetFails() throws {
        try store.save(demo)
        let failure = #expect(throws: OverrideError.self) { try store.delete(["deno"]) }
        #expect(failure?.description == "There is no preset ‘deno’. Did you mean ‘demo’?")
    }

    @Test func numberOfPresetsIsLimited() throws {
        let text = String(decoding: demo.bytes, as: UTF8.self)
        for number in 0...PresetStore.capacity {
            try folder.write(text, to: "presets/p\(number).json")
        }
        try folder.write("", to: "presets/.p0.json.lock")
        let (presets, problems) = store.all()
        #expect(presets.count == PresetStore.capacity)
        #expect(problems == ["\(folder.path)/presets has 1001 presets, of which only the first 1000 are shown."])
    }

    @Test func saveReplacesOnlyOnRequest() throws {
        let other = Preset(name: "demo", values: ["a": 1])
        #expect(try store.save(demo, isReplacing: false))
        #expect(try store.save(demo, isReplacing: false))
        #expect(try !store.save(other, isReplacing: false))
        #expect(try store.preset("demo") == demo)
        #expect(try store.save(other))
        #expect(try store.preset("demo") == other)
    }

    @Test func exportReplacesOnlyOnRequest() throws {
        let path = folder.path("demo.json")
        #expect(try store.export(demo, path: path, isReplacing: false))
        let changed = Preset(name: "demo", values: ["a": 1])
        #expect(try store.export(changed, path: path, isReplacing: false), "an earlier export of the same preset")
        #expect(try folder.text("demo.json") == String(decoding: changed.bytes, as: UTF8.self))
        for text in ["toggles:\n", #"{"toggles": {}}"#, #"{"name": "other", "toggles": {}}"#, ""] {
            try folder.write(text, to: "demo.json")
            #expect(try !store.export(demo, path: path, isReplacing: false))
            #expect(try folder.text("demo.json") == text)
        }
        #expect(try store.export(demo, path: path))
        #expect(throws: OverrideError.self) { try store.export(demo, path: folder.path, isReplacing: false) }
    }

    @Test func exportedPresetCanBeImported() throws {
        let path = folder.path("shared.json")
        try store.export(demo, path: path)
        #expect(try store.import(path: path) == demo)
        #expect(try store.import(path: path, as: "second").name == "second")
        #expect(store.all().presets.map(\.name) == ["demo", "second"])
    }

    @Test func localDefaultsFileCanBeImported() throws {
        let path = try folder.write(#"{ "version": 1, "revision": 3, "toggles": { "a": 1 } }"#, to: "toggles.json")
        #expect(try store.import(path: path) == Preset(name: "toggles", values: ["a": 1]))
    }

    @Test func importReplacesOnlyOnRequest() throws {
        try store.save(Preset(name: "demo", values: ["a": 1]))
        let path = folder.path("shared.json")
        try store.export(demo, path: path)
        #expect(throws: OverrideError.self) { try store.import(path: path) }
        #expect(try store.preset("demo")?.values == ["a": 1])
        #expect(try store.import(path: path, isReplacing: true) == demo)
    }

    @Test func unusablePathsAreReported() throws {
        let missing = #expect(throws: OverrideError.self) { try store.import(path: folder.path("none.json")) }
        #expect(missing?.description == "cannot read ‘\(folder.path)/none.json’: No such file or directory.")
        let path = try folder.write(#"{ "toggles": [] }"#, to: "wrong.json")
        #expect(throws: OverrideError.self) { try store.import(path: path) }
        #expect(throws: OverrideError.self) { try store.export(demo, path: folder.path("no/such/folder.json")) }
    }

    @Test func folderOfAnotherUserIsNotUsed() throws {
        try store.save(Preset(name: "demo", values: ["a": 1]))
        let foreign = PresetStore(
            folder: folder.path("presets"),
            trust: .currentUser,
            fileSystem: OwnedFileSystem(foreign: folder.path("presets"))
        )
        let failure = #expect(throws: OverrideError.self) { try foreign.save(Preset(name: "new", values: ["a": 2])) }
        #expect(failure?.description.contains("It belongs to another user (4000000000)") == true)
        #expect(throws: OverrideError.self) { try foreign.preset("demo") }
        #expect(throws: OverrideError.self) { try foreign.delete(["demo"]) }
        #expect(folder.files("presets") == ["demo.json"])
    }

    @Test func presetFolderRequiresAnOwnedParent() throws {
        let foreign = PresetStore(
            folder: folder.path("presets"),
            trust: .currentUser,
            fileSystem: OwnedFileSystem(foreign: folder.path)
        )
        #expect(throws: OverrideError.self) { try foreign.save(Preset(name: "new", values: ["a": 2])) }
        #expect(folder.files() == [])
    }

    @Test(arguments: ["demo\u{202E}x", "\u{2066}demo", "a\u{200B}b", "a\u{7}"])
    func invisibleCharactersInNamesAreRejected(name: String) {
        let failure = #expect(throws: OverrideError.self) { try store.save(Preset(name: name, values: ["a": 1])) }
        #expect(failure?.description.contains("is not a valid preset name; write it without") == true)
        #expect(failure?.description.contains("‘\(name)’") == false)
        #expect(folder.files("presets") == [])
    }
}

struct PresetReviewTests {
    private let toggles = [
        ToggleDefinition(
            key: "search_ranking",
            category: .ops,
            type: .variants(["classic", "neural"]),
            defaultValue: "classic"
        ),
        ToggleDefinition(key: "page_size", category: .ops, type: .int, defaultValue: 20),
        ToggleDefinition(key: "factor", category: .ops, type: .double, defaultValue: 1.0),
    ]

    private func texts(_ edits: [OverrideChange.Edit]) -> [String] {
        edits.map { edit in
            func text(_ value: JSONValue?) -> String { value.map { JSONWriter().text($0) } ?? "-" }
            return "\(edit.key) \(text(edit.before)) \(text(edit.after))"
        }
    }

    @Test func reviewContainsOnlyChanges() {
        let review = PresetReview(
            Preset(name: "x", values: ["page_size": 30, "search_ranking": "neural", "factor": 2]),
            toggles: toggles,
            overrides: ["search_ranking": "neural", "page_size": 10, "old": 1]
        )
        #expect(texts(review.edits) == ["page_size 10 30", "factor - 2.0"])
        #expect(review.omissions.isEmpty)
    }

    @Test func completeReviewRemovesOtherOverridesOfDeclaredToggles() {
        let review = PresetReview(
            Preset(name: "x", values: ["page_size": 30]),
            toggles: toggles,
            overrides: ["search_ranking": "neural", "old": 1],
            isComplete: true
        )
        #expect(texts(review.edits) == ["search_ranking \"neural\" -", "page_size - 30"])
    }

    @Test func reviewListsOmittedValues() {
        let review = PresetReview(
            Preset(name: "x", values: ["page_size": "many", "page_sze": 3, "search_ranking": "neural"]),
            toggles: toggles,
            overrides: ["page_size": 5],
            isComplete: true
        )
        #expect(texts(review.edits) == ["search_ranking - \"neural\""])
        #expect(review.omissions.map { $0.key } == ["page_size", "page_sze"])
        #expect(review.omissions[1].message == "There is no toggle ‘page_sze’. Did you mean ‘page_size’?")
    }
}
