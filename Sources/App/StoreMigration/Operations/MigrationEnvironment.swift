import ToggleBase

/// The clocks and other external dependencies of a migration and a backfill.
struct MigrationEnvironment: Sendable {
    /// Returns the time on a monotonic clock, since an arbitrary moment in this process.
    var uptime: @Sendable () -> Duration
    /// Returns the wall-clock time.
    var now: @Sendable () -> MigrationTime
    /// Returns a random number from 0 to below 1.
    var random: @Sendable () -> Double
    /// Returns after a duration.
    var sleep: @Sendable (Duration) async throws -> Void

    /// The environment of this process.
    static let process: MigrationEnvironment = {
        let clock = ContinuousClock()
        let start = clock.now
        return MigrationEnvironment(
            uptime: { start.duration(to: clock.now) },
            now: { MigrationTime(millisecondsSince1970: SystemTime.millisecondsSince1970) },
            random: { .random(in: 0..<1) },
            sleep: { try await clock.sleep(for: $0) }
        )
    }()
}
