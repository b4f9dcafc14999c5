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
    func ownerMatchesByLastWord(owner: String, isKnown: Bool) throws {
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
                "the description ‘Enables the new checkout’ only repeats the key ‘new_checkout’"
            ),
            ("新しい一ページの決済画面を表示する。", nil),
        ] as [(String, String?)]
    )
    func descriptionIsMeaningful(text: String, message: String?) throws {
        let project = try LintProject.example("new_checkout:\n  description: \(text)")
        #expect(project.findings() == (message.map { ["note short_description: \($0)"] } ?? []))
    }

    @Test(
        arguments: [
            (1, "‘flag_1’ has the owner ‘nobody’"), (2, "‘flag_1’ and 1 other toggle have the owner ‘nobody’"),
            (45, "‘flag_1’ and 44 other toggles have the owner ‘nobody’"),
        ]
    )
    func missingOwnersAreOneFinding(count: Int, message: String) throws {
        let toggles = (1...count).map { "flag_\($0):\n  owner: nobody" } + ["new_checkout:\n  owner: payment"]
        let project = try LintProject.example(toggles.joined(separator: "\n"), codeOwners: "* @shop/payments")
        let rest = ", which `toggles init` writes if CODEOWNERS names no owner"
        #expect(
            project.findings() == [
                "warning unknown_owner: \(message)\(rest)",
                "warning unknown_owner: the owner ‘payment’ of ‘new_checkout’ is not in CODEOWNERS",
            ]
        )
        let findings = Linter(project).run().findings
        // The next step names the line that is reported.
        let (other, line) = (try #require(findings.last), try #require(findings.last?.range?.start.line))
        #expect(other.nextStep.contains("‘owner:’ at toggles.yaml:\(line)"), "\(other.nextStep)")
        let related = findings.first?.related ?? []
        #expect(related.count == min(10, count - 1))
        // A team can have that name.
        let known = try LintProject.example("a:\n  owner: nobody\nb:\n  owner: nobody", codeOwners: "* @shop/nobody")
        #expect(known.findings() == [])
    }

    @Test func descriptionsThatRepeatNamesAreOneFinding() throws {
        let names = [
            ("new_checkout", "newCheckout"), ("one_page", "onePage"), ("cart", "cart"), ("reviews", "reviews"),
        ]
        var project = try LintProject.example(
            """
            new_checkout:
              description: New checkout.
            one_page:
              description: One page.
            cart:
              description: Cart.
            reviews:
              description: The reviews.
            """,
            uses: names.map { ToggleUse.read($0.0) }
        )
        project.sources?.declared = names.map { key, name in
            DeclaredFlag(key: key, name: name, container: "Flags", source: 0, path: "Flags.swift", range: .line(1))
        }
        let found = Linter(project).run().findings.filter { $0.rule == "short_description" }.map(\.message)
        #expect(
            found == [
                "‘new_checkout’ and 2 other toggles have a description that `toggles init` derived from the name",
                "the description ‘The reviews.’ only repeats the key ‘reviews’",
            ]
        )
    }

    @Test func parametersCollideLikeKeys() throws {
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
                warning colliding_name: the parameters ‘search_ranking’ and ‘Search.Ranking’ differ only in case or \
                separators
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
    func codeOwnersPatternMatchesFiles(pattern: String, path: String, isMeant: Bool) throws {
        var use = ToggleUse.read("", at: path)
        use.target = .undeclared("something_else")
        let project = try LintProject.example("new_checkout:", uses: [use], codeOwners: "\(pattern) @shop/docs")
        let finding = try #require(Linter(project, options: .only("undeclared_key")).run().findings.first)
        #expect(finding.owner == (isMeant ? "@shop/docs" : nil))
    }

    @Test func lastMatchingLineCounts() throws {
        var use = ToggleUse.read("", at: "Sources/A B.swift")
        use.target = .undeclared("something_else")
        let owners = "* @shop/all\nSources/A\\ B.swift @shop/spaces\n*.md @shop/docs"
        let project = try LintProject.example("new_checkout:", uses: [use], codeOwners: owners)
        let finding = try #require(Linter(project, options: .only("undeclared_key")).run().findings.first)
        #expect(finding.owner == "@shop/spaces")
    }
}
