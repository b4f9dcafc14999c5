public import FeatureToggles

/// Passes reads on to other toggles and remembers which toggles were read.
///
/// ```swift
/// let toggles = RecordingToggles(FixedToggles.allOn)
/// Checkout(toggles: toggles).start()
/// #expect(toggles.reads == ["new_checkout"])
/// ```
///
/// In a RELEASE build reads of release toggles are constants and cannot be seen.
public final class RecordingToggles: FeatureToggle {
    private let toggles: any FeatureToggle
    private let recorded = Mutex<[String]>([])

    /// Records the reads of other toggles.
    public init(_ toggles: any FeatureToggle = FixedToggles()) {
        self.toggles = toggles
    }

    /// The keys of the toggles that were read, in the order of the reads, repeated as often as they were read.
    public var reads: [String] { recorded.withLock { $0 } }

    /// Forgets what was read.
    public func reset() {
        recorded.withLock { $0 = [] }
    }

    private func record(_ toggle: ToggleReference) {
        recorded.withLock { $0.append(toggle.key) }
    }

    /// Records the read and passes it on.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        record(toggle)
        return toggles.resolve(toggle, for: context)
    }

    /// Records the read and passes it on.
    public func bits(of toggle: ToggleReference) -> UInt64 {
        record(toggle)
        return toggles.bits(of: toggle)
    }

    /// Records the read and passes it on.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        record(toggle)
        return toggles.bits(of: toggle, for: context)
    }

    /// Records the read and passes it on.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        record(toggle)
        return toggles.text(of: toggle, for: context)
    }

    /// Records the read and passes it on.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        record(toggle)
        return toggles.object(of: toggle, for: context)
    }

    /// Passes the question on; asking why is not a read.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        toggles.explanation(of: toggle, for: context)
    }

    /// Passes the observation on; its reads are recorded.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        toggles.changes(of: toggle)
    }

    /// The ambient context of the other toggles; asking for it is not a read.
    public var ambientContext: EvaluationContext? { toggles.ambientContext }

    /// A snapshot of the other toggles, whose reads are not recorded.
    public func snapshot() -> any FeatureToggle {
        toggles.snapshot()
    }
}
