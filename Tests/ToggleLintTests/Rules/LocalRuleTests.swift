import FeatureToggles
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

    @Test(arguments: ["", "{", "[]", "{}", #"{"toggles": 3}"#, #"{"toggles": {"a": {"b": [null]}}}"#])
    func invalidFileDoesNotTrap(text: String) throws {
        _ = try LintProject.example("new_checkout:", localDefaults: text).findings()
    }
}
