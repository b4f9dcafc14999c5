import FeatureToggles
import TestSupport
import Testing

struct PresetOverridesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.createFolder("presets")
        try folder.write(
            #"{"version": 1, "name": "qa", "toggles": {"page_size": 7, "new_checkout": true, "banner": "QA"}}"#,
            to: "presets/qa.json"
        )
    }

    private func makeClient(_ arguments: String..., localDefaults: String? = nil) throws -> ToggleClient {
        if let localDefaults { try folder.write(localDefaults, to: "toggles.json") }
        return TestSupport.makeClient(arguments: arguments, localDefaultsPath: folder.path("toggles.json"))
    }

    @Test func presetOverridesItsToggles() throws {
        let client = try makeClient("--toggle-preset", "qa")
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.isEnabled(.newCheckout))
        #expect(client.value(of: .discount) == 0.5)
        #expect(client.evaluation(of: .pageSize).source == .launchArgument)
        #expect(client.explanation(of: .pageSize).steps.first?.origin == "--toggle-preset qa")
        #expect(client.problems == [])
    }

    @Test func singleArgumentTakesPrecedence() throws {
        let client = try makeClient("--toggle", "page_size=9", "--toggle-preset=qa")
        #expect(client.value(of: .pageSize) == 9)
        #expect(client.value(of: .banner) == "QA")
    }

    @Test func presetTakesPrecedenceOverTheFile() throws {
        let client = try makeClient(
            "--toggle-preset",
            "qa",
            localDefaults: #"{"version": 1, "toggles": {"page_size": 1, "fast_search": true}}"#
        )
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.isEnabled(.fastSearch))
    }

    @Test func laterPresetTakesPrecedence() throws {
        try folder.write(#"{"toggles": {"page_size": 8}}"#, to: "presets/demo.json")
        let client = try makeClient("--toggle-preset", "qa", "--toggle-preset", "demo")
        #expect(client.value(of: .pageSize) == 8)
        #expect(client.value(of: .banner) == "QA")
    }

    @Test func unusableValueIsRejected() throws {
        try folder.write(#"{"toggles": {"page_size": "x", "pag": 1}}"#, to: "presets/bad.json")
        let client = try makeClient("--toggle-preset", "bad")
        #expect(client.evaluation(of: .pageSize).error?.code == .typeMismatch)
        #expect(
            client.problems.map(\.description) == [
                "--toggle-preset bad: there is no toggle ‘pag’",
                "--toggle-preset bad: \"x\" is a string, but ‘page_size’ takes a whole number",
            ]
        )
    }

    @Test func partlyUsablePresetIsAProblem() throws {
        try folder.write(#"{"page_size": 8}"#, to: "presets/flat.json")
        try folder.write(#"{"toggles": {"page_size": 8, "page_size": 9}}"#, to: "presets/twice.json")
        let client = try makeClient("--toggle-preset", "flat", "--toggle-preset", "twice")
        #expect(client.value(of: .pageSize) == 9)
        #expect(
            client.problems.map(\.description) == [
                "--toggle-preset flat: \(folder.path("presets/flat.json")): line 1, column 15: Nothing is overridden, "
                    + #"because there are no "toggles"; write { "version": 1, "toggles": { "page_size": … } }."#,
                "--toggle-preset twice: \(folder.path("presets/twice.json")): line 1, column 30: Found \"page_size\" "
                    + "more than once; the last one counts, so remove the others.",
            ]
        )
    }

    @Test func missingAndInvalidPresetsAreProblems() throws {
        try folder.write("{", to: "presets/broken.json")
        let client = try makeClient(
            "--toggle-preset",
            "none",
            "--toggle-preset",
            "../toggles",
            "--toggle-preset",
            "broken",
            "--toggle-preset"
        )
        let problems = client.problems.map(\.description)
        #expect(problems.count == 4)
        #expect(problems.first == "--toggle-preset: ‘--toggle-preset’ must be followed by the name of a preset")
        #expect(
            problems.contains(
                "--toggle-preset none: there is no preset ‘none’: \(folder.path("presets/none.json")) does not exist"
            )
        )
        #expect(
            problems.contains(
                "--toggle-preset ../toggles: ‘../toggles’ is not a valid preset name; write it without /, \\, :, control "
                    + "characters, and invisible characters."
            )
        )
        #expect(problems.contains { $0.hasPrefix("--toggle-preset broken: \(folder.path("presets/broken.json")):1:") })
    }

    @Test func presetNeedsALocalDefaultsFile() {
        let client = TestSupport.makeClient(arguments: ["--toggle-preset", "qa"])
        #expect(
            client.problems.map(\.description) == [
                "--toggle-preset qa: there is no local defaults file, so there are no presets"
            ]
        )
    }
}
