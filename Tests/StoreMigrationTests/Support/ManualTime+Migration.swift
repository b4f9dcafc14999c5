import TestSupport
import ToggleBase

@testable import StoreMigration

extension ManualTime {
    /// The wall-clock time.
    var now: MigrationTime {
        MigrationTime(millisecondsSince1970: TestTime.start).advanced(by: uptime)
    }

    /// An environment with this time, in which random numbers are 0.
    var environment: MigrationEnvironment {
        MigrationEnvironment(
            uptime: { self.uptime },
            now: { self.now },
            random: { 0 },
            sleep: { duration in
                guard await self.sleep(until: self.uptime + duration) else { throw CancellationError() }
            }
        )
    }

    /// Advances the clock again and again until work ends, but only while a condition holds.
    ///
    /// - Parameters:
    ///   - isIdle: Returns whether nothing runs that the clock must not overtake.
    ///   - work: The work, which sleeps.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work or of the condition.
    func run<Result: Sendable>(
        while isIdle: () async throws -> Bool,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let isDone = Mutex(false)
        let task = Task {
            defer { isDone.withLock { $0 = true } }
            return try await work()
        }
        while !isDone.withLock({ $0 }) {
            if try await isIdle() { advanceToNext() }
            await Task.yield()
        }
        return try await task.value
    }
}
