import FeatureToggles
import ToggleBase

/// The files next to a local defaults file.
///
/// | | |
/// |---|---|
/// | `toggles.json` | the local defaults file |
/// | `toggles.console.json` | the console's saved state: pins, history, theme |
/// | `presets/NAME.json` | the presets |
package struct ConsoleFiles: Sendable {
    /// The local defaults file.
    package let defaults: String
    /// The console's saved state.
    package let memory: String
    /// The folder of the presets.
    package let presets: String
    /// Exchanges changes with the original if the local defaults file is a copy.
    package let mirror: (any OverrideMirror)?

    /// Determines the paths of the files.
    ///
    /// - Parameters:
    ///   - defaultsPath: The local defaults file, possibly a symbolic link.
    ///   - mirror: Exchanges changes with the original, if the file is a copy. The other files are then in its folder.
    package init(defaultsPath: String, mirror: (any OverrideMirror)? = nil) {
        self.mirror = mirror
        defaults = PathText.resolved(defaultsPath)
        let folder = mirror?.storeFolder ?? PathText.folder(of: defaults)
        let name = PathText.name(of: defaults)
        let stem = name.hasSuffix(".json") && name.utf8.count > 5 ? String(name.dropLast(5)) : name
        memory = PathText.joined(folder, "\(stem).console.json")
        presets = PathText.joined(folder, PresetFolder.name)
    }
}
