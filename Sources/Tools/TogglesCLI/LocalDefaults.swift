import FeatureToggles
import FeatureTogglesOverrides
import ToggleTool

/// Changes of the local defaults file.
enum LocalDefaults {
    /// Returns the path of an application's file, or `nil` if there is no home folder.
    static func path(for modules: ApplicationModules) -> String? {
        modules.app?.place.path
            ?? LocalDefaultsFile.defaultPath(application: modules.application, environment: ToolFiles.environment)
    }

    /// Returns the overrides in the file.
    static func overrides(_ path: String?) throws -> [String: JSONValue] {
        try OverrideWriter(path: path).overrides()
    }

    /// Changes the file, which `toggles undo` can revert.
    ///
    /// - Parameters:
    ///   - settings: The keys of toggles with their new values, or `nil` to remove the override; later ones take
    ///     precedence.
    ///   - files: The files of the application.
    ///   - title: The title of the change in the history.
    ///   - isRestoring: Whether to replace an unusable file with the one before its last change.
    /// - Throws: An error if it fails; then nothing is changed.
    static func apply(
        _ settings: [(key: String, value: JSONValue?)],
        to files: ConsoleFiles,
        title: String,
        isRestoring: Bool = false
    ) throws {
        // If there is nothing to remove, no folders or files are created.
        if settings.allSatisfy({ $0.value == nil }), !isRestoring, try overrides(files.defaults).isEmpty { return }
        let done = try OverrideHistory(files)
            .perform(title, replacesUnusable: isRestoring) { changes(settings, over: $0) }
        if let recovery = done.recovery { ToolOutput.print("\(files.defaults) is restored. \(recovery)") }
        for warning in done.warnings { ToolOutput.warn("\(warning)") }
    }

    /// Warns of toggles that a running app was started with overrides of, so that changes of the file have no effect.
    static func warnOfStrongerOverrides(
        _ keys: [String],
        _ modules: ApplicationModules,
        _ place: LocalDefaultsPlace
    ) {
        RunningApps(for: modules, in: place).warnOfStrongerOverrides(keys)
    }

    private static func changes(
        _ settings: [(key: String, value: JSONValue?)],
        over overrides: [String: JSONValue]
    ) -> [OverrideChange.Edit] {
        let values = Dictionary(settings.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        var known: Set<String> = []
        return settings.map(\.key).filter { known.insert($0).inserted }.map {
            OverrideChange.Edit(key: $0, before: overrides[$0], after: values[$0] ?? nil)
        }
    }
}
