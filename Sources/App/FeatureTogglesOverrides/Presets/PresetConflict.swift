#if OVERRIDES
/// Existing data that saving or exporting a preset would replace.
package enum PresetConflict: Hashable, Sendable {
    /// A preset with the same name but different values.
    case preset(Preset)
    /// A file that is not an export of this preset.
    case file(Preset, path: String)

    /// The question of whether to replace it, and its reason.
    package var question: (title: String, reason: String) {
        switch self {
        case .preset(let preset):
            ("Replace the preset ‘\(preset.name)’?", "A preset with this name but different values exists.")
        case .file(let preset, let path):
            ("Replace the file?", "\(path) exists and is not an export of the preset ‘\(preset.name)’.")
        }
    }
}
#endif
