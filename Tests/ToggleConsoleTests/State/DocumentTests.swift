import FeatureToggles
import Testing

@testable import ToggleConsole

/// Tests the remote document in the detail, and changes of its flags.
struct DocumentTests {
    private static let preview = FlagPreview(
        path: "flags.json",
        lines: ["search_ranking in flags.json:", "  neural  0% → 10%, no users lose it"],
        concern: nil,
        warnings: [],
        isEmpty: false
    )

    private func console(changesDocuments: Bool = true, isReadOnly: Bool = false) -> ConsoleDriver {
        var settings = ConsoleDriver.settings
        settings.changesDocuments = changesDocuments
        if isReadOnly { settings.readOnlyReason = "the console is read-only" }
        var console = ConsoleDriver(settings: settings, rows: 60, columns: 160)
        console.select("search_ranking")
        return console
    }

    private func document(_ changes: [String] = []) -> ConsoleDocument {
        ConsoleDocument { toggle in
            guard toggle.key == "search_ranking" else { return nil }
            return ConsoleDocument.Flag(
                definition: ["{", "  \"state\": \"ENABLED\"", "}"],
                audience: ["neural 10% · classic 90% of all targeting keys"],
                changes: changes
            )
        }
    }

    @Test func historyOfATargetIsAPage() {
        var settings = ConsoleDriver.settings
        settings.changesDocuments = true
        #expect(ConsoleDriver(settings: settings).state.documentMenu(for: "search_ranking").items.count == 5)
        settings.showsHistory = true
        var console = ConsoleDriver(settings: settings, rows: 40, columns: 120)
        let item = console.state.documentMenu(for: "search_ranking").items.last
        let request = FlagRequest(key: "search_ranking", command: .history)
        #expect(item?.label == "history" && item?.intent == .operate(request))
        var preview = Self.preview
        preview.path = "production"
        preview.lines = ["8  2026-11-30T08:02:13Z  bob  publish, ‘launch’"]
        preview.isEmpty = true
        console.send(.previewed(request, .success(preview)))
        #expect(console.screen.contains("History of production"))
        #expect(console.screen.contains("‘launch’"))
    }

    // MARK: Detail

    @Test func detailShowsSharesAndDefinition() throws {
        var console = console()
        console.change { $0.document = document() }
        let lines = console.state.detail(of: try #require(console.state.list.selectedIndex)).map(\.text)
        let start = try #require(lines.firstIndex(of: "Who gets what"))
        #expect(
            lines[start...].map { $0 } == [
                "Who gets what", "  neural 10% · classic 90% of all targeting keys", "",
                "Definition", "  {", "    \"state\": \"ENABLED\"", "  }",
            ]
        )
    }

