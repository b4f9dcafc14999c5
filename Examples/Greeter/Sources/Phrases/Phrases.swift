public import FeatureToggles

/// Phrases for a conversation, as the toggles of this module want them.
public struct Phrases {
    private let toggles: any FeatureToggle

    /// Creates phrases that follow the given toggles.
    public init(toggles: any FeatureToggle) {
        self.toggles = toggles
    }

    /// How somebody is greeted.
    public func greeting(for name: String) -> String {
        switch toggles.value(of: .politeness) {
        case .casual: "Hi \(name)"
        case .polite: "Hello \(name)"
        case .formal: "Good day, dear \(name)"
        }
    }

    /// The last words to somebody, who gets the same ones every time.
    public func farewell(to name: String) -> String {
        switch toggles.variant(of: .farewell, for: EvaluationContext(targetingKey: name)) {
        case .control: "Bye."
        case .cheerful: "See you soon!"
        }
    }
}
