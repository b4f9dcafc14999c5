import DocumentSyntax
import Testing
import ToggleLint
import ToggleManifest

@Suite struct ParameterRemovalTests {
    private static let toggles = """
        schema: 1
        namespace: App
        toggles:
          ranking:
            category: ops
            default: false
            remote: ranking_2
            retired: [ranking]
            description: Ranks.
            owner: search
            created: 2026-01-01
            permanent: true

        """

    private static let document = """
        {
          "flags": {
            "old": { "state": "ENABLED",  "variants": { "on": true }, "defaultVariant": "on" },
            "ranking": { "state": "ENABLED", "variants": { "on": true }, "defaultVariant": "on" },
            "ranking_2": { "state": "ENABLED", "variants": { "on": true }, "defaultVariant": "on" }
          }
        }

        """

    private func removing(_ parameter: String) throws -> String {
        let manifest = try #require(Manifest.parse(Self.toggles, path: "toggles.yaml").manifest)
        let file = LifecycleChange.File(path: "flags.json", bytes: Array(Self.document.utf8))
        let edit = try ParameterRemoval.edit(removing: parameter, from: file, toggles: manifest.toggles)
        #expect(edit.old == file.bytes)
        return String(decoding: edit.new ?? [], as: UTF8.self)
    }

    @Test func parameterWithoutReadersIsRemoved() throws {
        let lines = Self.document.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = (lines[..<2] + lines[3...]).joined(separator: "\n")
        #expect(try removing("old") == expected)
    }

    @Test(arguments: [("ranking_2", "‘ranking’ reads the parameter"), ("ranking", "‘retired’ of ‘ranking’")])
    func parameterOfToggleStays(parameter: String, reason: String) {
        let error = #expect(throws: LifecycleError.self) { try removing(parameter) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test func unknownParameterGetsSuggestion() {
        let error = #expect(throws: FlagOperationError.self) { try removing("olt") }
        #expect(error?.description == "flags.json has no parameter ‘olt’; did you mean ‘old’?")
    }
}
