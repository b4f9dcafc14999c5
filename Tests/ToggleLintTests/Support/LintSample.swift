import ToggleBase
import ToggleManifest

@testable import ToggleLint

/// A project with a few toggles, and rules with findings for each of them.
enum LintSample {
    static let manifest = """
        schema: 1
        namespace: ShopToggles
        toggles:
          new_checkout:
            category: release
            description: One-page checkout.
            owner: payments
            created: 2026-10-01
            expires: 2026-11-15
          search_ranking:
            category: ops
            values: [classic, neural]
            default: classic
            description: Which ranking the search uses.
            owner: search
            created: 2026-09-01
          admin_tools:
            category: permission
            permanent: true
            description: Admin tools.
            owner: platform
            created: 2025-01-10

        """

    /// Returns a project with a `lint:` section, and the diagnostics of the section.
    static func project(
        lint: String = "",
        today: String = "2026-11-21",
        sources: SourceFacts? = nil
    ) -> (project: LintProject, diagnostics: [Diagnostic]) {
        let indented = lint.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
        let text = manifest + (lint.isEmpty ? "" : "lint:\n\(indented.joined(separator: "\n"))\n")
        let result = Manifest.parse(text, path: "toggles.yaml")
        let manifest = result.manifest ?? Manifest(namespace: "Broken", toggles: [])
        let rules = SampleRules.all.map { $0.description } + SuppressionRules.all
        let (configuration, diagnostics) = LintConfiguration.read(manifest.lint, path: "toggles.yaml", rules: rules)
        let project = LintProject(
            manifestFiles: [("toggles.yaml", manifest)],
            configuration: configuration,
            today: CalendarDate(today) ?? .earliest,
            sources: sources
        )
        return (project, result.diagnostics + diagnostics)
    }

    static func range(_ line: Int, _ column: Int, length: Int = 4) -> SourceRange {
        SourceRange(
            start: SourceLocation(line: line, column: column, offset: line * 100 + column),
            end: SourceLocation(line: line, column: column + length, offset: line * 100 + column + length)
        )
    }

    /// Returns a read of a toggle.
    static func use(_ key: String, path: String = "Sources/App.swift", line: Int) -> ToggleUse {
        ToggleUse(
            target: .toggle(key),
            form: .member,
            certainty: .certain,
            place: .production,
            path: path,
            range: range(line, 5),
            line: "    isEnabled(.\(key))"
        )
    }

    /// Returns a suppression after the code of a line.
    static func comment(_ rules: [String], reason: String? = "On purpose.", line: Int) -> CodeSuppression {
        CodeSuppression(
            rules: rules,
            reason: reason,
            path: "Sources/App.swift",
            range: range(line, 40),
            lines: line...line
        )
    }
}

/// Simple rules with predictable findings.
enum SampleRules {
    static let all: [any LintRule.Type] = [ExpiredRule.self, ReadRule.self, OptionalRule.self]

    /// Reports every expired toggle.
    enum ExpiredRule: LintRule {
        static let description = RuleDescription(
            identifier: Linter.expiryRule,
            area: .time,
            severity: .warning,
            summary: "a toggle whose day has come",
            rationale: "Dates are promises.",
            options: [RuleOption("days", standard: 3, meaning: "days after the day")],
            bad: [],
            good: []
        )

        static func findings(in facts: LintFacts) -> [Finding] {
            facts.manifest.toggles.compactMap { toggle in
                guard let day = toggle.details.expires, day < facts.today else { return nil }
                return Finding(
                    description,
                    toggle: toggle,
                    path: facts.project.manifestPath,
                    range: toggle.location,
                    message: "\(toggle.key.quoted) expired on \(day)",
                    nextStep: "remove it"
                )
            }
        }
    }

    /// Reports every read of a toggle; reads after line 100 only as notes.
    enum ReadRule: LintRule {
        static let description = RuleDescription(
            identifier: "read_toggle",
            area: .code,
            severity: .warning,
            summary: "a read of a toggle",
            rationale: "No code should read it.",
            bad: [],
            good: []
        )

        static func findings(in facts: LintFacts) -> [Finding] {
            facts.uses.reversed().compactMap { use in
                guard case .toggle(let key) = use.target else { return nil }
                var finding = Finding(
                    description,
                    toggle: facts.toggles[key],
                    path: use.path,
                    range: use.range,
                    message: "\(key.quoted) is read",
                    nextStep: "do not read it"
                )
                if use.range.start.line > 100 { finding.severity = .note }
                return finding
            }
        }
    }

    /// Reports every toggle; off by default.
    enum OptionalRule: LintRule {
        static let description = RuleDescription(
            identifier: "any_toggle",
            area: .hygiene,
            severity: .note,
            isOn: false,
            summary: "a toggle",
            rationale: "Toggles are toggles.",
            bad: [],
            good: []
        )

        static func findings(in facts: LintFacts) -> [Finding] {
            facts.manifest.toggles.map { toggle in
                Finding(
                    description,
                    toggle: toggle,
                    path: facts.project.manifestPath,
                    range: toggle.location,
                    message: "\(toggle.key.quoted) is a toggle",
                    nextStep: "look at it"
                )
            }
        }
    }
}
