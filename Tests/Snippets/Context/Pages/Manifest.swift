import FeatureToggles

/// The toggles of another module.
enum SearchToggles {
    static let registry = AppToggles.registry
}
