import FeatureToggles

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

    #if !RELEASE || InternalBuild
    /// The path of the file that a registry's application has.
    static func path(for registry: ToggleRegistry) -> String? {
        LocalDefaultsFile.defaultPath(
            application: registry.application ?? registry.namespace,
            environment: Files.environment
        )
    }

    /// The keys that the file overrides.
    static func overriddenKeys(_ path: String?) throws -> Set<String> {
        guard let path else { return [] }
        do {
            return Set(try LocalDefaultsFile(path: path).read().values.keys)
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }

    /// Changes the file.
    static func apply(_ edits: [Edit], to path: String?) throws {
        guard let path else { return }
        let edits = edits.map { edit -> LocalDefaultsEdit in
            switch edit {
            case .set(let key, let value): .set(key, value)
            case .unset(let key): .unset(key)
            case .unsetAll: .unsetAll
            }
        }
        do {
            let result = try LocalDefaultsFile(path: path).update(edits)
            if let recovery = result.recovery { Console.printError("warning: \(recovery)") }
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }
    #else
    static func path(for registry: ToggleRegistry) -> String? { nil }

    static func overriddenKeys(_ path: String?) throws -> Set<String> { throw refusal }

    static func apply(_ edits: [Edit], to path: String?) throws { throw refusal }

    private static let refusal = CommandFailure.usage(
        """
        This build of toggles has no overrides. Build it with `swift build -c release --traits InternalBuild`, or \
        install it with `make install`.
        """
    )
    #endif
}
