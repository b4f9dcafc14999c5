#if OVERRIDES
import TestSupport
import ToggleBase
@testable import FeatureToggles

/// Background work and clocks that move only when a test moves them.
final class ManualSchedule: Sendable {
    private struct State {
        var uptime = Duration.zero
        var wall: Int64 = 1_000
        var items: [(due: Duration, work: @Sendable () -> Void)] = []
        var begun: [Duration] = []
    }

    private let state = Mutex(State())

    /// Returns an environment with this schedule, in which the process has the number 4711.
    ///
    /// - Parameters:
    ///   - fileSystem: The file system.
    ///   - onSchedule: Called after work was scheduled.
    /// - Returns: The environment.
    func environment(
        fileSystem: any FileSystem = POSIXFileSystem(),
        onSchedule: @escaping @Sendable () -> Void = {}
    ) -> StateFileEnvironment {
        StateFileEnvironment(
            uptime: { self.state.withLock(\.uptime) },
            secondsSince1970: { self.state.withLock(\.wall) },
            schedule: { delay, work in
                self.state.withLock { $0.items.append(($0.uptime + delay, work)) }
                onSchedule()
            },
            random: { 0xabc },
            fileSystem: fileSystem,
            processID: 4711,
            executable: "/shop"
        )
    }

    /// The number of scheduled items.
    var count: Int { state.withLock(\.items.count) }

    /// The times at which items were run.
    var begun: [Duration] { state.withLock(\.begun) }

    /// Moves the wall clock.
    func setWall(_ seconds: Int64) { state.withLock { $0.wall = seconds } }

    /// Moves the time, and runs the items that are due in the meantime.
    func advance(by duration: Duration = .zero) {
        let end = state.withLock { $0.uptime + duration }
        while true {
            let work: (@Sendable () -> Void)? = state.withLock { state in
                let next = state.items.indices.filter { state.items[$0].due <= end }
                    .min { state.items[$0].due < state.items[$1].due }
                guard let next else {
                    state.uptime = end
                    return nil
                }
                let item = state.items.remove(at: next)
                state.uptime = max(state.uptime, item.due)
                state.begun.append(state.uptime)
                return item.work
            }
            guard let work else { return }
            work()
        }
    }
}

extension ToggleClient {
    /// Creates a client that writes a state file when its schedule says so.
    static func writingState(
        to path: String?,
        _ schedule: ManualSchedule,
        registries: [ToggleRegistry] = [TestToggles.registry],
        hidden: Set<String> = [],
        context: EvaluationContext = EvaluationContext(),
        fileSystem: any FileSystem = POSIXFileSystem(),
        print: (@Sendable (String) -> Void)? = nil
    ) -> ToggleClient {
        var overrides = OverrideSources(localDefaultsPath: path)
        overrides.followsLocalDefaults = false
        overrides.writesStateFile = true
        overrides.hiddenAttributes = hidden
        overrides.stateFileEnvironment = schedule.environment(fileSystem: fileSystem)
        overrides.printProblem = print
        return ToggleClient(registries: registries, overrides: overrides, context: context)
    }
}
#endif
