import Testing
import ToggleLint
import ToggleManifest

@testable import ToggleSyntax

struct DiscoverySummaryTests {
    private static let main = "Core/FeatureFlag.swift"

    /// Returns the findings of the linter about flags.
    private static func findings(
        _ declarations: [DiscoveredDeclaration],
        _ files: [(path: String, text: String)]
    ) throws -> (findings: [Finding], constants: [String: Bool]) {
        let today = try #require(CalendarDate("2026-11-21"))
        let text = ManifestDraft(declarations, today: today).text
        let manifest = try #require(Manifest.parse(text, path: "toggles.yaml").manifest)
        var configuration = LintConfiguration()
        configuration.sources = declarations.map(\.source)
        var project = LintProject(
            manifestFiles: [("toggles.yaml", manifest)],
            configuration: configuration,
            today: today
        )
        let scanner = SourceScanner(manifest: manifest, configuration: configuration)
        project.sources = scanner.facts(of: files.map { ($0.path, Array($0.text.utf8)) })
        let constants = project.sources?.constants.mapValues(\.value) ?? [:]
        return (Linter(project).run().findings, constants)
    }

    @Test func tellsWhatIsThereAndWhatIsDead() throws {
        var flags = try DiscoveredDeclaration.sample(
            "FeatureFlag",
            Self.main,
            "newInbox",
            "oldScanner",
            "betaInbox",
            "chat",
            "search"
        )
        flags.source.reads = ["isEnabled"]
        flags.unit = "case"
        flags.reads = [
            DiscoveredDeclaration.ReadForm(text: "isEnabled(_:)", count: 61, files: 34),
            DiscoveredDeclaration.ReadForm(text: "flags[.x]", count: 1, files: 1),
        ]
        flags.defaultsPlace = "DefaultFlags.isEnabled(_:)"
        var settings = try DiscoveredDeclaration.sample("UserSettings", "UserSettings.swift", "sound", "theme")
        settings.omission = .settings
        var mock = try DiscoveredDeclaration.sample("MockFlags", "Tests/MockFlags.swift", "newInbox")
        mock.omission = .repeats("FeatureFlag", role: .mock)
        var report = FlagDiscovery().report(on: [])
        report.declarations = [flags, mock, settings]
        report.fileCounts = ["Swift": 1204, "Objective-C": 12]
        let declaration =
            "enum FeatureFlag {\n  case newInbox\n  case oldScanner\n  case betaInbox\n  case chat\n  case search\n}\n"
        let (findings, constants) = try Self.findings(
            [flags],
            [
                (Self.main, declaration),
                (
                    "App.swift",
                    "func f() { if s.isEnabled(.newInbox) || s.isEnabled(.chat) || s.isEnabled(.search) { g() } }\n"
                ),
                ("Tests/A.swift", "func f() { if s.isEnabled(.betaInbox) { g() } }\n"),
                (
                    "DefaultFlags.swift",
                    """
                    struct DefaultFlags {
                        func isEnabled(_ flag: FeatureFlag) -> Bool {
                            switch flag {
                            case .newInbox, .oldScanner: return true
                            case .chat: return false
                            default: return remote.bool(flag)
                            }
                        }
                    }
                    """
                ),
            ]
        )
        var summary = DiscoverySummary(
            report: report,
            imported: [flags],
            findings: findings,
            created: [
                "old_scanner": try #require(CalendarDate("2024-03-05")),
                "chat": try #require(CalendarDate("2023-11-02")),
                "search": try #require(CalendarDate("2024-01-31")),
            ]
        )
        summary.constants = constants
        #expect(
            summary.lines.joined(separator: "\n") == """
                Read 1,204 Swift and 12 Objective-C files.

                FeatureFlag        5 cases   Core/FeatureFlag.swift:2
                  read by          isEnabled(_:), 61 times in 34 files; flags[.x], once in 1 file
                  default values   DefaultFlags.isEnabled(_:)
                Left out           MockFlags (mock of FeatureFlag) and UserSettings (2 settings). `toggles init --all` takes settings, too.

                Of 5 flags, 2 are never read, 1 is on in every build, and 1 is off in every build:
                  never read       oldScanner (since 2024-03) and betaInbox (only in tests)
                  always on        newInbox
                  always off       chat (since 2023-11)
                  oldest           chat (since 2023-11) and search (since 2024-01)
                """
        )
    }

    @Test func allFlagsAreRead() throws {
        let flags = try DiscoveredDeclaration.sample("Flag", "Flag.swift", "a")
        let summary = DiscoverySummary(report: FlagDiscovery().report(on: []), imported: [flags], findings: [])
        #expect(summary.lines.last == "The flag is read.")
    }

    @Test func candidatesHaveReasons() throws {
        var report = FlagDiscovery().report(on: [])
        #expect(DiscoverySummary.candidateLines(report).isEmpty)
        var settings = try DiscoveredDeclaration.sample("UserSettings", "A/UserSettings.swift", "sound", "theme")
        settings.omission = .settings
        var small = try DiscoveredDeclaration.sample("BuildFlags", "BuildFlags.swift", "a")
        small.omission = .other("only 1 flag")
        report.declarations = [settings, small]
        #expect(
            DiscoverySummary.candidateLines(report) == [
                "No flags were found in Swift. The best candidates, and why each is left out:",
                "  UserSettings (2 settings), A/UserSettings.swift:2", "  BuildFlags (only 1 flag), BuildFlags.swift:2",
                "`toggles init --from FILE:TYPE` imports one of them, and `toggles init --all` all settings.",
            ]
        )
    }
}
