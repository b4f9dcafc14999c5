import ToggleBase

@testable import StoreMigration

/// A clock and random numbers that a test controls.
final class TestTime: Sendable {
    private struct State {
        var uptime = Duration.zero
        /// The offset of the wall clock.
        var offset = Duration.zero
        var slept: [Duration] = []
        var random = 0.0
    }

    private let state = Mutex(State())
    /// The initial wall-clock time, in milliseconds since 1970.
    static let start: Int64 = 1_795_252_500_000

    /// The wall-clock time.
    var now: MigrationTime {
        let (seconds, attoseconds) = state.withLock { $0.uptime + $0.offset }.components
        return MigrationTime(
            millisecondsSince1970: Self.start + seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        )
    }

    /// The requested sleep durations.
    var slept: [Duration] { state.withLock(\.slept) }

    func advance(by duration: Duration) {
        state.withLock { $0.uptime += duration }
    }

    /// Sets the wall clock to an offset from the correct time; the uptime is unaffected.
    func setClock(off offset: Duration) {
        state.withLock { $0.offset = offset }
    }

    /// Sets the random number to return from now on.
    func draw(_ random: Double) {
        state.withLock { $0.random = random }
    }

    var environment: MigrationEnvironment {
        MigrationEnvironment(
            uptime: { self.state.withLock(\.uptime) },
            now: { self.now },
            random: { self.state.withLock(\.random) },
            sleep: { duration in
                self.state.withLock { state in
                    state.slept.append(duration)
                    state.uptime += duration
                }
            }
        )
    }
}
