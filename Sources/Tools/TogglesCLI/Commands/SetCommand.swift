import ArgumentParser
import FeatureToggles
import FeatureTogglesOverrides
import ToggleBase
import ToggleTool

/// The command `toggles set`.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Overrides toggles in the local defaults file; a running app picks up the change.",
        discussion: """
            Booleans can be on, off, true, false, yes, no, 1, or 0. Nothing is written unless all values are valid.

            If a value other than a number begins with a hyphen, write it as KEY=VALUE.

            If the local defaults file is unusable, nothing is written until you correct it or pass --restore.

            EXAMPLES
              toggles set new_checkout on
              toggles set search_ranking=neural page_size=10
              toggles set delivery '{"free_from": 0, "days": 1, "countries": ["DE"]}'
              toggles set --restore
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(
        help: ArgumentHelp("A key and a value, or any number of KEY=VALUE pairs.", valueName: "key=value"),
        completion: .toggleSettings
    )
    var settings: [String] = []

    @Flag(
        help: """
            If the local defaults file is unusable, go back to the version before its last change, or start with an \
            empty one. The unusable file is kept under another name.
            """
    )
    var restore = false

    func validate() throws {
        if settings.isEmpty, !restore { throw ValidationError("Missing expected argument '<key=value> ...'") }
    }

    func run() throws {
        let (modules, files, place) = try options.load(isChanging: true)
        if settings.isEmpty, (try? LocalDefaults.overrides(place.path)) != nil {
            ToolOutput.print("Nothing was restored: the local defaults file is not damaged.")
            return
        }
        let edits = try ToggleSettings(settings, command: "set").values(in: modules)
        try LocalDefaults.apply(
            edits.map { ($0.key, $0.value) },
            to: files,
            title: edits.count == 1
                ? "\(edits[0].key) = \(ValueText.short(edits[0].value))" : "set \(edits.count.counted("toggle"))",
            isRestoring: restore
        )
        for (key, value) in edits { ToolOutput.print("\(key) = \(ValueText.short(value))") }
        place.printNoteOfMissingLock()
        let keys = edits.map(\.key)
        modules.warnOfConflicts(of: keys)
        let apps = RunningApps(for: modules, in: place)
        warnOfAbsentToggles(keys, in: apps)
        let warned = apps.warnOfStrongerOverrides(keys)
        let client = ToggleClient(registries: modules.registries, overrides: place.overrides)
        warnOfStrongerOverrides(keys.filter { !warned.contains($0) }, in: client)
    }

    /// Warns of toggles that the running app doesn't have, so that their overrides have no effect yet.
    private func warnOfAbsentToggles(_ keys: [String], in apps: RunningApps) {
        guard let app = apps.newest else { return }
        for key in apps.keys(keys, absentIn: app.state.processID) {
            let reason = "\(app.name) doesn't have this toggle"
            ToolOutput.warn("‘\(key)’ has no effect yet, because \(reason); build and start the app again.")
        }
    }

    /// Warns if the shell's environment overrides the new values, because an app that is started there inherits it.
    private func warnOfStrongerOverrides(_ keys: [String], in client: ToggleClient) {
        for explanation in keys.flatMap({ client.explanations(ofKey: $0) }) {
            let source = explanation.evaluation.source
            guard source == .launchArgument || source == .environment else { continue }
            let origin = explanation.steps.first { $0.isDecisive }?.origin ?? source.rawValue
            ToolOutput.warn("\(origin) takes precedence over the local defaults file where it is set")
        }
    }
}
