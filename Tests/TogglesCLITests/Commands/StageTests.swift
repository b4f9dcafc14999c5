import Foundation
import Testing

@Suite struct StageTests {
    private static let stages = ["off", "dualwrite", "shadow", "live", "rampdown", "complete"]

    private static func document(_ stage: String) -> String {
        let variants = stages.map { #""\#($0)": "\#($0)""# }.joined(separator: ", ")
        return """
            {
              "flags": {
                "order_store": {
                  "state": "ENABLED",
                  "variants": { \(variants) },
                  "defaultVariant": "\(stage)"
                }
              }
            }

            """
    }

    private func makeShop(_ stage: String) throws -> Shop {
        let shop = try Shop(manifest: Shop.manifest + "document: flags.json\n")
        try shop.write(Self.document(stage), to: "flags.json")
        return shop
    }

    /// Writes the report of a backfill.
    private func write(
        _ shop: Shop,
        into destination: String = "new",
        waiting: Int = 0,
        done: Int = 12_004,
        age: TimeInterval = 0
    ) throws {
        let time = Int(Date().timeIntervalSince1970 - age)
        try shop.write(
            """
            {"version": 1, "into": "\(destination)", "time": \(time), "waiting": \(waiting), "running": 0, "done": \(done),
             "failed": 0, "idle": 0}
            """,
            to: "backfill.json"
        )
    }

    /// Writes the summary of the compared reads.
    private func write(_ shop: Shop, agreed: Int, of checked: Int, to name: String = "home/defaults.migrations.json")
        throws
    {
        try shop.write(
            """
            {"version": 1, "migrations": {"order_store": {"since": 1795252500, "stage": "shadow", "reads": \(checked),
             "writes": 310, "checked": \(checked), "agreed": \(agreed)}}}
            """,
            to: name
        )
    }

    @Test func stepIsRefusedWithFigures() throws {
        let shop = try makeShop("shadow")
        try write(shop, waiting: 812)
        try write(shop, agreed: 12_300, of: 12_431)
        #expect(
            try shop.run("stage", "order_store", "live", "--status", "backfill.json")
                == .init(
                    output: """
                        missing  the backfill into the new store isn't done: waiting 812, running 0, done 12,004, failed 0
                        missing  agreement 98.94% of 12,431; 99.9% of at least 10,000 are required

                        """,
                    error: "The stage was not changed, because 2 requirements of live aren't met.\n",
                    status: 1
                )
        )
        #expect(shop.text("flags.json") == Self.document("shadow"))
    }

