import Testing
import ToggleLint
import ToggleManifest

/// Runs every rule's examples through the manifest's parser, the scanner, and the linter.
@Suite struct RuleExampleTests {
    @Test func rulesHaveDistinctIdentifiersAndExamples() {
        let descriptions = RuleCatalog.descriptions
        #expect(Set(descriptions.map(\.identifier)).count == descriptions.count)
        for rule in descriptions {
            #expect(rule.identifier.allSatisfy { $0.isLowercase || $0 == "_" }, "\(rule.identifier)")
            #expect(!rule.bad.isEmpty && !rule.good.isEmpty, "\(rule.identifier)")
            #expect(!rule.summary.hasSuffix("."), "\(rule.identifier)")
            #expect(rule.rationale.hasSuffix(".") || rule.rationale.hasSuffix("?"), "\(rule.identifier)")
        }
    }

    @Test(arguments: RuleCatalog.descriptions.map(\.identifier))
    func badExamplesHaveFindingWithNextStep(_ identifier: String) throws {
        let rule = try #require(RuleCatalog.description(of: identifier))
        for example in rule.bad {
            let report = Linter(try ExampleProject.project(of: example)).run()
            #expect(!report.findings.isEmpty, "\(example.title)")
            for finding in report.findings {
                #expect(finding.rule == identifier, "\(example.title): \(finding.message)")
                // Findings about comments and files have no owner.
                let isAboutToggles =
                    Rules.all.contains { $0.description.identifier == identifier }
                    && identifier != "missing_declaration"
                #expect(!isAboutToggles || finding.ownerText?.isEmpty == false, "\(finding.message)")
                #expect(!finding.nextStep.isEmpty && !finding.nextStep.hasSuffix("."), "\(finding.nextStep)")
                #expect(!finding.message.hasSuffix(".") && !finding.message.contains("\n"), "\(finding.message)")
            }
        }
    }

    @Test(arguments: RuleCatalog.descriptions.map(\.identifier))
    func goodExamplesHaveNoFindings(_ identifier: String) throws {
        let rule = try #require(RuleCatalog.description(of: identifier))
        for example in rule.good {
            let report = Linter(try ExampleProject.project(of: example)).run()
            #expect(report.findings.map { "\($0.rule): \($0.message)" } == [], "\(example.title)")
        }
    }

    /// Compares every message and next step with the reference.
    @Test func messagesMatchReference() throws {
        var text = ""
        for rule in RuleCatalog.descriptions {
            text += "\(rule.identifier)\n"
            for example in rule.bad {
                let project = try ExampleProject.project(of: example)
                let type = Rules.all.first { $0.description.identifier == rule.identifier }
                for finding in type?.findings(in: LintFacts(project)) ?? Linter(project).run().findings {
                    let place = finding.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
                    text += """
                          \(finding.path)\(place): \(finding.severity): \(finding.message)
                            owner: \(finding.ownerText ?? "nobody")
                            next: \(finding.nextStep)

                        """
                    for related in finding.related {
                        text += "    \(related.path):\(related.range.start.line): \(related.message)\n"
                    }
                }
            }
        }
        try ReferenceFile("Tests/ToggleLintTests/Golden/rules.txt").expect(text)
    }
}
