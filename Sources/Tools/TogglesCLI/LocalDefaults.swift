import FeatureToggles
import FeatureTogglesOverrides
import ToggleTool

/// The local defaults file, with errors as commands report them.
///
/// In a RELEASE build without the trait `InternalBuild`, which has no overrides, commands that need them fail.
enum LocalDefaults {
    /// A change to the overrides.
    enum Edit {
        case set(String, JSONValue)
        case unset(String)
    }

    #if OVERRIDES
    /// Returns the path of an application's file, or `nil` if there is no home folder.
    static func path(for modules: ApplicationModules) -> String? {
        modules.app?.place.path
            ?? LocalDefaultsFile.defaultPath(application: modules.application, environment: ToolFiles.environment)
    }

    /// Returns the overrides in the file.
    static func overrides(_ path: String?) throws -> [String: JSONValue] {
        do {
            return try OverrideWriter(path: path).overrides()
        } catch {
            throw ToolError.usage(error.description)
        }
    }

    /// Changes the file, which `toggles undo` can revert.
    ///
    /// - Parameters:
    ///   - edits: The changes; later ones take precedence.
    ///   - files: The files of the application, or `nil` if there is no home folder.
    ///   - title: The title of the change in the history.
    ///   - isRestoring: Whether to replace an unusable file with the one before its last change.
    /// - Throws: ``ToolError`` if it fails; then nothing is changed.
    static func apply(_ edits: [Edit], to files: ConsoleFiles?, title: String, isRestoring: Bool = false) throws {
        guard let files else {
            throw ToolError.usage(
                "Nothing was changed, because there is no home folder. Set HOME, or name the file with --defaults."
            )
        }
        let isRemoval = edits.allSatisfy { if case .set = $0 { false } else { true } }
        // If there is nothing to remove, no folders or files are created.
        if isRemoval, !isRestoring, try overrides(files.defaults).isEmpty { return }
        let history = OverrideHistory(files)
        do throws(OverrideError) {
            let done = try history.perform(title, replacesUnusable: isRestoring) { changes(edits, over: $0) }
            if let recovery = done.recovery { ToolOutput.print("\(files.defaults) is restored. \(recovery)") }
            for warning in done.warnings { ToolOutput.warn(warning) }
        } catch {
            throw ToolError.usage(error.description)
        }
    }

    /// Warns of toggles that a running app was started with overrides of, so that changes of the file have no effect.
    static func warnOfStrongerOverrides(
        _ keys: [String],
        _ modules: ApplicationModules,
        _ place: LocalDefaultsPlace
    ) {
        RunningApps(for: modules, in: place).warnOfStrongerOverrides(keys)
    }

    private static func changes(_ edits: [Edit], over overrides: [String: JSONValue]) -> [OverrideChange.Edit] {
        var order: [String] = []
        var values = overrides
        for edit in edits {
            switch edit {
            case .set(let key, let value):
                order.append(key)
                values[key] = value
            case .unset(let key):
                order.append(key)
                values[key] = nil
            }
        }
        var known: Set<String> = []
        return order.filter { known.insert($0).inserted }.map {
            OverrideChange.Edit(key: $0, before: overrides[$0], after: values[$0])
        }
    }
    #else
    static func path(for modules: ApplicationModules) -> String? { nil }

    static func overrides(_ path: String?) throws -> [String: JSONValue] { throw ToolError.noOverrides }

    static func apply(_ edits: [Edit], to files: ConsoleFiles?, title: String, isRestoring: Bool = false) throws {
        throw ToolError.noOverrides
    }

    static func warnOfStrongerOverrides(
        _ keys: [String],
        _ modules: ApplicationModules,
        _ place: LocalDefaultsPlace
    ) {}
    #endif
}
