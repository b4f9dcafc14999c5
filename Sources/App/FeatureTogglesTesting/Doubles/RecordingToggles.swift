public import FeatureToggles
import ToggleBase

/// Forwards reads to other toggles, and records which toggles were read.
///
/// ```swift
/// let toggles = RecordingToggles(FixedToggles.allOn)
/// Checkout(toggles: toggles).start()
/// #expect(toggles.reads == ["new_checkout"])
/// ```
///
/// In a RELEASE build, reads of release toggles are constants and can't be recorded.
public final class RecordingToggles: FeatureToggle {
    private let toggles: any FeatureToggle
    private let recorded = Mutex<[String]>([])

    /// Creates toggles that record the reads of other toggles.
    public init(_ toggles: any FeatureToggle = FixedToggles()) {
        self.toggles = toggles
    }

    /// The keys of the toggles that were read, one for each read, in order.
    public var reads: [String] { recorded.withLock { $0 } }

    /// Removes the recorded reads.
    public func reset() {
        recorded.withLock { $0 = [] }
    }

    private func record(_ toggle: ToggleReference) {
        recorded.withLock { $0.append(toggle.key) }
    }

    /// Records and forwards the read.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        record(toggle)
        return toggles.resolve(toggle, for: context)
    }

    /// Records and forwards the read.
    public func bits(of toggle: ToggleReference) -> UInt64 {
        record(toggle)
        return toggles.bits(of: toggle)
    }

    /// Records and forwards the read.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        record(toggle)
        return toggles.bits(of: toggle, for: context)
    }

    /// Records and forwards the read.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        record(toggle)
        return toggles.text(of: toggle, for: context)
    }

    /// Records and forwards the read.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        record(toggle)
        return toggles.object(of: toggle, for: context)
    }

    /// Forward the call without recording it, because an explanation is not a read.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        toggles.explanation(of: toggle, for: context)
    }

    /// Forward the call; reads of the observed values are recorded.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        toggles.changes(of: toggle)
    }

    /// The ambient context of the other toggles; accessing it is not a read.
    public var ambientContext: EvaluationContext? { toggles.ambientContext }

    /// Returns a snapshot of the other toggles; its reads are not recorded.
    public func snapshot() -> any FeatureToggle {
        toggles.snapshot()
    }
}
