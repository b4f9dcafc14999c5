import Testing
import ToggleBase

@testable import StoreMigration

struct StageChangeTests {
    @Test func stagePropertiesMatchTheTable() {
        for row in StageTable.rows {
            #expect(row.stage.authority == row.authority)
            #expect(row.stage.readsBoth == (row.reads.count == 2))
            #expect(row.stage.writesBoth == (row.writes.count == 2))
        }
    }

    @Test(
        arguments: [
            (.off, .off, []), (.off, .dualwrite, []), (.dualwrite, .shadow, [.backfill(into: .new)]),
            (.shadow, .live, [.backfill(into: .new), .agreement]), (.live, .rampdown, []),
            (.rampdown, .complete, [.farewell(to: .old)]),
            (.dualwrite, .off, [.farewell(to: .new)]), (.shadow, .dualwrite, []),
            (.live, .shadow, [.backfill(into: .old)]),
            (.rampdown, .live, []), (.complete, .rampdown, [.refill(.old)]),
            (.dualwrite, .live, [.stages([.shadow]), .backfill(into: .new), .agreement]),
            (
                .complete, .shadow,
                [.stages([.rampdown, .live]), .refillBeforeReading(.old, in: .rampdown), .backfill(into: .old)]
            ),
            (.live, .off, [.stages([.shadow, .dualwrite]), .backfill(into: .old), .farewell(to: .new)]),
        ] as [(MigrationStage, MigrationStage, [StageChange.Need])]
    )
    func stepListsItsNeeds(from: MigrationStage, to: MigrationStage, needs: [StageChange.Need]) {
        #expect(StageChange(from: from, to: to).needs == needs)
    }

    /// Without dual writes, the backfill runs after the only step.
    @Test(
        arguments: [
            (.off, .complete, [.farewell(to: .old)]), (.complete, .complete, [.backfill(into: .new)]),
            (.off, .dualwrite, []), (.complete, .rampdown, [.refill(.old)]), (.live, .live, []),
            (.dualwrite, .complete, StageChange(from: .dualwrite, to: .complete).needs),
            (.complete, .off, StageChange(from: .complete, to: .off).needs),
        ] as [(MigrationStage, MigrationStage, [StageChange.Need])]
    )
    func moveHasOneStep(from: MigrationStage, to: MigrationStage, needs: [StageChange.Need]) {
        #expect(StageChange(from: from, to: to, isMove: true).needs == needs)
    }

    /// A store may be read only if it is complete, so a step that reads an omitted store must state the need.
    @Test func noStepReadsOmittedStoreSilently() throws {
        for from in StageTable.rows {
            for to in StageTable.rows where from.stage != to.stage {
                let missed = MigrationOrigin.allCases.filter { !from.writes.contains($0) }
                let isRead = missed.contains { to.reads.contains($0) }
                let needs = StageChange(from: from.stage, to: to.stage).needs
                let saysSo = needs.contains { need in
                    switch need {
                    case .refillBeforeReading, .backfill: true
                    default: false
                    }
                }
                #expect(!isRead || saysSo, "\(from.stage) to \(to.stage): \(needs)")
                for need in needs { #expect("\(need)".hasSuffix(".")) }
            }
        }
    }

    /// A write succeeds even if it fails in the other store, which must be filled before it becomes authoritative.
    @Test func noStepTrustsStoreWithPartialWrites() {
        for from in StageTable.rows {
            for to in StageTable.rows where from.authority != to.authority {
                let needs = StageChange(from: from.stage, to: to.stage).needs
                #expect(
                    needs.count { $0 == .backfill(into: to.authority) } == 1,
                    "\(from.stage) to \(to.stage): \(needs)"
                )
            }
        }
    }

    @Test func summaryNeverClaimsOmittedWrites() {
        for from in MigrationStage.allCases {
            for need in StageChange(from: from, to: .off).needs { #expect(!"\(need)".contains("has everything")) }
        }
        #expect("\(StageChange.Need.backfill(into: .old))".contains("without the writes that failed in it"))
    }

    @Test func sentencesNameStagesAndStores() {
        #expect(
            StageChange(from: .complete, to: .live).needs.map(\.description) == [
                "Go through rampdown: problems in a skipped stage go unnoticed.",
                """
                The old store lacks everything that was written only to the new store, and this stage reads it. Go to \
                rampdown first, run the backfill from the new store into it, and continue when it is done for every \
                user.
                """,
            ]
        )
    }
}
