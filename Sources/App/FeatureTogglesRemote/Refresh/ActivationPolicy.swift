/// When a document that a client fetched by itself is activated.
///
/// ``FeatureToggles/ToggleClient/activate()`` and
/// ``FeatureToggles/ToggleClient/fetchAndActivate(minimumInterval:)`` activate a document regardless of the policy. A
/// document that the app fetches with ``FeatureToggles/ToggleClient/fetch(minimumInterval:)`` waits for one of them, or
/// for the next document that the client fetches by itself.
public enum ActivationPolicy: Sendable, Hashable {
    /// As soon as the document is received.
    case immediately
    /// When the next client is created from the cache, so that nothing changes while the app runs.
    ///
    /// Without a cache, documents are activated only by a call.
    case atNextLaunch
    /// When the app calls ``FeatureToggles/ToggleClient/activate()``; until then, the document waits in the cache,
    /// also in the next client.
    case manually
}
