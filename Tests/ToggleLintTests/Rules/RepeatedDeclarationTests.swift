import Testing
import ToggleLint
import ToggleManifest

/// Toggles that two modules declare with the same key, type, and default, but with other dates and owners.
@Suite struct RepeatedDeclarationTests {
    private static let path = "Sources/Other/toggles.yaml"

    private static func project(codeOwners: String? = nil) throws -> LintProject {
        try ExampleProject.project(
            of: RuleExample(
                "",
                toggles: """
                    new_checkout:
                      created: 2026-11-10
                      expires: 2026-12-20
                    """,
                otherToggles: """
                    new_checkout:
                      created: 2026-09-20
                      expires: 2026-10-31
                      owner: growth
                    """,
                codeOwners: codeOwners
            )
        )
    }

    @Test(arguments: [(false, "warning"), (true, "error")])
    func eachDeclarationExpires(isScheduled: Bool, severity: String) throws {
        var options = Linter.Options.only("expired_toggle")
        options.isScheduled = isScheduled
        options.grace = 0
        let report = Linter(try Self.project(), options: options).run()
        #expect(report.findings.map(\.message) == ["‘new_checkout’ expired on 2026-10-31, 21 days ago"])
        #expect(report.findings.map(\.path) == [Self.path])
        #expect(report.findings.map(\.owner) == ["growth"])
        #expect(report.findings.map { "\($0.severity)" } == [severity])
        #expect(report.toggleCount == 1)
    }

    @Test func eachDeclarationNeedsKnownOwner() throws {
        let project = try Self.project(codeOwners: "* @shop/team")
        let findings = Linter(project, options: .only("unknown_owner")).run().findings
        #expect(findings.map(\.message) == ["the owner ‘growth’ of ‘new_checkout’ is not in CODEOWNERS"])
        #expect(findings.map(\.path) == [Self.path])
        let line = try #require(findings.first?.range?.start.line)
        #expect(findings.first?.nextStep.contains("\(Self.path):\(line)") == true)
    }

    @Test func changedDeclarationIsReported() throws {
        var options = Linter.Options.only("expired_toggle")
        options.change = ProjectChange(lines: [Self.path: [4...4]])
        #expect(Linter(try Self.project(), options: options).run().findings.count == 1)
    }

    @Test func reportContainsEachDeclaration() throws {
        let text = HTMLReport(try Self.project(), modules: ["App", "Other"], findings: [], title: "All").text
        #expect(text.contains("<b>1</b> expired"))
        #expect(text.contains("<td>Other</td><td>growth</td>"))
    }

    @Test func expiredDeclarationHasTicket() throws {
        let tickets = RemovalTickets(try Self.project()).tickets(since: nil)
        #expect(tickets.map(\.key) == ["new_checkout"])
        #expect(tickets.map(\.owner) == ["growth"])
        #expect(tickets.first?.body.contains("\(Self.path):4") == true)
    }
}
