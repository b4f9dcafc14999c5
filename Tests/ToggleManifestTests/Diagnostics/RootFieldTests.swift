import Testing

@testable import ToggleManifest

struct RootFieldTests {
    static let cases: [DiagnosticCase] = [
        DiagnosticCase(
            "empty file",
            of: "",
            expected: [
                "1:1: the file is empty; run `toggles init` to write it"
            ]
        ),
        DiagnosticCase(
            "only comments",
            of: """
                # nothing


                """,
            expected: [
                "1:1: the file has no fields; write at least schema, namespace and toggles, or remove it and run `toggles init`"
            ]
        ),
        DiagnosticCase(
            "only a document marker",
            of: """
                ---

                """,
            expected: [
                "1:1: the file has no fields; write at least schema, namespace and toggles, or remove it and run `toggles init`"
            ]
        ),
        DiagnosticCase(
            "root is a list",
            of: """
                - a
                - b

                """,
            expected: [
                "1:1: the file is a list, but should be a mapping with the fields ‘schema’, ‘namespace’, ‘application’, ‘access’, ‘time_zone’, ‘document’, ‘environments’, ‘defaults’, ‘toggles’ and ‘lint’"
            ]
        ),
        DiagnosticCase(
            "root is text",
            of: """
                hello

                """,
            expected: [
                "1:1: the file is text, but should be a mapping with the fields ‘schema’, ‘namespace’, ‘application’, ‘access’, ‘time_zone’, ‘document’, ‘environments’, ‘defaults’, ‘toggles’ and ‘lint’"
            ]
        ),
        DiagnosticCase(
            "everything missing",
            of: """
                lint: {}

                """,
            expected: [
                "1:1: the field ‘schema’ is missing; write ‘schema: 1’",
                "1:1: the field ‘namespace’ is missing; write ‘namespace: AppToggles’",
                "1:1: the field ‘toggles’ is missing; write ‘toggles:’",
            ]
        ),
        DiagnosticCase(
            "unknown schema",
            of: """
                schema: 2
                namespace: App
                toggles:

                """,
            expected: [
                "1:9: schema ‘2’ is not supported; write ‘schema: 1’, or update swift-feature-toggles"
            ]
        ),
        DiagnosticCase(
            "schema in quotes",
            of: """
                schema: "1"
                namespace: App
                toggles:

                """,
            expected: [
                "1:9: ‘schema’ is text, but should be an integer; write ‘schema: 1’"
            ]
        ),
        DiagnosticCase(
            "namespace in snake case",
            of: """
                schema: 1
                namespace: app_toggles
                toggles:

                """,
            expected: [
                "2:12: ‘app_toggles’ cannot be the name of the generated enum, which is letters and digits in UpperCamelCase; write ‘AppToggles’"
            ]
        ),
        DiagnosticCase(
            "namespace that would become a reserved one",
            of: """
                schema: 1
                namespace: self
                toggles:

                """,
            expected: [
                "2:12: ‘self’ cannot be the name of the generated enum, which is letters and digits in UpperCamelCase; write ‘AppToggles’"
            ]
        ),
        DiagnosticCase(
            "namespace that cannot be a name",
            of: """
                schema: 1
                namespace: 1
                toggles:

                """,
            expected: [
                "2:12: ‘namespace’ is an integer, but should be the name of the generated enum, such as ‘AppToggles’"
            ]
        ),
        DiagnosticCase(
            "namespace that Swift reserves",
            of: """
                schema: 1
                namespace: Any
                toggles:

                """,
            expected: [
                "2:12: the generated enum cannot be named ‘Any’, which has a meaning in Swift or FeatureToggles; write another name, such as ‘AppToggles’"
            ]
        ),
        DiagnosticCase(
            "namespace that the key types hide",
            of: """
                schema: 1
                namespace: Value
                toggles:

                """,
            expected: [
                "2:12: the generated enum cannot be named ‘Value’, which has a meaning in Swift or FeatureToggles; write another name, such as ‘AppToggles’"
            ]
        ),
        DiagnosticCase(
            "namespace that generated enums conform to",
            of: """
                schema: 1
                namespace: GeneratedToggleVariant
                toggles:

                """,
            expected: [
                "2:12: the generated enum cannot be named ‘GeneratedToggleVariant’, which has a meaning in Swift or FeatureToggles; write another name, such as ‘AppToggles’"
            ]
        ),
        DiagnosticCase(
            "access misspelled",
            of: """
                schema: 1
                namespace: App
                access: publik
                toggles:

                """,
            expected: [
                "3:9: ‘publik’ is not an access level of the generated code; did you mean ‘public’?"
            ]
        ),
        DiagnosticCase(
            "access unknown",
            of: """
                schema: 1
                namespace: App
                access: open
                toggles:

                """,
            expected: [
                "3:9: ‘open’ is not an access level of the generated code; write ‘internal’, ‘package’ or ‘public’"
            ]
        ),
        DiagnosticCase(
            "access not text",
            of: """
                schema: 1
                namespace: App
                access: [public]
                toggles:

                """,
            expected: [
                "3:9: ‘access’ is a list; write ‘internal’, ‘package’ or ‘public’"
            ]
        ),
        DiagnosticCase(
            "name of a time zone",
            of: """
                schema: 1
                namespace: App
                time_zone: Asia/Tokyo
                toggles:

                """,
            expected: [
                "3:12: ‘Asia/Tokyo’ is not the offset of a time zone from UTC; write hours and minutes, such as ‘\"+09:00\"’ for Tokyo"
            ]
        ),
        DiagnosticCase(
            "time zone is a list",
            of: """
                schema: 1
                namespace: App
                time_zone: [9]
                toggles:

                """,
            expected: [
                "3:12: ‘time_zone’ is a list, but should be the offset of a time zone from UTC; write hours and minutes, such as ‘\"+09:00\"’ for Tokyo"
            ]
        ),
        DiagnosticCase(
            "application is a number",
            of: """
                schema: 1
                namespace: App
                application: 5
                toggles:

                """,
            expected: [
                "3:14: ‘application’ is an integer, but should be the application's name, such as ‘storefront’"
            ]
        ),
        DiagnosticCase(
            "application that cannot name a folder",
            of: """
                schema: 1
                namespace: App
                application: ../etc
                toggles:

                """,
            expected: [
                "3:14: ‘../etc’ cannot name the folder of the local defaults file; write 1 to 64 letters, digits, ‘-’, ‘_’ and ‘.’, beginning with a letter or digit"
            ]
        ),
        DiagnosticCase(
            "toggles are a list",
            toggles: """
                  - a

                """,
            expected: [
                "4:3: ‘toggles’ is a list, but should be a mapping: a line ‘new_checkout:’ with the fields below it, for each toggle"
            ]
        ),
        DiagnosticCase(
            "lint is text",
            toggles: """
                lint: strict

                """,
            expected: [
                "4:7: ‘lint’ is text, but should be a mapping of the linter's settings"
            ]
        ),
        DiagnosticCase(
            "document below lint",
            toggles: """
                lint:
                  grace: 7
                  document: Config/flags.json

                """,
            expected: [
                "6:3: ‘document’ is not a setting of the linter; write ‘document: Config/flags.json’ at the top of the file, above ‘toggles:’"
            ]
        ),
        DiagnosticCase(
            "other name of the document below lint",
            toggles: """
                lint: { flags: [a] }

                """,
            expected: [
                "4:9: ‘flags’ is not a setting of the linter; write ‘document: flags.json’ at the top of the file, above ‘toggles:’"
            ]
        ),
        DiagnosticCase(
            "document without a path",
            toggles: """
                document:

                """,
            expected: [
                "4:10: ‘document’ is blank, but should be the path of the remote document, such as ‘flags.json’"
            ]
        ),
        DiagnosticCase(
            "document is a list",
            toggles: """
                document: [a.json, b.json]

                """,
            expected: [
                "4:11: ‘document’ is a list, but should be the path of the remote document, such as ‘flags.json’"
            ]
        ),
        DiagnosticCase(
            "document outside of the project",
            toggles: """
                document: ../flags.json

                """,
            expected: [
                "4:11: ‘../flags.json’ leads out of the project; write a path relative to this manifest or a folder above it, such as ‘Config/flags.json’"
            ]
        ),
        DiagnosticCase(
            "unknown root field",
            of: """
                schema: 1
                namspace: App
                namespace: App
                toggles:
                colour: red

                """,
            expected: [
                "2:1: ‘namspace’ is not a field of a toggles.yaml; did you mean ‘namespace’?",
                "5:1: ‘colour’ is not a field of a toggles.yaml; the fields are ‘schema’, ‘namespace’, ‘application’, ‘access’, ‘time_zone’, ‘document’, ‘environments’, ‘defaults’, ‘toggles’ and ‘lint’",
            ]
        ),
        DiagnosticCase(
            "toggle at the root",
            toggles: """
                new_checkout:
                  category: release

                """,
            expected: [
                "4:1: ‘new_checkout’ looks like a toggle; indent it below ‘toggles:’"
            ]
        ),
        DiagnosticCase(
            "toggle's field at the root",
            toggles: """
                owner: me

                """,
            expected: [
                "4:1: ‘owner’ is a field of a toggle; indent it below the toggle's key"
            ]
        ),
        DiagnosticCase(
            "root field twice",
            of: """
                schema: 1
                namespace: App
                namespace: Other
                toggles:

                """,
            expected: [
                "3:1: ‘namespace’ is already on line 2; remove one of the two or rename it"
            ]
        ),
    ]

    @Test(arguments: cases)
    func rootFieldProblemsAreReported(_ sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
        #expect(Manifest.parse(sample.yaml, path: "t").manifest == nil)
    }
}
