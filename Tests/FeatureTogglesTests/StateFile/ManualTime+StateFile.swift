#if OVERRIDES
import TestSupport
import ToggleBase

@testable import FeatureToggles

extension ManualTime {
    /// Returns an environment with this time, in which the process has the number 4711.
    func stateFileEnvironment(fileSystem: any FileSystem = POSIXFileSystem()) -> StateFileEnvironment {
        StateFileEnvironment(
            uptime: { self.uptime },
            secondsSince1970: { self.wall },
            schedule: { delay, work in self.schedule(after: delay, work) },
            random: { 0xabc },
            fileSystem: fileSystem,
            processID: 4711,
            executable: "/shop"
        )
    }
}

extension ToggleClient {
    /// Creates a client that writes a state file in manual time.
    static func writingState(
        to path: String?,
        _ time: ManualTime,
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
        overrides.stateFileEnvironment = time.stateFileEnvironment(fileSystem: fileSystem)
        overrides.printProblem = print
        return ToggleClient(registries: registries, overrides: overrides, context: context)
    }
}
#endif
