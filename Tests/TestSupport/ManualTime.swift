import ToggleBase

/// Time that passes only when a test advances it.
package final class ManualTime: Sendable {
    private struct State {
        var uptime = Duration.zero
        /// The wall-clock time at an uptime of zero, since 1970.
        var start: Duration
        /// How far the wall clock is ahead.
        var offset = Duration.zero
        var count = 0
        /// The sleeping tasks, whose continuations receive whether the task slept until its deadline.
        var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var cancelled: Set<Int> = []
        var slept: [Duration] = []
        var scheduled: [(deadline: Duration, work: @Sendable () -> Void)] = []
        var begun: [Duration] = []
    }

    /// The wall-clock time at which clocks start unless a test says otherwise, in seconds since 1970.
    package static let start: Int64 = 1_795_252_500

    private let state: Watched<State>
    private let passesDuringSleep: Bool

    /// Creates a clock whose uptime is zero.
    ///
    /// - Parameters:
    ///   - wall: The wall-clock time, in seconds since 1970.
    ///   - passesDuringSleep: Whether a task that sleeps advances the time to its deadline, instead of the test.
    package init(wall: Int64 = start, passesDuringSleep: Bool = false) {
        state = Watched(State(start: .seconds(wall)))
        self.passesDuringSleep = passesDuringSleep
    }

    package var uptime: Duration { state.value.uptime }

    /// The wall-clock time since 1970.
    package var wallTime: Duration {
        let state = state.value
        return state.start + state.offset + state.uptime
    }

    /// The wall-clock time, in seconds since 1970.
    package var wall: Int64 { wallTime.components.seconds }

    /// Sets only the wall clock, which is then ahead by a duration.
    package func setWall(ahead offset: Duration) { state.withLock { $0.offset = offset } }

    /// Advances the time, runs the work that is due in the meantime, and wakes the tasks whose deadlines have passed.
    package func advance(_ duration: Duration = .zero) {
        let end = uptime + duration
        while let work = nextWork(until: end) { work() }
        let due = state.withLock { state in
            state.uptime = max(state.uptime, end)
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

    // MARK: Tasks

    /// The durations that tasks were to sleep, in order.
    package var slept: [Duration] { state.value.slept }

    /// Waits until at least a number of tasks sleep.
    package func untilSleeping(_ count: Int = 1) async {
        await state.until { $0.sleepers.count >= count }
    }

    /// Waits until no task sleeps.
    package func untilAwake() async {
        await state.until { $0.sleepers.isEmpty }
    }

    /// Evaluates a condition now and whenever the time passes, a task falls asleep or wakes up, or a test notes another
    /// change, until it returns `true`.
    package func until(_ isWanted: () async throws -> Bool) async rethrows {
        try await state.until { _ in try await isWanted() }
    }

    /// Lets ``until(_:)`` evaluate its condition again, because of a change of something else than the time.
    package func noteChange() { state.withLock { _ in } }

    /// Sleeps until a deadline, or until the task is canceled.
    ///
    /// - Returns: Whether the task slept until the deadline.
    package func sleep(until deadline: Duration) async -> Bool {
        let number = state.withLock { state in
            state.count += 1
            state.slept.append(max(deadline - state.uptime, .zero))
            if passesDuringSleep { state.uptime = max(state.uptime, deadline) }
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

    // MARK: Work

    /// The number of scheduled pieces of work.
    package var scheduledCount: Int { state.value.scheduled.count }

    /// The uptimes at which scheduled work was run.
    package var begun: [Duration] { state.value.begun }

    /// Schedules work, which ``advance(_:)`` runs when it's due.
    package func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.scheduled.append(($0.uptime + delay, work)) }
    }

    /// Advances the time to the next work that is due until a time, and returns the work.
    private func nextWork(until end: Duration) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let next = state.scheduled.indices.filter { state.scheduled[$0].deadline <= end }
                .min { state.scheduled[$0].deadline < state.scheduled[$1].deadline }
            guard let next else { return nil }
            let item = state.scheduled.remove(at: next)
            state.uptime = max(state.uptime, item.deadline)
            state.begun.append(state.uptime)
            return item.work
        }
    }
}
