#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The outside world of a migration and a backfill.
struct MigrationEnvironment: Sendable {
    /// The time since some moment of this process, which nobody can set.
    var uptime: @Sendable () -> Duration
    /// The time of the clock on the wall.
    var now: @Sendable () -> MigrationTime
    /// A random number from 0 to below 1.
    var random: @Sendable () -> Double
    /// Returns after a time.
    var sleep: @Sendable (Duration) async throws -> Void

    /// The real one.
    static let process: MigrationEnvironment = {
        let clock = ContinuousClock()
        let start = clock.now
        return MigrationEnvironment(
            uptime: { start.duration(to: clock.now) },
            now: {
                var time = timespec()
                clock_gettime(CLOCK_REALTIME, &time)
                return MigrationTime(
                    millisecondsSince1970: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
                )
            },
            random: { .random(in: 0..<1) },
            sleep: { try await clock.sleep(for: $0) }
        )
    }()
}
