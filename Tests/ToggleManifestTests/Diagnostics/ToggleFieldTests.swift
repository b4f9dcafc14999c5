import Testing

@testable import ToggleManifest

struct ToggleFieldTests {
    static let cases: [DiagnosticCase] = [
        DiagnosticCase(
            "toggle indented like the fields of another",
            toggles: """
                  a:
                    category: ops
                    description: d
                    owner: o
                    b:
                      category: ops
                      description: d
                      owner: o
                  c: true

                """,
            expected: [
                "8:5: ‘b’ looks like a toggle; indent it like ‘a’, and its fields below it",
                "12:6: the toggle ‘c’ is a Boolean, but should be a mapping with fields such as ‘category: release’",
            ]
        ),
        DiagnosticCase(
            "toggle and its fields indented like the fields of another",
            toggles: """
                  a:
                    category: ops
                    description: d
                    owner: o
                    b:
                    category: ops
                    description: d
                    owner: o
                    owns: o
                  c: true

                """,
            expected: [
                "8:5: ‘b’ looks like a toggle; indent it like ‘a’, and its fields below it",
                "13:6: the toggle ‘c’ is a Boolean, but should be a mapping with fields such as ‘category: release’",
            ]
        ),
        DiagnosticCase(
            "no fields",
            toggles: """
                  a:

                """,
            expected: [
                "4:3: the toggle ‘a’ has no fields; write at least category, description and owner, indented below it"
            ]
        ),
        DiagnosticCase(
            "not a mapping",
            toggles: """
                  a: true

                """,
            expected: [
                "4:6: the toggle ‘a’ is a Boolean, but should be a mapping with fields such as ‘category: release’"
            ]
        ),
        DiagnosticCase(
            "nothing but a category",
            toggles: """
                  a: { category: release }

                """,
            expected: [
                "4:3: the toggle ‘a’ lacks the field ‘description’; write ‘description:’ and what the toggle does, in a sentence",
                "4:3: the toggle ‘a’ lacks the field ‘owner’; write ‘owner:’ and the team or person that looks after the toggle",
            ]
        ),
        DiagnosticCase(
            "blank description and owner",
            toggles: """
                  a: { category: release, description: "  ", owner: '' }

                """,
            expected: [
                "4:40: ‘description’ is blank; write what the toggle does, in a sentence",
                "4:53: ‘owner’ is blank; write the team or person that looks after the toggle",
            ]
        ),
        DiagnosticCase(
            "empty owner",
            toggles: """
                  a:
                    category: release
                    description: d
                    owner:

                """,
            expected: [
                "7:11: ‘owner’ has no value; write the team or person that looks after the toggle"
            ]
        ),
        DiagnosticCase(
            "owner is a number",
            toggles: """
                  a: { category: release, description: d, owner: 12 }

                """,
            expected: [
                "4:50: ‘owner’ is an integer, ‘12’, but should be the team or person that looks after the toggle; as text it is written ‘\"12\"’"
            ]
        ),
        DiagnosticCase(
            "description is a list",
            toggles: """
                  a: { category: release, description: [d], owner: o }

                """,
            expected: [
                "4:40: ‘description’ is a list, but should be what the toggle does, in a sentence"
            ]
        ),
        DiagnosticCase(
            "misspelled field",
            toggles: """
                  a: { category: release, description: d, ownr: o }

                """,
            expected: [
                "4:43: ‘ownr’ is not a field of a toggle; did you mean ‘owner’?"
            ]
        ),
        DiagnosticCase(
            "another tool's word",
            toggles: """
                  a: { category: ops, variants: [x, y], default: x, description: d, owner: o }

                """,
            expected: [
                "4:23: ‘variants’ is not a field of a toggle; did you mean ‘values’?"
            ]
        ),
        DiagnosticCase(
            "unknown field",
            toggles: """
                  a: { category: release, colour: red, description: d, owner: o }

                """,
            expected: [
                "4:27: ‘colour’ is not a field of a toggle; the fields are ‘category’, ‘type’, ‘values’, ‘default’, ‘swift’, ‘remote’, ‘retired’, ‘description’, ‘owner’, ‘created’, ‘expires’, ‘permanent’ and ‘issue’"
            ]
        ),
        DiagnosticCase(
            "field twice",
            toggles: """
                  a:
                    category: release
                    description: d
                    owner: o
                    description: e

                """,
            expected: [
                "8:5: ‘description’ is already on line 6; remove one of the two or rename it"
            ]
        ),
        DiagnosticCase(
            "toggle twice",
            toggles: """
                  a: { category: release, description: d, owner: o }
                  b: { category: release, description: d, owner: o }
                  a: { category: release, description: d, owner: o }

                """,
            expected: [
                "6:3: ‘a’ is already on line 4; remove one of the two or rename it"
            ]
        ),
        DiagnosticCase(
            "missing category",
            toggles: """
                  a: { description: d, owner: o }

                """,
            expected: [
                "4:3: the toggle ‘a’ lacks the field ‘category’; write ‘category:’ and ‘release’, ‘ops’, ‘experiment’, ‘permission’ or ‘migration’"
            ]
        ),
        DiagnosticCase(
            "misspelled category",
            toggles: """
                  a: { category: relase, description: d, owner: o }

                """,
            expected: [
                "4:18: ‘relase’ is not a category; did you mean ‘release’?"
            ]
        ),
        DiagnosticCase(
            "unknown category",
            toggles: """
                  a: { category: banana, description: d, owner: o }

                """,
            expected: [
                "4:18: ‘banana’ is not a category; write ‘release’, ‘ops’, ‘experiment’, ‘permission’ or ‘migration’"
            ]
        ),
        DiagnosticCase(
            "category is a number",
            toggles: """
                  a: { category: 1, description: d, owner: o }

                """,
            expected: [
                "4:18: ‘category’ is an integer, ‘1’, but should be ‘release’, ‘ops’, ‘experiment’, ‘permission’ or ‘migration’"
            ]
        ),
    ]

    @Test(arguments: cases)
    func toggleFieldProblemsAreReported(_ sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
        #expect(Manifest.parse(sample.yaml, path: "t").manifest == nil)
    }
}
