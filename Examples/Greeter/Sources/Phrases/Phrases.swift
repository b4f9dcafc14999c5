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
        OpsToggle.politeness.defaultValue.rawValue + name
    }
}
