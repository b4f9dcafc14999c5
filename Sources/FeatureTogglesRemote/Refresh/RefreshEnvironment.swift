import Dispatch
import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The outside world of a client that follows a remote source.
struct RefreshEnvironment: Sendable {
    /// What the clocks show.
    var now: @Sendable () -> Moment
    /// Returns at an uptime, or when its task is cancelled.
    var sleep: @Sendable (_ until: Duration) async -> Void
    /// A random number from 0 to below 1.
    var random: @Sendable () -> Double
    /// Has work done that waits for the disk, one piece after the other, while the caller goes on.
    var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    var fileSystem: any FileSystem
    /// The environment variables that say where files are.
    var variables: [String: String]

    /// The real one.
    static var process: RefreshEnvironment {
        // Goes on while the machine sleeps.
        let clock = ContinuousClock()
        let start = clock.now
        // Not a task: what blocks must not take one of the few threads that all tasks share.
        let queue = DispatchQueue(label: "feature-toggles.cache")
        return RefreshEnvironment(
            now: { Moment(uptime: start.duration(to: clock.now), wall: Int64(time(nil))) },
            sleep: { deadline in try? await clock.sleep(until: start.advanced(by: deadline)) },
            random: { .random(in: 0..<1) },
            background: { work in queue.async { work() } },
            fileSystem: POSIXFileSystem(),
            variables: ProcessEnvironment.current
        )
    }
}
