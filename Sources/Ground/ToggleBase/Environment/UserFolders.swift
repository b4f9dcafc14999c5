/// The folders of the current user.
package enum UserFolders {
    /// Returns the home folder from `HOME` or the account, or else `TMPDIR`; `nil` without these.
    ///
    /// A relative path is ignored, because it would refer to a different folder in each working folder. `/tmp` is not used
    /// instead, because every user can write to it, so another user could plant a file.
    package static func home(
        _ environment: [String: String],
        account: () -> String? = ProcessEnvironment.accountHome
    ) -> String? {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return variable("HOME") ?? account() ?? variable("TMPDIR")
    }

    /// Returns the folder for data that can be created again: `$XDG_CACHE_HOME`, by default `~/.cache`; on Apple
    /// platforms `~/Library/Caches`.
    ///
    /// - Parameter environment: The environment variables by name. Empty ones are treated as not set.
    /// - Returns: The path, which need not exist, or `nil` without a home folder.
    package static func caches(_ environment: [String: String]) -> String? {
        folder("Library/Caches", orIn: "XDG_CACHE_HOME", byDefault: ".cache", environment)
    }

    /// Returns the folder for settings: `$XDG_CONFIG_HOME`, by default `~/.config`; on Apple platforms
    /// `~/Library/Application Support`.
    ///
    /// - Parameter environment: The environment variables by name. Empty ones are treated as not set.
    /// - Returns: The path, which need not exist, or `nil` without a home folder.
    package static func settings(_ environment: [String: String]) -> String? {
        folder("Library/Application Support", orIn: "XDG_CONFIG_HOME", byDefault: ".config", environment)
    }

    /// Returns a folder in the home folder.
    ///
    /// - Parameters:
    ///   - library: Its path on Apple platforms.
    ///   - variable: The environment variable with its path on other platforms.
    ///   - standard: Its path on other platforms without that variable.
    ///   - environment: The environment variables by name.
    /// - Returns: The absolute path, or `nil` without a home folder.
    private static func folder(
        _ library: String,
        orIn variable: String,
        byDefault standard: String,
        _ environment: [String: String]
    ) -> String? {
        #if canImport(Darwin)
        return home(environment).map { PathText.joined($0, library) }
        #else
        // A relative path is invalid here and must be ignored (XDG Base Directory Specification).
        if let path = environment[variable], path.hasPrefix("/") { return path }
        return home(environment).map { PathText.joined($0, standard) }
        #endif
    }

    /// Returns the name of an application's folder, with hyphens instead of slashes.
    package static func name(ofApplication application: String) -> String {
        let folder = String(application.map { $0 == "/" || $0 == "\0" ? "-" : $0 })
        return ["", ".", ".."].contains(folder) ? "app" : folder
    }
}
