import DocumentSyntax
import Testing
import ToggleBase
import ToggleDocuments
import ToggleManifest

@Suite struct KillTests {
    private typealias Flag = OperatedFlag

    private static let keys = (0..<200).map { "user-\($0)" }

    private static let rules = [
        "", #", "targeting": {}"#, #", "targeting": {"fractional":[["neural",30],["classic",70]]}"#,
        #", "targeting": { "if": [ {"var": "a"}, "neural" ] }"#,
        ", \"targeting\": {\n        \"if\": [\n          {\"var\": \"a\"},\r\n\t\"popular\"]\n}, \"metadata\": {\"a\": 1}",
        #", "metadata": {"a": 1}"#, #", "targeting": {"$ref": "shared"}"#,
    ]

    private func document(_ rule: String) -> String {
        let text = Flag.document(rule)
        return rule.contains("$ref")
            ? text.replacing(
                "{ \"flags\"",
                with: #"{"$evaluators": {"shared": {"if": [{"var": "b"}, "neural"]}}, "flags""#
            )
            : text
    }

    @Test(arguments: rules)
    func killAppliesToAllAndRestoreIsExact(rule: String) throws {
        let text = document(rule)
        for variant in ["classic", "popular"] {
            let killed = try Flag.operate(text) { try $0.kill(to: variant) }
            #expect(killed.warnings.map(\.description) == [], "\(rule)")
            #expect(killed.concern == nil)
            #expect(try Flag.variants(of: "ranking", in: killed.new, for: Self.keys).allSatisfy { $0 == variant })
            let restored = try Flag.operate(String(decoding: killed.new, as: UTF8.self)) { try $0.restore() }
            #expect(String(decoding: restored.new, as: UTF8.self) == text)
            #expect(restored.concern != nil)
        }
    }

