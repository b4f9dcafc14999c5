import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates

/// What the app creates once, at launch.
@MainActor
struct ShopServices {
    /// The toggles, which all other code uses as `any FeatureToggle`.
    let client: ToggleClient
    /// Whether this version of the app can be used.
    let updates: UpdatePolicy
    /// The files that the app follows instead of a server.
    let desk: OperatorDesk

    init() {
        desk = OperatorDesk()
        client = ToggleClient(
            registries: [StorefrontToggles.registry],
            remote: Self.configuration(following: desk.flags),
            context: EvaluationContext.device().overlaid(by: .customer)
        )
        updates = UpdatePolicy(
            Self.configuration(following: desk.policy),
            application: "storefront-policy"
        )
    }

    /// Returns remote config that follows a file, with changes within a second.
    ///
    /// Another app has an `HTTPRemoteSource` here, and the standard refresh policy.
    private static func configuration(following path: String) -> RemoteConfiguration {
        RemoteConfiguration(
            FileRemoteSource(path: path),
            refresh: .development,
            // Xcode ends the app at each run, which must not count against the document.
            health: .notCounted
        )
    }
}
