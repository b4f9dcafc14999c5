import Testing
import ToggleManifest

@testable import ToggleLint

struct LintConfigurationMergingTests {
    /// Reads and merges the `lint:` sections of manifests in the folders `A`, `B`, and so on.
    private func merged(_ sections: String...) throws -> (LintConfiguration, [Diagnostic]) {
        LintConfiguration.merging(
            try sections.enumerated().map { index, text in
                let path = "\(["A", "B", "C"][index])/toggles.yaml"
                let indented = text.split(separator: "\n").map { "  \($0)\n" }.joined()
                let manifest = try #require(
                    Manifest.parse("schema: 1\nnamespace: N\ntoggles:\nlint:\n\(indented)", path: path).manifest
                )
                let (configuration, diagnostics) = LintConfiguration.read(manifest.lint, path: path)
                #expect(diagnostics.isEmpty)
                return (path, manifest.lint?.range.firstLine, configuration)
            }
        )
    }

    @Test func listsAreJoinedWithTheirPlaces() throws {
        let (merged, diagnostics) = try merged(
            """
            excluded: [Old]
            allow:
              - { rule: unused_toggle, toggle: a, reason: It waits for version 2., until: 2026-12-01 }
            """,
            """
            excluded: [Vendor]
            allow:
              - { rule: unused_toggle, toggle: b, reason: It waits for version 2., until: 2026-12-01 }
            sources:
              - { kind: cases, type: Flag }
            """
        )
        #expect(diagnostics.isEmpty)
        #expect(merged.excluded == ["A/Old", "B/Vendor"])
        #expect(merged.allowances.map(\.toggle) == ["a", "b"])
        #expect(merged.allowances.map(\.place?.path) == ["A/toggles.yaml", "B/toggles.yaml"])
        #expect(merged.sourcePlaces.map(\.path) == ["B/toggles.yaml"])
    }

    @Test func pathsAreRelativeToTheFolderOfTheManifest() throws {
        let (merged, diagnostics) = try merged(
            """
            included: [Core, ../Shared]
            excluded: ["**/Generated/**"]
            tests: ["!TestKit"]
            sources:
              - { kind: cases, type: Flag, file: ../Shared/Flag.swift }
            """,
            "grace: 14"
        )
        #expect(diagnostics.isEmpty)
        // The second manifest has no ‘included’, and its own folder is still searched.
        #expect(merged.included == ["A/Core", "Shared", "B"])
        #expect(merged.excluded == ["A/**/Generated/**"])
        #expect(merged.tests == ["!A/TestKit"])
        #expect(merged.sources.map(\.file) == ["Shared/Flag.swift"])
    }

    @Test func pathOutOfTheProjectIsAnError() throws {
        let (merged, diagnostics) = try merged("excluded: [../../Other, Old]")
        #expect(merged.excluded == ["A/Old"])
        #expect(
            diagnostics.map(\.message) == [
                "‘../../Other’ leads out of the project; write a path inside it, relative to this manifest"
            ]
        )
    }

    @Test func settingOfOneManifestAppliesToAll() throws {
        let (merged, diagnostics) = try merged(
            "rules: { unused_toggle: off }",
            """
            grace: 14
            rules: { unused_toggle: off, expired_toggle: error }
            """
        )
        #expect(diagnostics.isEmpty)
        #expect(merged.grace == 14)
        #expect(merged.severities["unused_toggle"] == .some(nil))
        #expect(merged.severities["expired_toggle"] == .some(.error))
    }

    @Test func disagreementIsAnErrorInTheLaterManifest() throws {
        let (_, diagnostics) = try merged("grace: 14", "excluded: [Old]", "grace: 10")
        #expect(diagnostics.map(\.path) == ["C/toggles.yaml"])
        #expect(
            diagnostics.map(\.message) == [
                """
                ‘grace’ is 10 here and 14 in A/toggles.yaml; settings below ‘lint’ apply to all manifests of the \
                application, so set it in one of them
                """
            ]
        )
    }

    @Test func statedDefaultDisagreesWithAnotherValue() throws {
        for sections in [("grace: 7", "grace: 14"), ("grace: 14", "grace: 7")] {
            let (_, diagnostics) = try merged(sections.0, sections.1)
            #expect(diagnostics.map(\.path) == ["B/toggles.yaml"])
        }
        let (configuration, diagnostics) = try merged("grace: 7", "excluded: [Old]", "grace: 7")
        #expect(diagnostics.isEmpty)
        #expect(configuration.grace == 7)
    }
}
