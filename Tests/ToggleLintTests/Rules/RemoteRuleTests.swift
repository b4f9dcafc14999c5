import Testing
import ToggleBase
import ToggleLint
import ToggleManifest

@Suite struct RemoteRuleTests {
    /// Returns a document with Boolean flags: the key, the default variant, and additional members.
    static func document(_ flags: [(String, String, String)], metadata: String = "{}") -> String {
        let texts = flags.map { key, variant, rest in
            """
            "\(key)": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "\(variant)"\(rest)}
            """
        }
        return "{\"flags\": {\n\(texts.joined(separator: ",\n"))\n}, \"metadata\": \(metadata)}"
    }

    static func commit(_ day: String, _ subject: String) throws -> ProjectHistory.Commit {
        let date = try #require(CalendarDate(day))
        return ProjectHistory.Commit(
            identifier: "0123456789abcdef0123456789abcdef01234567",
            day: date,
            author: "Robin",
            subject: subject
        )
    }

    @Test func settledDateComesFromGit() throws {
        let events = try [("2026-08-01", "false"), ("2026-09-01", "true"), ("2026-11-01", "true")].map { day, value in
            ProjectHistory.ParameterEvent(
                parameter: "instant_search",
                kind: .changed,
                valueForAllUsers: value,
                commit: try Self.commit(day, "Change it")
            )
        }
        let project = try LintProject.example(
            "instant_search:\n  category: ops",
            document: Self.document([("instant_search", "on", "")]),
            history: ProjectHistory(parameters: events)
        )
        #expect(
            project.findings() == [
                "warning settled_parameter: all users have had true for ‘instant_search’ since 2026-09-01 (81 days)"
            ]
        )
        #expect(
            project.nextSteps() == [
                """
                remove the code that reads it, then remove the toggle from toggles.yaml; `toggles remove instant_search \
                --keep on` prints this as a diff; keep the parameter \
                ‘instant_search’ in flags.json as long as released versions read it
                """
            ]
        )
    }

    @Test(
        arguments: [
            ("ops", "", true), ("ops", "\n  permanent: true\n  issue: OPS-1", false),
            ("ops", "\n  type: int\n  default: 3", false), ("migration", "", false),
        ]
    )
    func togglesThatStayAreNotSettled(category: String, fields: String, isFound: Bool) throws {
        let value = fields.contains("int") ? "4" : category == "migration" ? "\"dualwrite\"" : "true"
        let document = """
            {"flags": {"it_works": {"state": "ENABLED", "variants": {"a": \(value)}, "defaultVariant": "a"}},
             "metadata": {"updatedAt": "2026-09-30T10:00:00Z"}}
            """
        let project = try LintProject.example("it_works:\n  category: \(category)\(fields)", document: document)
        let found = Linter(project, options: .only("settled_parameter")).run().findings
        #expect(found.isEmpty == !isFound)
    }

    @Test func distinguishesOrphansFromMisspelledNames() throws {
        let project = try LintProject.example(
            """
            search_ranking:
              category: ops
              remote: search_ranking_2
            new_checkout:
              category: release
            """,
            document: Self.document([
                ("search_ranking", "off", ""), ("serch_ranking_2", "off", ""), ("new_checkout", "on", ""),
            ])
        )
        #expect(
            project.findings() == [
                """
                warning orphaned_parameter: ‘search_ranking’ reads the parameter ‘search_ranking_2’, and nothing reads \
                the parameter with its own name
                """,
                """
                warning orphaned_parameter: no toggle reads the parameter ‘serch_ranking_2’; did you mean \
                ‘search_ranking_2’?
                """,
                """
                warning orphaned_parameter: ‘new_checkout’ is a release toggle, which reads no document, but has a \
                parameter
                """,
                """
                note missing_parameter: flags.json has no parameter ‘search_ranking_2’, so it cannot be operated; did \
                you mean ‘serch_ranking_2’?
                """,
            ]
        )
    }

    @Test func changedRetiredParameterIsReportedWithCommit() throws {
        let history = ProjectHistory(
            toggles: [
                .init(
                    toggle: "search_ranking",
                    kind: .parameter(from: nil, to: "search_ranking_2"),
                    commit: try Self.commit("2026-10-01", "Rotate it")
                )
            ],
            parameters: try [("2026-10-01", "Switch it off"), ("2026-10-09", "Try again")].map { day, subject in
                .init(
                    parameter: "search_ranking",
                    kind: .changed,
                    valueForAllUsers: "false",
                    commit: try Self.commit(day, subject)
                )
            }
        )
        var project = try LintProject.example(
            "search_ranking:\n  category: ops\n  remote: search_ranking_2\n  retired: [search_ranking]",
            document: Self.document([("search_ranking", "off", ""), ("search_ranking_2", "on", "")]),
            history: history
        )
        #expect(
            project.findings() == [
                """
                error retired_parameter_changed: ‘search_ranking’ was retired on 2026-10-01 and must not change, but \
                was changed by Robin on 2026-10-09 (‘Try again’)
                """
            ]
        )
        project.history?.parameters.removeLast()
        #expect(project.findings() == [])
    }

    @Test func reusedRetiredParameterIsReported() throws {
        let history = ProjectHistory(toggles: [
            .init(
                toggle: "search_ranking",
                kind: .parameter(from: nil, to: "search_ranking_2"),
                commit: try Self.commit("2026-10-01", "Rotate it")
            )
        ])
        let project = try LintProject.example(
            """
            search_ranking:
              category: ops
              remote: search_ranking_2
            search_order:
              category: ops
              remote: search_ranking
            """,
            history: history
        )
        #expect(
            project.findings() == [
                """
                error retired_parameter_reused: ‘search_order’ reads ‘search_ranking’, which ‘search_ranking’ stopped \
                reading in a change by Robin on 2026-10-01 (‘Rotate it’)
                """
            ]
        )
        #expect(project.nextSteps() == ["read a new parameter: `toggles rotate search_order`"])
    }

    @Test(
        arguments: [
            (
                #"{"fractional": [["on", 0], ["off", 100]]}"#, "note",
                "the rollout of ‘instant_search’ has not begun: ‘on’ has 0%",
                "begin it at flags.json:2, or remove the ‘fractional’ until then"
            ),
            (
                #"{"if": [{"var": "beta"}, {"fractional": [["on"]]}]}"#, "warning",
                "the rollout of ‘instant_search’ is complete: ‘on’ has 100%",
                #"write "on" instead of the ‘fractional’ at flags.json:2"#
            ),
            (
                #"{"if": [{"var": "beta"}, {"fractional": [["on", 10], ["off", 90], ["none", 0]]}]}"#, "note",
                "the share of ‘none’ in ‘instant_search’ is 0%",
                #"give ‘none’ a share at flags.json:2, or remove ["none", 0] from it"#
            ),
        ]
    )
    func degenerateRolloutIsReported(rule: String, severity: String, message: String, step: String) throws {
        let project = try LintProject.example(
            "instant_search:\n  category: ops",
            document: Self.document([("instant_search", "off", ", \"targeting\": \(rule)")])
        )
        #expect(project.findings() == ["\(severity) finished_rollout: \(message)"])
        #expect(project.nextSteps() == [step])
    }

    @Test(arguments: ["", "{", "[]", #"{"flags": []}"#, #"{"flags": {"a": 3, "b": {"variants": [], "targeting": 7}}}"#])
    func invalidDocumentDoesNotTrap(text: String) throws {
        _ = try LintProject.example("instant_search:\n  category: ops", document: text).findings()
    }
}
