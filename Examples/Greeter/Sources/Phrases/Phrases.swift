public import FeatureToggles

/// Phrases for a conversation, selected by the toggles of this module.
public struct Phrases {
    private let toggles: any FeatureToggle

    /// Creates phrases that follow the given toggles.
    public init(toggles: any FeatureToggle) {
        self.toggles = toggles
    }

    /// Returns a greeting for a person.
    public func greeting(for name: String) -> String {
        switch toggles.value(of: .politeness) {
        case .casual: "Hi \(name)"
        case .polite: "Hello \(name)"
        case .formal: "Good day, dear \(name)"
        }
    }
}
