import TestSupport
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

extension ManualTime {
    /// The time, as a refresher reads it.
    var now: Moment { Moment(uptime: uptime, wall: wall) }

    /// Returns an environment with this time, in which random numbers are 0.5 and background work runs immediately.
    func environment(
        fileSystem: any FileSystem = POSIXFileSystem(),
        background: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) -> RefreshEnvironment {
        RefreshEnvironment(
            now: { self.now },
            sleep: { _ = await self.sleep(until: $0) },
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
