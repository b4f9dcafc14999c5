import FeatureToggles

/// The files next to a local defaults file.
///
/// | | |
/// |---|---|
/// | `toggles.json` | the local defaults file |
/// | `toggles.console.json` | the console's saved state: pins, history, theme |
/// | `presets/NAME.json` | the presets |
package struct ConsoleFiles: Hashable, Sendable {
    /// The local defaults file.
    package let defaults: String
    /// The console's saved state.
    package let memory: String
    /// The folder of the presets.
    package let presets: String

    /// Determines the paths of the files.
    ///
    /// - Parameter defaultsPath: The local defaults file, possibly a symbolic link.
    package init(defaultsPath: String) {
        defaults = PathText.resolved(defaultsPath)
        let folder = PathText.folder(of: defaults)
        let name = PathText.name(of: defaults)
        let stem = name.hasSuffix(".json") && name.utf8.count > 5 ? String(name.dropLast(5)) : name
        memory = PathText.joined(folder, "\(stem).console.json")
        presets = PathText.joined(folder, "presets")
    }
}
