import Testing
import ToggleLint

@Suite struct SuppressionTests {
    @Test func repeatedSuppressionOnLineCountsOnce() {
        let line = "let x = 1 " + String(repeating: "// toggles:ignore unused_toggle ", count: 5_000)
        #expect(scan(line).suppressions.count == 1)
    }

    @Test(
        arguments: [
            ("a() // toggles:ignore unused_toggle - waits for 2.4", ["unused_toggle"], "waits for 2.4", 1),
            ("// toggles:ignore a_rule, b_rule - because\n\n// more\na()", ["a_rule", "b_rule"], "because", 4),
            ("//toggles:ignore a_rule\nfunc f() {}", ["a_rule"], nil, 2),
            ("/*toggles:ignore a_rule*/\nfunc f() {}", ["a_rule"], nil, 2),
            ("a() /* toggles:ignore a_rule - why */; b()", ["a_rule"], "why", 1),
            ("// toggles:ignore\na()", [], nil, 2),
            ("// toggles:ignore - why\na()", [], "why", 2),
            ("a()\n// toggles:ignore a_rule - nothing follows", ["a_rule"], "nothing follows", 2),
        ] as [(String, [String], String?, Int)]
    )
    func readsRulesReasonAndLine(source: String, rules: [String], reason: String?, line: Int) {
        let suppressions = scan(source).suppressions
        #expect(suppressions.map(\.rules) == [rules])
        #expect(suppressions.map(\.reason) == [reason])
        #expect(suppressions.map(\.lines) == [line...line])
    }

    @Test(arguments: [
        "let text = \"// toggles:ignore a_rule\"", "// see toggles:ignore a_rule",
        "/// toggles:ignore a_rule - why\nfunc f() {}", "//// toggles:ignore a_rule", "/** toggles:ignore a_rule */",
        "/// Write `// toggles:ignore a_rule`.\nfunc f() {}", "/// // toggles:ignore a_rule\nfunc f() {}",
        "// Or // toggles:ignore a_rule\n", "/**\n * // toggles:ignore a_rule\n */\nfunc f() {}", "let x = 1",
    ])
    func ignoresOtherText(source: String) {
        #expect(scan(source).suppressions.isEmpty)
    }

    @Test(arguments: [
        ("// toggles: ignore a_rule - why", "toggles: ignore"), ("// toggles:ignored a_rule", "toggles:ignored"),
        ("// toggles :ignore a_rule", "toggles :ignore"), ("// toggles:disable a_rule", "toggles:disable"),
        ("/* toggles: Ignore a_rule */", "toggles: Ignore"), ("// toggles:ingore a_rule", "toggles:ingore"),
        ("// toggles:ingore", "toggles:ingore"), ("// toggles:ignores a_rule", "toggles:ignores"),
        ("// toggles:gnore a_rule", "toggles:gnore"), ("// toogles:ignore a_rule - why", "toogles:ignore"),
        ("// toggle:ignore a_rule", "toggle:ignore"), ("// toggle:ignore", "toggle:ignore"),
        ("// Toggles:ignore a_rule", "Toggles:ignore"), ("/* togles:ignore a_rule */", "togles:ignore"),
        ("// toogles:ingore a_rule", "toogles:ingore"), ("// TOGGLES:IGNORE a_rule", "TOGGLES:IGNORE"),
        ("// toggle: ignore frozen_toggle", "toggle: ignore"), ("// toggles: ingore frozen_toggle", "toggles: ingore"),
        ("// toggles-ignore frozen_toggle - why", "toggles-ignore"),
        ("// toggles.ignore frozen_toggle", "toggles.ignore"),
        ("// toggle-ignore frozen_toggle", "toggle-ignore"), ("// toggles ignore frozen_toggle", "toggles ignore"),
        ("// toggles:ignore: frozen_toggle - why", "toggles:ignore:"),
        ("// toggles:ignore(frozen_toggle)", "toggles:ignore("),
    ])
    func malformedSuppressionHasNoEffect(source: String, misspelling: String) {
        let suppressions = scan(source + "\na()").suppressions
        #expect(suppressions.map(\.misspelling) == [misspelling])
    }

    @Test(arguments: [
        "// toggles: ignoring them is fine", "// toggles: all of them", "// toggles ignore nothing", "// toggles:",
        "// toggles: more to come", "// toggles: snore", "// toggled: ignore the rest",
        "// toggle: ignore taps meanwhile",
        "// toggles-ignore is no word", "// toggle-ignore button", "// Toggles ignore case.",
        "// toggles the ignore list",
        "// tables:ignore a_rule", "// swiftlint:ignore frozen_toggle", "// ignore frozen_toggle",
        "// :ignore frozen_toggle",
        "// toggles . . ignore frozen_toggle", "// one toogles:ignore frozen_toggle", "// toggles: ignored_by(user)",
        "let toggle = (ignore: frozen_toggle, toggle:ignore)",
    ])
    func proseIsNotSuppression(source: String) {
        #expect(scan(source + "\na()").suppressions.isEmpty)
    }

    @Test func acceptsInvalidUTF8InOtherComments() {
        let bytes =
            Array("// ".utf8) + [0xE9, 0xFF, 0xFE] + Array("\n/* /* */ */ // toggles:ignore a_rule\na()\n".utf8)
        #expect(scan(bytes: bytes).suppressions.map(\.rules) == [["a_rule"]])
        let many =
            Array("/*".utf8) + [UInt8](repeating: 0xFF, count: 40) + Array("*/ /*toggles:ignore a_rule*/ a()\n".utf8)
        #expect(scan(bytes: many).suppressions.map(\.rules) == [["a_rule"]])
    }
}
