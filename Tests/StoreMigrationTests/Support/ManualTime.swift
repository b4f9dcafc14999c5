import ToggleBase

@testable import StoreMigration

/// A clock that only moves when a test advances it; a task that sleeps waits for that.
final class ManualTime: Sendable {
    private struct State {
        var uptime = Duration.zero
        var sleepers: [Int: (end: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var canceled: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    /// The wall-clock time.
    var now: MigrationTime {
        MigrationTime(millisecondsSince1970: TestTime.start).advanced(by: state.withLock(\.uptime))
    }

    /// The number of sleeping tasks.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Advances the clock, and wakes up the tasks that slept long enough.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            let due = state.sleepers.filter { $0.value.end <= state.uptime }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Advances the clock to the next moment at which a task wakes up.
    func advanceToNext() {
        let next = state.withLock { state in state.sleepers.values.map(\.end).min().map { $0 - state.uptime } }
        if let next { advance(by: max(next, .zero)) }
    }

    /// Waits until a number of tasks sleep.
    func untilSleeping(_ count: Int) async {
        while sleeperCount < count { await Task.yield() }
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

    private func sleep(for duration: Duration) async throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCanceled = state.withLock { state in
                    if state.canceled.remove(number) != nil { return true }
                    state.sleepers[number] = (state.uptime + duration, continuation)
                    return false
                }
                if isCanceled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.canceled.insert(number) }
                return sleeper?.continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    var environment: MigrationEnvironment {
        MigrationEnvironment(
            uptime: { self.state.withLock(\.uptime) },
            now: { self.now },
            random: { 0 },
            sleep: { try await self.sleep(for: $0) }
        )
    }
}
