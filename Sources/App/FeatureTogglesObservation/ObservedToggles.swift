public import FeatureToggles
public import Observation

/// Toggles whose reads register with observation, so that a SwiftUI view that reads one updates when it changes.
///
/// ```swift
/// struct SearchView: View {
///     let toggles: ObservedToggles       // ObservedToggles(client), created once
///
///     var body: some View {
///         if toggles.isEnabled(.newSearch) { NewSearch() } else { OldSearch() }
///     }
/// }
/// ```
///
/// It is a `FeatureToggle` itself, so all typed reads work, and you can inject it wherever toggles are
/// expected. Each toggle is observed separately: a change updates the views that read this toggle, and no others.
/// Observers are notified on the main actor, once for several changes that occur in quick succession, and only if a
/// value that they read is different. There is no polling.
///
/// Observe reads on the main actor. Elsewhere, the observation misses a change that's reported before the observed scope
/// ends, as with every observable object.
///
/// Outside of an observed scope, such as the body of a view, reads only cost a lock more than those of the toggles
/// themselves.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class ObservedToggles: FeatureToggle, Observable, ForwardingToggles {
    /// The toggles that are read and observed.
    package let source: any FeatureToggle
    let registrations = ObservedRegistrations()
    private let follower: ChangeFollower

    /// Creates a view of toggles.
    ///
    /// - Parameter toggles: The toggles to read and to observe.
    public init(_ toggles: any FeatureToggle) {
        source = toggles
        follower = ChangeFollower(toggles) { [registrations] in registrations.report($0, in: toggles) }
    }

    private func access(_ toggle: ToggleReference) -> ObservedRegistration {
        follower.follow(toggle)
        let registration = registrations.registration(of: toggle)
        registration.access()
        return registration
    }

    // MARK: Reading

    /// Returns the value as bits, and registers the read.
    public func bits(of toggle: ToggleReference) -> UInt64 {
        let registration = access(toggle)
        let bits = source.bits(of: toggle)
        registration.note(.bits(bits))
        return bits
    }

    /// Returns the value for a context as bits, and registers the read.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        guard let context else { return bits(of: toggle) }
        access(toggle).note(.any)
        return source.bits(of: toggle, for: context)
    }

    /// Returns the current string, and registers the read.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        let registration = access(toggle)
        let text = source.text(of: toggle, for: context)
        registration.note(context == nil ? .text(text) : .any)
        return text
    }

    /// Returns the current object, and registers the read.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        access(toggle).note(.any)
        return source.object(of: toggle, for: context)
    }

    /// Returns the current value and its reason, and registers the read.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        access(toggle).note(.any)
        return source.resolve(toggle, for: context)
    }

    /// Explains a toggle, and registers this like a read.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        access(toggle).note(.any)
        return source.explanation(of: toggle, for: context)
    }

    /// Returns a stream with an element after each change that may affect the toggle.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        source.changes(of: toggle)
    }

    /// Returns a snapshot of the current values, whose reads aren't registered because they don't change.
    public func snapshot() -> any FeatureToggle { source.snapshot() }

    /// The ambient context of the toggles.
    public var ambientContext: EvaluationContext? { source.ambientContext }
}
