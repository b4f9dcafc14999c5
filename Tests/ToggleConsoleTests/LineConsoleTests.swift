import FeatureTogglesOverrides
import StoreMigration
import Testing
import ToggleBase

@testable import ToggleConsole

@Suite struct LineConsoleTests {
    /// A line console that performs writes at once.
    struct Session {
        var shop: ShopModel
        var console: LineConsole
        var effects: [ConsoleEffect] = []

        init(_ shop: ShopModel = ShopModel(), settings: ConsoleSettings = ConsoleSettings()) {
            self.shop = shop
            console = LineConsole(model: shop.model, memory: ConsoleMemory(), settings: settings)
        }

        mutating func send(_ line: String) -> [String] {
            let answer = console.handle(line: line)
            return answer.lines + answer.effects.flatMap { perform($0) }
        }

        private mutating func perform(_ effect: ConsoleEffect) -> [String] {
            effects.append(effect)
            guard case .request(.write(let change)) = effect else { return [] }
            for edit in change.edits { shop.overrides[edit.key] = edit.after }
            shop.revision += 1
            let lines = console.handle(.report(.written(change, failure: nil))).lines
            return lines + console.handle(.model(shop.model)).lines
        }
    }

    @Test func greetingSaysWhoseValuesItShows() {
        var shop = ShopModel()
        shop.origin = .computed
        #expect(
            Session(shop).console.greeting.first
                == "10 toggles, 0 overridden, environment debug, no running app, remote READY from flags.json"
        )
        shop.origin = .unreadable(problems: ["a"])
        #expect(
            Session(shop).console.greeting.first
                == "10 toggles, 0 overridden, environment debug, running app can't be read, remote READY"
        )
        shop.origin = ShopModel.app("shop 2.1.0, pid 4711")
        #expect(
            Session(shop).console.greeting.first
                == "10 toggles, 0 overridden, shop 2.1.0, pid 4711, remote READY rev 12, checked 09:16 UTC"
        )
    }

    @Test func togglesHaveTheirNamesInCodeToo() {
        var session = Session()
        #expect(session.send("set pageSize 12") == ["page_size = 12"])
        #expect(session.send("get .pageSize") == ["12"])
        #expect(session.send("pin pageSize") == ["pinned page_size"])
        #expect(session.console.state.edits.memory.pins == ["page_size"])
        #expect(session.send("get pageSiz").first?.hasPrefix("no toggle is called ‘pageSiz’") == true)
    }

    @Test func commandsReportTheirResults() {
        var session = Session()
        #expect(session.console.greeting.first == "10 toggles, 0 overridden, environment debug, remote READY")
        #expect(session.send("set page_size 12") == ["page_size = 12"])
        #expect(
            session.send("set page_size=many") == [
                "error: ‘many’ is not a value of ‘page_size’, which takes a whole number"
            ]
        )
        #expect(session.send("flip new_checkout") == ["new_checkout = on"])
        #expect(
            session.send("list is:overridden") == [
                "new_checkout = on (local defaults, overridden, expires soon)",
                "page_size = 12 (local defaults, overridden, no owner)",
            ]
        )
        #expect(session.send("undo") == ["undone: new_checkout on > unset"])
        #expect(session.shop.overrides == ["page_size": 12])
        #expect(session.send("filter").count == 10)
        #expect(session.send("flp new_checkout") == ["‘flp’ is not a command; did you mean ‘flip’? (help lists them)"])
        #expect(session.send("flip new_chekout") == ["no toggle is called ‘new_chekout’; did you mean ‘new_checkout’?"])
        #expect(session.send("flip page_size") == ["warning: flip: a number has no next value; edit it (e)"])
        #expect(session.send("flip banner") == ["warning: flip: a string has no next value; edit it (e)"])
        #expect(session.send("down") == ["delivery = {\"days\":3,\"countries\":[\"DE\"]} (default)"])
        #expect(session.send("").isEmpty)
        _ = session.send("quit")
        #expect(session.effects.last == .quit)
    }

    @Test func nextLineAnswersAQuestion() {
        var session = Session()
        #expect(
            session.send("edit search_ranking") == [
                "search_ranking:", "  0 unset, classic without the override", "  1 classic, if unset, default",
                "  2 popular",
                "  3 neural", "which one? . cancels",
            ]
        )
        #expect(session.send("neural") == ["search_ranking = neural"])
        #expect(session.send("edit banner").count == 1)
        #expect(session.send("Sale") == ["banner = Sale"])
        _ = session.send("edit page_size")
        #expect(session.send("ten").first == "error: ‘ten’ is not a value of ‘page_size’, which takes a whole number")
        #expect(session.send(".") == ["nothing was changed"])
        let question = session.send("unset banner search_ranking")
        #expect(question.last == "Unset 2 marked toggles? n: No, y: Unset; an empty line means No")
        #expect(session.send("") == ["nothing was changed"])
        _ = session.send("unset banner search_ranking")
        #expect(session.send("y") == ["unset 2 toggles"])
        #expect(session.shop.overrides.isEmpty)
    }

    @Test(
        arguments: [
            ("", nil), ("Sale\r", "Sale"), ("  two  words ", "  two  words "), (" ", " "), (#""""#, ""), (#"".""#, "."),
            (#""a\tb\u00e9""#, "a\tbé"), (#""no" and "yes""#, #""no" and "yes""#), ("\"", "\""), (".", nil),
        ] as [(String, JSONValue?)]
    )
    func textAnswersAreUsedAsTyped(_ line: String, _ value: JSONValue?) {
        var session = Session()
        #expect(
            session.send("edit banner") == [
                "banner? text, possibly empty; default Free returns; now Free returns; an empty line keeps it, \"\" is empty text; . cancels"
            ]
        )
        let answer = session.send(line)
        #expect(session.shop.overrides["banner"] == value)
        if value == nil { #expect(answer == ["nothing was changed"]) }
        #expect(session.console.state.dialogs.isEmpty)
        guard !line.isEmpty, line != "." else { return }
        var other = Session()
        _ = other.send("set banner=\(line)")
        #expect(other.shop.overrides["banner"] == value)
    }

    @Test(arguments: ["y", "Y", "Yes", "yes", "Unset", "n", "No", "NO", "."])
    func answerToAQuestionCanBeAWord(answer: String) {
        var shop = ShopModel()
        shop.overrides = ["banner": "Sale", "page_size": 7]
        var session = Session(shop)
        let question = session.send("unset banner page_size").last
        #expect(session.send("maybe") == ["‘maybe’ is not one of them", question])
        let isYes = ["y", "yes", "unset"].contains(answer.lowercased())
        #expect(session.send(answer) == [isYes ? "unset 2 toggles" : "nothing was changed"])
        #expect(session.shop.overrides.isEmpty == isYes)
    }

    @Test func undoneStepThatHasNoEffectIsDescribed() {
        var shop = ShopModel()
        shop.environment = ["page_size": 2]
        shop.overrides = ["page_size": 7]
        var session = Session(shop)
        let reason = "but TOGGLE_PAGE_SIZE takes precedence over the local defaults file"
        #expect(session.send("set page_size 5") == ["warning: page_size = 5 is written, \(reason)"])
        #expect(session.send("undo") == ["warning: undone: page_size 5 > 7, \(reason)"])
        #expect(session.send("redo") == ["warning: redone: page_size 7 > 5, \(reason)"])
    }

    @Test func emptyLineKeepsTheProposedValue() {
        var session = Session()
        #expect(session.send("edit page_size").last?.hasSuffix("now 4; an empty line keeps it; . cancels") == true)
        #expect(session.send("  ") == ["nothing was changed"])
        #expect(session.send("set banner ") == [#"which value? write set KEY VALUE; "" is empty text"#])
        #expect(session.send("set page_size   7 ") == ["page_size = 7"])
        session.console.state.dialogs = [
            .prompt(
                Prompt(
                    title: "To",
                    note: "a file",
                    text: "demo.json",
                    purpose: .exportPreset(Preset(name: "demo", values: [:]))
                )
            )
        ]
        _ = session.send("")
        #expect(session.effects.last == .request(.exportPreset(Preset(name: "demo", values: [:]), path: "demo.json")))
    }

    @Test func tooLongAnswerIsRejected() {
        var session = Session()
        _ = session.send("edit banner")
        let answer = session.send(String(repeating: "x", count: TextField.limit + 1))
        #expect(answer.first?.contains("longer than 100000 characters") == true)
        #expect(session.shop.overrides.isEmpty)
    }

    @Test func presetMenuWaitsForThePresets() {
        var session = Session()
        _ = session.send("presets")
        #expect(session.effects == [.request(.loadPresets)])
        let presets = [Preset(name: "sale", values: ["banner": "Sale"])]
        let answer = session.console.handle(.report(.presets(presets, failure: nil)))
        #expect(answer.lines == ["Presets:", "  1 sale, 1 override, changes 1", "which one? . cancels"])
        #expect(session.send("sale").last == "Apply ‘sale’? n: No, y: Apply; an empty line means No")
        #expect(session.send("y") == ["preset sale"])
        #expect(session.shop.overrides == ["banner": "Sale"])
    }

    @Test func whyListsAllSources() {
        var session = Session()
        let lines = session.send("why page_size")
        #expect(lines.first == "page_size = 4 (default, no owner)")
        #expect(lines.contains("  local defaults  unset") && lines.contains("> default         4  declaration"))
    }

    @Test func whyShowsTheMigrationSummary() {
        var shop = ShopModel()
        var summary = MigrationSummary(since: 1_795_252_500, stage: .shadow)
        (summary.reads, summary.checked, summary.agreed) = (12_431, 12_431, 12_429)
        summary.add(.init(time: 1_795_252_512, name: "order", old: "Order (redacted)", new: "nothing"))
        shop.migrations = ["order_store": summary, "page_size": summary]
        var session = Session(shop)
        #expect(
            session.send("why order_store").suffix(4) == [
                "Migration", "agreement 99.98% of 12,431, newest difference",
                "  2026-11-21 09:15 UTC, order: old Order (redacted), new nothing",
                "12,431 reads, 0 writes since 2026-11-21, most recently in shadow",
            ]
        )
        #expect(!session.send("why page_size").contains("Migration"), "only migrations have a summary")
    }

    @Test func unpinRemovesPins() {
        var session = Session()
        #expect(session.send("pin banner") == ["pinned banner"])
        #expect(session.send("pin banner discount") == ["pinned 2 toggles"])
        #expect(session.console.state.edits.memory.pins == ["banner", "discount"])
        #expect(session.send("unpin banner") == ["unpinned banner"])
        #expect(session.console.state.edits.memory.pins == ["discount"])
    }

    @Test func answersCanFollowTheCommand() {
        var session = Session()
        #expect(session.send("sort key") == [])
        #expect(session.console.state.list.sort == .key)
        _ = session.send("set banner Sale")
        _ = session.send("save-preset sale")
        #expect(session.effects.last == .request(.savePreset(Preset(name: "sale", values: ["banner": "Sale"]))))
        let sale = Preset(name: "sale", values: ["banner": "Sale", "page_size": 9])
        #expect(session.send("presets sale") == [])
        let question = session.console.handle(.report(.presets([sale], failure: nil)))
        #expect(question.lines.last == "Apply ‘sale’? n: No, y: Apply; an empty line means No")
        #expect(session.send("y") == ["preset sale"])
        #expect(session.send("export-preset sale my file.json") == [])
        let export = session.console.handle(.report(.presets([sale], failure: nil)))
        #expect(export.effects == [.request(.exportPreset(sale, path: "my file.json"))])
        _ = session.console.handle(.report(.presets([sale], failure: nil)))
        #expect(session.console.state.dialogs.isEmpty)
        _ = session.send("import-preset no.json")
        let failure = session.console.handle(.report(.presets([], failure: "there is no such file")))
        #expect(failure.lines == ["error: there is no such file"] && failure.hasFailed)
        #expect(session.send("down").count == 1, "the next line is a command again")
        _ = session.send("presets nope")
        let unknown = session.console.handle(.report(.presets([sale], failure: nil)))
        #expect(unknown.lines == ["‘nope’ is not one of them"] && unknown.hasFailed)
        #expect(session.console.state.dialogs.isEmpty)
    }

    @Test(arguments: [
        "set page_size many", "set page_size", "set nope 1", "flip banner", "nonsense", "show nope", "view nope",
        "what-if =", "list is:bogus", "save-preset a/b", "undo", "flip nope",
    ])
    func failedCommandIsReported(_ line: String) {
        var session = Session()
        #expect(session.console.handle(line: line).hasFailed)
        session.shop.overrides = [:]
        #expect(!session.console.handle(line: "set page_size 7").hasFailed)
    }

    @Test func reloadReportsItsEnd() {
        var session = Session()
        #expect(session.send("reload") == ["reloading"])
        #expect(session.console.handle(.reloaded).lines == ["reloaded"])
        _ = session.send("set page_size 7")
        #expect(session.console.handle(.reloaded).lines == [])
    }

    @Test func showPrintsTheDetail() {
        var session = Session()
        let lines = session.send("show page_size")
        #expect(lines.contains("owner     ! none"))
        #expect(lines.contains("> default         4  declaration"))
        #expect(session.send("what-if targetingKey=bob") == ["no toggle has a different value for this context"])
        #expect(
            session.send("problems") == [
                "Problems:", "there are no problems", "remote READY (flags.json) since 2026-11-21 09:15 UTC",
            ]
        )
    }

    @Test func everyListedCommandExists() {
        let session = Session()
        for line in session.console.help("") {
            let name = line.prefix { $0 != " " && $0 != ":" && $0 != "[" }
            var fresh = Session()
            #expect(!fresh.send(String(name)).contains { $0.contains("is not a command") }, "\(name)")
        }
        #expect(session.console.help("wärme") == ["no command contains ‘wärme’"])
    }

    @Test func readOnlyLineConsoleWritesNothing() {
        var settings = ConsoleSettings()
        settings.readOnlyReason = "the console is read-only"
        var session = Session(settings: settings)
        #expect(session.console.greeting.contains("the console is read-only"))
        #expect(session.send("set page_size 3") == ["warning: the console is read-only"])
        #expect(session.effects.isEmpty)
    }
}
