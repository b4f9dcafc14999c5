import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Time that passes only when a test advances it.
final class ManualTime: Sendable {
    private struct State {
        var now = Moment.story(0)
        var count = 0
        var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Void, Never>)] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    var now: Moment { state.withLock(\.now) }

    /// Advances the time, and wakes the tasks whose deadlines have passed.
    func advance(_ duration: Duration) {
        let due = state.withLock { state in
            state.now.uptime += duration
            state.now.wall += duration.roundedSeconds
            let due = state.sleepers.filter { $0.value.deadline <= state.now.uptime }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets the wall clock only.
    func setWall(_ wall: Int64) {
        state.withLock { $0.now.wall = wall }
    }

    /// The deadlines of the sleeping tasks.
    var deadlines: [Duration] { state.withLock { $0.sleepers.values.map(\.deadline).sorted() } }

    func sleep(until deadline: Duration) async {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.cancelled.contains(number) || deadline <= state.now.uptime { return true }
                    state.sleepers[number] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume()
        }
    }

    /// Returns an environment with this time, in which random numbers are 0.5 and background work runs immediately.
    func environment(
        fileSystem: any FileSystem = POSIXFileSystem(),
        background: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) -> RefreshEnvironment {
        RefreshEnvironment(
            now: { self.now },
            sleep: { await self.sleep(until: $0) },
            random: { 0.5 },
            background: background,
            fileSystem: fileSystem,
            variables: [:]
        )
    }
}

extension ToggleClient {
    /// Creates a client for the test toggles that follows a source in manual time.
    static func following(
        _ configuration: RemoteConfiguration,
        _ time: ManualTime,
        context: EvaluationContext = EvaluationContext(),
        fileSystem: any FileSystem = POSIXFileSystem(),
        background: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) -> ToggleClient {
        ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: configuration,
            context: context,
            environment: time.environment(fileSystem: fileSystem, background: background)
        )
    }

    /// Waits until the state meets a condition.
    func until(_ isWanted: @escaping @Sendable (RemoteState) -> Bool) async -> RemoteState? {
        // Not `remoteStates()`, which doesn't report changes of only the times.
        let changes = changes()
        if let state = remoteState, isWanted(state) { return state }
        for await _ in changes {
            if let state = remoteState, isWanted(state) { return state }
        }
        return nil
    }

    func until(_ status: RemoteState.Status) async {
        _ = await until { $0.status == status }
    }
}
