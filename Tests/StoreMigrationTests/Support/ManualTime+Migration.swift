import TestSupport
import ToggleBase

@testable import StoreMigration

extension ManualTime {
    /// Returns a clock that passes while a task sleeps, so that a test doesn't advance it.
    static func passing() -> ManualTime { ManualTime(passesDuringSleep: true) }

    /// The wall-clock time.
    var now: MigrationTime { MigrationTime(millisecondsSince1970: 0).advanced(by: wallTime) }

    /// An environment with this time, in which random numbers are 0.
    var environment: MigrationEnvironment { environment(random: 0) }

    /// Returns an environment with this time, in which all random numbers are the same.
    func environment(random: Double) -> MigrationEnvironment {
        MigrationEnvironment(
            uptime: { self.uptime },
            now: { self.now },
            random: { random },
            sleep: { duration in
                guard await self.sleep(until: self.uptime + duration) else { throw CancellationError() }
            }
        )
    }

    /// Advances the clock again and again until work ends, but only while a condition holds.
    ///
    /// - Parameters:
    ///   - isIdle: Returns whether nothing runs that the clock must not overtake. It's evaluated whenever ``until(_:)``
    ///     evaluates its condition.
    ///   - work: The work, which sleeps.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work or of the condition.
    func run<Result: Sendable>(
        while isIdle: () async throws -> Bool,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let isDone = Mutex(false)
        let task = Task {
            defer {
                isDone.withLock { $0 = true }
                noteChange()
            }
            return try await work()
        }
        try await until {
            if isDone.withLock({ $0 }) { return true }
            if try await isIdle() { advanceToNext() }
            return false
        }
        return try await task.value
    }
}
