#if canImport(Combine)
import Combine
import FeatureToggles
import FeatureTogglesObservation

/// Announces changes of the toggles that one view reads, on systems without observation: iOS 16 and macOS 13.
@MainActor
final class ToggleFollower: ObservableObject {
    // Unsafe: the class is not marked as Sendable, but changes are sent on the main actor only.
    nonisolated(unsafe) let objectWillChange = ObservableObjectPublisher()
    private var source: (any FeatureToggle)?
    private var observable: ObservableToggles?
    private var subscription: AnyCancellable?

    nonisolated init() {}

    /// Returns toggles with the values of other ones; a change of those that were read is announced.
    func toggles(following source: any FeatureToggle) -> any FeatureToggle {
        if let observable, self.source === source { return observable }
        let observable = ObservableToggles(source)
        self.source = source
        self.observable = observable
        subscription = observable.objectWillChange.sink { [weak self] in
            // Changes are announced on the main actor.
            MainActor.assumeIsolated { self?.objectWillChange.send() }
        }
        return observable
    }
}
#endif
