import Testing
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// The linter accepts the drafts that the package writes.
@Suite struct DraftExpiryTests {
    private static func problems(_ text: String, today: CalendarDate) throws -> [String] {
        let manifest = try #require(Manifest.parse(text, path: "toggles.yaml").manifest)
        let (configuration, _) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
        let project = LintProject(
            manifestFiles: [("toggles.yaml", manifest)],
            configuration: configuration,
            today: today
        )
        return Linter(project).run().findings.filter { $0.rule.hasPrefix("expir") }.map(\.message)
    }

    @Test(arguments: [0, 365])
    func draftExpiryIsNeverTooFar(offset: Int) throws {
        let (source, flags) = try #require(
            DeclarationReader.inferred(type: "Flag", path: "Flags.swift", bytes: Array("enum Flag { case a, b }".utf8))
        )
        let first = try #require(CalendarDate("2027-03-01")).adding(days: offset)
        for day in 0..<365 {
            let today = first.adding(days: day)
            let draft = ManifestDraft(
                [DiscoveredDeclaration(source: source, flags: flags)],
                today: today,
                day: { _, line in line == 1 && day.isMultiple(of: 2) ? today.adding(days: -400) : nil }
            )
            #expect(try Self.problems(draft.text, today: today) == [], "\(today)")
            #expect(try Self.problems(Manifest.starter(namespace: "App", today: today), today: today) == [], "\(today)")
        }
    }
}
