/// Toggles that report the first evaluation of each toggle, since the start and after each of its changes.
///
/// Use it if logs, traces, or crash reports should contain which toggles were read and what they returned. For
/// experiments, use the client's exposures instead.
///
/// ```swift
/// let toggles = EvaluationObserver(client) { event in
///     logger.info("\(event.description)")         // search_ranking = neural (remote)
/// }
/// let checkout = Checkout(toggles: toggles)
/// ```
///
/// Reading directly from the client reports nothing and costs the same as without an observer. A read through the
/// observer looks up whether its value was reported, without a lock and without allocating, and then reads from the
/// client. The closure is called on the thread that reads the toggle, once for each value, and again after the toggle
/// has changed: not for every read, and not for every user. If several threads read a toggle for the first time or
/// while it changes, an evaluation may be reported twice. The observer remembers ``rememberedEvaluations`` different
/// ones; beyond that, it forgets some, which it may report again. The event of `evaluation(of:)` has the value that this
/// call returns; that of another read, the value at the time of the report, which is newer if the toggle is just
/// changing.
///
/// In a RELEASE build, reads of release toggles are constants and can't be reported.
public final class EvaluationObserver: FeatureToggle, ForwardingToggles {
    /// The number of evaluations that an observer remembers: 16,384, in 128 KiB.
    public static let rememberedEvaluations = 1 << 14

    private let client: ToggleClient
    private let handler: @Sendable (EvaluationEvent) -> Void
    private let reported = ExposureFilter(capacity: EvaluationObserver.rememberedEvaluations)
    private let changeCounts: ChangeCounts
    private let observation: ChangeObservation

    /// Creates toggles that report evaluations.
    ///
    /// - Parameters:
    ///   - client: The client to read from.
    ///   - handler: Receives the evaluations, on the thread that reads. It must return quickly. It may read toggles.
    public init(_ client: ToggleClient, handler: @escaping @Sendable (EvaluationEvent) -> Void) {
        let changeCounts = ChangeCounts(identifiers: client.definitions.map(\.id))
        self.client = client
        self.handler = handler
        self.changeCounts = changeCounts
        observation = client.observeToggles { changeCounts.record($0) }
    }

    private func hash(_ toggle: ToggleReference, _ value: UInt64) -> UInt64 {
        // A finalizer of splitmix64, so that similar values don't share a bucket.
        var hash = toggle.id ^ (value &* 0x9E37_79B9_7F4A_7C15)
        hash ^= changeCounts.count(of: toggle.id) &* 0xD6E8_FEB8_6659_FD93
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    @inline(__always)
    private func note(
        _ toggle: ToggleReference,
        _ value: UInt64,
        for context: EvaluationContext?,
        resolution: Resolution? = nil
    ) {
        let hash = hash(toggle, value)
        if !reported.contains(hash) { report(toggle, hash, for: context, resolution) }
    }

    @inline(never)
    private func report(
        _ toggle: ToggleReference,
        _ hash: UInt64,
        for context: EvaluationContext?,
        _ resolution: Resolution?
    ) {
        guard reported.insert(hash) else { return }
        handler(client.event(of: toggle, for: context, resolution ?? client.resolve(toggle, for: context)))
    }

    // MARK: Reading

    /// Returns the value as bits, and reports a new one.
    public func bits(of toggle: ToggleReference) -> UInt64 {
        let bits = client.bits(of: toggle)
        note(toggle, bits, for: nil)
        return bits
    }

    /// Returns the value for a context as bits, and reports a new one.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        let bits = client.bits(of: toggle, for: context)
        note(toggle, bits, for: context)
        return bits
    }

    /// Returns the current string, and reports a new one.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        let text = client.text(of: toggle, for: context)
        note(toggle, text.map { UInt64(truncatingIfNeeded: $0.hashValue) } ?? 0, for: context)
        return text
    }

    /// Returns the current object, and reports a new one.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        let object = client.object(of: toggle, for: context)
        note(toggle, object.map { UInt64(UInt(bitPattern: ObjectIdentifier($0))) } ?? 0, for: context)
        return object
    }

    /// Returns the current value and its reason, and reports a new value.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        let resolution = client.resolve(toggle, for: context)
        // The same hashes as those of the reads above.
        let value: UInt64 =
            switch (resolution.bits, resolution.value) {
            case (let bits?, _): bits
            case (nil, .string(let text)?): UInt64(truncatingIfNeeded: text.hashValue)
            default: resolution.object.map { UInt64(UInt(bitPattern: ObjectIdentifier($0))) } ?? toggle.fallback
            }
        note(toggle, value, for: context, resolution: resolution)
        return resolution
    }

    /// Explains a toggle, which isn't reported.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        client.explanation(of: toggle, for: context)
    }

    /// The client, for the debug menu and for observation.
    package var source: any FeatureToggle { client }

    /// Returns a stream with an element after each change that may affect the toggle.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> { client.changes(of: toggle) }

    /// Returns a snapshot of the client, whose reads aren't reported.
    public func snapshot() -> any FeatureToggle { client.snapshot() }

    /// The ambient context of the client.
    public var ambientContext: EvaluationContext? { client.ambientContext }
}
