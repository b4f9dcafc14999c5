import Testing
import ToggleManifest

@testable import ToggleLint

/// What the linter says about flags right after `toggles init` has imported them.
@Suite struct ImportedToggleTests {
    private static let lint = "sources:\n  - { kind: cases, type: Flag, key: snake_case, reads: [isOn] }"
    private static let code = "enum Flag: String { case newCheckout, other }\nfunc f() { if isOn(.other) {} }"

    /// Returns the report on a flag that is read nowhere, and one that is.
    private func report(
        created: String = "2026-01-10",
        owner: String = DeclaredFlag.unknownOwner,
        expires: String? = "2027-01-31",
        code: String = code,
        codeOwners: String? = nil,
        history: ProjectHistory? = ProjectHistory(isShallow: false)
    ) throws -> LintReport {
        let fields =
            "  category: ops\n  description: New checkout.\n  owner: \(owner)\n  created: \(created)\n"
            + (expires.map { "  expires: \($0)\n" } ?? "")
        let project = try ExampleProject.project(
            of: RuleExample(
                "",
                toggles: "new_checkout:\n\(fields)other:\n\(fields)",
                lint: Self.lint,
                source: code,
                codeOwners: codeOwners,
                history: history
            )
        )
        return Linter(project).run()
    }

    @Test func onlyRemovalsAreReportedBeforeTheFirstDecision() throws {
        let report = try report()
        #expect(
            report.findings.map { "\($0.severity) \($0.rule): \($0.message)" } == [
                "warning unused_toggle: ‘new_checkout’ is declared, and no code reads it"
            ]
        )
        #expect(
            report.notes == [
                """
                2 imported toggles aren't decided yet, so only the rules about unused toggles and errors apply to them. To \
                apply the other rules, write an owner instead of ‘nobody’
                """
            ]
        )
    }

    @Test func decidedOwnerTurnsTheOtherRulesOn() throws {
        let report = try report(owner: "payments")
        #expect(report.findings.map(\.rule).contains("short_description"))
        #expect(report.notes == [])
    }

    @Test func ownerFromCodeOwnersIsNoDecision() throws {
        let owners = "* @shop/team"
        let notes = try report(owner: "\"@shop/team\"", expires: nil, codeOwners: owners).notes
        #expect(notes.count == 1)
        #expect(notes.first?.hasSuffix(". To apply the other rules, write ‘expires’ or ‘permanent: true’") == true)
        #expect(try report(owner: "\"@shop/team\"", codeOwners: owners).notes == [])
        #expect(try report(owner: "payments", expires: nil, codeOwners: owners).notes == [])
    }

    @Test func newFlagIsNotUsedYet() throws {
        let new = try report(created: "2026-11-20").findings
        #expect(
            new.map { "\($0.severity) \($0.message)" } == [
                "warning ‘new_checkout’ is declared, and no code reads it; it was declared on 2026-11-20 and is not used yet"
            ]
        )
        #expect(new.first?.nextStep.hasPrefix("use it; if nothing will, remove ‘newCheckout’ at") == true)
        // Once its owner is known, it has a week of grace.
        #expect(try !report(created: "2026-11-20", owner: "payments").findings.contains { $0.rule == "unused_toggle" })
    }

    @Test(arguments: [nil, ProjectHistory(isShallow: true)])
    func withoutHistoryTheAgeIsUnknown(history: ProjectHistory?) throws {
        let findings = try report(created: "2026-11-21", history: history).findings
        #expect(
            findings.map { "\($0.severity) \($0.message)" } == [
                "warning ‘new_checkout’ is declared, and no code reads it"
            ]
        )
    }

    @Test func nextStepNamesEveryPlace() throws {
        let code =
            Self.code + """

                let names: [Flag: String] = [.newCheckout: "A", .other: "B"]
                func title(_ flag: Flag) -> String {
                    switch flag {
                    case .newCheckout: "A"
                    case .other: "B"
                    }
                }
                """
        let finding = try #require(try report(code: code).findings.first)
        #expect(finding.severity == .warning)
        #expect(
            finding.nextStep == """
                remove it from Sources/App.swift:3 and Sources/App.swift:6, then remove ‘newCheckout’ at \
                Sources/App.swift:1 and the toggle from toggles.yaml; `toggles remove new_checkout --keep VALUE` prints \
                this as a diff
                """
        )
        #expect(finding.related.map(\.message) == ["named here", "named here"])
    }

    @Test func doubtsAreOneFindingForEachReason() throws {
        let code =
            "enum Flag: String { case newCheckout, other }\nfunc f() { show(.newCheckout); show(.other) }"
            + String(repeating: "\nfunc g() { show(.newCheckout) }", count: 12)
        let findings = try report(code: code).findings
        #expect(
            findings.map { "\($0.severity) \($0.message)" } == [
                """
                note ‘new_checkout’ and 1 other toggle have no certain read, but calls of ‘show’ take a value with the same \
                name
                """
            ]
        )
        #expect(findings.first?.related.last?.message == "same for ‘other’")
        #expect(findings.first?.nextStep.hasPrefix("if ‘show’ reads toggles, add it to ‘reads’") == true)
    }

    @Test func constantSaysSinceWhenAndWhatGoes() throws {
        let code = """
            enum Flag: String { case newCheckout, other }
            func isOn(_ flag: Flag) -> Bool {
                switch flag {
                case .newCheckout: return true
                case .other: return remote.other
                }
            }
            func f() { if isOn(.newCheckout) { new() } else { old() }; if isOn(.other) {} }
            """
        let finding = try #require(try report(code: code).findings.first)
        #expect(
            finding.message == "‘new_checkout’ is on in every build since 2026-01-10, because of Sources/App.swift:4"
        )
        #expect(
            finding.nextStep == """
                remove the off branch ‘old()’ at Sources/App.swift:8, then remove the mentions at Sources/App.swift:4, then \
                remove ‘newCheckout’ at Sources/App.swift:1 and the toggle from toggles.yaml; `toggles remove new_checkout \
                --keep on` prints this as a diff
                """
        )
        #expect(try report(created: "2026-11-01", code: code).findings == [])
    }
}
