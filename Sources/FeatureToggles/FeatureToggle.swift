/// Reads toggles.
///
/// Inject it as `any FeatureToggle`; the live implementation is ``ToggleClient``.
///
/// ```swift
/// struct Checkout {
///     let toggles: any FeatureToggle
///
///     func start() {
///         if toggles.isEnabled(.newCheckout) { … }
///     }
/// }
/// ```
///
/// App code calls the typed methods of the extensions. The requirements are what a test double answers, and only
/// ``resolve(_:for:)`` and ``ambientContext`` must be written: the others have implementations in terms of the first. The
/// testing product has doubles for the usual cases.
///
/// A read has no side effect, allocates nothing, and never blocks or throws. It takes no lock either, except for a toggle of
/// texts or objects that has had more than 256 KiB of different values.
public protocol FeatureToggle: AnyObject, Sendable {
    /// The value in force with its reason, untyped. `value` is `nil` where the typed key's default is meant.
    ///
    /// - Parameters:
    ///   - toggle: The toggle to read.
    ///   - context: What rules may look at; `nil` for the ambient context.
    /// - Returns: The answer.
    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution

    /// The value in force as bits, for types that have bits; `toggle.fallback` where nothing is known.
    func bits(of toggle: ToggleReference) -> UInt64

    /// The value in force as bits, for the given context on top of the ambient one.
    func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64

    /// The text in force, or `nil` where the typed key's default is meant.
    func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String?

    /// The decoded JSON in force, a ``ToggleObject``, or `nil` where the typed key's default is meant.
    func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)?

    /// What every source answered, in order, and which one won.
    func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation

    /// One element after each change that may concern the toggle. Elements coalesce when the consumer is slow. Finished
    /// when nothing will change any more.
    func changes(of toggle: ToggleReference) -> AsyncStream<Void>

    /// All values as they are now, which do not move any more.
    func snapshot() -> any FeatureToggle

    /// What rules look at where a read has no context of its own; `nil` where a read without one answers everybody the same.
    ///
    /// For what has to be kept for the same person that a value was decided for; values themselves need no question. So it is
    /// the context that ``resolve(_:for:)`` uses for `nil`. Toggles that pass reads on to others pass on theirs, together with
    /// what they add; there is no implementation to inherit, since a wrong `nil` would keep one person's data as another's.
    ///
    /// ```swift
    /// final class LoggedToggles: FeatureToggle {
    ///     func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
    ///         log(toggle.key)
    ///         return toggles.resolve(toggle, for: context)
    ///     }
    ///
    ///     var ambientContext: EvaluationContext? { toggles.ambientContext }
    /// }
    /// ```
    var ambientContext: EvaluationContext? { get }
}

extension FeatureToggle {
    /// The bits of ``resolve(_:for:)`` in the ambient context.
    public func bits(of toggle: ToggleReference) -> UInt64 {
        bits(of: toggle, for: nil)
    }

    /// The bits of ``resolve(_:for:)``.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        resolve(toggle, for: context).bits ?? toggle.fallback
    }

    /// The text of ``resolve(_:for:)``.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        guard case .string(let text)? = resolve(toggle, for: context).value else { return nil }
        return text
    }

    /// The object of ``resolve(_:for:)``.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        resolve(toggle, for: context).object
    }

    /// A single step that says what ``resolve(_:for:)`` answered.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        Explanation(key: toggle.key, resolution: resolve(toggle, for: context))
    }

    /// Finished: the values of a double do not change unless it says so.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }

    /// Itself: the values of a double do not change unless it says so.
    public func snapshot() -> any FeatureToggle { self }
}