    @Test func detailShowsWhatANewDocumentChanged() throws {
        var console = console()
        console.change {
            $0.document = document(["targeting: changed"]); $0.documentChanged = 1_795_252_500
        }
        let lines = console.state.detail(of: try #require(console.state.list.selectedIndex)).map(\.text)
        let start = try #require(lines.firstIndex(of: "Changed by the document of 09:15 UTC"))
        #expect(lines[start + 1] == "  targeting: changed")
        console.change { $0.document = document() }
        #expect(console.screen.contains("nothing for this toggle"))
    }

    @Test func missingFlagIsNamed() throws {
        var console = console()
        console.change { $0.document = document() }
        console.select("page_size")
        #expect(console.screen.contains("the remote document doesn't contain ‘page_size’"))
        console.select("new_checkout")
        #expect(!console.screen.contains("the remote document doesn't contain"))
    }

    // MARK: Changes

    @Test func rolloutAsksBeforeItChanges() {
        var console = console()
        console.type("D1neural=10")
        console.press(.enter)
        let request = FlagRequest(key: "search_ranking", command: .rollout("neural=10"))
        #expect(console.effects == [.operate(request)])
        console.send(.previewed(request, .success(Self.preview)))
        #expect(console.screen.contains("Change flags.json?"))
        #expect(console.screen.contains("neural  0% → 10%, no users lose it"))
        console.type("y")
        var confirmed = request
        confirmed.confirmed = Self.preview
        #expect(console.effects.last == .operate(confirmed))
        console.send(.operated(confirmed, failure: nil))
        #expect(console.state.message?.text == "flags.json was changed")
    }

    @Test func noIsTheDefaultAnswer() {
        var console = console()
        console.type("D5")
        console.send(.previewed(FlagRequest(key: "search_ranking", command: .restore), .success(Self.preview)))
        console.press(.enter)
        #expect(console.effects.count == 1)
        #expect(console.state.dialogs.isEmpty)
    }

    @Test func refusedAnswerStaysInThePrompt() {
        var console = console()
        console.type("D1neurl=10")
        console.press(.enter)
        let request = FlagRequest(key: "search_ranking", command: .rollout("neurl=10"))
        console.send(.previewed(request, .failure(ConsoleError("There is no variant ‘neurl’."))))
        #expect(console.screen.contains("There is no variant ‘neurl’."))
        guard case .prompt(let prompt)? = console.state.dialogs.last else {
            Issue.record("the prompt is closed")
            return
        }
        #expect(prompt.field.text == "neurl=10")
        #expect(!prompt.isSent)
    }

    @Test func resultAfterThePromptIsClosedStillAsks() {
        var console = console()
        console.type("D1neural=10")
        console.press(.enter, .escape)
        console.send(
            .previewed(FlagRequest(key: "search_ranking", command: .rollout("neural=10")), .success(Self.preview))
        )
        #expect(console.screen.contains("Change flags.json?"))
    }

    @Test(arguments: [
        ("country == DE then neural", FlagCommand.target(condition: "country == DE", variant: "neural")),
        (
            "name == \"a  then b\" then neural ",
            FlagCommand.target(condition: "name == \"a  then b\"", variant: "neural")
        ),
    ])
    func targetSplitsAtTheLastThen(text: String, command: FlagCommand) {
        var console = console()
        console.type("D2\(text)")
        console.press(.enter)
        #expect(console.effects == [.operate(FlagRequest(key: "search_ranking", command: command))])
    }

    @Test(arguments: ["country == DE", "then neural", "country == DE then", "neural", ""])
    func targetWithoutVariantIsRejected(text: String) {
        var console = console()
        console.type("D2\(text)")
        console.press(.enter)
        #expect(console.effects.isEmpty)
        guard case .prompt(let prompt)? = console.state.dialogs.last else {
            Issue.record("the prompt is closed")
            return
        }
        #expect(prompt.problem != nil)
    }

    @Test func failureWhileChangingIsShown() {
        var console = console()
        var request = FlagRequest(key: "search_ranking", command: .restore)
        request.confirmed = Self.preview
        console.send(.operated(request, failure: "Another program changed flags.json in the meantime."))
        #expect(console.state.message?.kind == .failure)
    }

    // MARK: Undo

    /// Reports that the document was changed as the user confirmed.
    private func changeDocument(_ console: inout ConsoleDriver) {
        var request = FlagRequest(key: "search_ranking", command: .kill(variant: nil))
        request.confirmed = Self.preview
        console.send(.operated(request, failure: nil))
    }

    @Test func undoAfterAChangeOfTheDocumentAsks() {
        var console = console()
        console.type(" ")
        changeDocument(&console)
        let overrides = console.shop.overrides
        console.type("u")
        #expect(console.shop.overrides == overrides)
        #expect(console.screen.contains("The last change was that of flags.json"))
        console.press(.enter)
        #expect(console.shop.overrides == overrides)
        console.type("uy")
        #expect(console.shop.overrides.isEmpty)
        #expect(console.state.disabledReason(.undo) == "nothing was changed")
    }

    @Test func undoOfANewerStepDoesNotAsk() {
        var console = console()
        console.type(" ")
        changeDocument(&console)
        console.type(" ")
        let overrides = console.shop.overrides
        console.type("u")
        #expect(console.state.dialogs.isEmpty)
        #expect(console.shop.overrides != overrides)
        console.type("u")
        #expect(!console.state.dialogs.isEmpty)
    }

    @Test func undoWithoutAStepNamesTheDocument() {
        var console = console()
        changeDocument(&console)
        console.type("u")
        #expect(console.state.message?.text.contains("the last change was that of flags.json") == true)
    }

    @Test func changesNeedADocumentAndAFlag() {
        #expect(
            console(changesDocuments: false).state.disabledReason(.changeDocument)
                == "pass --document, or set ‘document:’"
        )
        var unnamed = self.console()
        unnamed.send(.changesDocuments(false))
        #expect(
            unnamed.state.commands(.palette).items.first { $0.label == "Change the document" }?.disabledReason
                == "pass --document, or set ‘document:’"
        )
        unnamed.send(.changesDocuments(true))
        #expect(unnamed.state.disabledReason(.changeDocument) == nil)
        #expect(console(isReadOnly: true).state.disabledReason(.changeDocument) != nil)
        var console = console()
        #expect(console.state.disabledReason(.changeDocument) == nil)
        console.select("new_checkout")
        #expect(console.state.disabledReason(.changeDocument) == "a release toggle has no remote value")
    }
}
