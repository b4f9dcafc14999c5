package import ToggleBase

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
