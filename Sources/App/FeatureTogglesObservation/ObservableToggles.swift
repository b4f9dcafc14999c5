#if canImport(Combine)
public import Combine
public import FeatureToggles

/// Toggles as an `ObservableObject`, for SwiftUI on systems without `ObservedToggles`: iOS 16 and macOS 13.
///
/// ```swift
/// struct SearchView: View {
///     @ObservedObject var toggles: ObservableToggles       // ObservableToggles(client), created once
///
///     var body: some View {
///         if toggles.isEnabled(.newSearch) { NewSearch() } else { OldSearch() }
///     }
/// }
/// ```
///
/// Combine only observes whole objects, so a change of one toggle updates every view that observes this object. To
/// update fewer views, create one object per screen: each only announces changes of toggles that were read from it.
/// Changes are announced on the main actor, once for several that occur in quick succession, and only if a value that
/// was read is different. There is no polling.
public final class ObservableToggles: FeatureToggle, ObservableObject, ForwardingToggles {
    /// The toggles that are read and observed.
    package let source: any FeatureToggle
    private let reads: SeenValues
    private let follower: ChangeFollower

    // Unsafe: the class is not marked as Sendable, but it is thread-safe, and changes are sent on the main actor only.
    /// Announces that a toggle that was read has changed.
    nonisolated(unsafe) public let objectWillChange: ObservableObjectPublisher

    /// Creates an observable object for toggles.
    ///
    /// - Parameter toggles: The toggles to read and to observe.
    public init(_ toggles: any FeatureToggle) {
        let reads = SeenValues()
        // Unsafe: see `objectWillChange`.
        nonisolated(unsafe) let publisher = ObservableObjectPublisher()
        source = toggles
        self.reads = reads
        objectWillChange = publisher
        follower = ChangeFollower(toggles) { changed in
            if reads.takeChanged(changed, in: toggles) { publisher.send() }
        }
    }

    // MARK: Reading

    /// Returns the value as bits, and announces its changes from now on.
    public func bits(of toggle: ToggleReference) -> UInt64 {
        follower.follow(toggle)
        let bits = source.bits(of: toggle)
        reads.note(.bits(bits), of: toggle)
        return bits
    }

    /// Returns the value for a context as bits, and announces its changes from now on.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        guard let context else { return bits(of: toggle) }
        note(toggle)
        return source.bits(of: toggle, for: context)
    }

    /// Returns the current string, and announces its changes from now on.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        follower.follow(toggle)
        let text = source.text(of: toggle, for: context)
        reads.note(context == nil ? .text(text) : .any, of: toggle)
        return text
    }

    /// Returns the current object, and announces its changes from now on.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        note(toggle)
        return source.object(of: toggle, for: context)
    }

    /// Returns the current value and its reason, and announces their changes from now on.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        note(toggle)
        return source.resolve(toggle, for: context)
    }

    /// Explains a toggle, and announces its changes from now on.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        note(toggle)
        return source.explanation(of: toggle, for: context)
    }

    private func note(_ toggle: ToggleReference) {
        follower.follow(toggle)
        reads.note(.any, of: toggle)
    }

    /// Returns a stream with an element after each change that may affect the toggle.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        source.changes(of: toggle)
    }

    /// Returns a snapshot of the current values, which don't change.
    public func snapshot() -> any FeatureToggle { source.snapshot() }

    /// The ambient context of the toggles.
    public var ambientContext: EvaluationContext? { source.ambientContext }
}
#endif
