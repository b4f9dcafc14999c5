import Testing
import ToggleLint

@Suite struct RuleDocumentationTests {
    @Test func isWhatTheRulesSay() throws {
        try ReferenceFile("Documentation/LintRules.md").expect(RuleDocumentation.markdown)
    }

    @Test func everyRuleHasASectionAndALine() {
        let text = RuleDocumentation.markdown
        for rule in RuleCatalog.descriptions {
            #expect(text.contains("\n### \(rule.identifier)\n"))
            #expect(text.contains("| [`\(rule.identifier)`](#\(rule.identifier)) |"))
        }
    }
}
