public import FeatureToggles

/// Toggles whose values a test changes while the code under test observes them.
///
/// ```swift
/// let toggles = InMemoryToggles()
/// let screen = Screen(toggles: toggles)
/// toggles.apply(.set(.searchRanking, to: .neural))   // `updates(of:)` yields
/// toggles.ambientContext = EvaluationContext(targetingKey: "ada")   // Ada signs in
/// ```
public final class InMemoryToggles: FeatureToggle {
    private struct State {
        var settings: [UInt64: Resolution]
        var context: EvaluationContext?
        var observers = Observers()
    }

    private let state: Mutex<State>

    /// Creates toggles that have their defaults, but for the given settings.
    ///
    /// - Parameters:
    ///   - settings: The values. The last setting of a toggle counts.
    ///   - ambientContext: Who is signed in at first.
    public init(_ settings: ToggleSetting..., ambientContext: EvaluationContext? = nil) {
        let pairs = settings.map { ($0.id, $0.resolution) }
        state = Mutex(State(settings: Dictionary(pairs, uniquingKeysWith: { $1 }), context: ambientContext))
    }

    /// Who is signed in, for what is kept by person; the values are those of everybody, and stay as they are.
    public var ambientContext: EvaluationContext? {
        get { state.withLock(\.context) }
        set { state.withLock { $0.context = newValue } }
    }

    deinit {
        state.withLock { $0.observers }.finish()
    }

    /// Changes values, all at once, and tells the observers.
    public func apply(_ settings: ToggleSetting...) {
        let observers = state.withLock { state in
            for setting in settings { state.settings[setting.id] = setting.resolution }
            return state.observers
        }
        observers.notify()
    }

    /// The value that was set last, else the default.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        state.withLock { $0.settings[toggle.id] } ?? Resolution()
    }

    /// One element after each change.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let token = state.withLock { $0.observers.add(continuation, subject: toggle.id) }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.observers.remove(token) }
        }
        return stream
    }

    /// The values as they are now.
    public func snapshot() -> any FeatureToggle {
        state.withLock { SnapshotToggles(settings: $0.settings, ambientContext: $0.context) }
    }
}

/// The values of other toggles at one moment.
private final class SnapshotToggles: FeatureToggle {
    private let settings: [UInt64: Resolution]
    let ambientContext: EvaluationContext?

    init(settings: [UInt64: Resolution], ambientContext: EvaluationContext?) {
        self.settings = settings
        self.ambientContext = ambientContext
    }

    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        settings[toggle.id] ?? Resolution()
    }
}
