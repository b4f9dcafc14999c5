package import FeatureToggles

/// A named set of overrides.
package struct Preset: Hashable, Sendable {
    package var name: String
    /// The overrides by the toggles' keys.
    package var values: [String: JSONValue]

    package init(name: String, values: [String: JSONValue]) {
        self.name = name
        self.values = values
    }
}

/// What a preset would take the place of.
enum PresetConflict: Hashable, Sendable {
    /// A preset of the same name with other values.
    case preset(Preset)
    /// A file that is not the preset.
    case file(Preset, path: String)
}
