import DocumentSyntax
import Testing
import ToggleBase
import ToggleDocuments

@Suite struct StageTests {
    private typealias Flag = OperatedFlag

    private static let stages = MigrationStage.allCases.map(\.rawValue)
    private static let toggle = Flag.toggle("store", .variants(stages), "off", category: .migration)

    private static func document(_ rest: String, defaultVariant: String = "off") -> String {
        let variants = stages.map { #""\#($0)": "\#($0)""# }.joined(separator: ", ")
        return """
            { "flags": {
                "store": { "state": "ENABLED", "variants": { \(variants) }, "defaultVariant": "\(defaultVariant)"\(rest) },
                "after": {"state":"ENABLED", "variants":{"on":true},"defaultVariant":"on", "metadata": {"x":1e2}}
            } }

            """
    }

    private static func present(_ text: String) throws -> FlagOperator.PresentStages {
        try FlagOperator(toggle, in: Array(text.utf8), path: "flags.json", registry: nil, timestamp: 0).presentStages()
    }

    private static func moved(_ text: String, _ stage: MigrationStage, share: String? = nil) -> String {
        Flag.result(text, toggle) { try $0.stage(stage, share: share.flatMap { ShareAmount($0) }) }
    }

    @Test func stageBecomesDefaultVariant() {
        #expect(
            Self.moved(Self.document(""), .dualwrite) == Self.document("", defaultVariant: "dualwrite")
        )
        #expect(
            Self.moved(Self.document(#", "targeting": {}"#), .dualwrite)
                == Self.document(#", "targeting": {}"#, defaultVariant: "dualwrite")
        )
    }

    @Test func sharesEndWithTheirStage() throws {
        let text = Self.document(#", "targeting": { "fractional": [["live", 10], ["shadow", 90]] }"#)
        #expect(try Self.present(text).stages == [.live, .shadow])
        #expect(try Self.present(text).description == "live 10%, shadow 90%")
        #expect(Self.moved(text, .live) == Self.document("", defaultVariant: "live"))
        #expect(
            Self.moved(Self.document(#", "targeting": {"fractional": [["off", 1]]}"#), .dualwrite)
                == Self.document("", defaultVariant: "dualwrite")
        )
    }

    @Test func usersWithoutKeyAreMoved() throws {
        let text = Self.document(
            #", "targeting": {"fractional": [["dualwrite", 100], ["off", 0]]}"#,
            defaultVariant: "off"
        )
        #expect(try Self.present(text).stages == [.dualwrite])
        #expect(try Self.present(text).stageWithoutKey == .off)
        #expect(Self.moved(text, .dualwrite) == Self.document("", defaultVariant: "dualwrite"))
        let same = Self.document(
            #", "targeting": {"fractional": [["dualwrite", 9], ["off", 1]]}"#,
            defaultVariant: "off"
        )
        #expect(try Self.present(same).stageWithoutKey == nil)
        #expect(try Self.present(Self.document("", defaultVariant: "off")).stageWithoutKey == nil)
    }

    @Test func usersWithConditionKeepStage() throws {
        let rule = #", "targeting": { "if": [{ "==": [{ "var": "backfill" }, "done"] }, "live""#
        let open = Self.document(rule + "] }", defaultVariant: "dualwrite")
        #expect(try Self.present(open) == Self.present(open))
        #expect(try Self.present(open).stages == [.dualwrite])
        #expect(try Self.present(open).conditionCount == 1)
        #expect(Self.moved(open, .shadow) == Self.document(rule + "] }", defaultVariant: "shadow"))
        let closed = Self.document(rule + #", "dualwrite"] }"#)
        #expect(Self.moved(closed, .shadow) == Self.document(rule + #", "shadow"] }"#))
        let shares = Self.document(rule + #", {"fractional": [["shadow", 1], ["dualwrite", 9]]}] }"#)
        #expect(Self.moved(shares, .shadow) == Self.document(rule + #", "shadow"] }"#))
    }

    @Test func everyUserGetsTheStage() throws {
        let keys = (0..<50).map { "user \($0)" }
        for rest in [
            "", #", "targeting": { "fractional": [["live", 10], ["shadow", 90]] }"#,
            #", "targeting": { "if": [{ "var": "none" }, "off", "shadow"] }"#,
        ] {
            for stage in MigrationStage.allCases {
                let text = Self.moved(Self.document(rest, defaultVariant: "shadow"), stage)
                let variants = try Flag.variants(of: "store", in: Array(text.utf8), for: keys)
                #expect(variants == keys.map { _ in stage.rawValue }, "\(text)")
            }
        }
    }

    @Test func shareMovesSomeUsers() {
        #expect(
            Self.moved(Self.document("", defaultVariant: "shadow"), .live, share: "10")
                == Self.document(
                    #", "targeting": { "fractional": [["live", 10], ["shadow", 90]] }"#,
                    defaultVariant: "shadow"
                )
        )
    }

    /// The users who left the stage would get another one, whose requirements weren't checked.
    @Test(
        arguments: [
            ("complete", "", .complete, "50", "100%"), ("live", "", .live, "99.9999", "100%"),
            ("rampdown", "", .rampdown, "0", "100%"),
            ("off", #", "targeting": { "fractional": [["live", 100], ["shadow", 0]] }"#, .live, "0", "100%"),
            ("shadow", #", "targeting": { "fractional": [["live", 90], ["shadow", 10]] }"#, .live, "1", "90%"),
            ("live", #", "targeting": { "fractional": [["live", 9], ["shadow", 1]] }"#, .shadow, "9.9", "10%"),
        ] as [(String, String, MigrationStage, String, String)]
    )
    func shareDoesNotShrink(present: String, rest: String, stage: MigrationStage, share: String, old: String) {
        #expect(
            Self.moved(Self.document(rest, defaultVariant: present), stage, share: share)
                == """
                ‘\(stage.rawValue)’ has \(old) of users, and --share can't lower that; to take users back, run `toggles stage \
                store STAGE --share PERCENT` with the stage that they should get, which checks what it requires, or in an \
                emergency `toggles kill store --to STAGE`
                """
        )
    }

    @Test func shareDoesNotShrinkAmongUsersWithoutCondition() {
        let rule = #", "targeting": { "if": [{ "var": "beta" }, "complete", "live"] }"#
        let result = Self.moved(Self.document(rule), .live, share: "50")
        #expect(result.hasPrefix("‘live’ has 100% of the users who meet no condition, and"), "\(result)")
    }

    /// Users without a targeting key have no bucket, so shares would give them the default variant.
    @Test func sharesDontMoveUsersWithoutTargetingKey() {
        let rule = #", "targeting": { "if": [{ "var": "beta" }, "complete", "shadow"] }"#
        #expect(
            Self.moved(Self.document(rule), .live, share: "10")
                == """
                with shares, users without a targeting key would move from ‘shadow’ to the default variant ‘off’, unchecked; \
                leave out --share, or name ‘shadow’ in ‘defaultVariant’ first
                """
        )
        let text = Self.document(rule, defaultVariant: "shadow")
        let result = Self.moved(text, .live, share: "10")
        #expect(result.contains(#"{ "fractional": [["live", 10], ["shadow", 90]] }"#), "\(result)")
    }

    @Test func shareOfOtherStageTakesUsersBack() {
        let shares = #", "targeting": { "fractional": [["live", 90], ["shadow", 10]] }"#
        let text = Self.document(shares, defaultVariant: "shadow")
        #expect(Self.moved(text, .shadow, share: "10") == text)
        #expect(
            Self.moved(text, .shadow, share: "99")
                == text.replacing(#"["live", 90], ["shadow", 10]"#, with: #"["live", 1], ["shadow", 99]"#)
        )
    }

    @Test func missingFlagIsAdded() throws {
        let change = try Flag.operate(#"{"flags": {}}"#, Self.toggle) { try $0.stage(.dualwrite) }
        #expect(change.concern == "it adds a parameter to the document")
        #expect(try Self.present(String(decoding: change.new, as: UTF8.self)).stages == [.dualwrite])
    }

    @Test func sameStageChangesNothing() throws {
        let change = try Flag.operate(Self.document("", defaultVariant: "live"), Self.toggle) { try $0.stage(.live) }
        #expect(change.isEmpty && change.lines.last == "  nothing to change: all users have live")
    }

    @Test func effectIsDescribed() throws {
        let text = Self.document(#", "targeting": { "if": [{ "var": "beta" }, "live", "shadow"] }"#)
        let change = try Flag.operate(text, Self.toggle) { try $0.stage(.live) }
        #expect(change.lines == ["store in flags.json:", "  users who don't meet the condition: shadow → live"])
        #expect(change.concern == nil)
    }

    /// Only `toggles stage` checks what a stage requires.
    @Test func otherOperationsDontMoveUsersOn() throws {
        let text = Self.document("", defaultVariant: "shadow")
        #expect(
            Flag.result(text, Self.toggle) { try $0.rollout(Flag.rollout(["live": "12.5"])) }
                == "‘store’ is a migration toggle; run `toggles stage store live --share 12.5`, which checks what the stage requires"
        )
        #expect(
            Flag.result(text, Self.toggle) { try $0.rollout(Flag.rollout(["live": "10", "off": "0"])) }
                .contains("`toggles stage store STAGE --share PERCENT`")
        )
        let condition = try TargetExpression("backfill == done")
        #expect(
            Flag.result(text, Self.toggle) { try $0.target(condition, variant: "live") }
                .contains("only `toggles stage store live` checks what the stage requires")
        )
        let change = try Flag.operate(text, Self.toggle) {
            try $0.target(condition, variant: "live", skipsStageCheck: true)
        }
        #expect(change.concern == "no figures can show that these users won't miss anything" && !change.isEmpty)
        #expect(
            Flag.result(Flag.document("")) { try $0.target(condition, variant: "neural", skipsStageCheck: true) }
                == "‘ranking’ is not a migration toggle; run this without --force"
        )
    }

    @Test(
        arguments: [
            ("live", "", .shadow, true), ("live", "", .rampdown, false), ("off", "", .dualwrite, false),
            ("complete", "", .rampdown, false), ("complete", "", .off, true), ("shadow", "", .off, false),
            ("off", #", "targeting": { "if": [{ "var": "beta" }, "live", "shadow"] }"#, .shadow, true),
            ("off", #", "targeting": { "fractional": [["live", 1], ["shadow", 9]] }"#, .dualwrite, true),
        ] as [(String, String, MigrationStage, Bool)]
    )
    func killGoesBack(present: String, rest: String, stage: MigrationStage, missesRecords: Bool) throws {
        let text = Self.document(rest, defaultVariant: present)
        let change = try Flag.operate(text, Self.toggle) { try $0.kill(to: stage.rawValue) }
        #expect(change.concern == nil)
        #expect(
            change.lines.contains("  they read the old store again, and miss what only the new store has")
                == missesRecords
        )
        let killed = String(decoding: change.new, as: UTF8.self)
        let restored = try Flag.operate(killed, Self.toggle) { try $0.restore() }
        #expect(String(decoding: restored.new, as: UTF8.self) == text)
        #expect(restored.concern == "no figures can show that users won't miss anything in the restored stage")
    }

    @Test(
        arguments: [
            ("shadow", "", .live), ("dualwrite", "", .shadow), ("off", "", .shadow), ("rampdown", "", .complete),
            ("live", #", "targeting": { "if": [{ "var": "beta" }, "live", "off"] }"#, .rampdown),
            ("live", #", "targeting": { "if": [true, "dualwrite", {"var": "stage"}] }"#, .live),
        ] as [(String, String, MigrationStage)]
    )
    func killDoesNotGoOn(present: String, rest: String, stage: MigrationStage) {
        let result = Flag.result(Self.document(rest, defaultVariant: present), Self.toggle) {
            try $0.kill(to: stage.rawValue)
        }
        #expect(result.contains("a kill only goes back, so run `toggles stage store \(stage.rawValue)`"), "\(result)")
    }

    /// A rule that isn't understood doesn't stop a kill.
    @Test func killOfUnknownStagesSaysSo() throws {
        let text = Self.document(#", "targeting": { "var": "stage" }"#)
        let change = try Flag.operate(text, Self.toggle) { try $0.kill(to: "shadow") }
        #expect(change.lines[2] == "  it is unknown which stages they have now, so compare what shadow requires")
        let added = Flag.result(#"{"flags": {}}"#, Self.toggle) { try $0.kill(to: "live") }
        #expect(added.contains("users can be in off, and live comes after it"), "\(added)")
    }

    @Test func unclearFlagsAreRefused() {
        let table = [
            (Self.document(#", "targeting": { "if": [true, "off", {}] }"#), "was killed"),
            (Self.document(#", "targeting": { "var": "stage" }"#), "so it is left as it is"),
            (Self.document("", defaultVariant: "of"), "names no default variant"),
            (
                Self.document("").replacing(
                    "ENABLED\", \"variants\": { \"off",
                    with: "DISABLED\", \"variants\": { \"off"
                ), "disabled"
            ),
            (Self.document("").replacing(#""live": "live", "#, with: ""), #"has no variant with the value "live""#),
        ]
        for (text, reason) in table { #expect(Self.moved(text, .live).contains(reason), "\(Self.moved(text, .live))") }
        #expect(
            Flag.result(Flag.document("")) { try $0.stage(.live) }.contains("is not a migration toggle")
        )
        let foreign = Self.document("").replacing(#""off": "off""#, with: #""off": "of""#)
        #expect(throws: FlagOperationError.self) { try Self.present(foreign) }
    }
}
