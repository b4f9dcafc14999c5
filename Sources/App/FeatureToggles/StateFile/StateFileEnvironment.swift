#if OVERRIDES
import ToggleBase
import Dispatch

/// The clocks, files, and other external dependencies of a client's state file.
package struct StateFileEnvironment: Sendable {
    /// Returns the uptime, which never goes back.
    package var uptime: @Sendable () -> Duration
    /// Returns the wall clock in seconds since 1970.
    package var secondsSince1970: @Sendable () -> Int64
    /// Runs work in the background after a time, one item after the other.
    package var schedule: @Sendable (_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> Void
    /// Returns a random number for the names of files.
    package var random: @Sendable () -> UInt64
    package var fileSystem: any FileSystem
    /// The identifier of the process.
    package var processID: Int32
    /// The path of the program, if it is known.
    package var executable: String?

    /// Creates an environment.
    package init(
        uptime: @escaping @Sendable () -> Duration,
        secondsSince1970: @escaping @Sendable () -> Int64,
        schedule: @escaping @Sendable (_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> Void,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
        fileSystem: any FileSystem = POSIXFileSystem(),
        processID: Int32 = ProcessEnvironment.processID,
        executable: String? = nil
    ) {
        self.uptime = uptime
        self.secondsSince1970 = secondsSince1970
        self.schedule = schedule
        self.random = random
        self.fileSystem = fileSystem
        self.processID = processID
        self.executable = executable
    }

    /// The environment of this process.
    package static var process: StateFileEnvironment {
        let clock = ContinuousClock()
        let start = clock.now
        // A queue instead of a task, because blocking work must not occupy one of the few threads that all tasks share.
        let queue = DispatchQueue(label: "feature-toggles.state-file", qos: .utility)
        // A program that was started by its name alone has no path here.
        let executable = CommandLine.arguments.first.map {
            $0.utf8.contains(UInt8(ascii: "/")) ? PathText.absolute($0) : $0
        }
        return StateFileEnvironment(
            uptime: { start.duration(to: clock.now) },
            secondsSince1970: { SystemTime.secondsSince1970 },
            schedule: { delay, work in
                guard delay > .zero else { return queue.async { work() } }
                let (seconds, attoseconds) = delay.components
                // Milliseconds, because on watches with 32-bit integers, nanoseconds end after two seconds. Rounded up,
                // because a write that begins too early is skipped.
                let pause = DispatchTimeInterval.milliseconds(
                    Int(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
                )
                queue.asyncAfter(deadline: .now() + pause) { work() }
            },
            executable: executable
        )
    }
}

#endif
