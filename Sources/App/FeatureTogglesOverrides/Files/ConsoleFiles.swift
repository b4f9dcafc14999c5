import FeatureToggles
import ToggleBase

/// The files next to a local defaults file.
///
/// | | |
/// |---|---|
/// | `toggles.json` | the local defaults file |
/// | `toggles.console.json` | the console's saved state: pins, history, theme |
/// | `presets/NAME.json` | the presets |
///
/// If the path of the local defaults file contains symbolic links, the files are next to the current target.
package struct ConsoleFiles: Sendable {
    /// The absolute path of the local defaults file, possibly a symbolic link.
    package let defaults: String
    /// Exchanges changes with the original if the local defaults file is a copy.
    package let mirror: (any OverrideMirror)?

    /// Refers to the files of a local defaults file.
    ///
    /// - Parameters:
    ///   - defaultsPath: The local defaults file, possibly a symbolic link.
    ///   - mirror: Exchanges changes with the original, if the file is a copy. The other files are then in its folder.
    package init(defaultsPath: String, mirror: (any OverrideMirror)? = nil) {
        self.mirror = mirror
        defaults = PathText.absolute(defaultsPath)
    }

    /// The console's saved state.
    package var memory: String { PathText.companion(of: defaults, ".console.json", in: mirror?.storeFolder) }

    /// The folder of the presets.
    package var presets: String {
        mirror.map { PathText.joined($0.storeFolder, PresetFolder.name) } ?? PresetFolder.path(besideDefaults: defaults)
    }
}
