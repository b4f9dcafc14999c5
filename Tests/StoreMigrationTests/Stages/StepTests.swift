import FeatureToggles
import Foundation
import MigrationTesting
import StoreMigration
import Testing

/// The records that users see after each step, forward and back, with and without the required work.
struct StepTests {
    /// An event that affects a user's notes.
    enum Event: Sendable {
        case stage(MigrationStage)
        /// A note is written, possibly with a failure in one store.
        case write(Int, failing: MigrationOrigin? = nil)
        /// Dual writes begin without a write.
        case begin
        /// A copy into a store ends with a status.
        case backfill(MigrationOrigin, BackfillStatus.Word)
    }

    /// Events, and the notes that a user then misses or sees in an older version.
    struct Story: Sendable, CustomStringConvertible {
        let description: String
        let events: [Event]
        var lacking: Set<Int> = []
        /// Whether reads of both stores agree; `nil` if only one is read.
        var agrees: Bool?
    }

    static let forward: [Event] = [
        .stage(.off), .write(0), .write(1), .stage(.dualwrite), .write(1), .write(2), .backfill(.new, .done),
    ]

    static let stories: [Story] = [
        Story(description: "off to dualwrite", events: [.stage(.off), .write(0), .stage(.dualwrite), .write(1)]),
        Story(
            description: "dualwrite to shadow without a backfill",
            events: [.stage(.off), .write(0), .stage(.dualwrite), .write(1), .stage(.shadow)],
            agrees: false
        ),
        Story(description: "dualwrite to shadow", events: forward + [.stage(.shadow)], agrees: true),
        Story(
            description: "shadow to live without a backfill",
            events: [.stage(.off), .write(0), .stage(.dualwrite), .write(1), .stage(.shadow), .stage(.live)],
            lacking: [0],
            agrees: false
        ),
        Story(description: "shadow to live", events: forward + [.stage(.shadow), .stage(.live)], agrees: true),
        Story(
            description: "shadow to live with half a write",
            events: forward + [.stage(.shadow), .write(0, failing: .new), .stage(.live)],
            lacking: [0],
            agrees: false
        ),
        Story(
            description: "shadow to live after half a write",
            events: forward + [
                .stage(.shadow), .write(0, failing: .new), .backfill(.new, .waiting), .write(3), .backfill(.new, .done),
                .stage(.live),
            ],
            agrees: true
        ),
        Story(
            description: "shadow to live after half a write, for users who don't write again",
            events: forward + [
                .stage(.shadow), .write(0, failing: .new), .begin, .backfill(.new, .done), .stage(.live),
            ],
            agrees: true
        ),
        Story(description: "live to rampdown", events: forward + [.stage(.live), .write(1), .stage(.rampdown)]),
        Story(
            description: "rampdown to complete",
            events: forward + [.stage(.live), .write(1), .stage(.rampdown), .write(2), .stage(.complete), .write(3)]
        ),
        Story(
            description: "rampdown to live",
            events: forward + [.stage(.live), .stage(.rampdown), .write(0), .stage(.live)],
            agrees: true
        ),
        Story(description: "shadow to dualwrite", events: forward + [.stage(.shadow), .write(0), .stage(.dualwrite)]),
        Story(
            description: "live to shadow",
            events: forward + [.stage(.live), .write(0), .write(4), .stage(.shadow)],
            agrees: true
        ),
        Story(
            description: "live to shadow with half a write",
            events: forward + [.stage(.live), .write(0, failing: .old), .stage(.shadow)],
            lacking: [0],
            agrees: false
        ),
        Story(
            description: "live to shadow after half a write",
            events: forward + [
                .stage(.live), .write(0, failing: .old), .backfill(.old, .waiting), .begin, .backfill(.old, .done),
                .stage(.shadow),
            ],
            agrees: true
        ),
        Story(
            description: "dualwrite to off and on again",
            events: forward + [
                .stage(.off), .write(0), .write(5), .stage(.dualwrite), .backfill(.new, .waiting), .begin,
                .backfill(.new, .done), .stage(.shadow), .stage(.live),
            ],
            agrees: true
        ),
        Story(
            description: "complete to rampdown, and to the old store at once",
            events: forward + [.stage(.rampdown), .stage(.complete), .write(0), .stage(.rampdown), .stage(.shadow)],
            lacking: [0],
            agrees: false
        ),
        Story(
            description: "complete back to the old store",
            events: forward + [
                .stage(.rampdown), .stage(.complete), .write(0), .write(6), .stage(.rampdown), .begin,
                .backfill(.old, .done), .write(1), .stage(.live), .stage(.shadow), .stage(.off),
            ]
        ),
    ]

    @Test(arguments: stories)
    func usersSeeEverythingAfterRequiredWork(story: Story) async throws {
        let toggles = InMemoryToggles()
        let dualWrites = InMemoryDualWriteStore()
        let (old, new) = (ShelfStore(), ShelfStore())
        let migration = Migration(.bookStore, toggles: toggles, dualWrites: dualWrites)
        let user = migration.user()
        var written: [Int: SampleRecord] = [:]
        var last: Int64 = 0
        for (count, event) in story.events.enumerated() {
            switch event {
            case .stage(let stage): toggles.apply(.set(.bookStore, to: stage))
            case .begin: try await migration.beginDualWrites()
            case .write(let number, let failing):
                // Times are at least a millisecond apart, which the clock of a fast machine may not show.
                let now = max(Int64(Date().timeIntervalSince1970 * 1_000), last + 1)
                last = now
                let record = SampleRecord(
                    number: number,
                    user: user,
                    modified: MigrationTime(millisecondsSince1970: now),
                    text: "\(count)"
                )
                try await migration.write { () async throws in
                    if failing == .old { throw StoreError() }
                    old.write(record)
                } new: { () async throws in
                    if failing == .new { throw StoreError() }
                    new.write(record)
                }
                written[number] = record
            case .backfill(let origin, let word):
                let (source, destination) = origin == .new ? (old, new) : (new, old)
                let backfill = Backfill(
                    from: source,
                    to: destination,
                    into: origin,
                    dualWrites: dualWrites
                )
                #expect(try await backfill.run(user).word == word.rawValue, "\(event)")
            }
        }
        let seen = await migration.read {
            Set(old.records(of: user))
        } new: {
            Set(new.records(of: user))
        }
        #expect(Set(written.values.filter { !seen.contains($0) }.map(\.number)) == story.lacking)
        #expect(migration.summary.checked == (story.agrees == nil ? 0 : 1))
        if let agrees = story.agrees { #expect(migration.summary.agreed == (agrees ? 1 : 0)) }
    }

    /// If a story loses notes, its last step must state its needs.
    @Test(arguments: stories.filter { !$0.lacking.isEmpty })
    func incompleteStepStatesItsNeeds(story: Story) {
        let stages = story.events.compactMap { if case .stage(let stage) = $0 { stage } else { nil } }
        let needs = StageChange(from: stages[stages.count - 2], to: stages[stages.count - 1]).needs
        let authority = stages[stages.count - 1].authority
        #expect(needs.contains(.backfill(into: authority)))
    }
}

extension BackfillStatus {
    /// ``word`` as an enumeration.
    enum Word: String, Sendable {
        case waiting, running, done
    }
}
