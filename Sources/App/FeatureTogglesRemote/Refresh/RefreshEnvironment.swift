import CToggleAtomics
import FeatureToggles
import ToggleBase

/// The clocks, files, and other external dependencies of a client with a remote source.
struct RefreshEnvironment: Sendable {
    /// Returns the current time.
    var now: @Sendable () -> Moment
    /// Returns at an uptime, or when its task is canceled.
    var sleep: @Sendable (_ until: Duration) async -> Void
    /// Returns a random number from 0 to below 1.
    var random: @Sendable () -> Double
    /// Runs work that waits for the disk in the background, one item after the other.
    var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    var fileSystem: any FileSystem
    /// The environment variables that determine the location of files.
    var variables: [String: String]
    /// Determines how the app was distributed, for contexts that describe the device.
    var distribution = DistributionDetection.store
    /// The notifications about the app's life cycle; `nil` if the system has none.
    var lifecycle: AppLifecycle?
    /// Returns whether the sudden end of this process looks like a crash.
    var isEndCounted: @Sendable () -> Bool = { true }

    /// The environment of this process.
    static var process: RefreshEnvironment {
        // This clock also advances while the machine sleeps.
        let clock = ContinuousClock()
        let start = clock.now
        return RefreshEnvironment(
            now: { Moment(uptime: start.duration(to: clock.now), wall: SystemTime.secondsSince1970) },
            sleep: { deadline in try? await clock.sleep(until: start.advanced(by: deadline)) },
            random: { .random(in: 0..<1) },
            background: BackgroundQueue.make("feature-toggles.cache"),
            fileSystem: POSIXFileSystem(),
            variables: ProcessEnvironment.current,
            lifecycle: .system,
            // A debugger stops apps, and a system ends app extensions without a word.
            isEndCounted: { !ct_is_debugged() && !AppBundle.isExtension }
        )
    }
}
