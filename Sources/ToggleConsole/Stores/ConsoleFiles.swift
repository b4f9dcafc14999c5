import FeatureToggles

/// The files that belong to a local defaults file, and lie beside it.
///
/// | | |
/// |---|---|
/// | `toggles.json` | the local defaults file |
/// | `toggles.console.json` | what the console remembers: pins, history, theme |
/// | `presets/NAME.json` | the presets |
package struct ConsoleFiles: Hashable, Sendable {
    /// The local defaults file.
    package let defaults: String
    /// What the console remembers.
    package let memory: String
    /// The folder of the presets.
    package let presets: String

    /// Names the files; nothing is read or written.
    ///
    /// - Parameter defaultsPath: The local defaults file, which may be a symbolic link.
    package init(defaultsPath: String) {
        defaults = PathText.resolved(defaultsPath)
        let folder = PathText.folder(of: defaults)
        let name = PathText.name(of: defaults)
        let stem = name.hasSuffix(".json") && name.utf8.count > 5 ? String(name.dropLast(5)) : name
        memory = PathText.joined(folder, "\(stem).console.json")
        presets = PathText.joined(folder, "presets")
    }
}
