#if !RELEASE || InternalBuild
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension LocalDefaultsFile {
    /// The environment variable that names the file, whatever the platform's usual place is.
    public static let environmentVariable = "TOGGLES_DEFAULTS"

    /// Where the file of an app lies, in the environment of this process.
    ///
    /// - Parameter application: The name of the app, or its bundle identifier; app and tools must use the same.
    /// - Returns: The path, or `nil` without a home folder.
    public static func defaultPath(application: String) -> String? {
        var environment: [String: String] = [:]
        for name in [environmentVariable, "XDG_CONFIG_HOME", "HOME", "TMPDIR"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return defaultPath(application: application, environment: environment)
    }

    /// Where the file of an app lies.
    ///
    /// | | |
    /// |---|---|
    /// | `TOGGLES_DEFAULTS` is set | there |
    /// | Apple platforms | `~/Library/Application Support/<application>/toggles.json`, in an app's container where it has one |
    /// | elsewhere | `$XDG_CONFIG_HOME/<application>/toggles.json`, by default in `~/.config` |
    ///
    /// An app on a device or in a simulator has its container as its home. A process in a simulator can also use any file of
    /// the Mac, which `TOGGLES_DEFAULTS` may name.
    ///
    /// Without `HOME`, or with a relative path there, the account's home folder is taken, and without one `TMPDIR`.
    ///
    /// - Parameters:
    ///   - application: The name of the app, or its bundle identifier; app and tools must use the same. Slashes in it
    ///     become hyphens.
    ///   - environment: The environment variables by name; empty ones count as not set.
    /// - Returns: The path, or `nil` without a home folder.
    public static func defaultPath(application: String, environment: [String: String]) -> String? {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let path = variable(environmentVariable) { return path }
        let folder = UserFolders.name(ofApplication: application)
        let home = UserFolders.home(environment)
        #if canImport(Darwin)
        let base = home.map { PathText.joined($0, "Library/Application Support") }
        #else
        // A relative path there is invalid and to be ignored (XDG Base Directory Specification).
        let base =
            variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? home.map { PathText.joined($0, ".config") }
        #endif
        guard let base else { return nil }
        return PathText.joined(PathText.joined(base, folder), "toggles.json")
    }
}
#endif
