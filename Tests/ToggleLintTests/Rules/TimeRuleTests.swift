import Testing
import ToggleLint
import ToggleManifest

@Suite struct TimeRuleTests {
    @Test(
        arguments: [
            ("2026-10-30", nil), ("2026-10-31", "‘new_checkout’ expires today"),
            ("2026-11-01", "‘new_checkout’ expired on 2026-10-31, 1 day ago"),
        ] as [(String, String?)]
    )
    func toggleExpiresOnItsDate(today: String, message: String?) throws {
        let project = try LintProject.example(PrecedenceTests.expired, today: today)
        let found = Linter(project, options: .only("expired_toggle")).run().findings.map(\.message)
        #expect(found == (message.map { [$0] } ?? []))
    }

    @Test(arguments: [("2026-12-05", true), ("2026-12-06", false), ("2026-11-21", false)])
    func expiringSoonMeansTwoWeeks(expires: String, isFound: Bool) throws {
        let project = try LintProject.example("new_checkout:\n  created: 2026-11-10\n  expires: \(expires)")
        #expect(Linter(project, options: .only("expires_soon")).run().findings.isEmpty == !isFound)
    }

    @Test(
        arguments: [
            ("release", "2026-10-12", false), ("release", "2026-10-11", true), ("experiment", "2026-10-11", true),
            ("ops", "2026-10-11", false), ("ops", "2026-09-21", true), ("migration", "2020-01-01", false),
        ]
    )
    func maximumAgeDependsOnCategory(category: String, created: String, isFound: Bool) throws {
        let values = category == "experiment" ? "\n  values: [a, b]\n  default: a" : ""
        let project = try LintProject.example("it_works:\n  category: \(category)\n  created: \(created)\(values)")
        #expect(Linter(project, options: .only("aged_toggle")).run().findings.isEmpty == !isFound)
    }

    @Test func ageComesFromGitWithoutCreationDate() throws {
        let history = ProjectHistory.expiries("new_checkout", ["2026-12-20"])
        var project = try LintProject.example("new_checkout:", history: history)
        project.manifest.toggles[0].details.created = nil
        project.manifest.toggles[0].details.expires = nil
        #expect(
            project.findings() == [
                "warning aged_toggle: ‘new_checkout’ is 81 days old, and a release toggle should be removed after 40 days"
            ]
        )
        project.history?.isShallow = true
        #expect(project.findings() == ["warning missing_expiry: ‘new_checkout’ has no expiry and is not permanent"])
    }

    /// The section ‘defaults’ of the manifest says how long toggles live.
    @Test func defaultLifetimeBeginsWithTheDeclaration() throws {
        let history = ProjectHistory.expiries("new_checkout", ["2026-12-20"])
        var project = try LintProject.example("new_checkout:", history: history)
        project.manifest.toggles[0].details.created = nil
        project.manifest.toggles[0].details.expires = nil
        project.manifest.toggles[0].lifetime = 30
        let expired = Linter(project, options: .only("expired_toggle")).run().findings.map(\.message)
        #expect(expired == ["‘new_checkout’ expired on 2026-10-01, 51 days ago"])
        project.manifest.toggles[0].lifetime = 300
        #expect(Linter(project, options: .only("expired_toggle")).run().findings.isEmpty)
        project.history?.isShallow = true
        #expect(Linter(project, options: .only("missing_expiry")).run().findings.isEmpty)
    }

    @Test func earlierDatesAndLivesAreNotPostponements() throws {
        let first = ProjectHistory.expiries("new_checkout", ["2026-10-01", "2026-10-20", "2026-11-10", "2026-12-15"])
        let second = ProjectHistory.expiries("new_checkout", ["2027-01-15", "2026-12-15", "2026-12-20"])
        let history = ProjectHistory(toggles: first.toggles + second.toggles)
        let project = try LintProject.example("new_checkout:", history: history)
        #expect(project.findings() == [])
    }

    @Test func expiredToggleReportsNumberOfPostponements() throws {
        let history = ProjectHistory.expiries("new_checkout", ["2026-10-01", "2026-10-20", "2026-11-10"])
        let project = try LintProject.example(
            "new_checkout:\n  created: 2026-09-01\n  expires: 2026-11-10",
            history: history
        )
        #expect(
            project.findings() == [
                """
                warning expired_toggle: ‘new_checkout’ expired on 2026-11-10, 11 days ago, after it was pushed back twice
                """
            ]
        )
    }

    @Test(arguments: [("2027-03-21", false), ("2027-03-22", true)])
    func expiryIsLimitedToThreeLifetimes(expires: String, isFound: Bool) throws {
        let project = try LintProject.example("new_checkout:\n  created: 2026-11-10\n  expires: \(expires)")
        #expect(Linter(project, options: .only("expiry_too_far")).run().findings.isEmpty == !isFound)
    }

    @Test(
        arguments: [
            ("Shows the stars of a product.", true), ("Offers wrapping for members.", true),
            ("Shows stars; off when the service is slow.", false),
            ("Shows stars. The service is slow at times.", false),
            ("Shows stars unless the service is slow", false),
        ]
    )
    func descriptionCanContainReason(text: String, isFound: Bool) throws {
        let project = try LintProject.example(
            "reviews:\n  category: ops\n  permanent: true\n  description: \(text)"
        )
        #expect(Linter(project, options: .only("permanent_without_reason")).run().findings.isEmpty == !isFound)
    }

    @Test func ticketIsReasonAndConfigurationNeedsNone() throws {
        let project = try LintProject.example(
            """
            reviews:
              category: ops
              permanent: true
              issue: OPS-1
            page_size:
              category: ops
              type: int
              default: 4
              permanent: true
            """
        )
        #expect(project.findings() == [])
    }
}

extension Linter.Options {
    /// The options of a run with one rule.
    static func only(_ rule: String) -> Linter.Options {
        var options = Linter.Options()
        options.only = [rule]
        return options
    }
}
