/// Limits the rate of a backfill, across all users that it copies one after the other.
///
/// Each batch takes at least as long, from its beginning, as the rate allows for its records. Idle time is not made up
/// for.
struct BackfillPace {
    private let recordsPerSecond: Int?
    private let environment: MigrationEnvironment
    /// The uptime until which the copied records use up the rate.
    private var due: Duration

    init(_ options: BackfillOptions, _ environment: MigrationEnvironment) {
        recordsPerSecond = options.recordsPerSecond
        self.environment = environment
        due = environment.uptime()
    }

    /// Call this before a batch is read.
    mutating func begin() {
        due = max(due, environment.uptime())
    }

    /// Call this after a batch; it returns when the next one may begin.
    mutating func wait(after records: Int) async throws {
        guard let recordsPerSecond, records > 0 else { return }
        due += .seconds(1) * (Double(records) / Double(max(1, recordsPerSecond)))
        let now = environment.uptime()
        if due > now { try await environment.sleep(due - now) }
    }
}
