import FeatureToggles
import ToggleConsole

/// The local defaults file, with failures told as commands tell them.
///
/// A RELEASE build without the trait `InternalBuild` has no overrides; commands that need them refuse there.
enum LocalDefaults {
    /// A change to the overrides.
    enum Edit {
        case set(String, JSONValue)
        case unset(String)
        case unsetAll
    }

    #if OVERRIDES
    /// The path of the file that a registry's application has, or `nil` without a home folder.
    static func path(for registry: ToggleRegistry) -> String? {
        LocalDefaultsFile.defaultPath(
            application: registry.application ?? registry.namespace,
            environment: Files.environment
        )
    }

    /// The overrides that the file holds.
    static func overrides(_ path: String?) throws -> [String: JSONValue] {
        do {
            return try OverrideWriter(path: path).overrides()
        } catch {
            throw CommandFailure.usage(error.message)
        }
    }

    /// Changes the file, which `toggles undo` takes back.
    ///
    /// - Parameters:
    ///   - edits: The changes; later ones count.
    ///   - path: The file.
    ///   - title: What is done, for people.
    ///   - isRestoring: Whether a file that cannot be used gives way to the one before its last change.
    /// - Throws: ``CommandFailure`` after which nothing is changed.
    static func apply(_ edits: [Edit], to path: String?, title: String, isRestoring: Bool = false) throws {
        guard let path else {
            throw CommandFailure.usage(
                "Nothing was changed: there is no home folder. Set HOME, or name the file with --defaults."
            )
        }
        let isRemoval = edits.allSatisfy { if case .set = $0 { false } else { true } }
        // With nothing to take away, neither folders nor files are needed.
        if isRemoval, !isRestoring, try overrides(path).isEmpty { return }
        let history = OverrideHistory(ConsoleFiles(defaultsPath: path))
        do throws(ConsoleFailure) {
            let done = try history.perform(title, replacesUnusable: isRestoring) { changes(edits, over: $0) }
            if let recovery = done.recovery { Console.print("\(path) is restored. \(recovery)") }
            for warning in done.warnings { Console.warn(warning) }
        } catch {
            throw CommandFailure.usage(error.message)
        }
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
            case .unsetAll:
                order += overrides.keys.sorted()
                values = [:]
            }
        }
        var known: Set<String> = []
        return order.filter { known.insert($0).inserted }.map {
            OverrideChange.Edit(key: $0, before: overrides[$0], after: values[$0])
        }
    }
    #else
    static func path(for registry: ToggleRegistry) -> String? { nil }

    static func overrides(_ path: String?) throws -> [String: JSONValue] { throw refusal }

    static func apply(_ edits: [Edit], to path: String?, title: String, isRestoring: Bool = false) throws {
        throw refusal
    }
    #endif

    /// Why a build without overrides does nothing with them.
    static let refusal = CommandFailure.usage(
        """
        This build of toggles has no overrides. Build it with `swift build -c release --traits default,InternalBuild`, or \
        install it with `make install`.
        """
    )
}
