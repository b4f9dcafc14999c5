/// Toggles that forward their reads to other ones.
package protocol ForwardingToggles: FeatureToggle {
    /// The toggles that are read.
    var source: any FeatureToggle { get }
}

extension FeatureToggle {
    /// The client whose values these toggles have, if it is known.
    package var client: ToggleClient? {
        (self as? ToggleClient) ?? (self as? any ForwardingToggles)?.source.client
    }
}
