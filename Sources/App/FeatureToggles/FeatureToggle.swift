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
/// App code calls the typed methods of the extensions. Test doubles implement the requirements. Only
/// ``resolve(_:for:)`` and ``ambientContext`` have no default implementation; reads and explanations are implemented in
/// terms of the first. ``changes(of:)`` and ``snapshot()`` are implemented for values that never change; a wrapper must
/// forward them. ``FixedToggles`` and ``InMemoryToggles`` are doubles for the usual cases.
///
/// A read never throws, and never waits for the disk or the network. With a ``ToggleClient``, `isEnabled`, `value(of:)`,
/// and `stage(of:)` without a context have no side effect, allocate nothing, and take no lock, except for a string or
/// JSON toggle that has had more than 256 KiB of distinct values. Reads with a context may evaluate a rule; those of
/// experiments also assign variants and report exposures. `evaluation(of:)` and `explanation(of:)` take a lock to copy
/// the client's data.
public protocol FeatureToggle: AnyObject, Sendable {
    /// Returns the current value and its reason, untyped.
    ///
    /// The resolution's `value` is `nil` if the typed key's default applies.
    ///
    /// - Parameters:
    ///   - toggle: The toggle to read.
    ///   - context: The attributes that rules can use; `nil` for the ambient context.
    /// - Returns: The resolution.
    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution

    /// Returns the current value as bits, for types that have bits, or `toggle.fallback` if no value is known.
    func bits(of toggle: ToggleReference) -> UInt64

    /// Returns the value as bits, for the given context on top of the ambient one.
    func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64

    /// Returns the current string, or `nil` if the typed key's default applies.
    func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String?

    /// Returns the current decoded JSON, a ``ToggleObject``, or `nil` if the typed key's default applies.
    func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)?

    /// Explains a toggle: what each source answered, in order, and which one was decisive.
    func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation

    /// Returns a stream with an element after each change that may affect the toggle.
    ///
    /// A slow consumer gets one element for several changes. The stream finishes when there will be no further changes.
    func changes(of toggle: ToggleReference) -> AsyncStream<Void>

    /// Returns a snapshot of all current values, which doesn't change.
    func snapshot() -> any FeatureToggle

    /// The context for reads without a context, or `nil` if such a read returns the same value for every user.
    ///
    /// It is the context that ``resolve(_:for:)`` uses for `nil`. Code that stores data per user needs it, to store the
    /// data for the user that a value was evaluated for. Reading a value doesn't need it. Toggles that forward reads
    /// return the wrapped toggles' ambient context, together with anything that they add to it. There is no default
    /// implementation, because a wrong `nil` would store one user's data as another's.
    ///
    /// ```swift
    /// final class LoggedToggles: FeatureToggle {
    ///     func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
    ///         log(toggle.key)
    ///         return toggles.resolve(toggle, for: context)
    ///     }
    ///
    ///     func changes(of toggle: ToggleReference) -> AsyncStream<Void> { toggles.changes(of: toggle) }
    ///     func snapshot() -> any FeatureToggle { LoggedToggles(toggles.snapshot()) }
    ///     var ambientContext: EvaluationContext? { toggles.ambientContext }
    /// }
    /// ```
    var ambientContext: EvaluationContext? { get }
}

extension FeatureToggle {
    /// Returns the bits of ``resolve(_:for:)`` in the ambient context.
    public func bits(of toggle: ToggleReference) -> UInt64 {
        bits(of: toggle, for: nil)
    }

    /// Returns the bits of ``resolve(_:for:)``.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        resolve(toggle, for: context).bits ?? toggle.fallback
    }

    /// Returns the string of ``resolve(_:for:)``.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        guard case .string(let text)? = resolve(toggle, for: context).value else { return nil }
        return text
    }

    /// Returns the object of ``resolve(_:for:)``.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        resolve(toggle, for: context).object
    }

    /// Returns an explanation with a single step, which contains the result of ``resolve(_:for:)``.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        Explanation(key: toggle.key, resolution: resolve(toggle, for: context))
    }

    /// Returns a finished stream, because the values of a double don't change unless it implements this method.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }

    /// Returns `self`, because the values of a double don't change unless it implements this method.
    public func snapshot() -> any FeatureToggle { self }
}
