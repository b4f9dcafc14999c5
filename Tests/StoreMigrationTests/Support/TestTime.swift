import SystemBase

@testable import StoreMigration

/// A clock that a test moves, and lots that it draws.
final class TestTime: Sendable {
    private struct State {
        var uptime = Duration.zero
        /// How far the clock on the wall was set.
        var offset = Duration.zero
        var slept: [Duration] = []
        var random = 0.0
    }

    private let state = Mutex(State())
    /// What the wall shows at the start, in milliseconds since 1970.
    static let start: Int64 = 1_795_252_500_000

    /// The time of the wall.
    var now: MigrationTime {
        let (seconds, attoseconds) = state.withLock { $0.uptime + $0.offset }.components
        return MigrationTime(
            millisecondsSince1970: Self.start + seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        )
    }

    /// How long was slept.
    var slept: [Duration] { state.withLock(\.slept) }

    func advance(by duration: Duration) {
        state.withLock { $0.uptime += duration }
    }

    /// Sets the clock on the wall that far from the right time; the time that nobody can set goes on.
    func setClock(off offset: Duration) {
        state.withLock { $0.offset = offset }
    }

    /// Says what is drawn from now on.
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
