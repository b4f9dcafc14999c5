import Testing
import ToggleLint

@Suite struct RuleDocumentationTests {
    @Test func pageMatchesRules() throws {
        try ReferenceFile("Documentation/LintRules.md").expect(RuleDocumentation.markdown)
    }

    @Test func everyRuleHasSectionAndLine() {
        let text = RuleDocumentation.markdown
        for rule in RuleCatalog.descriptions {
            #expect(text.contains("\n### \(rule.identifier)\n"))
            #expect(text.contains("| [`\(rule.identifier)`](#\(rule.identifier)) |"))
        }
    }
}
