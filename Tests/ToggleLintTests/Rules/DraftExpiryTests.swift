import Testing
import ToggleLint
import ToggleManifest
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
    func starterExpiryIsNeverTooFar(offset: Int) throws {
        let first = try #require(CalendarDate("2027-03-01")).adding(days: offset)
        for day in 0..<365 {
            let today = first.adding(days: day)
            #expect(try Self.problems(Manifest.starter(namespace: "App", today: today), today: today) == [], "\(today)")
        }
    }
}
