import Testing
import ToggleBase

@testable import ToggleManifest

struct ManifestDefaultsTests {
    private func manifest(_ defaults: String, _ toggles: String) throws -> Manifest {
        let text = "schema: 1\nnamespace: App\ndefaults:\n\(defaults)\ntoggles:\n\(toggles)\n"
        let result = Manifest.parse(Array(text.utf8), path: "t")
        #expect(result.diagnostics.map(\.message) == [])
        return try #require(result.manifest)
    }

    @Test func releaseToggleNeedsOnlyCategoryAndDescription() throws {
        let manifest = try manifest(
            "  owner: payments\n  expires: 2027-01-31",
            "  new_checkout: { category: release, description: One-page checkout. }"
        )
        let details = try #require(manifest.toggles.first?.details)
        #expect(details.owner == "payments")
        #expect(details.expires == CalendarDate("2027-01-31"))
    }

    @Test(
        arguments: [
            ("", "payments", "2026-03-31", false), ("owner: search", "search", "2026-03-31", false),
            ("expires: 2026-02-01", "payments", "2026-02-01", false), ("permanent: true", "payments", nil, true),
            ("permanent: false", "payments", nil, false),
        ] as [(String, String, String?, Bool)]
    )
    func ownFieldsTakePrecedence(field: String, owner: String, expires: String?, isPermanent: Bool) throws {
        let manifest = try manifest(
            "  owner: payments\n  expires: 90 days",
            "  a: { category: release, description: A., created: 2025-12-31, \(field) }"
        )
        let details = try #require(manifest.toggles.first?.details)
        #expect(details.owner == owner)
        #expect(details.expires == expires.flatMap { CalendarDate($0) })
        #expect(details.isPermanent == isPermanent)
    }

    @Test func categoryTakesPrecedence() throws {
        let manifest = try manifest(
            """
              owner: payments
              expires: 1 day
              permission: { permanent: true }
              ops:
                owner: platform
                expires: 30 days
            """,
            """
              a: { category: permission, description: A. }
              b: { category: ops, description: B., created: 2026-01-01 }
              c: { category: release, description: C., created: 2026-01-01 }
            """
        )
        #expect(manifest.toggles.map(\.details.owner) == ["payments", "platform", "payments"])
        #expect(manifest.toggles.map(\.details.isPermanent) == [true, false, false])
        let dates = manifest.toggles.map { $0.details.expires?.description }
        #expect(dates == [nil, "2026-01-31", "2026-01-02"])
    }

    @Test func daysBeginWhenTheToggleWasDeclared() throws {
        var manifest = try manifest(
            "  owner: payments\n  expires: 30 days",
            "  a: { category: permission, description: A. }\n  b: { category: ops, description: B., permanent: true }"
        )
        #expect(manifest.toggles.map(\.lifetime) == [30, nil])
        #expect(manifest.toggles.allSatisfy { $0.details.expires == nil })
        manifest.completeExpiryDates { $0 == "a" ? CalendarDate("2026-01-01") : nil }
        #expect(manifest.toggles.map { $0.details.expires?.description } == ["2026-01-31", nil])
    }

    @Test func editorKeepsTheShortForm() throws {
        let start = "schema: 1\nnamespace: App\ndefaults: { owner: payments }\ntoggles:\n"
        let text = start + "  a: { category: release, description: A. }\n"
        var editor = try ManifestEditor(Array(text.utf8), path: "t")
        try editor.set(.category, of: "a", to: "ops")
        #expect(editor.text == text.replacing("release", with: "ops"))
        #expect(editor.manifest.toggles.first?.details.owner == "payments")
    }

    static let cases = [
        DiagnosticCase(
            "defaults that aren't a mapping",
            of: "schema: 1\nnamespace: App\ndefaults: payments\ntoggles:\n",
            expected: ["3:11: ‘defaults’ is text, but should be a mapping with ‘owner’, ‘expires’ or ‘permanent’"]
        ),
        DiagnosticCase(
            "fields without a default",
            of: """
                schema: 1
                namespace: App
                defaults:
                  ownr: payments
                  colour: red
                  release: { expire: 90 days, created: 2026-01-01 }
                  op: {}
                toggles:

                """,
            expected: [
                "4:3: ‘ownr’ has no default; did you mean ‘owner’?",
                "5:3: ‘colour’ has no default; the fields are ‘owner’, ‘expires’, ‘permanent’, ‘release’, ‘ops’, ‘experiment’, ‘permission’ and ‘migration’",
                "6:14: ‘expire’ has no default; did you mean ‘expires’?",
                "6:31: ‘created’ has no default; the fields are ‘owner’, ‘expires’ and ‘permanent’",
                "7:3: ‘op’ has no default; did you mean ‘ops’?",
            ]
        ),
        DiagnosticCase(
            "values of the wrong kind",
            of: """
                schema: 1
                namespace: App
                defaults:
                  owner: 7
                  expires: 90
                  ops: { expires: soon, owner: "" }
                  release: { permanent: "yes" }
                  permission: { expires: 9 days, permanent: true }
                  migration: often
                toggles:

                """,
            expected: [
                "4:10: ‘owner’ in ‘defaults’ is an integer, ‘7’, but should be the team or person that looks after the toggle",
                "5:12: ‘expires’ in ‘defaults’ is an integer, ‘90’, but should be a date, such as ‘2026-11-01’, or a number of days, such as ‘90 days’",
                "6:19: ‘expires’ in ‘ops’ is text, ‘soon’, but should be a date, such as ‘2026-11-01’, or a number of days, such as ‘90 days’",
                "6:32: ‘owner’ in ‘ops’ is text, ‘’, but should be the team or person that looks after the toggle",
                "7:25: ‘permanent’ in ‘release’ is text, ‘yes’, but should be ‘true’ or ‘false’, without quotes",
                "8:45: a permanent toggle does not expire; remove ‘expires’ or ‘permanent: true’",
                "9:14: ‘migration’ is text, but should be a mapping with ‘owner’, ‘expires’ or ‘permanent’",
            ]
        ),
        DiagnosticCase(
            "no owner for a category",
            of: """
                schema: 1
                namespace: App
                defaults:
                  ops: { owner: platform }
                toggles:
                  a: { category: release, description: A. }

                """,
            expected: [
                "6:3: the toggle ‘a’ lacks the field ‘owner’; write ‘owner:’ and the team or person that looks after the toggle"
            ]
        ),
    ]

    @Test(arguments: cases)
    func problemsAreReported(sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
    }
}
