import FeatureToggles
import Hummingbird

/// The context of a request, with toggles for its user.
struct ToggleContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Toggles for the user of the request; without ``ToggleMiddleware``, they have their defaults.
    var toggles = ToggleContext.defaults

    private static let defaults = FixedToggles([]).scoped(to: EvaluationContext())

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
