import FeatureToggles
import Observation
import ToggleBase

/// The observers of one toggle.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ObservedRegistration: Observable, Sendable {
    let toggle: ToggleReference
    private let registrar = ObservationRegistrar()
    private let seen = Mutex(SeenValue.nothing)

    init(_ toggle: ToggleReference) {
        self.toggle = toggle
    }

    /// The property that observers register for; it has no content.
    private var value: Void { () }

    /// Registers a read in the current observed scope, if there is one.
    func access() {
        registrar.access(self, keyPath: \.value)
    }

    /// Notes the value that a registered read returned.
    func note(_ value: SeenValue) {
        seen.withLock { $0.add(value) }
    }

    /// Notifies the observers, unless all of them have read the current value.
    @MainActor
    func report(in toggles: any FeatureToggle) {
        let seen = seen.withLock { $0 }
        if seen.isCurrent(for: toggle, in: toggles) { return }
        self.seen.withLock { $0 = .nothing }
        registrar.withMutation(of: self, keyPath: \.value) {}
    }
}

/// The observers of all toggles that were read.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ObservedRegistrations: Sendable {
    private let all = Mutex<[UInt64: ObservedRegistration]>([:])

    /// Returns the observers of a toggle.
    func registration(of toggle: ToggleReference) -> ObservedRegistration {
        all.withLock { all in
            if let registration = all[toggle.id] { return registration }
            let registration = ObservedRegistration(toggle)
            all[toggle.id] = registration
            return registration
        }
    }

    /// Notifies the observers of the toggles that changed; `nil` for all.
    @MainActor
    func report(_ changed: Set<UInt64>?, in toggles: any FeatureToggle) {
        let registrations = all.withLock { all in
            if let changed, changed.count < all.count { return changed.compactMap { all[$0] } }
            return all.values.filter { changed?.contains($0.toggle.id) ?? true }
        }
        for registration in registrations { registration.report(in: toggles) }
    }
}
