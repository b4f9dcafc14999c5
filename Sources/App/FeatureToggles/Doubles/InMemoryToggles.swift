import ToggleBase

/// Toggles whose values a test or a preview changes while code observes them.
///
/// ```swift
/// let toggles = InMemoryToggles()
/// let screen = Screen(toggles: toggles)
/// toggles.set(.searchRanking, to: .neural)           // `updates(of:)` yields
/// toggles.ambientContext = EvaluationContext(targetingKey: "ada")   // Ada signs in
/// ```
public final class InMemoryToggles: FeatureToggle {
    private struct State {
        var settings: [UInt64: Resolution]
        var context: EvaluationContext?
        var observers = Observers()
    }

    private let state: Mutex<State>

    /// Creates toggles with the given settings; others have their defaults.
    ///
    /// - Parameters:
    ///   - settings: The values. The last setting of a toggle takes precedence.
    ///   - ambientContext: The initially signed-in user.
    public convenience init(_ settings: ToggleSetting..., ambientContext: EvaluationContext? = nil) {
        self.init(settings, ambientContext: ambientContext)
    }

    /// Creates toggles with the given settings; others have their defaults.
    ///
    /// - Parameters:
    ///   - settings: The values. The last setting of a toggle takes precedence.
    ///   - ambientContext: The initially signed-in user.
    public init(_ settings: [ToggleSetting], ambientContext: EvaluationContext? = nil) {
        let pairs = settings.map { ($0.id, $0.resolution) }
        state = Mutex(State(settings: Dictionary(pairs, uniquingKeysWith: { $1 }), context: ambientContext))
    }

    /// The signed-in user, for code that stores data per user; values are the same for all users, and don't change with
    /// it.
    public var ambientContext: EvaluationContext? {
        get { state.withLock(\.context) }
        set { state.withLock { $0.context = newValue } }
    }

    deinit {
        state.withLock { $0.observers }.finish()
    }

    /// Changes all given values at once, and notifies the observers.
    public func apply(_ settings: ToggleSetting...) {
        let observers = state.withLock { state in
            for setting in settings { state.settings[setting.id] = setting.resolution }
            return state.observers
        }
        observers.notify(changed: Set(settings.map(\.id)))
    }

    /// Changes a release toggle, and notifies the observers.
    public func set(_ toggle: ReleaseToggle, to value: Bool) { apply(.set(toggle, to: value)) }

    /// Changes an ops toggle, and notifies the observers.
    public func set<Value: ToggleValue>(_ toggle: OpsToggle<Value>, to value: Value) { apply(.set(toggle, to: value)) }

    /// Changes an experiment for all users, and notifies the observers.
    public func set<Variant: ToggleVariant>(_ toggle: ExperimentToggle<Variant>, to value: Variant) {
        apply(.set(toggle, to: value))
    }

    /// Changes a permission for all users, and notifies the observers.
    public func set(_ toggle: PermissionToggle, to value: Bool) { apply(.set(toggle, to: value)) }

    /// Changes the stage of a migration, and notifies the observers.
    public func set(_ toggle: MigrationToggle, to value: MigrationStage) { apply(.set(toggle, to: value)) }

    /// Returns the value that was set last, or otherwise the default.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        state.withLock { $0.settings[toggle.id] } ?? Resolution()
    }

    /// Returns a stream with an element after each change of the toggle.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let token = state.withLock { $0.observers.add(continuation, subject: toggle.id) }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.observers.remove(token) }
        }
        return stream
    }

    /// Returns a snapshot of the current values.
    public func snapshot() -> any FeatureToggle {
        state.withLock { FixedToggles(settings: $0.settings, ambientContext: $0.context) }
    }
}
