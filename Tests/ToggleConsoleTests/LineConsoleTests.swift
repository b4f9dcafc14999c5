import FeatureToggles
import StoreMigration
import Testing

@testable import ToggleConsole

@Suite struct LineConsoleTests {
    /// Says lines and carries writes out at once.
    struct Session {
        var shop: ShopModel
        var console: LineConsole
        var effects: [ConsoleEffect] = []

        init(_ shop: ShopModel = ShopModel(), settings: ConsoleSettings = ConsoleSettings()) {
            self.shop = shop
            console = LineConsole(model: shop.model, memory: ConsoleMemory(), settings: settings)
        }

        mutating func say(_ line: String) -> [String] {
            let answer = console.handle(line: line)
            return answer.lines + answer.effects.flatMap { carryOut($0) }
        }

        private mutating func carryOut(_ effect: ConsoleEffect) -> [String] {
            effects.append(effect)
            guard case .write(let change) = effect else { return [] }
            for edit in change.edits { shop.overrides[edit.key] = edit.after }
            shop.revision += 1
            let lines = console.handle(.written(change, failure: nil)).lines
            return lines + console.handle(.model(shop.model)).lines
        }
    }

    @Test func aSessionReadsLikeAConversation() {
        var session = Session()
        #expect(session.console.greeting.first == "10 toggles, 0 overridden, environment debug, remote READY")
        #expect(session.say("set page_size 12") == ["page_size = 12"])
        #expect(
            session.say("set page_size=many") == [
                "error: ‘many’ is not a value of ‘page_size’, which takes a whole number"
            ]
        )
        #expect(session.say("flip new_checkout") == ["new_checkout = on"])
        #expect(
            session.say("list is:overridden") == [
                "new_checkout = on (local defaults, overridden, expires soon)",
                "page_size = 12 (local defaults, overridden, no owner)",
            ]
        )
        #expect(session.say("undo") == ["undone: new_checkout on > inherit"])
        #expect(session.shop.overrides == ["page_size": 12])
        #expect(session.say("filter").count == 10)
        #expect(session.say("flp new_checkout") == ["‘flp’ is not a command; did you mean ‘flip’? (help lists them)"])
        #expect(session.say("flip new_chekout") == ["no toggle is called ‘new_chekout’; did you mean ‘new_checkout’?"])
        #expect(session.say("flip banner") == ["warning: flip: a string has no next value; edit it (e)"])
        #expect(session.say("down") == ["delivery = {\"days\":3,\"countries\":[\"DE\"]} (default)"])
        #expect(session.say("").isEmpty)
        _ = session.say("quit")
        #expect(session.effects.last == .quit)
    }

    @Test func questionsAreAnsweredWithTheNextLine() {
        var session = Session()
        #expect(
            session.say("edit search_ranking") == [
                "search_ranking:", "  0 inherit, classic without the override", "  1 classic, inherited, default",
                "  2 popular",
                "  3 neural", "which one? . cancels",
            ]
        )
        #expect(session.say("neural") == ["search_ranking = neural"])
        #expect(session.say("edit banner").count == 1)
        #expect(session.say("Sale") == ["banner = Sale"])
        _ = session.say("edit page_size")
        #expect(session.say("ten").first == "error: ‘ten’ is not a value of ‘page_size’, which takes a whole number")
        #expect(session.say(".") == ["nothing was changed"])
        let question = session.say("reset banner search_ranking")
        #expect(question.last == "Reset 2 marked toggles? n No, y Reset; Enter is No")
        #expect(session.say("") == ["nothing was changed"])
        _ = session.say("reset banner search_ranking")
        #expect(session.say("y") == ["reset 2 toggles"])
        #expect(session.shop.overrides.isEmpty)
    }

    @Test(
        arguments: [
            ("", nil), ("Sale\r", "Sale"), ("  two  words ", "  two  words "), (" ", " "), (#""""#, ""), (#"".""#, "."),
            (#""a\tb\u00e9""#, "a\tbé"), (#""no" and "yes""#, #""no" and "yes""#), ("\"", "\""), (".", nil),
        ] as [(String, JSONValue?)]
    )
    func aLineMeansTheTextThatItIs(_ line: String, _ value: JSONValue?) {
        var session = Session()
        #expect(
            session.say("edit banner") == [
                "banner? text, possibly empty; default Free returns; now Free returns; an empty line keeps it, \"\" is empty text; . cancels"
            ]
        )
        let answer = session.say(line)
        #expect(session.shop.overrides["banner"] == value)
        if value == nil { #expect(answer == ["nothing was changed"]) }
        #expect(session.console.state.dialogs.isEmpty)
        guard !line.isEmpty, line != "." else { return }
        var other = Session()
        _ = other.say("set banner=\(line)")
        #expect(other.shop.overrides["banner"] == value)
    }

    @Test func anEmptyLineKeepsAnyValueAndTakesWhatIsProposed() {
        var session = Session()
        #expect(session.say("edit page_size").last?.hasSuffix("now 4; an empty line keeps it; . cancels") == true)
        #expect(session.say("  ") == ["nothing was changed"])
        #expect(session.say("set banner ") == [#"which value? write set KEY VALUE; "" is empty text"#])
        #expect(session.say("set page_size   7 ") == ["page_size = 7"])
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
        _ = session.say("")
        #expect(session.effects.last == .exportPreset(Preset(name: "demo", values: [:]), path: "demo.json"))
    }

    @Test func anAnswerThatIsTooLongIsNotCut() {
        var session = Session()
        _ = session.say("edit banner")
        let answer = session.say(String(repeating: "x", count: TextField.limit + 1))
        #expect(answer.first?.contains("longer than 100000 characters") == true)
        #expect(session.shop.overrides.isEmpty)
    }

    @Test func presetsComeWhenTheyAreRead() {
        var session = Session()
        _ = session.say("presets")
        #expect(session.effects == [.loadPresets])
        let answer = session.console.handle(.presets([Preset(name: "sale", values: ["banner": "Sale"])], failure: nil))
        #expect(answer.lines == ["Presets:", "  1 sale, 1 override, changes 1", "which one? . cancels"])
        #expect(session.say("sale").last == "Apply ‘sale’? n No, y Apply; Enter is No")
        #expect(session.say("y") == ["preset sale"])
        #expect(session.shop.overrides == ["banner": "Sale"])
    }

    @Test func whyTellsWhatEverySourceAnswered() {
        var session = Session()
        let lines = session.say("why page_size")
        #expect(lines.first == "page_size = 4 (default, no owner)")
        #expect(lines.contains("  local defaults  not set") && lines.contains("> default         4  declaration"))
    }

    @Test func whyTellsHowFarTheStoresOfAMigrationAgree() {
        var shop = ShopModel()
        var summary = MigrationSummary(since: 1_795_252_500, stage: .shadow)
        (summary.reads, summary.checked, summary.agreed) = (12_431, 12_431, 12_429)
        summary.add(.init(time: 1_795_252_512, name: "order", old: "Order (redacted)", new: "nothing"))
        shop.migrations = ["order_store": summary, "page_size": summary]
        var session = Session(shop)
        #expect(
            session.say("why order_store").suffix(4) == [
                "Migration", "agreement 99.98 % of 12,431, newest difference",
                "  2026-11-21 09:15 UTC, order: old Order (redacted), new nothing",
                "12,431 reads, 0 writes since 2026-11-21, the newest in shadow",
            ]
        )
        #expect(!session.say("why page_size").contains("Migration"), "only migrations have one")
    }

    @Test func pinsHaveTheirOpposite() {
        var session = Session()
        #expect(session.say("pin banner") == ["pinned banner"])
        #expect(session.say("pin banner discount") == ["pinned 2 toggles"])
        #expect(session.console.state.edits.memory.pins == ["banner", "discount"])
        #expect(session.say("unpin banner") == ["unpinned banner"])
        #expect(session.console.state.edits.memory.pins == ["discount"])
    }

    @Test func whatIsAskedMayStandBehindTheCommand() {
        var session = Session()
        #expect(session.say("sort key") == [])
        #expect(session.console.state.list.sort == .key)
        _ = session.say("set banner Sale")
        _ = session.say("save-preset sale")
        #expect(session.effects.last == .savePreset(Preset(name: "sale", values: ["banner": "Sale"])))
        let sale = Preset(name: "sale", values: ["banner": "Sale", "page_size": 9])
        #expect(session.say("presets sale") == [])
        let question = session.console.handle(.presets([sale], failure: nil))
        #expect(question.lines.last == "Apply ‘sale’? n No, y Apply; Enter is No")
        #expect(session.say("y") == ["preset sale"])
        #expect(session.say("export-preset sale my file.json") == [])
        let export = session.console.handle(.presets([sale], failure: nil))
        #expect(export.effects == [.exportPreset(sale, path: "my file.json")])
        _ = session.console.handle(.presets([sale], failure: nil))
        #expect(session.console.state.dialogs.isEmpty)
        _ = session.say("import-preset no.json")
        let failure = session.console.handle(.presets([], failure: "there is no such file"))
        #expect(failure.lines == ["error: there is no such file"] && failure.hasFailed)
        #expect(session.say("down").count == 1, "the next line is a command again")
        _ = session.say("presets nope")
        let unknown = session.console.handle(.presets([sale], failure: nil))
        #expect(unknown.lines == ["‘nope’ is none of them"] && unknown.hasFailed)
        #expect(session.console.state.dialogs.isEmpty)
    }

    @Test(arguments: [
        "set page_size many", "set page_size", "set nope 1", "flip banner", "nonsense", "show nope", "view nope",
        "what-if =", "list is:bogus", "save-preset a/b", "undo", "flip nope",
    ])
    func whatCouldNotBeDoneIsKnown(_ line: String) {
        var session = Session()
        #expect(session.console.handle(line: line).hasFailed)
        session.shop.overrides = [:]
        #expect(!session.console.handle(line: "set page_size 7").hasFailed)
    }

    @Test func showTellsWhatTheDetailTells() {
        var session = Session()
        let lines = session.say("show page_size")
        #expect(lines.contains("owner     ! none"))
        #expect(lines.contains("> default         4  declaration"))
        #expect(session.say("what-if targetingKey=bob") == ["no toggle has another value for this context"])
        #expect(
            session.say("problems") == [
                "Problems:", "nothing was skipped", "remote READY (flags.json) since 2026-11-21 09:15 UTC",
            ]
        )
    }

    @Test func everyCommandOfTheHelpIsOne() {
        let session = Session()
        for line in session.console.help("") {
            let name = line.prefix { $0 != " " && $0 != ":" && $0 != "[" }
            var fresh = Session()
            #expect(!fresh.say(String(name)).contains { $0.contains("is not a command") }, "\(name)")
        }
        #expect(session.console.help("wärme") == ["no command has ‘wärme’"])
    }

    @Test func nothingIsWrittenReadOnly() {
        var settings = ConsoleSettings()
        settings.readOnlyReason = "it was started with --readonly"
        var session = Session(settings: settings)
        #expect(session.console.greeting.contains("read-only: it was started with --readonly"))
        #expect(session.say("set page_size 3") == ["warning: it was started with --readonly"])
        #expect(session.effects.isEmpty)
    }
}
