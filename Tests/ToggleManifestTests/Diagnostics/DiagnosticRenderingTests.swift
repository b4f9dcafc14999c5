import Testing

@testable import ToggleManifest

struct DiagnosticRenderingTests {
    private func rendering(_ yaml: String) -> String {
        let result = Manifest.parse(yaml, path: "App/toggles.yaml")
        return result.diagnostics.map(result.rendering).joined(separator: "\n")
    }

    @Test func descriptionHasTheFormThatEditorsParse() {
        let diagnostics = Manifest.parse("schema: 3\nnamespace: App\ntoggles:\n", path: "/a b/toggles.yaml").diagnostics
        #expect(
            diagnostics.map(\.description) == [
                "/a b/toggles.yaml:1:9: error: schema ‘3’ is not supported; write ‘schema: 1’, or update swift-feature-toggles"
            ]
        )
    }

    @Test func renderingShowsLineAndMarksRange() {
        #expect(
            rendering("schema: 1\nnamespace: App\naccess: open # for all\ntoggles:\n") == """
                App/toggles.yaml:3:9: error: ‘open’ is not an access level of the generated code; write ‘internal’, ‘package’ or ‘public’
                access: open # for all
                        ^~~~
                """
        )
    }

    @Test func caretIsAlignedAfterWideCharacters() {
        let lines = rendering("schema: 1\nnamespace: App\ntoggles:\nlint: { 名前: \"é\",\ta: *b }\n").split(
            separator: "\n"
        )
        #expect(lines.dropFirst().joined(separator: "\n") == "lint: { 名前: \"é\",\ta: *b }\n                  \t   ^~")
    }

    @Test func longLineIsTruncatedAroundTheRange() {
        let padding = String(repeating: "x", count: 5000)
        let lines = rendering("schema: 1\nnamespace: App\ntoggles:\nlint: { a: \(padding), b: *c, d: \(padding) }\n")
            .split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].count <= 122)
        #expect(lines[1].contains("b: *c"))
        let caret = lines[2].prefix { $0 == " " }.count
        #expect(lines[1].dropFirst(caret).hasPrefix("*c"))
    }

    @Test func controlCharactersAreReplaced() {
        let text = rendering("schema: 1\nnamespace: App\ntoggles:\n\"own\\e[2Jer\\u202E\": \u{202E}x\n")
        #expect(text.contains("‘own\\u{1B}[2Jer\\u{202E}’ is not a field"))
        #expect(!text.unicodeScalars.contains("\u{1B}"))
        #expect(!text.unicodeScalars.contains("\u{202E}"))
    }

    @Test func problemsAreInFileOrder() {
        let diagnostics = Manifest.parse(
            """
            schema: 2
            namespace: app
            toggles:
              Bad:
                category: relase
                description: d
                owner: o
                owner: p
              worse: { category: ops, retired: [worse], default: maybe }
            acess: public
            """,
            path: "t"
        ).diagnostics
        #expect(diagnostics.map(\.range.start.line) == [1, 2, 4, 5, 8, 9, 9, 9, 9, 10])
        #expect(diagnostics == diagnostics.sorted { $0.range.start < $1.range.start })
    }
}
