import Testing
import ToggleBase

@testable import StoreMigration

struct StageGateTests {
    private static let now: Int64 = 1_795_252_500

    private static func summary(_ agreed: Int, of checked: Int) -> MigrationSummary {
        var summary = MigrationSummary(since: 0, stage: .shadow)
        (summary.checked, summary.agreed) = (checked, agreed)
        return summary
    }

    private static func report(
        into destination: MigrationOrigin = .new,
        _ counts: [QueuedUser.Phase: Int] = [.done: 12_004],
        age: Int64 = 60
    ) -> BackfillReport {
        BackfillReport(into: destination, time: now - age, counts: counts)
    }

    private static func findings(
        _ from: MigrationStage,
        _ to: MigrationStage,
        _ summary: MigrationSummary? = nil,
        _ report: BackfillReport? = nil,
        gate: StageGate = StageGate()
    ) -> [StageGate.Finding] {
        gate.findings(for: StageChange(from: from, to: to), summary: summary, report: report, at: now)
    }

    /// What a step needs: nothing, a backfill into a store, agreement, a person's decision, or other stages first.
    private enum Rule {
        case free, decision, refused
        case figures(MigrationOrigin, agreement: Bool = false)
    }

    /// All 30 steps.
    private static let table: [MigrationStage: [MigrationStage: Rule]] = [
        .off: [.dualwrite: .free, .shadow: .refused, .live: .refused, .rampdown: .refused, .complete: .refused],
        .dualwrite: [
            .off: .decision, .shadow: .figures(.new), .live: .refused, .rampdown: .refused, .complete: .refused,
        ],
        .shadow: [
            .off: .refused, .dualwrite: .free, .live: .figures(.new, agreement: true), .rampdown: .refused,
            .complete: .refused,
        ],
        .live: [
            .off: .refused, .dualwrite: .refused, .shadow: .figures(.old), .rampdown: .free, .complete: .refused,
        ],
        .rampdown: [
            .off: .refused, .dualwrite: .refused, .shadow: .refused, .live: .free, .complete: .decision,
        ],
        .complete: [
            .off: .refused, .dualwrite: .refused, .shadow: .refused, .live: .refused, .rampdown: .decision,
        ],
    ]

    @Test func everyStepHasItsRule() throws {
        var count = 0
        let agreeing = Self.summary(12_429, of: 12_431)
        for from in MigrationStage.allCases {
            for to in MigrationStage.allCases where to != from {
                count += 1
                let rule = try #require(Self.table[from]?[to])
                let name = "\(from) to \(to)"
                let none = Self.findings(from, to)
                let intoNew = Self.findings(from, to, agreeing, Self.report(into: .new))
                let intoOld = Self.findings(from, to, agreeing, Self.report(into: .old))
                switch rule {
                case .free: #expect(none.isEmpty && none.allow, "\(name)")
                case .decision:
                    #expect(none.allow && none.map(\.answer) == [.undecided], "\(name)")
                case .refused:
                    #expect(!none.allow && !intoNew.allow && !intoOld.allow, "\(name)")
                    #expect(none.first?.description.contains("first") == true, "\(name)")
                case .figures(let origin, let needsAgreement):
                    #expect(!none.allow, "\(name)")
                    #expect(intoNew.allow == (origin == .new) && intoOld.allow == (origin == .old), "\(name)")
                    let without = Self.findings(from, to, Self.summary(9, of: 10), Self.report(into: origin))
                    #expect(without.allow == !needsAgreement, "\(name)")
                }
            }
        }
        #expect(count == 30)
    }

    @Test func sameStageNeedsNothing() {
        for stage in MigrationStage.allCases { #expect(Self.findings(stage, stage).isEmpty) }
    }

    @Test(
        arguments: [
            (9_999, 9_999, false), (10_000, 10_000, true), (9_990, 10_000, true), (9_989, 10_000, false), (0, 0, false),
            (99_899, 100_000, false), (.max / 2, .max, false), (.max, .max, true),
        ]
    )
    func agreementHasBounds(agreed: Int, checked: Int, isMet: Bool) {
        #expect(Self.findings(.shadow, .live, Self.summary(agreed, of: checked), Self.report()).allow == isMet)
    }

    @Test func boundsCanBeChanged() {
        let gate = StageGate(agreement: 90, comparisons: 10)
        let report = Self.report()
        #expect(Self.findings(.shadow, .live, Self.summary(9, of: 10), report, gate: gate).allow)
        #expect(!Self.findings(.shadow, .live, Self.summary(8, of: 10), report, gate: gate).allow)
        // Without a number of comparisons, there must still be some.
        let none = StageGate(agreement: 0, comparisons: 0)
        #expect(!Self.findings(.shadow, .live, Self.summary(0, of: 0), report, gate: none).allow)
    }

    @Test func unfinishedBackfillIsRefused() {
        for phase in [QueuedUser.Phase.waiting, .running, .failed, .idle] {
            #expect(!Self.findings(.dualwrite, .shadow, nil, Self.report([.done: 9, phase: 1])).allow)
        }
        #expect(!Self.findings(.dualwrite, .shadow, nil, Self.report([:])).allow)
        #expect(Self.findings(.dualwrite, .shadow, nil, Self.report(age: 3_600)).allow)
        #expect(!Self.findings(.dualwrite, .shadow, nil, Self.report(age: 3_601)).allow)
        // The clock of the server may be ahead.
        #expect(Self.findings(.dualwrite, .shadow, nil, Self.report(age: -60)).allow)
        #expect(!Self.findings(.dualwrite, .shadow, nil, Self.report(age: -3_601)).allow)
        #expect(!Self.findings(.dualwrite, .shadow, nil, Self.report(age: Self.now - .max)).allow)
    }

    @Test func unstoredStatesNeedDecision() {
        var summary = Self.summary(10_000, of: 10_000)
        summary.stateErrors = 1
        let findings = Self.findings(.shadow, .live, summary, Self.report())
        #expect(findings.map(\.answer) == [.undecided, .met])
        #expect(findings.first?.description.contains("but 1 write has a dual-write state that was not stored") == true)
    }

    @Test func reasonsContainFigures() {
        let running = Self.report([.waiting: 812, .running: 4, .done: 12_004, .failed: 3])
        #expect(
            Self.findings(.shadow, .live, Self.summary(12_300, of: 12_431), running).map(\.description) == [
                "the backfill into the new store isn't done: waiting 812, running 4, done 12,004, failed 3",
                "agreement 98.94% of 12,431; 99.9% of at least 10,000 are required",
            ]
        )
        #expect(
            Self.findings(.shadow, .live).map(\.description) == [
                "there is no report of the backfill into the new store", "there is no summary of compared reads",
            ]
        )
        #expect(
            Self.findings(.live, .shadow, nil, Self.report(age: 100_000)).map(\.description) == [
                "the report is of a backfill into the new store, not of the backfill into the old store"
            ]
        )
        #expect(
            Self.findings(.live, .shadow, nil, Self.report(into: .old, age: 100_000)).map(\.description) == [
                """
                the report of the backfill into the old store is too old, from 2026-11-20 05:28 UTC: waiting 0, running 0, \
                done 12,004, failed 0
                """
            ]
        )
        #expect(
            Self.findings(.off, .live).first?.description == "the stages dualwrite, shadow come first"
        )
    }
}

extension [StageGate.Finding] {
    /// Whether every requirement is met, or is for a person to decide.
    fileprivate var allow: Bool { allSatisfy { $0.answer != .unmet } }
}
