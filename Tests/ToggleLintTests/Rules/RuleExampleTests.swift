import FeatureToggles
import Testing
import ToggleLint
import ToggleManifest

/// Runs every rule's examples through the whole of it: manifest, scanner, linter.
@Suite struct RuleExampleTests {
    @Test func rulesHaveDistinctIdentifiersAndExamples() {
        let descriptions = Rules.all.map { $0.description }
        #expect(Set(descriptions.map(\.identifier)).count == descriptions.count)
        for rule in descriptions {
            #expect(rule.identifier.allSatisfy { $0.isLowercase || $0 == "_" }, "\(rule.identifier)")
            #expect(!rule.bad.isEmpty && !rule.good.isEmpty, "\(rule.identifier)")
            #expect(!rule.summary.hasSuffix("."), "\(rule.identifier)")
            #expect(rule.rationale.hasSuffix(".") || rule.rationale.hasSuffix("?"), "\(rule.identifier)")
        }
    }

    @Test(arguments: Rules.all.map { $0.description.identifier })
    func aBadExampleIsFoundWithOwnerAndNextStep(_ identifier: String) throws {
        let rule = try #require(Rules.all.first { $0.description.identifier == identifier })
        for example in rule.description.bad {
            let report = Linter(try ExampleProject.project(of: example)).run()
            #expect(!report.findings.isEmpty, "\(example.title)")
            for finding in report.findings {
                #expect(finding.rule == identifier, "\(example.title): \(finding.message)")
                #expect(finding.owner?.isEmpty == false, "\(example.title): \(finding.message)")
                #expect(!finding.nextStep.isEmpty && !finding.nextStep.hasSuffix("."), "\(finding.nextStep)")
                #expect(!finding.message.hasSuffix(".") && !finding.message.contains("\n"), "\(finding.message)")
            }
        }
    }

    @Test(arguments: Rules.all.map { $0.description.identifier })
    func nothingIsFoundInAGoodExample(_ identifier: String) throws {
        let rule = try #require(Rules.all.first { $0.description.identifier == identifier })
        for example in rule.description.good {
            let report = Linter(try ExampleProject.project(of: example)).run()
            #expect(report.findings.map { "\($0.rule): \($0.message)" } == [], "\(example.title)")
        }
    }

    /// Every message and next step, word for word.
    @Test func messagesAreAsTheyWereRead() throws {
        var text = ""
        for rule in Rules.all {
            text += "\(rule.description.identifier)\n"
            for example in rule.description.bad {
                for finding in rule.findings(in: try ExampleProject.project(of: example)) {
                    let place = finding.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
                    text += """
                          \(finding.path)\(place): \(finding.severity): \(finding.message)
                            owner: \(finding.owner ?? "nobody")
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
