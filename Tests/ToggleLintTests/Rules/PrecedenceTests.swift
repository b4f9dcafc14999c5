import Testing
import ToggleLint

/// Several rules can match a toggle, and only one of them reports it.
@Suite struct PrecedenceTests {
    static let expired = """
        new_checkout:
          created: 2026-09-20
          expires: 2026-10-31
        """

    @Test func expiredUnreadToggleIsOneFinding() throws {
        let project = try LintProject.example(Self.expired, uses: [])
        #expect(
            project.findings() == [
                "warning expired_toggle: ‘new_checkout’ expired on 2026-10-31, 21 days ago, and no production code reads it"
            ]
        )
        #expect(
            project.nextSteps() == [
                "remove the toggle from toggles.yaml; `toggles remove new_checkout --keep VALUE` prints this as a diff"
            ]
        )
    }

    @Test func disabledExpiryReportsUnusedToggle() throws {
        let project = try LintProject.example(Self.expired, lint: "rules: { expired_toggle: off }", uses: [])
        #expect(project.findings() == ["warning unused_toggle: ‘new_checkout’ is declared, and no code reads it"])
    }

    @Test func expiryDisabledForCategoryReportsUnusedToggle() throws {
        let lint = "rules: { expired_toggle: { categories: { release: off } } }"
        let project = try LintProject.example(Self.expired, lint: lint, uses: [])
        #expect(project.findings() == ["warning unused_toggle: ‘new_checkout’ is declared, and no code reads it"])
    }

    @Test func allowedExpiryReportsUnusedToggle() throws {
        let lint = "allow: [{ rule: expired_toggle, toggle: new_checkout, reason: For 2.4., until: 2026-12-31 }]"
        let project = try LintProject.example(Self.expired, lint: lint, uses: [])
        #expect(project.findings() == ["warning unused_toggle: ‘new_checkout’ is declared, and no code reads it"])
    }

    @Test func expiredToggleHasNoStyleFindings() throws {
        let uses = [1, 2].map { line in
            ToggleUse.read("new_checkout", line: line, condition: ToggleCondition(isNegated: true))
        }
        let project = try LintProject.example(
            Self.expired + "\n  description: Short.",
            lint: "rules: { missing_issue: warning }",
            uses: uses
        )
        #expect(
            project.findings() == ["warning expired_toggle: ‘new_checkout’ expired on 2026-10-31, 21 days ago"]
        )
    }

    @Test func settledUnreadToggleIsOneFinding() throws {
        let project = try LintProject.example(
            "instant_search:\n  category: ops",
            uses: [],
            document: """
                {"flags": {"instant_search": {
                  "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                  "targeting": {"fractional": [["on", 100], ["off", 0]]}, "metadata": {"changed": "2026-09-30"}
                }}}
                """
        )
        #expect(
            project.findings() == [
                "warning unused_toggle: ‘instant_search’ is declared, and no code reads it; it was declared on 2026-11-10 and is not used yet"
            ]
        )
    }

    @Test func certainFindingsTakePrecedence() throws {
        let project = try LintProject.example(
            "new_checkout:\n  created: 2026-09-01",
            uses: [.read("new_checkout", certainty: .possible)]
        )
        #expect(
            project.findings() == [
                "warning aged_toggle: ‘new_checkout’ is 81 days old, and a release toggle should be removed after 40 days"
            ]
        )
        #expect(
            project.nextSteps() == [
                """
                look at Sources/App.swift:1, where it may be read; if it is not, remove the toggle from toggles.yaml; \
                `toggles remove new_checkout --keep VALUE` prints this as a diff. To keep the toggle, give it an expiry date with \
                `toggles extend new_checkout --until DATE --reason …`
                """
            ]
        )
    }

    @Test func oldToggleNeedsNoExpiryDate() throws {
        let project = try LintProject.example("new_checkout:\n  created: 2026-09-01")
        #expect(project.findings().map { $0.prefix(19) } == ["warning aged_toggle"])
    }
}

extension PrecedenceTests {
    @Test func selectedRuleAlwaysReports() throws {
        let project = try LintProject.example(Self.expired, uses: [])
        #expect(Linter(project, options: .only("unused_toggle")).run().findings.map(\.rule) == ["unused_toggle"])
        var options = Linter.Options()
        options.disabled = ["expired_toggle"]
        #expect(Linter(project, options: options).run().findings.map(\.rule) == ["unused_toggle"])
    }

    @Test func allowanceOfYieldingRuleIsNotSuperfluous() throws {
        let lint = "allow: [{ rule: unused_toggle, toggle: new_checkout, reason: For 2.4., until: 2026-12-31 }]"
        let project = try LintProject.example(Self.expired, lint: lint, uses: [])
        #expect(Linter(project).run().findings.map(\.rule) == ["expired_toggle"])
    }
}
