public import FeatureToggles

/// Phrases for a conversation, by the toggles of this module.
public struct Phrases {
    private let toggles: any FeatureToggle

    /// Creates phrases that follow the given toggles.
    public init(toggles: any FeatureToggle) {
        self.toggles = toggles
    }

    /// How somebody is greeted.
    public func greeting(for name: String) -> String {
        switch toggles.value(of: .politeness) {
        case .casual: "Hi, \(name)!"
        case .polite: "Hello, \(name)."
        case .formal: "Good day to you, \(name)."
        }
    }

    /// The last words to somebody, which are an experiment.
    public func farewell(for person: EvaluationContext) -> String {
        switch toggles.variant(of: .farewell, for: person) {
        case .control: "Goodbye."
        case .cheerful: "See you soon!"
        }
    }
}
