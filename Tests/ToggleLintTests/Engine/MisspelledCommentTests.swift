import Testing
import ToggleLint

/// Comments that resemble `toggles:ignore`, with the scanner and the linter.
@Suite struct MisspelledCommentTests {
    private static func findings(_ comment: String) throws -> [Finding] {
        let example = RuleExample(
            "",
            toggles: "new_checkout:",
            source: "let a = toggles.isEnabled(.newCheckout) \(comment)"
        )
        return Linter(try ExampleProject.project(of: example)).run().findings.sorted { $0.rule < $1.rule }
    }

    @Test(
        arguments: [
            ("// toggles:ingore frozen_toggle - Read once.", "frozen_toggle"),
            ("// toogles:ignore frozen_toggle", "frozen_toggle"),
            ("/* toggles-ignore frozen_toggle, unused_toggle - Read once. */", "frozen_toggle, unused_toggle"),
            ("// toggle:ignore: frozen_toggle - Read once.", "frozen_toggle"),
            ("// toggle:ignore", "RULE"), ("// toggle:ignore a_rule - Read once.", "RULE"),
        ]
    )
    func misspelledSuppressionIsReported(comment: String, rules: String) throws {
        let findings = try Self.findings(comment)
        #expect(findings.map(\.rule) == ["frozen_toggle", "unknown_suppression"])
        #expect(findings.last?.nextStep == "write ‘toggles:ignore \(rules) - reason’, or remove the comment")
    }

    @Test func correctSuppressionWorks() throws {
        #expect(try Self.findings("// toggles:ignore frozen_toggle - Read once.").isEmpty)
    }
}
