import TestSupport

@testable import StoreMigration

/// Tests of backfills between two stores in memory, with a controlled clock.
protocol BackfillSuite {
    var time: ManualTime { get }
    var dualWrites: InMemoryDualWriteStore { get }
}

extension BackfillSuite {
    func moment(_ seconds: Int64) -> MigrationTime {
        MigrationTime(millisecondsSince1970: (ManualTime.start + seconds) * 1_000)
    }

    /// Returns notes, written one per second.
    func notes(_ count: Int, from first: Int = 0) -> [Note] {
        (first..<first + count).map { Note(id: $0, modified: moment(Int64($0)), text: "note \($0)") }
    }

    /// Begins dual writes.
    ///
    /// If they had begun before, the new store counts as having missed writes since a time.
    func begin(at seconds: Int64, missingSince missed: Int64? = nil, for user: String = "ada") async throws {
        let start = moment(seconds)
        let missed = missed.map { moment($0) } ?? .beginning
        try await dualWrites.update(user) { state in
            var state = state
            state.miss(.new, since: missed)
            state.new = start
            return state
        }
    }

    func backfill(
        _ source: InMemoryRecordStore,
        _ destination: InMemoryRecordStore,
        _ options: BackfillOptions = BackfillOptions(batchSize: 10, lookback: .zero)
    ) -> Backfill<InMemoryRecordStore, InMemoryRecordStore> {
        Backfill(
            from: source,
            to: destination,
            dualWrites: dualWrites,
            options: options,
            environment: time.environment
        )
    }
}