    @Test func stepWithoutFiguresSaysHowToPassThem() throws {
        let shop = try makeShop("shadow")
        #expect(
            try shop.run("stage", "orderStore", "live")
                == .init(
                    output: """
                        missing  there is no report of the backfill into the new store
                        missing  there is no summary of compared reads

                        """,
                    error: """
                        The stage was not changed, because 2 requirements of live aren't met. Pass the report of the backfill with \
                        --status, and a summary of the compared reads with --summary.

                        """,
                    status: 1
                )
        )
    }

    @Test func stepIsTakenWhenFiguresAllowIt() throws {
        let shop = try makeShop("shadow")
        try write(shop, done: 12_816)
        try write(shop, agreed: 12_429, of: 12_431)
        #expect(
            try shop.run("stage", "order_store", "live", "--status", "backfill.json")
                == .init(
                    output: """
                        met      the backfill into the new store is done: waiting 0, running 0, done 12,816, failed 0
                        met      agreement 99.98% of 12,431
                        order_store in flags.json:
                          all users: shadow → live
                        flags.json was changed. After you publish it, apps use it at their next refresh: within \
                        5 minutes, or 1 second with RefreshPolicy.development.

                        """
                )
        )
        #expect(shop.text("flags.json") == Self.document("live"))
    }

    /// Without dual writes, there is one step, and the backfill runs after it.
    @Test func moveWaitsForUsersWhoMovedBefore() throws {
        let shop = try makeShop("off")
        #expect(try shop.run("stage", "order_store", "live", "--move").status == 2)
        let steps = try shop.run("stage", "order_store", "complete", "--yes")
        #expect(steps.status == 1 && steps.output.contains("missing  the stages dualwrite"))
        func move(to share: String) throws -> BuiltCommand.Result {
            try shop.run(
                "stage",
                "order_store",
                "complete",
                "--move",
                "--yes",
                "--share",
                share,
                "--status",
                "backfill.json"
            )
        }
        try write(shop, waiting: 12)
        let first = try move(to: "10")
        #expect(first.status == 0 && first.output.hasPrefix("decide   From this step on, the old store is no longer"))
        let early = try move(to: "50")
        #expect(early.status == 1 && early.output.contains("missing  the backfill into the new store isn't done"))
        try write(shop)
        #expect(try move(to: "100").status == 0)
        // All users have moved, so the same command says whether the old store can be removed.
        try write(shop, waiting: 1)
        #expect(try move(to: "100").status == 1)
        try write(shop)
        let last = try move(to: "100")
        #expect(last.status == 0 && last.output.hasPrefix("met      the backfill into the new store is done"))
        #expect(last.output.contains("nothing to change"))
    }

    @Test func boundsAndSummaryCanBePassed() throws {
        let shop = try makeShop("shadow")
        try write(shop)
        try write(shop, agreed: 95, of: 100, to: "fleet.json")
        let words = ["stage", "order_store", "live", "--status", "backfill.json", "--summary", "fleet.json"]
        func run(_ agreement: String, _ comparisons: String) throws -> Int32 {
            try shop.run(
                words[0],
                words[1],
                words[2],
                words[3],
                words[4],
                words[5],
                words[6],
                "--agreement",
                agreement,
                "--comparisons",
                comparisons,
                "--dry-run"
            ).status
        }
        #expect(try run("95", "100") == 0)
        #expect(try run("95.1", "100") == 1)
        #expect(try run("95", "101") == 1)
        #expect(try run("101", "1") == 2)
        #expect(shop.text("flags.json") == Self.document("shadow"))
    }

    @Test func shareMovesSomeUsers() throws {
        let shop = try makeShop("shadow")
        try write(shop)
        try write(shop, agreed: 10_000, of: 10_000)
        let result = try shop.run("stage", "order_store", "live", "--share", "10", "--status", "backfill.json")
        #expect(result.output.contains("live    0% → 10%, no users lose it\n"), "\(result)")
        #expect(shop.text("flags.json")?.contains(#"{ "fractional": [["live", 10], ["shadow", 90]] }"#) == true)
        // From now on, users have two stages.
        let shown = try shop.run("stage", "order_store")
        #expect(shown.output.hasPrefix("order_store in flags.json: live 10%, shadow 90%\n"), "\(shown)")
    }

    /// No requirements are shown, because those of the stage aren't the ones of users who leave it.
    @Test(arguments: ["complete", "live", "rampdown"], [[], ["--yes"], ["--yes", "--force"]])
    func smallerShareIsRefused(stage: String, options: [String]) throws {
        let shop = try makeShop(stage)
        let result = try BuiltCommand("toggles").run(
            ["stage", "order_store", stage, "--share", "50"] + options,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2 && result.output == "", "\(result)")
        #expect(result.error.hasPrefix("‘\(stage)’ has 100% of users, and --share can't lower that;"), "\(result)")
        #expect(shop.text("flags.json") == Self.document(stage))
    }

    @Test func shareOfPreviousStageChecksTheWayBack() throws {
        let shop = try makeShop("live")
        let words = ["stage", "order_store", "shadow", "--share", "50", "--yes"]
        func run() throws -> BuiltCommand.Result {
            try BuiltCommand("toggles").run(
                words + ["--status", "backfill.json"],
                environment: shop.environment,
                in: shop.path
            )
        }
        try write(shop)
        let refused = try run()
        #expect(refused.status == 1 && refused.output.contains("not of the backfill into the old store"), "\(refused)")
        #expect(shop.text("flags.json") == Self.document("live"))
        try write(shop, into: "old")
        let moved = try run()
        #expect(moved.status == 0, "\(moved)")
        #expect(shop.text("flags.json")?.contains(#"{ "fractional": [["shadow", 50], ["live", 50]] }"#) == true)
    }

    @Test func oldReportIsRefused() throws {
        let shop = try makeShop("dualwrite")
        try write(shop, age: 7_200)
        let result = try shop.run("stage", "order_store", "shadow", "--status", "backfill.json")
        #expect(result.status == 1 && result.output.contains("is too old, from "), "\(result)")
    }

    @Test func skippedStagesAreRefused() throws {
        let shop = try makeShop("dualwrite")
        let result = try shop.run("stage", "order_store", "complete")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("missing  the stages shadow, live, rampdown come first\n"), "\(result)")
    }

    @Test func forceNeedsConfirmation() throws {
        let shop = try makeShop("live")
        let refused = try shop.run("stage", "order_store", "shadow", "--force")
        #expect(refused.status == 2 && refused.error.contains("because 1 requirement isn't met"), "\(refused)")
        #expect(shop.text("flags.json") == Self.document("live"))
        #expect(try shop.run("stage", "order_store", "shadow", "--force", "--yes").status == 0)
        #expect(shop.text("flags.json") == Self.document("shadow"))
    }

    @Test func stepWithoutWayBackNeedsConfirmation() throws {
        let shop = try makeShop("rampdown")
        let refused = try shop.run("stage", "order_store", "complete")
        #expect(
            refused.status == 2 && refused.output.hasPrefix("decide   From this step on, the old store"),
            "\(refused)"
        )
        #expect(try shop.run("stage", "order_store", "complete", "--yes").status == 0)
        #expect(shop.text("flags.json") == Self.document("complete"))
    }

    @Test func stepWithoutRequirementsIsTaken() throws {
        let shop = try makeShop("off")
        #expect(try shop.run("stage", "order_store", "dualwrite").status == 0)
        #expect(shop.text("flags.json") == Self.document("dualwrite"))
    }

    @Test func figuresAreShown() throws {
        let shop = try makeShop("shadow")
        try write(shop, waiting: 812)
        try write(shop, agreed: 12_429, of: 12_431)
        let result = try shop.run("stage", "order_store", "--status", "backfill.json")
        let output = result.output.replacing(#/at \d{4}-\d\d-\d\d \d\d:\d\d UTC/#, with: "at TIME")
        #expect(
            output == """
                order_store in flags.json: shadow
                  agreement 99.98% of 12,431
                  12,431 reads, 310 writes since 2026-11-21, most recently in shadow
                  backfill into the new store: waiting 812, running 0, done 12,004, failed 0, at TIME
                to live:
                  missing  the backfill into the new store isn't done: waiting 812, running 0, done 12,004, failed 0
                  met      agreement 99.98% of 12,431
                to dualwrite:
                  nothing is required

                """,
            "\(result)"
        )
        let bare = try makeShop("off").run("stage", "order_store")
        #expect(
            bare.output == """
                order_store in flags.json: off
                  nothing is known about compared reads
                  nothing is known about the backfill; pass its report with --status
                to dualwrite:
                  nothing is required
                to complete without dual writes, with --move:
                  decide   From this step on, the old store is no longer written. Take the step only for users who no longer \
                use a version of the app that reads the old store

                """
        )
    }

    @Test(
        arguments: [
            (100, 101, 0, "‘agreed’ is 101, more than ‘checked’, which is 100."),
            (-100, -100, 0, "‘checked’ is -100, but must be at least 0."),
            (100, -1, 0, "‘agreed’ is -1, but must be at least 0."),
            (100, 100, -5, "The report can't be used: ‘waiting’ is -5, but must be at least 0."),
        ]
    )
    func impossibleFiguresAreRefused(checked: Int, agreed: Int, waiting: Int, reason: String) throws {
        let shop = try makeShop("shadow")
        try write(shop, waiting: waiting)
        for name in ["home/defaults.migrations.json", "fleet.json"] {
            try write(shop, agreed: agreed, of: checked, to: name)
        }
        let words = ["order_store", "live", "--comparisons", "10", "--status", "backfill.json"]
        for options in [[], ["--summary", "fleet.json"]] {
            let result = try BuiltCommand("toggles").run(
                ["stage"] + words + options,
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.status == 2 && result.output == "" && result.error.contains(reason), "\(result)")
        }
        #expect(shop.text("flags.json") == Self.document("shadow"))
    }

    @Test(
        arguments: [
            (["order_store", "alive"], "‘alive’ is not a stage. Write one of off, dualwrite"),
            (["page_size", "live"], "is not a migration toggle but a toggle of the category ops"),
            (["order_store", "live", "--share", "ten"], "‘ten’ is not a percentage"),
            (["order_store", "--force"], "--share and --force need a stage."),
            (["order_store", "live", "--status", "none.json"], "There is no such file."),
            (["order_store", "live", "--status", "toggles.yaml"], "This is not a report of a backfill"),
            (["order_store", "live", "--summary", "none.json"], "--summary: none.json: There is no such file."),
            (["order_store", "live", "--summary", "toggles.yaml"], "contains no summary of order_store"),
        ]
    )
    func invalidArgumentsAreExplained(arguments: [String], reason: String) throws {
        let shop = try makeShop("shadow")
        let result = try BuiltCommand("toggles").run(
            ["stage"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2 && result.error.contains(reason), "\(result)")
        #expect(shop.text("flags.json") == Self.document("shadow"))
    }
}
