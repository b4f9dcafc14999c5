import FeatureToggles
import Testing
import ToggleLint
import ToggleManifest

@Suite struct HygieneRuleTests {
    @Test(
        arguments: [
            ("payments", true), ("Payments", true), ("\"@shop/payments\"", true), ("robin", true),
            ("robin@example.com", true), ("team checkout", true), ("payment", false), ("shop", false),
        ]
    )
    func anOwnerIsKnownByItsLastWord(owner: String, isKnown: Bool) throws {
        let project = try LintProject.example(
            "new_checkout:\n  owner: \(owner)",
            codeOwners: """
                # Who looks after what
                *            @shop/Payments   # everything
                [Checkout][2] @shop/team-checkout
                /Sources/
                docs/*.md    robin@example.com
                """
        )
        #expect(project.findings().isEmpty == isKnown)
    }

    @Test(
        arguments: [
            ("One page instead of three steps.", nil),
            ("Payment.", "the description of ‘new_checkout’ is one word long"),
            ("Checkout page.", "the description of ‘new_checkout’ is 2 words long"),
            (
                "Enables the new checkout",
                "the description ‘Enables the new checkout’ says no more than the key ‘new_checkout’"
            ),
            ("新しい一ページの決済画面を表示する。", nil),
        ] as [(String, String?)]
    )
    func aDescriptionSaysSomething(text: String, message: String?) throws {
        let project = try LintProject.example("new_checkout:\n  description: \(text)")
        #expect(project.findings() == (message.map { ["note short_description: \($0)"] } ?? []))
    }

    @Test func parametersCollideAsKeysDo() throws {
        let project = try LintProject.example(
            """
            search_ranking:
              category: ops
              remote: Search.Ranking
            search_order:
              category: ops
              remote: search_ranking
            """
        )
        #expect(
            project.findings() == [
                """
                warning colliding_name: the parameters ‘search_ranking’ and ‘Search.Ranking’ differ in nothing but capitals \
                and underscores
                """
            ]
        )
    }

    @Test(
        arguments: [
            ("*", "Sources/App.swift", true), ("*.swift", "Sources/App.swift", true),
            ("*.md", "Sources/App.swift", false),
            ("/Sources/", "Sources/Deep/App.swift", true), ("Sources", "Sources/Deep/App.swift", true),
            ("Deep/", "Sources/Deep/App.swift", true), ("/Deep/", "Sources/Deep/App.swift", false),
            ("docs/*", "docs/a.md", true), ("docs/*", "docs/deep/a.md", false), ("docs/**", "docs/deep/a.md", true),
            ("**/deep/*.md", "docs/deep/a.md", true), ("a?.md", "docs/ab.md", true),
            ("/flags.json", "flags.json", true),
            ("**a**a**a**a**a**b", String(repeating: "a", count: 200), false),
        ]
    )
    func aPatternOfCodeOwnersMeansFiles(pattern: String, path: String, isMeant: Bool) throws {
        var use = ToggleUse.read("", at: path)
        use.target = .undeclared("something_else")
        let project = try LintProject.example("new_checkout:", uses: [use], codeOwners: "\(pattern) @shop/docs")
        let finding = try #require(Linter(project, options: .only("undeclared_key")).run().findings.first)
        #expect(finding.owner == (isMeant ? "@shop/docs" : nil))
    }

    @Test func theLastLineThatMatchesCounts() throws {
        var use = ToggleUse.read("", at: "Sources/A B.swift")
        use.target = .undeclared("something_else")
        let owners = "* @shop/all\nSources/A\\ B.swift @shop/spaces\n*.md @shop/docs"
        let project = try LintProject.example("new_checkout:", uses: [use], codeOwners: owners)
        let finding = try #require(Linter(project, options: .only("undeclared_key")).run().findings.first)
        #expect(finding.owner == "@shop/spaces")
    }
}
