import Testing

@testable import ToggleManifest

struct TypeTests {
    static let cases: [DiagnosticCase] = [
        DiagnosticCase(
            "misspelled type",
            toggles: """
                  a: { category: ops, type: doubl, default: 1.0, description: d, owner: o }

                """,
            expected: [
                "4:29: ‘doubl’ is not a type; did you mean ‘double’?"
            ]
        ),
        DiagnosticCase(
            "type of another language",
            toggles: """
                  a: { category: ops, type: boolean, description: d, owner: o }

                """,
            expected: [
                "4:29: ‘boolean’ is not a type; did you mean ‘bool’?"
            ]
        ),
        DiagnosticCase(
            "unknown type",
            toggles: """
                  a: { category: ops, type: colour, description: d, owner: o }

                """,
            expected: [
                "4:29: ‘colour’ is not a type; write ‘bool’, ‘int’, ‘double’, ‘string’ or ‘json’, or list names after ‘values:’"
            ]
        ),
        DiagnosticCase(
            "type: variants",
            toggles: """
                  a: { category: ops, type: variants, description: d, owner: o }

                """,
            expected: [
                "4:29: ‘variants’ is not written as a type; list the names after ‘values:’ and remove ‘type’"
            ]
        ),
        DiagnosticCase(
            "values and type",
            toggles: """
                  a: { category: ops, type: int, values: [x, y], default: x, description: d, owner: o }

                """,
            expected: [
                "4:23: ‘values’ already determines the type; remove ‘type’ or ‘values’"
            ]
        ),
        DiagnosticCase(
            "empty values",
            toggles: """
                  a: { category: ops, values: [], default: x, description: d, owner: o }

                """,
            expected: [
                "4:31: ‘values’ is an empty list; write at least one name, or remove it for a Bool"
            ]
        ),
        DiagnosticCase(
            "values is text",
            toggles: """
                  a: { category: ops, values: x, default: x, description: d, owner: o }

                """,
            expected: [
                "4:31: ‘values’ is text, ‘x’, but should be a list of names, such as ‘[classic, neural]’"
            ]
        ),
        DiagnosticCase(
            "values twice",
            toggles: """
                  a: { category: ops, values: [x, y, x], default: x, description: d, owner: o }

                """,
            expected: [
                "4:38: ‘x’ is already in ‘values’; remove one of the two"
            ]
        ),
        DiagnosticCase(
            "values that are not text",
            toggles: """
                  a: { category: ops, values: [1, true, null, [x], ~, 'y'], default: y, description: d, owner: o }

                """,
            expected: [
                "4:32: ‘1’ is an integer, and ‘values’ is a list of names; write ‘\"1\"’",
                "4:35: ‘true’ is a Boolean, and ‘values’ is a list of names; a toggle that is true or false needs no ‘values’",
                "4:41: ‘null’ is null, and ‘values’ is a list of names; write ‘\"null\"’",
                "4:47: an entry in ‘values’ is a list, but should be a name",
                "4:52: ‘~’ is null, and ‘values’ is a list of names; write ‘\"~\"’",
            ]
        ),
        DiagnosticCase(
            "value that cannot be a case",
            toggles: """
                  a: { category: ops, values: [fine, '50%', '--'], default: fine, description: d, owner: o }

                """,
            expected: [
                "4:38: ‘50%’ cannot become an enum case; write letters and digits, with ‘-’, ‘_’, ‘.’ or a space between words",
                "4:45: ‘--’ cannot become an enum case; write letters and digits, with ‘-’, ‘_’, ‘.’ or a space between words",
            ]
        ),
        DiagnosticCase(
            "values with one case",
            toggles: """
                  a: { category: ops, values: [new-ui, new_ui], default: new-ui, description: d, owner: o }

                """,
            expected: [
                "4:40: ‘new_ui’ becomes the enum case ‘newUi’, as ‘new-ui’ does; rename one of the two"
            ]
        ),
        DiagnosticCase(
            "value that hides a member",
            toggles: """
                  a: { category: ops, values: [all cases, x], default: x, description: d, owner: o }

                """,
            expected: [
                "4:32: ‘all cases’ becomes the enum case ‘allCases’, which every such enum already has; write another name"
            ]
        ),
        DiagnosticCase(
            "values named like generated members",
            toggles: """
                  a: { category: ops, values: [raw_value, rawValue, x], default: x, description: d, owner: o }
                  b: { category: ops, values: [variantNames, variant-count, x], default: x, description: d, owner: o }

                """,
            expected: [
                "4:32: ‘raw_value’ becomes the enum case ‘rawValue’, which every such enum already has; write another name",
                "4:43: ‘rawValue’ becomes the enum case ‘rawValue’, which every such enum already has; write another name",
                "5:32: ‘variantNames’ becomes the enum case ‘variantNames’, which every such enum already has; write another name",
                "5:46: ‘variant-count’ becomes the enum case ‘variantCount’, which every such enum already has; write another name",
            ]
        ),
        DiagnosticCase(
            "experiment without values",
            toggles: """
                  a: { category: experiment, default: x, description: d, owner: o }

                """,
            expected: [
                "4:3: an experiment needs ‘values’ with at least two variants; write for example ‘values: [control, treatment]’"
            ]
        ),
        DiagnosticCase(
            "experiment with one value",
            toggles: """
                  a: { category: experiment, values: [x], default: x, description: d, owner: o }

                """,
            expected: [
                "4:38: an experiment needs at least two variants, and ‘values’ has one; add another"
            ]
        ),
        DiagnosticCase(
            "experiment with a type",
            toggles: """
                  a: { category: experiment, type: string, values: [x, y], default: x, description: d, owner: o }

                """,
            expected: [
                "4:30: the values of an experiment are its variants; list them after ‘values:’ and remove ‘type’"
            ]
        ),
        DiagnosticCase(
            "release toggle with a type",
            toggles: """
                  a: { category: release, type: int, description: d, owner: o }

                """,
            expected: [
                "4:33: a release toggle is a Bool, the constant false in a RELEASE build; remove ‘type’; for other values write ‘category: ops’"
            ]
        ),
        DiagnosticCase(
            "release toggle with values",
            toggles: """
                  a: { category: release, values: [x, y], description: d, owner: o }

                """,
            expected: [
                "4:27: a release toggle is a Bool, the constant false in a RELEASE build; remove ‘values’; for other values write ‘category: ops’"
            ]
        ),
        DiagnosticCase(
            "release toggle with remote",
            toggles: """
                  a: { category: release, remote: x, retired: [y], description: d, owner: o }

                """,
            expected: [
                "4:27: a release toggle has no remote parameter, so ‘remote’ is not allowed; remove it, or write ‘category: ops’",
                "4:38: a release toggle has no remote parameter, so ‘retired’ is not allowed; remove it, or write ‘category: ops’",
            ]
        ),
        DiagnosticCase(
            "permission toggle with a type",
            toggles: """
                  a: { category: permission, permanent: true, type: string, description: d, owner: o }

                """,
            expected: [
                "4:53: a permission toggle is a Bool; remove ‘type’; for other values write ‘category: ops’"
            ]
        ),
        DiagnosticCase(
            "migration with values",
            toggles: """
                  a: { category: migration, type: string, values: [x, y], description: d, owner: o }

                """,
            expected: [
                "4:29: the values of a migration toggle are its stages; remove ‘type’",
                "4:43: the values of a migration toggle are its stages; remove ‘values’",
            ]
        ),
    ]

    @Test(arguments: cases)
    func typeProblemsAreReported(_ sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
        #expect(Manifest.parse(sample.yaml, path: "t").manifest == nil)
    }
}
