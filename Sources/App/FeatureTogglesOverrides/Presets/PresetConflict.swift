#if OVERRIDES
/// Existing data that saving or exporting a preset would replace.
package enum PresetConflict: Hashable, Sendable {
    /// A preset with the same name but different values.
    case preset(Preset)
    /// A file that is not an export of this preset.
    case file(Preset, path: String)
}
#endif
