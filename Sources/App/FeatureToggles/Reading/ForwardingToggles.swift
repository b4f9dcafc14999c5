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

    /// The context that these toggles add to the client's own for each read; `nil` if they aren't scoped.
    package var scope: EvaluationContext? {
        let inner = (self as? any ForwardingToggles)?.source.scope
        guard let scoped = self as? ScopedToggles else { return inner }
        return inner?.overlaid(by: scoped.context) ?? scoped.context
    }
}
