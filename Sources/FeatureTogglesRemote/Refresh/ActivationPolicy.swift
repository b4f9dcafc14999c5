/// When a document that a client brought by itself is put in force.
///
/// ``FeatureToggles/ToggleClient/activate()`` and
/// ``FeatureToggles/ToggleClient/fetchAndActivate(minimumInterval:)`` put it in force whatever the policy is, and what the
/// app brings with ``FeatureToggles/ToggleClient/fetch(minimumInterval:)`` waits for one of them or for the next document
/// that the client brings by itself.
public enum ActivationPolicy: Sendable, Hashable {
    /// As soon as it came.
    case immediately
    /// When the next client is created from the cache, so that nothing changes while the app runs.
    ///
    /// Without a cache, never but by a call.
    case atNextLaunch
    /// When the app says so. A document that waits is kept in the cache and waits in the next client, too.
    case manually
}
