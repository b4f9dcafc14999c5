package import FeatureToggles

/// A named set of overrides.
package struct Preset: Hashable, Sendable {
    package var name: String
    /// The overrides by toggle key.
    package var values: [String: JSONValue]

    package init(name: String, values: [String: JSONValue]) {
        self.name = name
        self.values = values
    }
}

/// Existing data that saving or exporting a preset would replace.
enum PresetConflict: Hashable, Sendable {
    /// A preset with the same name but different values.
    case preset(Preset)
    /// A file that is not an export of this preset.
    case file(Preset, path: String)
}
