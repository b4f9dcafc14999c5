import FeatureToggles
import ToggleTool

extension RunningApps {
    /// Warns of toggles whose overrides in the local defaults file have no effect in a running process of the
    /// application, because its launch arguments or environment override them too.
    ///
    /// - Parameter keys: The keys of the toggles.
    /// - Returns: The keys that it warned of.
    @discardableResult
    func warnOfStrongerOverrides(_ keys: [String]) -> Set<String> {
        let apps = all
        var warned: Set<String> = []
        for key in keys {
            for app in apps {
                guard let origin = strongerOverride(of: key, in: app.state.processID) else { continue }
                ToolOutput.warn(
                    """
                    ‘\(key)’ keeps its value in \(app.name), because \(origin) takes precedence over the local defaults \
                    file; start the app again without it
                    """
                )
                warned.insert(key)
            }
        }
        return warned
    }

    /// Returns the launch argument or environment variable that overrides a toggle in a process, or `nil` if neither does.
    private func strongerOverride(of key: String, in process: Int) -> String? {
        let toggles = states.lazy.filter { $0.processID == process }.flatMap { $0.toggles(withKey: key) }
        guard let toggle = toggles.first(where: { $0.source == .launchArgument || $0.source == .environment })
        else { return nil }
        return toggle.steps.first { $0.source == toggle.source }?.origin ?? toggle.source.rawValue
    }
}
