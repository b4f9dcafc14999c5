#if OVERRIDES
import ToggleBase

extension LocalDefaultsFile {
    /// The environment variable with the path of the file, which takes precedence over the platform's usual path.
    package static let environmentVariable = "TOGGLES_DEFAULTS"

    /// Returns the path of an app's file, using the environment of this process.
    ///
    /// | | |
    /// |---|---|
    /// | `TOGGLES_DEFAULTS` is set | its value |
    /// | Apple platforms | `~/Library/Application Support/<application>/toggles.json`, in an app's container, if any |
    /// | other platforms | `$XDG_CONFIG_HOME/<application>/toggles.json`, by default in `~/.config` |
    ///
    /// The home folder of an app on a device or in a simulator is its container. A process in a simulator can also use
    /// any file of the Mac through `TOGGLES_DEFAULTS`.
    ///
    /// Without `HOME`, or with a relative path in it, the account's home folder is used, and without that, `TMPDIR`.
    ///
    /// - Parameter application: The name of the app, or its bundle identifier; app and tools must use the same. Slashes
    ///   in it become hyphens.
    /// - Returns: The path, or `nil` without a home folder.
    public static func defaultPath(application: String) -> String? {
        var environment: [String: String] = [:]
        for name in [environmentVariable, "XDG_CONFIG_HOME", "HOME", "TMPDIR"] {
            environment[name] = ProcessEnvironment.value(name)
        }
        return defaultPath(application: application, environment: environment)
    }

    /// Returns the path of an app's file like ``defaultPath(application:)``, with any environment.
    ///
    /// - Parameters:
    ///   - application: The name of the app, or its bundle identifier.
    ///   - environment: The environment variables by name. Empty ones are treated as not set.
    /// - Returns: The path, or `nil` without a home folder.
    package static func defaultPath(application: String, environment: [String: String]) -> String? {
        if let path = environment[environmentVariable], !path.isEmpty { return path }
        let folder = UserFolders.name(ofApplication: application)
        guard let base = UserFolders.settings(environment) else { return nil }
        return PathText.joined(PathText.joined(base, folder), name)
    }

    private static let name = "toggles.json"
    /// The maximum number of folders in which ``pathsOfApps(environment:)`` looks for files.
    private static let maximumFolders = 10_000

    /// Returns the paths of the files of all apps that the user has run, where ``defaultPath(application:environment:)``
    /// places them.
    ///
    /// An app whose file doesn't exist is included if there's a folder for its state files.
    ///
    /// - Parameter environment: The environment variables by name.
    /// - Returns: The paths in order; only the value of `TOGGLES_DEFAULTS` if it is set.
    package static func pathsOfApps(environment: [String: String]) -> [String] {
        if let path = environment[environmentVariable], !path.isEmpty { return [path] }
        guard let base = UserFolders.settings(environment) else { return [] }
        return DurableFile.names(inFolder: base).prefix(maximumFolders).compactMap { folder in
            let path = PathText.joined(PathText.joined(base, folder), name)
            return FileReading.exists(path) || FileReading.exists(StateFolder(besideDefaults: path).path) ? path : nil
        }
    }

    /// Returns the path of an app's file in the container of the app's data on a device or in a simulator.
    ///
    /// - Parameter application: The name of the app, as in ``defaultPath(application:environment:)``.
    /// - Returns: The path, relative to the container.
    package static func pathInContainer(application: String) -> String {
        "Library/Application Support/\(UserFolders.name(ofApplication: application))/\(name)"
    }
}
#endif
