import Testing

@Suite struct MissingDocumentTests {
    private func run(_ arguments: [String], in shop: Shop) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
    }

    @Test(arguments: [
        ["rollout", "search_ranking", "neural=10"], ["kill", "admin_tools"], ["promote", "new_checkout"],
        ["rotate", "search_ranking"], ["target", "admin_tools", "--if", "country == DE", "--then", "off"],
    ])
    func documentIsCreatedWithOption(arguments: [String]) throws {
        let shop = try Shop()
        let arguments = arguments + ["--document", "new.json"]
        #expect(
            try run(arguments, in: shop)
                == .init(
                    error: """
                        Nothing was changed: the remote document ‘new.json’ doesn't exist. Correct the path, or pass --create to \
                        create a document with only this toggle.

                        """,
                    status: 2
                )
        )
        #expect(shop.text("toggles.yaml") == Shop.manifest)
        let preview = try run(arguments + ["--dry-run"], in: shop)
        #expect(preview.output.contains("--- /dev/null\n+++ b/new.json\n"), "\(preview)")
        #expect(shop.text("new.json") == nil)
        // Those that change the manifest need no confirmation.
        let yes = ["promote", "rotate"].contains(arguments[0]) ? [] : ["--yes"]
        let created = try run(arguments + ["--create"] + yes, in: shop)
        #expect(created.status == 0, "\(created)")
        #expect(try shop.run("check", "new.json").status == 0)
    }

    @Test func documentOfManifestIsCreated() throws {
        let shop = try Shop(manifest: Shop.manifest + "document: flags.json\n")
        #expect(try run(["rollout", "search_ranking", "neural=10"], in: shop).error.contains("pass --create"))
        let lint = try run(["lint"], in: shop)
        #expect(lint.status == 2, "\(lint)")
        #expect(lint.error.contains("which ‘document’ in a manifest names, doesn't exist"), "\(lint)")
        let promoted = try run(["promote", "new_checkout", "--create"], in: shop)
        #expect(promoted.output.contains("flags.json is new, and has the parameter ‘new_checkout’."), "\(promoted)")
        #expect(try run(["rollout", "search_ranking", "neural=10", "--yes"], in: shop).status == 0)
        #expect(try run(["check", "flags.json"], in: shop).status == 0)
    }

    @Test(.enabled(if: Terminal.tmux != nil, "tmux is not installed"))
    func creationIsOfferedOnTerminal() async throws {
        let shop = try Shop()
        let command = try BuiltCommand("toggles").path
        for (answer, isCreated) in [("n", false), ("y", true)] {
            let terminal = try Terminal(
                "\(command) promote new_checkout --document new.json; echo \"ended with $?\"; cat",
                environment: shop.environment,
                in: shop.path
            )
            let question = "The remote document new.json doesn't exist. Create it? [y/N]"
            #expect(try await terminal.screen(showing: question).contains(question))
            try terminal.press(answer, "Enter")
            let end = "ended with \(isCreated ? 0 : 2)"
            #expect(try await terminal.screen(showing: end).contains(end))
            #expect((shop.text("new.json") != nil) == isCreated)
        }
    }

    @Test func wrongCategoryComesBeforeDocument() throws {
        let shop = try Shop()
        #expect(
            try shop.run("stage", "page_size").error == """
                ‘page_size’ is not a migration toggle but a toggle of the category ops, which has no stages; use \
                `toggles rollout`.

                """
        )
        #expect(try shop.run("kill", "new_checkout").error.hasPrefix("‘new_checkout’ is a release toggle, which reads"))
    }

    @Test(
        arguments: [
            (["extend", "new_checkout", "--reason", "r", "--until", "2027-02-30"], "that month has 28 days"),
            (["promote", "new_checkout", "--until", "tomorrow"], "is not a date; write year, month and day"),
            (["lint", "--date", "2027-13-01"], "months go from 01 to 12"),
            (["init", "--date", "2027/3/1"], "‘2027-03-01’"),
        ]
    )
    func invalidDateIsExplained(arguments: [String], reason: String) throws {
        let result = try run(arguments, in: Shop())
        #expect(result.status == 2 && result.error.contains(reason), "\(result)")
    }
}
