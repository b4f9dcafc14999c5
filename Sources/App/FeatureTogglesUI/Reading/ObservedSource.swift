import FeatureToggles
import FeatureTogglesObservation

/// The toggles of a part of the view hierarchy, with reads that update views.
///
/// It observes given toggles once, however often the views that pass them are evaluated.
@MainActor
final class ObservedSource {
    private var source: (any FeatureToggle)?
    private var observed: (any FeatureToggle)?

    nonisolated init() {}

    /// Returns toggles with the values of other ones, whose reads are observed.
    ///
    /// On systems without observation, these are the toggles themselves, which each property wrapper follows.
    func observing(_ toggles: any FeatureToggle) -> any FeatureToggle {
        if let observed, source === toggles { return observed }
        let observed = Self.observed(toggles)
        source = toggles
        self.observed = observed
        return observed
    }

    private static func observed(_ toggles: any FeatureToggle) -> any FeatureToggle {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            return toggles is ObservedToggles ? toggles : ObservedToggles(toggles)
        }
        return toggles
    }
}

#if canImport(Combine)
import Combine

extension ObservedSource: ObservableObject {}
#endif
