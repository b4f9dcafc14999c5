import FeatureToggles
import ToggleTool

/// The toggles of an application with their values.
struct ResolvedToggles {
    /// The modules that declare the toggles.
    let modules: ApplicationModules
    /// A client that evaluates the toggles as the app does.
    let client: ToggleClient
    /// The names of the toggles' modules by identifier; empty for a single module.
    private let moduleNames: [UInt64: String]

    init(_ modules: ApplicationModules, client: ToggleClient) {
        self.modules = modules
        self.client = client
        moduleNames = modules.namesByToggle()
    }

    /// Whether the toggles are those of several modules.
    var hasModules: Bool { !moduleNames.isEmpty }

    /// Explains all toggles, in the order of the modules.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    func explanations() -> [Explanation] { client.explanations() }

    /// Explains some toggles.
    ///
    /// - Parameter keys: The keys, or the toggles' names in code, in any order.
    /// - Returns: The explanations by the given key. A key has several if two modules declare it differently.
    /// - Throws: ``ToolError`` for the first key of no toggle.
    func explanations(of keys: [String]) throws -> [String: [Explanation]] {
        // For several keys, one pass over all toggles is faster than a search for each key.
        let found = keys.count == 1 ? client.explanations(ofKey: modules.key(keys[0])) : client.explanations()
        var explanations = Dictionary(grouping: found, by: \.key)
        for key in keys where explanations[key] == nil {
            guard let named = explanations[modules.key(key)] else {
                throw ToolError.unknownToggle(key, among: client.definitions.map(\.key))
            }
            explanations[key] = named
        }
        return explanations
    }

    /// Returns the name of a toggle's module, or `nil` for a single module.
    func module(of explanation: Explanation) -> String? {
        explanation.definition.flatMap { moduleNames[$0.id] }
    }

    /// The unusable inputs that were skipped.
    var problems: [ToggleProblem] { client.problems }
}
