import ToggleLint
import ToggleManifest

extension ToggleUse {
    /// Returns a read of a toggle, for tests without a scanner.
    static func read(
        _ key: String,
        at path: String = "Sources/App.swift",
        line: Int = 1,
        certainty: Certainty = .certain,
        place: Place = .production,
        call: String? = "isEnabled",
        function: String? = "start()",
        condition: ToggleCondition? = nil,
        freeze: Freeze? = nil,
        within compilationConditions: [String] = []
    ) -> ToggleUse {
        ToggleUse(
            target: .toggle(key),
            form: .member,
            certainty: certainty,
            place: place,
            call: call,
            path: path,
            range: .line(line),
            line: "",
            function: function,
            bodyPlace: function.map { BodyPlace(body: $0.utf8.reduce(0) { $0 + Int($1) }, branches: []) },
            condition: condition,
            freeze: freeze,
            compilationConditions: compilationConditions
        )
    }
}

extension SourceRange {
    /// The beginning of a line.
    static func line(_ line: Int) -> SourceRange {
        let start = SourceLocation(line: line, column: 1, offset: line * 100)
        return SourceRange(start: start, end: SourceLocation(line: line, column: 5, offset: line * 100 + 4))
    }
}

extension LintProject {
    /// Returns a project from an example's text, with given uses.
    static func example(
        _ toggles: String,
        lint: String = "",
        uses: [ToggleUse]? = nil,
        document: String? = nil,
        localDefaults: String? = nil,
        codeOwners: String? = nil,
        history: ProjectHistory? = nil,
        today: String = "2026-11-21"
    ) throws -> LintProject {
        var project = try ExampleProject.project(
            of: RuleExample(
                "",
                toggles: toggles,
                lint: lint,
                document: document,
                localDefaults: localDefaults,
                codeOwners: codeOwners,
                history: history,
                today: today
            )
        )
        project.sources = uses.map { SourceFacts(uses: $0, fileCount: 1) }
        return project
    }

    /// Returns the findings of all rules: severity, rule, and message.
    func findings() -> [String] {
        Linter(self).run().findings.map { "\($0.severity) \($0.rule): \($0.message)" }
    }

    /// Returns the next steps of all findings.
    func nextSteps() -> [String] { Linter(self).run().findings.map(\.nextStep) }
}
