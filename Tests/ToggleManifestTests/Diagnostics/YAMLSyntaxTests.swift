import Testing

@testable import ToggleManifest

struct YAMLSyntaxTests {
    static let cases: [DiagnosticCase] = [
        DiagnosticCase(
            "tab as indentation",
            toggles: "  a:\n\tcategory: release\n",
            expected: [
                "5:1: this line is indented with a tab; YAML requires spaces"
            ]
        ),
        DiagnosticCase(
            "tab after spaces",
            toggles: "  a:\n  \tcategory: release\n",
            expected: [
                "5:3: this line is indented with a tab; YAML requires spaces"
            ]
        ),
        DiagnosticCase(
            "missing colon",
            of: """
                schema: 1
                namespace App
                toggles:

                """,
            expected: [
                "2:1: ‘namespace App’ is not a field; write ‘name: value’, with a colon and a space"
            ]
        ),
        DiagnosticCase(
            "missing space",
            of: """
                schema:1
                namespace: App

                """,
            expected: [
                "2:10: ‘schema:1’ in the line above is not a field; write a space after its ‘:’"
            ]
        ),
        DiagnosticCase(
            "colon in text",
            toggles: """
                  a:
                    description: Note: this

                """,
            expected: [
                "5:22: this ‘:’ begins a value where none is allowed; put text that contains ‘: ’ in quotes, or correct the indentation"
            ]
        ),
        DiagnosticCase(
            "indented too little",
            toggles: """
                  a:
                    category: release
                   owner: x

                """,
            expected: [
                "6:4: ‘owner: x’ does not fit the lines above; indent it as far as its neighbors, and close every quote"
            ]
        ),
        DiagnosticCase(
            "indented too much",
            toggles: """
                  a:
                    category: release
                      owner: x

                """,
            expected: [
                "6:12: this line is indented more than ‘category: release’ above, whose value it would continue; indent both alike"
            ]
        ),
        DiagnosticCase(
            "quote not closed",
            toggles: """
                  a:
                    description: "d
                    owner: o

                """,
            expected: [
                "5:18: the quote that opens here is never closed; add the closing quote"
            ]
        ),
        DiagnosticCase(
            "list not closed",
            toggles: """
                  a:
                    values: [x, y
                    owner: o

                """,
            expected: [
                "6:10: the list that begins with ‘[’ on line 5 lacks a ‘,’ or ‘]’ before this"
            ]
        ),
        DiagnosticCase(
            "mapping not closed",
            toggles: """
                  a: { category: release
                  b: { category: release }

                """,
            expected: [
                "5:4: the mapping that begins with ‘{’ on line 4 lacks a ‘,’ or ‘}’ before this"
            ]
        ),
        DiagnosticCase(
            "at sign",
            toggles: """
                  a:
                    owner: @team

                """,
            expected: [
                "5:12: a value cannot begin with ‘@’; put it in quotes"
            ]
        ),
        DiagnosticCase(
            "percent sign",
            toggles: """
                  a:
                    owner: %team

                """,
            expected: [
                "5:12: a value cannot begin with ‘%’; put it in quotes"
            ]
        ),
        DiagnosticCase(
            "unknown escape",
            toggles: """
                  a:
                    owner: "a\\qb"

                """,
            expected: [
                "5:14: ‘\\’ begins an escape in double quotes, and this is not a valid one; write ‘\\\\’, or use single quotes"
            ]
        ),
        DiagnosticCase(
            "list on the line of its field",
            toggles: """
                  a:
                    values: - x

                """,
            expected: [
                "5:13: a list cannot begin here; put each ‘-’ on a line of its own, below the field's name"
            ]
        ),
        DiagnosticCase(
            "list and mapping mixed",
            of: """
                - a
                b: c

                """,
            expected: [
                "1:1: the file is a list, but should be a mapping with the fields ‘schema’, ‘namespace’, ‘application’, ‘access’, ‘time_zone’, ‘document’, ‘environments’, ‘defaults’, ‘toggles’ and ‘lint’",
                "2:1: ‘b: c’ does not fit the list above; begin it with ‘- ’, or correct the indentation",
            ]
        ),
        DiagnosticCase(
            "text after a quote",
            toggles: """
                  a:
                    owner: "x" y

                """,
            expected: [
                "5:16: ‘y’ cannot follow a complete value; put all of it in quotes, or begin a new line"
            ]
        ),
        DiagnosticCase(
            "two documents",
            of: """
                schema: 1
                namespace: App
                toggles:
                ---
                schema: 1
                namespace: App
                toggles:

                """,
            expected: [
                "4:1: a second document begins here, but toggles.yaml contains only one; remove ‘---’ and merge the two"
            ]
        ),
        DiagnosticCase(
            "anchor and alias",
            toggles: """
                  a: &base { category: release, description: d, owner: o }
                  b: *base

                """,
            expected: [
                "4:6: anchors are not supported in toggles.yaml; remove ‘&base’ and write values out where they belong",
                "5:6: aliases are not supported in toggles.yaml; write out what ‘*base’ stands for",
            ]
        ),
        DiagnosticCase(
            "merge key",
            toggles: """
                  a: &base { category: release, description: d, owner: o }
                  b:
                    <<: *base
                    owner: p

                """,
            expected: [
                "4:6: anchors are not supported in toggles.yaml; remove ‘&base’ and write values out where they belong",
                "5:3: the toggle ‘b’ lacks the field ‘category’; write ‘category:’ and ‘release’, ‘ops’, ‘experiment’, ‘permission’ or ‘migration’",
                "5:3: the toggle ‘b’ lacks the field ‘description’; write ‘description:’ and what the toggle does, in a sentence",
                "6:5: merge keys are not supported in toggles.yaml; write the fields out instead of ‘<<’",
            ]
        ),
        DiagnosticCase(
            "tag",
            toggles: """
                  a: { category: release, description: !!str d, owner: !team o }

                """,
            expected: [
                "4:40: tags are not supported in toggles.yaml; remove ‘!!str’, and put text in quotes",
                "4:56: tags are not supported in toggles.yaml; remove ‘!team’, and put text in quotes",
            ]
        ),
        DiagnosticCase(
            "key that is a list",
            toggles: """
                  ? [a, b]
                  : c

                """,
            expected: [
                "4:5: a key must be a word, not a list; write ‘key: value’"
            ]
        ),
        DiagnosticCase(
            "YAML 2",
            of: """
                %YAML 2.0
                ---
                schema: 1
                namespace: App
                toggles:

                """,
            expected: [
                "1:1: toggles.yaml is YAML 1.2; remove the %YAML line"
            ]
        ),
        DiagnosticCase(
            "problem before a syntax error",
            of: """
                schema: 2
                namespace: App
                toggles:
                  a:
                    category: relase
                    owner: @me

                """,
            expected: [
                "1:9: schema ‘2’ is not supported; write ‘schema: 1’, or update swift-feature-toggles",
                "5:15: ‘relase’ is not a category; did you mean ‘release’?",
                "6:12: a value cannot begin with ‘@’; put it in quotes",
            ]
        ),
        DiagnosticCase(
            "star as text",
            toggles: """
                  a:
                    description: **bold**

                """,
            expected: [
                "5:18: a value cannot begin with ‘*’ or ‘&’; put it in quotes"
            ]
        ),
        DiagnosticCase(
            "text after a document end",
            toggles: """
                ...
                foo: bar

                """,
            expected: [
                "5:1: ‘foo: bar’ does not belong to the lines above; begin every field of the file in the first column"
            ]
        ),
        DiagnosticCase(
            "hash in flow",
            toggles: """
                  a: { category: release, # comment }

                """,
            expected: [
                "5:1: the ‘[’ or ‘{’ on line 4 is not closed before this, or a value is missing; note that a ‘#’ after a space begins a comment"
            ]
        ),
        DiagnosticCase(
            "question mark",
            of: """
                schema: 1
                namespace: a ? b
                  ? x

                """,
            expected: [
                "1:1: the field ‘toggles’ is missing; write ‘toggles:’",
                "2:12: ‘a ? b ? x’ cannot be the name of the generated enum, which is letters and digits in UpperCamelCase; write ‘ABX’",
            ]
        ),
        DiagnosticCase(
            "colon in a flow",
            toggles: """
                  a: { description: x:, owner: o }

                """,
            expected: [
                "4:22: between brackets or braces a ‘:’ needs a space after it; put text that contains one in quotes"
            ]
        ),
        DiagnosticCase(
            "directive",
            of: """
                %FOO
                schema: 1

                """,
            expected: [
                "1:1: a line that begins with ‘%’ is a directive, which toggles.yaml does not support; remove it, or indent it"
            ]
        ),
        DiagnosticCase(
            "exclamation mark",
            toggles: """
                  a:
                    description: !<wow it works

                """,
            expected: [
                "5:18: a value cannot begin with ‘!’; put it in quotes"
            ]
        ),
        DiagnosticCase(
            "list not closed at the end",
            toggles: """
                  a: { category: ops, values: [x, y, # comment ]

                """,
            expected: [
                "5:1: the ‘[’ or ‘{’ on line 4 is not closed before this, or a value is missing; note that a ‘#’ after a space begins a comment"
            ]
        ),
        DiagnosticCase(
            "pipe as text",
            toggles: """
                  a:
                    description: | text

                """,
            expected: [
                "5:20: a line break must follow ‘|’ or ‘>’; put text that begins with them in quotes"
            ]
        ),
    ]

    @Test(arguments: cases)
    func invalidAndUnsupportedYAMLIsReported(_ sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
        #expect(Manifest.parse(sample.yaml, path: "t").manifest == nil)
    }
}
