/// The folder of the presets, next to a local defaults file.
package enum PresetFolder {
    /// The name of the folder.
    package static let name = "presets"

    /// Returns the path of a preset, or `nil` if its name can't be that of a file in the folder.
    static func file(ofPreset preset: String, besideDefaults path: String) -> String? {
        guard !preset.isEmpty, !preset.hasPrefix("."), !preset.contains("/"), !preset.contains("\0") else { return nil }
        let folder = PathText.joined(PathText.folder(of: PathText.resolved(path)), name)
        return PathText.joined(folder, "\(preset).json")
    }
}
