import TestSupport
import Testing
import ToggleLint

/// The histories of examples.
@Suite struct RuleExampleHistoryTests {
    private static let examples = RuleCatalog.descriptions.flatMap { rule in
        (rule.bad + rule.good).filter { $0.history != nil }.map { (rule, $0) }
    }

    @Test func exampleHistoryIsPrintedWithDates() {
        #expect(Self.examples.count > 10)
        for (rule, example) in Self.examples {
            let commits =
                (example.history?.parameters.map(\.commit) ?? []) + (example.history?.toggles.map(\.commit) ?? [])
            #expect(!commits.isEmpty, "\(example.title)")
            let explanation = RuleHelp.explanation(of: rule).split(separator: "\n").map(String.init)
            let page = RuleDocumentation.markdown
            for commit in commits {
                #expect(explanation.contains("  \(commit.day)"), "\(example.title)")
                #expect(page.contains("\n\(commit.day)\n"), "\(example.title)")
            }
        }
    }

    @Test func explanationShowsChanges() throws {
        let rule = try #require(RuleCatalog.description(of: "skipped_stage"))
        let text = RuleHelp.explanation(of: rule)
        #expect(
            text.contains(
                """
                  # flags.json in git, where it differs
                  2026-11-01
                        "state": "ENABLED", "defaultVariant": "dualwrite",
                  2026-11-18
                        "state": "ENABLED", "defaultVariant": "live",
                  # on 2026-11-21
                """
            ),
            "\(text)"
        )
        let moved = try #require(RuleCatalog.description(of: "expiry_pushed_back"))
        #expect(
            RuleHelp.explanation(of: moved).contains(
                "  2026-10-01\n    new_checkout expires 2026-10-20 instead of 2026-10-01\n"
            )
        )
    }

    /// Commits the shown texts, and expects the history that the example declares.
    @Test func gitReproducesHistoryOfExamples() throws {
        let rule = try #require(RuleCatalog.description(of: "skipped_stage"))
        for example in rule.bad + rule.good where !example.revisions.isEmpty {
            let repository = try TemporaryRepository()
            for revision in example.revisions {
                try repository.write(revision.text, to: "flags.json")
                try repository.commit(revision.subject, on: revision.day, author: "Robin")
            }
            var project = try ExampleProject.project(of: example)
            let expected = Linter(project).run().findings.map(\.message)
            project.history = try ProjectHistory.read(
                try GitRepository(at: repository.folder),
                manifestPaths: ["toggles.yaml"],
                documentPath: "flags.json"
            )
            #expect(Linter(project).run().findings.map(\.message) == expected, "\(example.title)")
            // The finding depends on the history: without it, the linter doesn't report the same message.
            project.history = nil
            let without = Linter(project).run().findings.map(\.message)
            #expect(expected.isEmpty || without != expected, "\(example.title)")
        }
    }
}
