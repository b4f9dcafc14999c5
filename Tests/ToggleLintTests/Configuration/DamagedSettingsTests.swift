import TestSupport
import Testing
import ToggleManifest

@testable import ToggleLint

/// Reading damaged settings ends with diagnostics, and never traps.
@Suite struct DamagedSettingsTests {
    private static let section = """
        included: [Sources, "**/Generated/**"]
        grace: 14
        rules:
          read_toggle: error
          expired_toggle: { severity: note, days: 30, categories: { ops: off } }
        allow:
          - { rule: read_toggle, toggle: new_checkout, reason: Waiting for 2.4., until: 2027-01-31 }
        sources:
          - { type: Flag, file: Core/Flag.swift, kind: cases, key: snake_case, reads: [isOn] }
        """

    @Test func damagedSettingsAreReportedWithoutTrap() {
        var generator = SeededRandom(seed: 42)
        let pieces = Array("{}[]:,-#&*!|>'\"%@`~ \n\t0aé\u{0}\u{202E}")
        for _ in 0..<3_000 {
            var text = Array(Self.section)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: 0..<text.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: text.remove(at: index)
                case 1: text.insert(pieces.randomElement(using: &generator) ?? " ", at: index)
                case 2: text[index] = pieces.randomElement(using: &generator) ?? " "
                default: text.removeSubrange(index..<min(text.count, index + 20))
                }
            }
            let (project, diagnostics) = LintSample.project(lint: String(text))
            for diagnostic in diagnostics { #expect(!diagnostic.message.isEmpty) }
            _ = Linter(project, rules: SampleRules.all).run()
        }
    }
}
