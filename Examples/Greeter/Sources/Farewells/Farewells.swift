public import FeatureToggles

/// The last words of a conversation, selected by the toggles of this module.
public struct Farewells {
    private let toggles: any FeatureToggle

    /// Creates farewells that follow the given toggles.
    public init(toggles: any FeatureToggle) {
        self.toggles = toggles
    }

    /// Returns the last words for a person, which are the same every time.
    public func farewell(to name: String) -> String {
        switch toggles.variant(of: .farewell, for: EvaluationContext(targetingKey: name)) {
        case .control: "Bye."
        case .cheerful: "See you soon!"
        }
    }
}
