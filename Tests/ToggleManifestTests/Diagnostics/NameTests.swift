import Testing

@testable import ToggleManifest

struct NameTests {
    static let cases: [DiagnosticCase] = [
        DiagnosticCase(
            "UpperCamelCase key",
            toggles: """
                  NewCheckout: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: the key ‘NewCheckout’ is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words); write ‘new_checkout’"
            ]
        ),
        DiagnosticCase(
            "lowerCamelCase key",
            toggles: """
                  newCheckout2: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: the key ‘newCheckout2’ is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words); write ‘new_checkout2’"
            ]
        ),
        DiagnosticCase(
            "kebab-case key",
            toggles: """
                  new-checkout: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: the key ‘new-checkout’ is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words); write ‘new_checkout’"
            ]
        ),
        DiagnosticCase(
            "double underscore",
            toggles: """
                  new__checkout: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: the key ‘new__checkout’ is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words); write ‘new_checkout’"
            ]
        ),
        DiagnosticCase(
            "trailing underscore",
            toggles: """
                  new_checkout_: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: the key ‘new_checkout_’ is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words); write ‘new_checkout’"
            ]
        ),
        DiagnosticCase(
            "leading digit",
            toggles: """
                  2fa: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: the key ‘2fa’ is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words)"
            ]
        ),
        DiagnosticCase(
            "other letters",
            toggles: """
                  größe: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: the key ‘größe’ is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words)"
            ]
        ),
        DiagnosticCase(
            "nothing usable",
            toggles: """
                  '?!': { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: the key ‘?!’ is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words)"
            ]
        ),
        DiagnosticCase(
            "key too long",
            toggles: "  \(String(repeating: "k", count: 257)): { category: release, description: d, owner: o }\n",
            expected: [
                "4:3: the key ‘kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…’ has 257 bytes, and at most 256 are allowed; write a shorter one"
            ]
        ),
        DiagnosticCase(
            "key that is null to YAML",
            toggles: """
                  null: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: ‘null’ is null, not a key; write another word"
            ]
        ),
        DiagnosticCase(
            "name that Swift doesn't allow",
            toggles: """
                  a: { category: ops, swift: 1a, description: d, owner: o }
                  b: { category: ops, swift: "`in`", description: d, owner: o }
                  c: { category: ops, swift: Self, description: d, owner: o }
                  d: { category: ops, swift: _, description: d, owner: o }

                """,
            expected: [
                "4:30: ‘1a’ is not a name in Swift; write letters and digits, without back-ticks, such as ‘a’",
                "5:30: ‘`in`’ is not a name in Swift; write letters and digits, without back-ticks, such as ‘b’",
                "6:3: ‘c’ becomes ‘Self’ in Swift, which every typed key already has; write another key",
                "7:30: ‘_’ is not a name in Swift; write letters and digits, without back-ticks, such as ‘d’",
            ]
        ),
        DiagnosticCase(
            "member of keys",
            toggles: """
                  default_value: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: ‘default_value’ becomes ‘defaultValue’ in Swift, which every typed key already has; write another key"
            ]
        ),
        DiagnosticCase(
            "member of every type",
            toggles: """
                  self: { category: release, description: d, owner: o }

                """,
            expected: [
                "4:3: ‘self’ becomes ‘self’ in Swift, which every typed key already has; write another key"
            ]
        ),
        DiagnosticCase(
            "two toggles with the same name",
            toggles: """
                  is_ai_on: { category: ops, swift: isAIOn, description: d, owner: o }
                  ai: { category: ops, swift: isAIOn, description: d, owner: o }

                """,
            expected: [
                "5:3: ‘ai’ becomes ‘isAIOn’ in Swift, as ‘is_ai_on’ on line 4 does; rename one of the two"
            ]
        ),
        DiagnosticCase(
            "two keys with the same name",
            toggles: """
                  a_1: { category: release, description: d, owner: o }
                  a1: { category: release, description: d, owner: o }

                """,
            expected: [
                "5:3: ‘a1’ becomes ‘a1’ in Swift, as ‘a_1’ on line 4 does; rename one of the two"
            ]
        ),
        DiagnosticCase(
            "type that hides Swift's",
            toggles: """
                  string: { category: ops, values: [x, y], default: x, description: d, owner: o }

                """,
            expected: [
                "4:3: the values of ‘string’ become a type ‘String’, which has a meaning in Swift or FeatureToggles, or is the namespace; write another key"
            ]
        ),
        DiagnosticCase(
            "type that is the namespace",
            toggles: """
                  app: { category: ops, type: json, default: {}, description: d, owner: o }

                """,
            expected: [
                "4:3: the values of ‘app’ become a type ‘App’, which has a meaning in Swift or FeatureToggles, or is the namespace; write another key"
            ]
        ),
    ]

    @Test(arguments: cases)
    func invalidKeysAreReported(_ sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
        #expect(Manifest.parse(sample.yaml, path: "t").manifest == nil)
    }
}
