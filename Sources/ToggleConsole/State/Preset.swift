import FeatureToggles

/// A named set of overrides.
struct Preset: Hashable, Sendable {
    var name: String
    /// The overrides by the toggles' keys.
    var values: [String: JSONValue]

    init(name: String, values: [String: JSONValue]) {
        self.name = name
        self.values = values
    }
}
