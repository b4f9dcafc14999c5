/// Holds a backfill to its rate, over all users that it copies one after the other.
///
/// Each batch takes as much time from its beginning as its records may. Time in which nothing was copied is not made up for.
struct BackfillPace {
    private let recordsPerSecond: Int?
    private let environment: MigrationEnvironment
    /// Until when what was copied takes its time.
    private var due: Duration

    init(_ options: BackfillOptions, _ environment: MigrationEnvironment) {
        recordsPerSecond = options.recordsPerSecond
        self.environment = environment
        due = environment.uptime()
    }

    /// Called before a batch is read.
    mutating func begin() {
        due = max(due, environment.uptime())
    }

    /// Called behind a batch; returns when the next one may begin.
    mutating func wait(behind records: Int) async throws {
        guard let recordsPerSecond, records > 0 else { return }
        due += .seconds(1) * (Double(records) / Double(max(1, recordsPerSecond)))
        let now = environment.uptime()
        if due > now { try await environment.sleep(due - now) }
    }
}
