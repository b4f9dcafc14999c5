import ToggleBase

/// Time that passes only when a test advances it.
package final class ManualTime: Sendable {
    private struct State {
        var uptime = Duration.zero
        var wall: Int64
        var count = 0
        /// The sleeping tasks, whose continuations receive whether the task slept until its deadline.
        var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Watched<State>

    /// Creates a clock whose uptime is zero.
    ///
    /// - Parameter wall: The wall-clock time, in seconds since 1970.
    package init(wall: Int64 = 1_000_000) {
        state = Watched(State(wall: wall))
    }

    package var uptime: Duration { state.value.uptime }

    /// The wall-clock time, in seconds since 1970.
    package var wall: Int64 { state.value.wall }

    /// Sets the wall clock only.
    package func setWall(_ wall: Int64) { state.withLock { $0.wall = wall } }

    /// Advances the time, and wakes the tasks whose deadlines have passed.
    package func advance(_ duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            state.wall += duration.components.seconds + (duration.components.attoseconds > 0 ? 1 : 0)
            let due = state.sleepers.filter { $0.value.deadline <= state.uptime }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
        }
        for continuation in due { continuation.resume(returning: true) }
    }

    /// Advances the time to the next deadline of a sleeping task.
    package func advanceToNext() {
        let next = state.value.sleepers.values.map(\.deadline).min()
        if let next { advance(max(next - uptime, .zero)) }
    }

    /// Waits until at least a number of tasks sleep.
    package func untilSleeping(_ count: Int = 1) async {
        await state.until { $0.sleepers.count >= count }
    }

    /// Waits until no task sleeps.
    package func untilAwake() async {
        await state.until { $0.sleepers.isEmpty }
    }

    /// Evaluates a condition now and whenever a task falls asleep, wakes up, or is canceled while it sleeps, until it
    /// returns `true`.
    package func until(_ isWanted: () async throws -> Bool) async rethrows {
        try await state.until { _ in try await isWanted() }
    }

    /// Sleeps until a deadline, or until the task is canceled.
    ///
    /// - Returns: Whether the task slept until the deadline.
    package func sleep(until deadline: Duration) async -> Bool {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver: Bool? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return false }
                    if deadline <= state.uptime { return true }
                    state.sleepers[number] = (deadline, continuation)
                    return nil
                }
                if let isOver { continuation.resume(returning: isOver) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.continuation.resume(returning: false)
        }
    }
}
