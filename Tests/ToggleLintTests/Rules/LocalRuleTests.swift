import Testing
import ToggleLint
import ToggleManifest

@Suite struct LocalRuleTests {
    @Test func overridesAreReportedWithLocation() throws {
        let project = try LintProject.example(
            "new_checkout:\npage_size:\n  category: ops\n  type: int\n  default: 4",
            localDefaults: """
                {
                  "version": 1,
                  "toggles": {
                    "new_checkuot": true,
                    "page_size": "many",
                    "new_checkout": "yes",
                    "new_checkout": true
                  }
                }
                """
        )
        let findings = Linter(project).run().findings
        #expect(findings.map(\.rule) == ["orphaned_override", "override_type_mismatch"])
        #expect(findings.map { $0.range?.start.line } == [4, 5])
        #expect(findings.map { $0.range?.start.column } == [5, 18])
        #expect(
            findings.first?.message
                == "‘new_checkuot’ is overridden, but there is no such toggle; did you mean ‘new_checkout’?"
        )
        #expect(findings.first?.nextStep == "remove the override with `toggles unset new_checkuot`")
    }

    @Test func nextStepsUseSameFile() throws {
        var project = try LintProject.example(
            "page_size:\n  category: ops\n  type: int\n  default: 4",
            localDefaults: #"{"version": 1, "toggles": {"old_basket": true, "page_size": "many"}}"#
        )
        project.localDefaultsOptions = ["--defaults", "my overrides.json"]
        #expect(
            Linter(project).run().findings.map(\.nextStep) == [
                "remove the override with `toggles unset old_basket --defaults 'my overrides.json'`",
                """
                set it again with `toggles set page_size VALUE --defaults 'my overrides.json'`, or remove it with `toggles \
                unset page_size --defaults 'my overrides.json'`
                """,
            ]
        )
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"toggles": 3}"#, #"{"toggles": {"a": {"b": [null]}}}"#])
    func invalidFileDoesNotTrap(text: String) throws {
        _ = try LintProject.example("new_checkout:", localDefaults: text).findings()
    }
}
