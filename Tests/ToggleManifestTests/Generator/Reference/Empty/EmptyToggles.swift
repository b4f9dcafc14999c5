// Generated from toggles.yaml by swift-feature-toggles. Do not edit: change toggles.yaml.

#if hasFeature(InternalImportsByDefault)
package import FeatureToggles
#else
import FeatureToggles
#endif

/// The toggles that `toggles.yaml` declares.
package enum EmptyToggles {
    /// Every toggle, in the order of the manifest.
    package static let registry = ToggleRegistry(namespace: "EmptyToggles", toggles: [])
}