    @Test func killedRuleStaysReadable() {
        let text = document(Self.rules[2])
        #expect(
            Flag.result(text) { try $0.kill(to: nil) }.contains(
                #""targeting": { "if": [true, "classic", {"fractional":[["neural",30],["classic",70]]}] } }"#
            )
        )
    }

    @Test func booleanIsSwitchedOffWhateverItsDefault() throws {
        let text = """
            {"flags":{"reviews":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"on"},
            "checkout":{"state":"ENABLED","variants":{"yes":true,"no":false},"defaultVariant":"yes"}}}
            """
        let killed = Flag.result(text, Flag.reviews) { try $0.kill(to: nil) }
        #expect(killed.contains(#""defaultVariant":"on","targeting":{"if":[true,"off"]}},"#))
        #expect(Flag.result(killed, Flag.reviews) { try $0.restore() } == text)
        #expect(Flag.result(text, Flag.checkout) { try $0.kill(to: nil) }.contains(#"[true,"no"]"#))
    }

    @Test func repeatedKillsAreRestoredOneByOne() throws {
        let text = document(Self.rules[2])
        let killed = Flag.result(text) { try $0.kill(to: nil) }
        #expect(try Flag.operate(killed) { try $0.kill(to: nil) }.isEmpty)
        let again = try Flag.operate(killed) { try $0.kill(to: "popular") }
        #expect(again.warnings == [])
        #expect(try Flag.variants(of: "ranking", in: again.new, for: Self.keys).allSatisfy { $0 == "popular" })
        let restored = try Flag.operate(String(decoding: again.new, as: UTF8.self)) { try $0.restore() }
        #expect(String(decoding: restored.new, as: UTF8.self) == killed)
        #expect(
            restored.lines.dropFirst() == [
                "  all users: popular → classic", "  it was killed more than once; run this again to restore the rest",
            ]
        )
        #expect(Flag.result(killed) { try $0.restore() } == text)
    }

    @Test func experimentIsDisabled() throws {
        let toggle = Flag.toggle(
            "ranking",
            .variants(["classic", "popular", "neural"]),
            "classic",
            category: .experiment
        )
        let text = document(Self.rules[2])
        let killed = Flag.result(text, toggle) { try $0.kill(to: nil) }
        #expect(
            killed == text.replacing(#""ranking": { "state": "ENABLED""#, with: #""ranking": { "state": "DISABLED""#)
        )
        #expect(Flag.result(killed, toggle) { try $0.restore() } == text)
        #expect(Flag.result(text, toggle) { try $0.kill(to: "neural") }.contains("is an experiment"))
    }

    @Test func missingParameterOfExperimentKeepsDefaultInTheCode() throws {
        let toggle = Flag.toggle("other", .variants(["plain", "bold"]), "plain", category: .experiment)
        let change = try Flag.operate(document(""), toggle) { try $0.kill(to: nil) }
        #expect(
            change.lines == [
                "other in flags.json:",
                "  the parameter is missing and will be added, with plain as its default variant",
                #"  all users keep the default in the code, which is "plain" in the manifest"#,
                "  `toggles restore other` reverts this",
            ]
        )
    }

    @Test func commandsInMessagesNameTheGivenDocument() throws {
        func operate(_ text: String, _ body: (FlagOperator) throws -> DocumentChange) throws -> DocumentChange {
            let path = "my flags.json"
            return try body(
                FlagOperator(
                    Flag.ranking,
                    in: Array(text.utf8),
                    path: path,
                    registry: nil,
                    timestamp: 0,
                    document: path
                )
            )
        }
        let change = try operate(document("")) { try $0.kill(to: "popular") }
        #expect(change.lines.last == "  `toggles restore ranking --document 'my flags.json'` reverts this")
        let killed = String(decoding: change.new, as: UTF8.self)
        let error = #expect(throws: FlagOperationError.self) {
            try operate(killed) { try $0.rollout(Flag.rollout(["neural": "10"])) }
        }
        #expect(error?.description.hasSuffix("run `toggles restore ranking --document 'my flags.json'` first") == true)
    }

    /// A definition can have thousands of variants.
    @Test func longListsAreCut() throws {
        let names = (1...30).map { "v\($0)" }
        let variants = names.map { #""\#($0)": "\#($0)""# }.joined(separator: ", ")
        let shares = names.prefix(20).map { #"["\#($0)", 5]"# }.joined(separator: ", ")
        let text = """
            {"flags": {"ranking": {"state": "ENABLED", "variants": {\(variants)}, "defaultVariant": "v1", "targeting":
            {"fractional": [\(shares)]}}}}
            """
        let toggle = Flag.toggle("ranking", .variants(names), "v1")
        let change = try Flag.operate(text, toggle) { try $0.kill(to: nil) }
        let start = names.prefix(10).map { "\($0) 5%" }.joined(separator: ", ")
        #expect(change.lines[1] == "  all users: \(start), … and 10 more → v1")
    }

    @Test func migrationNeedsStage() {
        let toggle = Flag.toggle("ranking", .migrationStages, "off", category: .migration)
        #expect(Flag.result(document("")) { try $0.kill(to: nil) }.contains(#"true, "classic""#))
        #expect(Flag.result(document(""), toggle) { try $0.kill(to: nil) }.contains("choose one with --to"))
    }

    @Test func killIgnoresErrorsElsewhereButNotInTheFlag() throws {
        let elsewhere = document("").replacing(#""after": {"state":"ENABLED""#, with: #""after": {"state":"ON""#)
        let change = try Flag.operate(elsewhere) { try $0.kill(to: nil) }
        #expect(change.warnings.map(\.severity) == [.error])
        let here = document("").replacing(#""neural": "neural""#, with: #""neural": 1"#)
        #expect(Flag.result(here) { try $0.kill(to: nil) }.contains("The document already has 1 error"))
    }

    @Test func nothingToRestoreChangesNothing() throws {
        let change = try Flag.operate(document(Self.rules[3])) { try $0.restore() }
        #expect(change.isEmpty)
        #expect(change.lines.last == "  nothing to restore: neural or classic, depending on the rule")
    }

    @Test func handEditsOfKilledRuleAreKept() {
        let text = """
            {"flags":{"ranking":{"state":"ENABLED","variants":{"classic":"classic","neural":"neural"},"defaultVariant":"classic",
              "targeting": {
                "if": [ true , "classic" ,
                  { "fractional": [["neural", 12], ["classic", 88]] }
                ]
              } }}}
            """
        #expect(
            Flag.result(text) { try $0.restore() } == """
                {"flags":{"ranking":{"state":"ENABLED","variants":{"classic":"classic","neural":"neural"},"defaultVariant":"classic",
                  "targeting": { "fractional": [["neural", 12], ["classic", 88]] } }}}
                """
        )
    }

    @Test func missingFlagIsAddedAndKilled() throws {
        let change = try Flag.operate(#"{"flags": {}}"#, Flag.reviews) { try $0.kill(to: nil) }
        #expect(change.concern == "it adds a parameter to the document")
        #expect(try Flag.variants(of: "reviews", in: change.new, for: Self.keys).allSatisfy { $0 == "off" })
        #expect(Flag.result(#"{"flags": {}}"#, Flag.reviews) { try $0.restore() }.contains("nothing to restore"))
    }
}
