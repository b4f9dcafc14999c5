import FeatureToggles
import ToggleTool

/// The toggles of a registry, for commands that look up many keys.
struct TogglesByKey {
    /// The maximum number of errors that suggest another key, because each compares all keys.
    private static let suggestionLimit = 20

    private let toggles: [String: ToggleDefinition]
    /// The keys in the order of the manifest.
    private let keys: [String]
    private var suggestionCount = 0

    init(_ registry: ToggleRegistry) {
        keys = registry.toggles.map(\.key)
        toggles = Dictionary(registry.toggles.map { ($0.key, $0) }) { first, _ in first }
    }

    /// Returns the toggle with a key.
    ///
    /// - Throws: ``ToolError`` if there is none; the first errors suggest another key.
    mutating func toggle(_ key: String) throws -> ToggleDefinition {
        if let toggle = toggles[key] { return toggle }
        suggestionCount += 1
        throw ToolError.unknownToggle(key, among: suggestionCount <= Self.suggestionLimit ? keys : [])
    }
}

/// The explanations of a client's toggles, for commands that show many of them.
struct ExplanationsByKey {
    private let explanations: [String: [Explanation]]

    /// Explains toggles with some keys.
    init(_ keys: [String], from client: ToggleClient) {
        // For several keys, one pass over all toggles is faster than a search for each key.
        let found = keys.count == 1 ? client.explanations(ofKey: keys[0]) : client.explanations()
        explanations = Dictionary(grouping: found, by: \.key)
    }

    /// The explanations of the toggles with a key, one for each registry that contains it.
    subscript(key: String) -> [Explanation] { explanations[key] ?? [] }
}
