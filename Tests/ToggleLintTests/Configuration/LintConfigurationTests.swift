import Testing
import ToggleManifest

@testable import ToggleLint

@Suite struct LintConfigurationTests {
    @Test func readsAllSettings() throws {
        let (project, diagnostics) = LintSample.project(
            lint: """
                included: [Sources, ./App/]
                excluded: ["**/Generated/**"]
                tests: ["**/*Tests/**"]
                debug_menus: [Sources/Debug]
                scripts: ["Scripts/*.sh"]
                grace: 14
                rules:
                  read_toggle: error
                  any_toggle: off
                  expired_toggle: { severity: note, days: 30, categories: { ops: off, permission: error } }
                allow:
                  - { rule: read_toggle, toggle: new_checkout, reason: Waiting for 2.4., until: 2027-01-31 }
                  - rule: expired_toggle
                    reason: "After the fair."
                    until: 2026-12-24
                sources:
                  - { type: FeatureFlag, file: Core/FeatureFlag.swift, kind: cases, key: snake_case, reads: ["isFeatureOn(_:)"] }
                  - { type: UserPreference, kind: attributed_properties }
                """
        )
        #expect(diagnostics == [])
        let configuration = project.configuration
        #expect(configuration.included == ["Sources", "App"])
        #expect(configuration.excluded == ["**/Generated/**"])
        #expect(configuration.tests == ["**/*Tests/**"])
        #expect(configuration.debugMenus == ["Sources/Debug"])
        #expect(configuration.scripts == ["Scripts/*.sh"])
        #expect(configuration.grace == 14)
        #expect(configuration.severities["read_toggle"] == .some(.error))
        #expect(configuration.severities["any_toggle"] == .some(nil))
        #expect(configuration.severities["expired_toggle"] == .some(.note))
        #expect(configuration.options == ["expired_toggle": ["days": 30]])
        #expect(configuration.categorySeverities["expired_toggle"]?[.ops] == .some(nil))
        #expect(configuration.categorySeverities["expired_toggle"]?[.permission] == .some(.error))
        #expect(configuration.allowances.map(\.rule) == ["read_toggle", "expired_toggle"])
        #expect(configuration.allowances.map(\.toggle) == ["new_checkout", nil])
        #expect(configuration.allowances.map(\.until.description) == ["2027-01-31", "2026-12-24"])
        #expect(configuration.allowances.map(\.place?.range.start.line) == [35, 36])
        #expect(
            configuration.sources == [
                LintConfiguration.DeclarationSource(
                    kind: .cases,
                    type: "FeatureFlag",
                    file: "Core/FeatureFlag.swift",
                    key: .snakeCase,
                    reads: ["isFeatureOn"]
                ),
                LintConfiguration.DeclarationSource(kind: .attributedProperties, type: "UserPreference"),
            ]
        )
    }

    @Test(arguments: ["", "rules:", "allow:\nsources: ~\nincluded:"])
    func missingSettingsHaveDefaults(lint: String) {
        let (project, diagnostics) = LintSample.project(lint: lint)
        #expect(diagnostics == [])
        #expect(project.configuration.grace == 7)
        #expect(project.configuration.allowances == [])
    }

    /// The first line after `lint:` is line 24; columns count from the beginning of the line.
    @Test(
        arguments: [
            ("includ: [Sources]", ["24:3: ‘includ’ is not a field of the lint section; did you mean ‘included’?"]),
            ("exclude: [Sources]", ["24:3: ‘exclude’ is not a field of the lint section; did you mean ‘excluded’?"]),
            (
                "colour: 1",
                [
                    "24:3: ‘colour’ is not a field of the lint section; the fields are ‘included’, ‘excluded’, ‘tests’, ‘debug_menus’, ‘scripts’, ‘grace’, ‘rules’, ‘allow’, ‘sources’ and ‘releases’"
                ]
            ),
            ("included: Sources", ["24:13: ‘included’ is text, but should be a list of paths; write ‘[Sources]’"]),
            (
                "included: { a: b }",
                [
                    "24:13: ‘included’ is a mapping, but should be a list of paths, such as ‘[Sources, \"**/Generated/**\"]’"
                ]
            ),
            (
                "included: [1, \"\"]",
                [
                    "24:14: an entry in ‘included’ is an integer, but should be a path, such as ‘[Sources, \"**/Generated/**\"]’",
                    "24:17: an entry in ‘included’ is blank, but should be a path, such as ‘[Sources, \"**/Generated/**\"]’",
                ]
            ),
            (
                "excluded: [../Other, /tmp]",
                [
                    "24:24: ‘/tmp’ leads out of the project; write a path relative to this manifest, such as ‘Sources’"
                ]
            ),
            ("grace: soon", ["24:10: ‘grace’ is text, ‘soon’, but should be a number of days from 0 to 365"]),
            ("grace: -1", ["24:10: ‘grace’ is -1, but should be a number of days from 0 to 365"]),
            (
                "rules: [read_toggle]",
                ["24:10: ‘rules’ is a list, but should be a mapping of rules, such as ‘expired_toggle: error’"]
            ),
            ("rules: { read_togle: error }", ["24:12: ‘read_togle’ is not a rule; did you mean ‘read_toggle’?"]),
            ("rules: { sunshine: error }", ["24:12: ‘sunshine’ is not a rule; `toggles lint --list` lists them"]),
            ("rules: { read_toggle: eror }", ["24:25: ‘eror’ is not a severity; did you mean ‘error’?"]),
            ("rules: { read_toggle: false }", ["24:25: ‘false’ is not a severity; did you mean ‘off’?"]),
            (
                "rules: { read_toggle: blue }",
                ["24:25: ‘blue’ is not a severity; write ‘error’, ‘warning’, ‘note’ or ‘off’"]
            ),
            (
                "rules: { read_toggle: }",
                [
                    "24:12: ‘read_toggle’ has no value; write ‘error’, ‘warning’, ‘note’ or ‘off’, or a mapping of options"
                ]
            ),
            (
                "rules: { expired_toggle: { day: 3 } }",
                ["24:30: ‘day’ is not an option of ‘expired_toggle’; did you mean ‘days’?"]
            ),
            (
                "rules: { read_toggle: { limit: 3 } }",
                ["24:27: ‘limit’ is not an option of ‘read_toggle’; the options are ‘severity’ and ‘categories’"]
            ),
            (
                "rules: { expired_toggle: { days: -3 } }",
                [
                    "24:36: ‘days’ is -3, but should be a whole number, 0 or greater: days after the day, by default 3"
                ]
            ),
            (
                "rules: { expired_toggle: { categories: { op: off } } }",
                ["24:44: ‘op’ is not a category; did you mean ‘ops’?"]
            ),
            (
                "allow: { rule: read_toggle }",
                [
                    "24:10: ‘allow’ is a mapping, but should be a list, such as ‘- { rule: unused_toggle, reason: Waiting for 2.4., until: 2027-01-31 }’"
                ]
            ),
            (
                "allow:\n  - { rule: read_toggle }",
                [
                    "25:7: the entry under ‘allow’ lacks the field ‘reason’; write ‘reason:’ and why the finding can wait until that day",
                    "25:7: the entry under ‘allow’ lacks the field ‘until’; write ‘until:’ and the last day, such as ‘2027-01-31’",
                ]
            ),
            (
                "allow:\n  - { rule: read_toggle, why: A., until: 2026-02-30 }",
                [
                    "25:28: ‘why’ is not a field of an entry under ‘allow’; did you mean ‘reason’?",
                    "25:44: ‘2026-02-30’ is not a valid date: that month has 28 days and ends on ‘2026-02-28’",
                ]
            ),
            (
                "allow:\n  - { rule: read_togle, reason: \" \", until: 1.2.2027 }",
                [
                    "25:15: ‘read_togle’ is not a rule; did you mean ‘read_toggle’?",
                    "25:35: ‘reason’ is blank; write why the finding can wait until that day",
                    "25:47: ‘1.2.2027’ is not a date; write year, month and day, such as ‘2026-11-01’",
                ]
            ),
            (
                "sources:\n  - { type: FeatureFlag }",
                [
                    "25:7: the entry under ‘sources’ lacks the field ‘kind’; write ‘kind:’ and ‘cases’, ‘static_properties’, ‘attributed_properties’, ‘instance_properties’, ‘compilation_conditions’, ‘nimbus_features’ or ‘string_keys’"
                ]
            ),
            (
                "sources:\n  - { enum: FeatureFlag, kind: case, key: rawvalue, reads: isOn }",
                [
                    "25:9: ‘enum’ is not a field of an entry under ‘sources’; did you mean ‘type’?",
                    "25:34: ‘case’ is not a kind of declaration; did you mean ‘cases’?",
                    "25:45: ‘rawvalue’ is not a way to derive a key; did you mean ‘raw_value’?",
                    "25:62: ‘reads’ is text, but should be a list of calls; write ‘[isOn]’",
                ]
            ),
            (
                "sources:\n  - FeatureFlag",
                [
                    "25:7: an entry under ‘sources’ is text, but should be a mapping with fields such as ‘kind’, ‘type’ and ‘file’"
                ]
            ),
        ]
    )
    func invalidSettingsAreReportedWithFix(lint: String, expected: [String]) {
        let found = LintSample.project(lint: lint).diagnostics.map { diagnostic in
            "\(diagnostic.range.start.line):\(diagnostic.range.start.column): \(diagnostic.message)"
        }
        #expect(found == expected)
    }
}
